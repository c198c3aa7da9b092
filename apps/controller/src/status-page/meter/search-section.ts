import { escapeHtml, formatter } from '../format.ts'
import { meterNameOf } from '../power/power-texts.ts'
import type { Language } from '../texts.ts'
import { type FoundMeter, type MeterSearchStatus, mostFound } from './meter-status.ts'
import { meterName, meterTexts } from './meter-texts.ts'

const UNKNOWN = '—'
const modbusPort = 502

/** Looking for meters on the ship's network: the button, how far it is, and what was found. No place is in its address, since a browser would only scroll there instead of looking again. */
export function searchSection(search: MeterSearchStatus | null, language: Language): string {
  const t = meterTexts[language].search
  const begin = `<form method="post" action="/meter?lang=${language}"><input type="hidden" name="act" value="search"><button class="release">${escapeHtml(search === null ? t.begin : t.again)}</button></form>`
  return `<section aria-labelledby="search"><h2 id="search">${escapeHtml(t.title)}</h2>
<p>${escapeHtml(t.lead)}</p>
${search === null ? '' : outcome(search, language)}
${search?.isRunning ? '' : begin}
</section>`
}

function outcome(search: MeterSearchStatus, language: Language): string {
  const { found } = search
  const t = meterTexts[language].search
  const { whole } = formatter(language)
  const paragraph = (text: string, tone: string) => `<p class="${tone}">${escapeHtml(text)}</p>`
  const list = found.length === 0 ? '' : foundTable(found, language)
  const more =
    found.length < mostFound ? '' : `<p class="dim">${escapeHtml(t.mostShown(whole(mostFound)))}</p>`
  return `${paragraph(...verdict(search, language))}
${list}
${more}`
}

/** How far it is or how it ended, in words. */
function verdict(
  search: MeterSearchStatus,
  language: Language,
): [text: string, tone: 'good' | 'bad' | 'dim'] {
  const t = meterTexts[language].search
  const { whole } = formatter(language)
  const [looked, total] = [whole(search.looked), whole(search.total)]
  if (search.unknownName !== null) return [t.unknownName(search.unknownName), 'bad']
  if (search.isRunning) return [t.progress(looked, total), 'dim']
  if (search.total === 0) return [t.noNetwork, 'bad']
  if (search.looked < search.total) return [t.broken(looked, total), 'bad']
  return search.found.length === 0
    ? [`${t.ended(looked, total)} ${t.nothing}`, 'bad']
    : [t.ended(looked, total), 'good']
}

function foundTable(found: readonly FoundMeter[], language: Language): string {
  const { address, search: t } = meterTexts[language]
  const row = (one: FoundMeter) =>
    `<tr><th scope="row">${escapeHtml(placeOf(one))}</th><td data-label="${escapeHtml(t.seems)}">${escapeHtml(kindOf(one, language))}</td><td data-label="${escapeHtml(t.says)}">${escapeHtml(meterNameOf({ ...one, source: null }, language) ?? UNKNOWN)}</td><td>${fillLink(one, language)}</td></tr>`
  return `<table><caption>${escapeHtml(t.caption)}</caption>
<thead><tr><th scope="col">${escapeHtml(address)}</th><th scope="col">${escapeHtml(t.seems)}</th><th scope="col">${escapeHtml(t.says)}</th><td></td></tr></thead>
<tbody>${found.map(row).join('')}</tbody></table>`
}

const placeOf = ({ address, port }: FoundMeter) => `${address}:${port}`

/** A Modbus device that says what product it is goes by its name. */
const kindOf = ({ kind, choose }: FoundMeter, language: Language): string =>
  kind === 'modbus' && choose !== null ? meterName(choose, language) : meterTexts[language].search.kinds[kind]

/** To the form with address and kind; nowhere where no kind of the form can read it. */
function fillLink(one: FoundMeter, language: Language): string {
  const { kind, choose, address, port } = one
  const mayChoose = kind === 'modbus' || kind === 'modbus-silent'
  if (choose === null && !mayChoose) return ''
  const asked = new URLSearchParams({ lang: language, ...(choose === null ? {} : { choose }), host: address })
  // Another kind may be chosen than Modbus, with another port.
  if (choose !== null || port !== modbusPort) asked.set('port', String(port))
  return `<p><a href="/meter?${escapeHtml(String(asked))}#choose">${escapeHtml(meterTexts[language].search.fill(placeOf(one)))}</a></p>`
}
