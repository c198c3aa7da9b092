/** Run by the starter while the scripts of the page are still on their way: a small file that draws what the first answers say. */
import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import { showZone } from '../../lib/format/shown-zone.ts'
import { drawFirstValues } from './draw-first-values.ts'
import { type FirstAnswers, firstValues } from './first-values.ts'
import { type FirstTexts, sayFrom } from './say.ts'

/** Put in by the build: the texts of the document's language, and where each answer comes from. */
declare const __FIRST_TEXTS__: FirstTexts
declare const __FIRST_ADDRESSES__: Record<keyof FirstAnswers, string>

async function read(name: keyof FirstAnswers): Promise<unknown> {
  const answer = await globalThis.shipminerEarly?.get(__FIRST_ADDRESSES__[name])?.answer
  if (!answer?.ok) throw new Error(`no ${name}`)
  // A copy: the page reads the answer itself, and checks every field of it.
  return (await answer.clone().json()).data
}

async function start(): Promise<void> {
  // A part of the fleet is asked for by the page.
  if (new URLSearchParams(location.search).has('ship')) return
  const language = isLanguage(document.documentElement.lang) ? document.documentElement.lang : defaultLanguage
  const [fleet, totals, ships] = await Promise.all([read('fleet'), read('totals'), read('ships')])
  const place = document.getElementById('first-values')
  if (!place) return
  const answers = { fleet, totals, ships } as FirstAnswers
  showZone(answers.ships.timeZone)
  const say = sayFrom(__FIRST_TEXTS__, language)
  const isPhone = matchMedia('(max-width: 640px)').matches
  const values = firstValues(answers, language, isPhone, say)
  if (values === null) return
  const words = { money: say('overview:money.title'), estimate: say('fleet:money.estimate') }
  globalThis.shipminerFirst = drawFirstValues(values, words)
  place.append(...globalThis.shipminerFirst)
}

// Whatever is wrong with an answer is for the page to say, which comes.
start().catch(() => undefined)
