import type { RuleNote } from '@shipminer/contract/power/rules'
import { nameOf } from '../crew/crew-page.ts'
import { crewTexts } from '../crew/crew-texts.ts'
import { formatter } from '../format.ts'
import type { ControllerStatus } from '../status.ts'
import type { Language } from '../texts.ts'
import { rulesTexts } from './rules-texts.ts'

const shown = 10

/** The rules that the box carries out, and what they did last. */
export function rulesSection(
  status: ControllerStatus,
  language: Language,
  { row, escapeHtml }: { row: (term: string, text: string) => string; escapeHtml: (text: string) => string },
): string {
  const t = rulesTexts[language]
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
