import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import { escapeHtml, formatter, modelName } from '../format.ts'
import { checkNote, masterStop, panelCheck } from '../power/power-section.ts'
import { capitalise, powerState } from '../power/power-state.ts'
import { alarmText, powerTexts } from '../power/power-texts.ts'
import type { ControllerStatus } from '../status.ts'
import { LANGUAGES, type Language } from '../texts.ts'
import { CREW_SCRIPT, CREW_STYLE } from './crew-assets.ts'
import { barTopKw, hourChart, hourTopKw, powerBar, roomOf } from './crew-picture.ts'
import type { CrewStatus } from './crew-status.ts'
import { crewTexts } from './crew-texts.ts'

export const LOOKS = ['dusk', 'day', 'night'] as const
export type Look = (typeof LOOKS)[number]

const REFRESH_SECONDS = 10
const UNKNOWN = '—'
/** What distinguishes the two halves of the page. */
const FOOT = '<!--foot-->'

/** The page of the wheelhouse: one state in words, one picture, and the stop under one thumb. Works without its script, too. */
export function renderCrewPage(
  status: ControllerStatus,
  crew: CrewStatus,
  language: Language,
  look: Look,
): string {
  const t = crewTexts[language]
  const [main = '', foot = ''] = renderCrewPart(status, crew, language, look).split(FOOT)
  const link = (to: Partial<{ lang: Language; look: Look }>, label: string, isCurrent: boolean) => {
    const { lang, look: next } = { lang: language, look, ...to }
    return isCurrent
      ? `<span aria-current="true">${escapeHtml(label)}</span>`
      : `<a href="/crew?lang=${lang}&amp;look=${next}">${escapeHtml(label)}</a>`
  }
  return `<!doctype html>
<html lang="${language}" data-look="${look}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>
<title>${escapeHtml(t.title)} · ${escapeHtml(status.controllerId)}</title>
<style>${CREW_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(t.title)} <span class="dim">${escapeHtml(status.controllerId)}</span></h1>
<nav aria-label="${escapeHtml(t.look)}">${LOOKS.map((other) => link({ look: other }, t.looks[other], other === look)).join('')}</nav>
<nav aria-label="${escapeHtml(t.language)}">${LANGUAGES.map((other) => link({ lang: other }, other, other === language)).join('')}</nav>
</header>
<p id="old" class="old" role="alert" hidden>${escapeHtml(t.old)}</p>
<main>${main}</main>
<nav aria-label="${escapeHtml(t.more)}"><button id="sound" type="button" data-on="${escapeHtml(t.soundIsOn)}" hidden>${escapeHtml(t.soundOn)}</button>
<a href="/?lang=${language}">${escapeHtml(t.box)}</a></nav>
<footer>${foot}</footer>
<script>${CREW_SCRIPT}</script>
</body>
</html>
`
}

/** What of the page changes: what it shows, and the stop. */
export function renderCrewPart(
  status: ControllerStatus,
  crew: CrewStatus,
  language: Language,
  look: Look,
): string {
  const t = crewTexts[language]
  const { power } = status
  const figure = formatter(language)
  const { text, tone } = powerState(power, powerTexts[language])
  const back = `&amp;look=${look}&amp;from=crew`
  // A box that nobody checked needs a person, however well it goes.
  const isUnchecked = power.check?.position === 'open'
  return `<p class="state ${tone}" role="status">${escapeHtml(capitalise(text))}</p>
<div class="needed">${isUnchecked ? checkNote(power, language, escapeHtml) : ''}${alarmList(crew, language, { back, isAllWell: tone !== 'bad' && !isUnchecked, otherMeter: power.otherMeter ?? null })}</div>
<div class="power"><section aria-labelledby="now"><h2 id="now">${escapeHtml(t.picture)}</h2>
${picture(status, language)}</section>
<section aria-labelledby="hour"><div class="head"><h2 id="hour">${escapeHtml(t.hour)}</h2>${hourTop(status, crew, language)}</div>
${crew.hour.length === 0 ? `<p>${escapeHtml(t.hourEmpty)}</p>` : lastHour(status, crew, language)}</section></div>
<div class="others"><section aria-labelledby="next"><h2 id="next">${escapeHtml(t.next)}</h2>
${nextList(status, crew, language)}</section>
<section aria-labelledby="events"><h2 id="events">${escapeHtml(t.events)}</h2>
${eventList(status, crew, language)}</section></div>
<div class="check">${panelCheck(power.panelCheck, language, { escapeHtml, kilowatts: figure.kilowatts }, back)}
${isUnchecked ? '' : checkNote(power, language, escapeHtml)}</div>${FOOT}${masterStop(power.masterStop, language, escapeHtml, back)}`
}

