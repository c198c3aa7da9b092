import { commissionTexts, positionText } from '../commissioning/commission-texts.ts'
import { meterName } from '../meter/meter-texts.ts'
import type { PowerStatus } from '../status.ts'
import type { Language } from '../texts.ts'
import { powerState } from './power-state.ts'
import { powerTexts, warningText } from './power-texts.ts'

type Tools = {
  row: (term: string, text: string, tone?: string) => string
  escapeHtml: (text: string) => string
  kilowatts: (kw: number) => string
  age: (ageMs: number | null) => string
}

const UNKNOWN = '—'

/** The power budget, and the one thing that can be done on this page: stop everything, and release it again. */
export function powerSection(power: PowerStatus, language: Language, tools: Tools): string {
  const t = powerTexts[language]
  const { row, escapeHtml } = tools
  const kw = (value: number | null) => (value === null ? UNKNOWN : tools.kilowatts(value))
  const { text: stateText, tone } = powerState(power, t)
  const facts = [
    row(t.state, stateText, tone === 'good' ? 'good' : 'bad'),
    row(t.supplies[power.supply ?? 'generator'], t.ofLimit(kw(power.generatorLoadKw), kw(power.limitKw))),
    ...power.sets.map(({ name, capacityKw, isRunning }) =>
      row(
        `${t.set} ${name}`,
        `${tools.kilowatts(capacityKw)}: ${t.setState(isRunning)}`,
        isRunning === null ? 'bad' : '',
      ),
    ),
    row(t.ship, kw(power.shipLoadKw)),
    row(t.mining, `${kw(power.miningKw)} (${t.asleep(power.asleep, power.devices)})`),
    row(t.headroom, kw(power.headroomKw)),
    row(t.curtailed, kw(power.curtailedKw)),
    ...(power.meanLoadPercent === null
      ? []
      : [row(t.meanLoad, t.ofMean(Math.round(power.meanLoadPercent), power.meanLimitPercent))]),
    ...fuelRows(power.worth, language, tools),
    row(t.readingAge, tools.age(power.loadAgeMs)),
    ...power.sources.map(({ kind, state, detail, problem, preset }) =>
      row(
        `${t.reading}: ${t.sources[kind] ?? kind}`,
        [
          t.sourceStates[state] ?? state,
          problem ? t.problem(problem) : detail,
          preset ? t.preset(meterName(preset.name, language), preset.isVerified) : null,
        ]
          .filter(Boolean)
          .join(': '),
        state === 'connected' ? 'good' : 'bad',
      ),
    ),
    ...power.publishers.map(({ kind, state }) =>
      row(
        `${t.reportsToShip}: ${kind === 'mqtt' ? 'MQTT' : (t.sources[kind] ?? kind)}`,
        t.publishers[state] ?? state,
        state === 'publishing' ? 'good' : 'bad',
      ),
    ),
    row(
      t.contactor,
      power.heartbeat.beating
        ? t.beating
        : [t.notBeating, power.heartbeat.stop === null ? null : (t.stops[power.heartbeat.stop] ?? null)]
            .filter(Boolean)
            .join(': '),
      power.heartbeat.beating ? 'good' : 'bad',
    ),
  ]
  const warnings = [...new Set(power.warnings)].map(
    (code) => `<p class="bad">${escapeHtml(warningText(code, language, power.otherMeter))}</p>`,
  )
  if (power.worth?.reason)
    warnings.push(`<p class="dim">${escapeHtml(t.fuelReasons[power.worth.reason])}</p>`)
  return `<section aria-labelledby="power"><h2 id="power">${escapeHtml(t.title)}</h2>
${masterStop(power.masterStop, language, escapeHtml)}
${warnings.join('\n')}
${checkNote(power, language, escapeHtml)}
${panelCheck(power.panelCheck, language, tools)}
${power.isSetUp ? `<dl>${facts.join('\n')}</dl>` : `<p class="bad">${escapeHtml(t.notSetUp)}</p>`}
</section>`
}

/** That the box was not checked on this ship yet, or never was measured; nothing where it was. */
export function checkNote(
  { check, isSetUp, warnings }: PowerStatus,
  language: Language,
  escapeHtml: (text: string) => string,
): string {
  if (!isSetUp || check === undefined || check.position === 'done') return ''
  const tone = check.position === 'open' ? 'bad' : 'dim'
  // A meter that is doubted is shown as that.
  const said = warnings.includes('meter-doubted') ? '' : `${escapeHtml(positionText(check, language))} `
  return `<p class="${tone}">${said}<a href="/commission?lang=${language}">${escapeHtml(commissionTexts[language].open)}</a></p>`
}

/** Fuel against earnings, and the least load of the set; nothing where neither was entered. */
function fuelRows(worth: PowerStatus['worth'], language: Language, { row, age }: Tools): string[] {
  const t = powerTexts[language]
  if (worth === null) return []
  const euros = (cents: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
    }).format(cents / 100)
  const { costCentsPerKwh, earnsCentsPerKwh, marketAgeMs, minimum } = worth
  return [
    ...(costCentsPerKwh === null
      ? []
      : [
          row(
            t.fuel,
            t.fuelFigures(euros(costCentsPerKwh), earnsCentsPerKwh === null ? null : euros(earnsCentsPerKwh)),
          ),
          row(t.marketAge, age(marketAgeMs)),
        ]),
    ...(minimum === null ? [] : [row(t.minimum, t.minimums[minimum], minimum === 'below' ? 'bad' : '')]),
  ]
}

/** The live test: what the meter reads against what the ship's own panel shows, until the crew found both the same. */
export function panelCheck(
  check: PowerStatus['panelCheck'],
  language: Language,
  { escapeHtml, kilowatts }: Pick<Tools, 'escapeHtml' | 'kilowatts'>,
  back = '',
): string {
  const t = powerTexts[language]
  if (check === null || check.isSame === true) return ''
  const button = (same: 'yes' | 'no', label: string) =>
    `<button class="release" name="same" value="${same}">${escapeHtml(label)}</button>`
  const refused = check.isSame === false ? `<p class="bad">${escapeHtml(t.panelDiffers)}</p>` : ''
  if (check.readsKw === null) return refused
  return `${refused}<form method="post" action="/panel-check?lang=${language}${back}"><p>${escapeHtml(t.panelAsk(kilowatts(check.readsKw)))}</p>
${button('yes', t.panelYes)} ${check.isSame === null ? button('no', t.panelNo) : ''}</form>`
}

/** The stop, and its release. `back` names the page that it comes back to. */
export function masterStop(
  isStopped: boolean,
  language: Language,
  escapeHtml: (text: string) => string,
  back = '',
): string {
  const t = powerTexts[language]
  const form = (on: 'on' | 'off', button: string, style: string) =>
    `<form method="post" action="/master-stop?lang=${language}${back}"><input type="hidden" name="stop" value="${on}"><button class="${style}">${escapeHtml(button)}</button></form>`
  if (!isStopped) return `${form('on', t.stopAll, 'stop')}<p class="dim">${escapeHtml(t.stopExplained)}</p>`
  return `<p class="bad" role="status"><strong>${escapeHtml(t.stopped)}</strong> ${escapeHtml(t.stoppedExplained)}</p>
<details><summary>${escapeHtml(t.release)}</summary><p>${escapeHtml(t.releaseExplained)}</p>${form('off', t.releaseNow, 'release')}</details>`
}
