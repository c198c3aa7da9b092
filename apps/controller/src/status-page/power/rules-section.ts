import type { RuleNote } from '@shipminer/contract/power/rules'
import { nameOf } from '../crew/crew-page.ts'
import { crewTexts } from '../crew/crew-texts.ts'
import { formatter } from '../format.ts'
import type { ControllerStatus } from '../status.ts'
import type { Language } from '../texts.ts'

type Texts = {
  title: string
  restart: string
  restartOn: (minutes: number, times: number) => string
  coolDown: string
  coolDownOn: (celsius: string) => string
  off: string
  none: string
}

const romanian = new Intl.PluralRules('ro')

const texts: Record<Language, Texts> = {
  nl: {
    title: 'Regels van de eigenaar',
    restart: 'Herstarten',
    restartOn: (minutes, times) =>
      `na ${minutes} minuten zonder hashrate of met een hashboard minder, hoogstens ${times}× per 24 uur`,
    coolDown: 'Afkoelen',
    coolDownOn: (celsius) => `boven ${celsius}`,
    off: 'uit',
    none: 'Nog niets gedaan.',
  },
  en: {
    title: 'Rules of the owner',
    restart: 'Restart',
    restartOn: (minutes, times) =>
      `after ${minutes} minutes without a hash rate or with a board missing, at most ${times}× in 24 hours`,
    coolDown: 'Cool down',
    coolDownOn: (celsius) => `above ${celsius}`,
    off: 'off',
    none: 'Nothing done so far.',
  },
  de: {
    title: 'Regeln des Eigners',
    restart: 'Neustart',
    restartOn: (minutes, times) =>
      `nach ${minutes} Minuten ohne Hashrate oder mit fehlendem Board, höchstens ${times}× in 24 Stunden`,
    coolDown: 'Abkühlen',
    coolDownOn: (celsius) => `über ${celsius}`,
    off: 'aus',
    none: 'Noch nichts getan.',
  },
  ro: {
    title: 'Regulile proprietarului',
    restart: 'Repornire',
    restartOn: (minutes, times) =>
      `după ${minutes} ${romanian.select(minutes) === 'few' ? 'minute' : 'de minute'} fără hashrate sau cu o placă lipsă, ${times === 1 ? 'cel mult o dată' : `de cel mult ${times} ori`} în 24 de ore`,
    coolDown: 'Răcire',
    coolDownOn: (celsius) => `peste ${celsius}`,
    off: 'oprit',
    none: 'Încă nimic făcut.',
  },
}

const shown = 10

/** The rules that the box carries out, and what they did last. */
export function rulesSection(
  status: ControllerStatus,
  language: Language,
  { row, escapeHtml }: { row: (term: string, text: string) => string; escapeHtml: (text: string) => string },
): string {
  const t = texts[language]
  const figure = formatter(language)
  const { settings, log } = status.rules
  const { restart, coolDown } = settings
  const lines = log.slice(0, shown).map(({ at, kind, deviceKey, rule }) => {
    const read = reading(rule, figure)
    const said = `${nameOf(status, deviceKey)}: ${crewTexts[language].kinds[kind]}${read === '' ? '' : ` (${read})`}`
    return `<li><time>${escapeHtml(figure.moment(at))}</time> ${escapeHtml(said)}</li>`
  })
  return `<section aria-labelledby="rules"><h2 id="rules">${escapeHtml(t.title)}</h2>
<dl>
${row(t.restart, restart === null ? t.off : t.restartOn(restart.afterMinutes, restart.mostPerDay))}
${row(t.coolDown, coolDown === null ? t.off : t.coolDownOn(figure.temperature(coolDown.aboveC * 10)))}
</dl>
${lines.length === 0 ? `<p class="dim">${escapeHtml(t.none)}</p>` : `<ul>${lines.join('')}</ul>`}
</section>`
}

/** What the rule acted on. */
function reading(
  { hashrateGhs, temperatureDeciC, count }: RuleNote,
  figure: ReturnType<typeof formatter>,
): string {
  return [
    hashrateGhs === null ? null : figure.hashrate(hashrateGhs),
    temperatureDeciC === null ? null : figure.temperature(temperatureDeciC),
    count === null ? null : `${count}×`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