/** What needs eyes; what needs a person sounds until somebody says that it was seen. */
function alarmList(
  { alarms }: CrewStatus,
  language: Language,
  { back, isAllWell, otherMeter }: { back: string; isAllWell: boolean; otherMeter: OtherMeter | null },
): string {
  const t = crewTexts[language]
  const isLoud = alarms.some(({ needsPerson, isAcknowledged }) => needsPerson && !isAcknowledged)
  if (!alarms.some(({ needsPerson }) => needsPerson))
    return isAllWell ? `<p class="dim">${escapeHtml(t.nothingNeeded)}</p>` : ''
  const items = alarms.map(({ code, needsPerson, isAcknowledged }) => {
    const seen = needsPerson && isAcknowledged ? ` (${t.acknowledged})` : ''
    const isThisLoud = needsPerson && !isAcknowledged
    return `<li${isThisLoud ? ' class="loud"' : ''}>${escapeHtml(capitalise(alarmText(code, language, otherMeter)) + seen)}</li>`
  })
  const shown = alarms.flatMap(({ code, needsPerson }) => (needsPerson ? [code] : [])).join(' ')
  const button = `<form method="post" action="/acknowledge?lang=${language}${back}"><button id="acknowledge" name="seen" value="${escapeHtml(shown)}">${escapeHtml(t.acknowledge)}</button></form>`
  return `<section aria-labelledby="needed"${isLoud ? ' data-loud' : ''}><h2 id="needed">${escapeHtml(t.needed)}</h2>
<ul>${items.join('')}</ul>${isLoud ? button : ''}</section>`
}

function picture({ power }: ControllerStatus, language: Language): string {
  const t = crewTexts[language]
  const figure = formatter(language)
  const kw = (value: number | null) => (value === null ? UNKNOWN : figure.kilowatts(value))
  const { generatorLoadKw, limitKw, shipLoadKw, miningKw } = power
  const { freeKw, keptKw } = roomOf(power)
  const isKnown = generatorLoadKw !== null
  const said = isKnown ? powerTexts[language].ofLimit(kw(generatorLoadKw), kw(limitKw)) : t.pictureUnknown
  const cell = (style: string, name: string, value: string) =>
    `<div><dt>${style === '' ? '' : `<i class="${style}"></i>`}${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`
  const whole =
    power.capacityKw === null ? '' : `<span class="scale">${escapeHtml(kw(barTopKw(power)))}</span>`
  return `<p class="head"><span${isKnown ? '' : ' class="bad"'}>${escapeHtml(`${powerTexts[language].supplies[power.supply ?? 'generator']}: ${said}`)}</span>${whole}</p>
${powerBar(power, escapeHtml(said))}
<dl class="figures">${cell('ship', t.ship, kw(shipLoadKw))}${cell('boxes', t.boxes, kw(miningKw))}${cell('free', t.free, kw(freeKw))}${cell('kept', t.kept, kw(keptKw))}${cell('limit', t.limit('').trim(), kw(limitKw))}</dl>`
}

/** The last hour on the scale of the generator and of the ship's clock. */
function lastHour({ madeAt, power }: ControllerStatus, { hour }: CrewStatus, language: Language): string {
  const t = crewTexts[language]
  const figure = formatter(language)
  const times = [60, 40, 20, 0].map(
    (minutes) => `<span>${escapeHtml(figure.clock(madeAt - minutes * 60_000))}</span>`,
  )
  return `${hourChart(hour, madeAt, power.capacityKw, escapeHtml(t.hourLegend))}<p class="scale">${times.join('')}</p><p class="dim note">${escapeHtml(t.hourLegend)}</p>`
}

/** What the top of the chart is worth. */
function hourTop({ power }: ControllerStatus, { hour }: CrewStatus, language: Language): string {
  if (hour.length === 0) return ''
  return `<span class="scale">${escapeHtml(formatter(language).kilowatts(hourTopKw(hour, power.capacityKw)))}</span>`
}

/** A miner by what people call it. */
export function nameOf({ devices }: Pick<ControllerStatus, 'devices'>, deviceKey: string): string {
  const device = devices.find(({ key }) => key === deviceKey)
  if (device === undefined) return deviceKey
  return `${device.hostname ?? modelName(device) ?? deviceKey} (${device.address})`
}

function nextList(status: ControllerStatus, { next }: CrewStatus, language: Language): string {
  const figure = formatter(language)
  if (next.length === 0) return `<p>${escapeHtml(crewTexts[language].nobodyNext)}</p>`
  const items = next.map(
    ({ deviceKey, kw }) => `<li>${escapeHtml(`${nameOf(status, deviceKey)}, ${figure.kilowatts(kw)}`)}</li>`,
  )
  return `<ol>${items.join('')}</ol>`
}

function eventList(status: ControllerStatus, { events }: CrewStatus, language: Language): string {
  const t = crewTexts[language]
  const figure = formatter(language)
  if (events.length === 0) return `<p>${escapeHtml(t.noEvents)}</p>`
  const items = runsOf(events).map(({ at, kind, deviceKey, kw, times }) => {
    const who = deviceKey === null ? '' : `${nameOf(status, deviceKey)}: `
    const much = kw === null ? '' : ` (${figure.kilowatts(kw)})`
    const often = times > 1 ? `, ${figure.whole(times)}\u00a0×` : ''
    return `<li><time>${escapeHtml(figure.clock(at))}</time>${escapeHtml(who + t.kinds[kind] + much + often)}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** What happened several times in a row is one line: the last time, the most it was, and how often. */
function runsOf(events: CrewStatus['events']): (CrewStatus['events'][number] & { times: number })[] {
  const runs: ReturnType<typeof runsOf> = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.kind !== event.kind || run.deviceKey !== event.deviceKey) runs.push({ ...event, times: 1 })
    else {
      run.times++
      if (event.kw !== null) run.kw = Math.max(run.kw ?? 0, event.kw)
    }
  }
  return runs
}
