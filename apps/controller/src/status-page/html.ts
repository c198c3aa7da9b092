import { createHash } from 'node:crypto'
import type { Stranger } from '@shipminer/contract/control/strangers'
import { toneOfState, wordOfState } from '@shipminer/domain/fleet/miner-state'
import { commissionTexts } from './commissioning/commission-texts.ts'
import { crewTexts } from './crew/crew-texts.ts'
import { escapeHtml, formatter, modelName } from './format.ts'
import { meterTexts } from './meter/meter-texts.ts'
import { powerSection } from './power/power-section.ts'
import { rulesSection } from './power/rules-section.ts'
import type { ControllerStatus, DeviceStatus } from './status.ts'
import { LANGUAGES, type Language, type StateOnBoard, texts } from './texts.ts'
import { updateSection } from './update-section.ts'

const REFRESH_SECONDS = 10
const UNKNOWN = '—'

/** Of every page here but the crew's. */
export const STYLE = `:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1rem;background:#0b1a26;color:#e8eef2;font:1rem/1.45 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0 0 .25rem}
h2{font-size:1.1rem;margin:1.75rem 0 .5rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p{margin:.25rem 0}
a{color:#8fd0ff}
dl{display:grid;grid-template-columns:minmax(0,18rem) minmax(0,1fr);gap:.25rem 1rem;margin:0}
dt{color:#a9bcc8}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
caption{text-align:left;color:#a9bcc8;padding-bottom:.5rem}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid #27404f;vertical-align:top;overflow-wrap:break-word}
th{color:#a9bcc8;font-weight:400}
tbody th{color:inherit;font-weight:600}
.n{font-variant-numeric:tabular-nums}
button{font:inherit;font-weight:700;padding:.75rem 1.5rem;border-radius:.4rem;border:2px solid;min-height:3rem;cursor:pointer}
button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #8fd0ff;outline-offset:2px}
.stop{background:#c62828;border-color:#ff8a80;color:#fff;width:100%;max-width:24rem;min-height:4rem;font-size:1.15rem}
.release{background:transparent;border-color:#8fd0ff;color:#e8eef2}
summary{padding:.75rem 0;cursor:pointer;color:#8fd0ff}
form{margin:.5rem 0}
.bad{color:#ffb199}.good{color:#9fe0b0}.dim{color:#a9bcc8}
@media(max-width:48rem){
dl{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
thead{display:none}
table,caption,tbody,tfoot,tr,td,tbody th,tfoot th{display:block}
tr{padding:.6rem 0;border-bottom:1px solid #27404f}
td,tbody th,tfoot th{border:0;padding:.1rem 0}
td[data-label]::before{content:attr(data-label) ": ";color:#a9bcc8}
}
input{font:inherit;padding:.6rem;border-radius:.4rem;border:2px solid #8fd0ff;background:#0b1a26;color:inherit;min-height:3rem;max-width:100%}
select{font:inherit;padding:.6rem;border-radius:.4rem;border:2px solid #8fd0ff;background:#0b1a26;color:inherit;min-height:3rem;max-width:100%}
input::file-selector-button{font:inherit;font-weight:700;padding:.1rem .75rem;margin-right:.75rem;border:0;border-radius:.3rem;background:#27404f;color:inherit}
input[type=checkbox]{width:2.75rem;min-height:2.75rem;margin:0}
nav a,header p a,main p>a,section p>a{display:inline-block;padding:.7rem .3rem}
nav,header p:has(>a){margin-left:-.3rem}nav span{padding:.7rem .3rem}
input:focus-visible,select:focus-visible{outline:3px solid #8fd0ff;outline-offset:2px}
input[aria-invalid]{border-color:#ffb199}
.field{margin:1rem 0}
.field label{display:block;font-weight:600}
@media print{:root{color-scheme:light}body{background:#fff;color:#000}.screen,nav{display:none}.bad,.good,.dim{color:#000}}`

/** For the page's Content-Security-Policy: the one style it allows. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** The whole page: no script, no asset, one form. */
export function renderStatusPage(status: ControllerStatus, language: Language): string {
  const t = texts[language]
  const figure = formatter(language)
  const { uplink, spool, enrolment } = status
  const ago = (ageMs: number | null) => (ageMs === null ? UNKNOWN : t.ago(figure.duration(ageMs)))
  const uplinkText = [
    t.uplinkStates[uplink.state],
    uplink.refusal === null ? null : t.refusals[uplink.refusal],
  ]
    .filter((part) => part !== null)
    .join(': ')
  const enrolmentText = [t.enrolmentStates[enrolment.state], enrolment.detail]
    .filter((part) => part !== null)
    .join(': ')
  const damageText = ({ batches, from, to }: NonNullable<typeof spool.damaged>) =>
    t.damagedBetween(
      figure.whole(batches),
      ...([from, to].map((at) => (at === null ? UNKNOWN : figure.moment(at))) as [string, string]),
    )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${escapeHtml(t.title)} · ${escapeHtml(status.controllerId)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(t.title)} <span class="dim">${escapeHtml(status.controllerId)}</span></h1>
<p class="dim">${escapeHtml(t.refreshes)} ${escapeHtml(t.madeAt)} ${escapeHtml(figure.time(status.madeAt))}.</p>
<nav>${LANGUAGES.map((other) => (other === language ? `<span lang="${other}">${other}</span>` : `<a href="/?lang=${other}" hreflang="${other}" lang="${other}">${other}</a>`)).join(' · ')}</nav>
<p><a href="/crew?lang=${language}">${escapeHtml(crewTexts[language].open)}</a> · <a href="/commission?lang=${language}">${escapeHtml(commissionTexts[language].open)}</a> · <a href="/meter?lang=${language}">${escapeHtml(meterTexts[language].open)}</a></p>
</header>
<main>
${powerSection(status.power, language, { row, escapeHtml, kilowatts: figure.kilowatts, age: ago })}
<section aria-labelledby="uplink"><h2 id="uplink">${escapeHtml(t.uplink)}</h2>
<dl>
${row(t.state, uplinkText, uplink.state === 'live' ? 'good' : 'bad')}
${row(t.since, ago(uplink.sinceAgeMs))}
${row(t.lastAck, ago(uplink.lastAckAgeMs))}
${row(t.clockOffset, uplink.clockOffsetMs === null ? UNKNOWN : figure.seconds(uplink.clockOffsetMs))}
${row(t.enrolment, enrolmentText, enrolment.state === 'enrolled' ? '' : 'bad')}
${row(t.mark, status.mark)}
</dl></section>
<section aria-labelledby="spool"><h2 id="spool">${escapeHtml(t.spool)}</h2>
<dl>
${spool.full ? row(t.diskFull, spool.failure ?? '', 'bad') : ''}
${spool.full ? row(t.held, figure.whole(spool.heldSamples), 'bad') : ''}
${row(t.spoolSize, `${figure.mebibytes(spool.bytes)} / ${figure.mebibytes(spool.maxBytes)}`)}
${row(t.unsentBatches, figure.whole(spool.unsentBatches))}
${row(t.oldestUnsent, spool.unsentBatches === 0 ? t.nothingWaiting : ago(spool.oldestUnsentAgeMs))}
${row(t.dropped, figure.whole(spool.droppedSamples), spool.droppedSamples > 0 ? 'bad' : '')}
${spool.damaged === null ? '' : row(t.damaged, damageText(spool.damaged), 'bad')}
${spool.doubt === null ? '' : row(t.doubt, `${t.doubts[spool.doubt.cause]} (${figure.moment(spool.doubt.at)})`, 'bad')}
</dl></section>
<section aria-labelledby="devices"><h2 id="devices">${escapeHtml(t.devices)}</h2>
${deviceTable(status, language)}
<p class="dim">${escapeHtml(t.lastScan)}: ${escapeHtml(ago(status.scan.lastEndedAgeMs))}</p>
${strangerList(status, language)}
</section>
${rulesSection(status, language, { row, escapeHtml })}
${updateSection(status.update, status.version, language, { row, escapeHtml })}
</main>
</body>
</html>
`
}

function deviceTable(status: ControllerStatus, language: Language): string {
  const t = texts[language]
  const figure = formatter(language)
  const { totals } = status
  if (status.devices.length === 0) return `<p>${escapeHtml(t.noDevices)}</p>`
  const sum = (text: string | null, of: number) =>
    text === null ? UNKNOWN : `${text} (${t.freshOf(of, totals.devices)})`
  return `<table>
<caption>${escapeHtml(t.freshOf(totals.fresh, totals.devices))}</caption>
<thead><tr>${[t.device, t.address, t.state, t.lastAnswer, t.hashrate, t.power, t.temperature].map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead>
<tbody>
${status.devices.map((device) => deviceRow(device, language)).join('\n')}
</tbody>
<tfoot><tr><th scope="row" colspan="4">${escapeHtml(t.total)}</th>
${cell(t.hashrate, sum(totals.hashrateGhs === null ? null : figure.hashrate(totals.hashrateGhs), totals.hashrateOf))}
${cell(t.power, sum(totals.powerWatts === null ? null : figure.power(totals.powerWatts), totals.powerOf))}<td></td></tr></tfoot>
</table>`
}

function strangerList({ strangers }: ControllerStatus, language: Language): string {
  const t = texts[language]
  if (strangers.length === 0) return ''
  const describePort = ({ port, protocol, said }: Stranger['ports'][number]) =>
    `${port}: ${protocol === 'mute' ? t.mute : said}`
  return `<h3>${escapeHtml(t.strangers)}</h3>
<p class="dim">${escapeHtml(t.strangersHint)}</p>
<dl>
${strangers.map(({ address, guess, ports }) => row(guess === null ? address : `${address} (${t.maybe(guess)})`, ports.map(describePort).join('; '))).join('\n')}
</dl>
<p><a href="/strangers.json" download>${escapeHtml(t.strangersFile)}</a></p>`
}

function deviceRow(device: DeviceStatus, language: Language): string {
  const t = texts[language]
  const figure = formatter(language)
  const name = modelName(device) ?? device.hostname ?? device.key
  const estimated = device.flags.includes('power-estimated') ? ` (${t.estimated})` : ''
  const age = device.lastAnswerAgeMs === null ? UNKNOWN : t.ago(figure.duration(device.lastAnswerAgeMs))
  const state =
    device.unreachable !== null
      ? t.unreachable[device.unreachable]
      : device.state === null
        ? t.unknown
        : t.states[wordOfState(device.state) as StateOnBoard]
  const formatKnown = (value: number | null, format: (value: number) => string) =>
    value === null ? UNKNOWN : format(value)
  return `<tr${device.stale ? ' class="dim"' : ''}><th scope="row">${escapeHtml(name)}</th>
${cell(t.address, device.address)}
${cell(t.state, state, device.unreachable !== null || (device.state !== null && toneOfState(device.state) === 'bad') ? 'bad' : '')}
${cell(t.lastAnswer, device.stale ? `${age} (${t.stale})` : age, device.stale ? 'bad' : '')}
${cell(t.hashrate, formatKnown(device.hashrateGhs, figure.hashrate))}
${cell(
  t.power,
  formatKnown(device.powerWatts, (watts) => figure.power(watts) + estimated),
)}
${cell(t.temperature, formatKnown(device.temperatureDeciC, figure.temperature))}</tr>`
}

function row(term: string, text: string, tone = ''): string {
  return `<dt>${escapeHtml(term)}</dt><dd${tone === '' ? '' : ` class="${tone}"`}>${escapeHtml(text)}</dd>`
}

function cell(label: string, text: string, tone = ''): string {
  return `<td class="n${tone === '' ? '' : ` ${tone}`}" data-label="${escapeHtml(label)}">${escapeHtml(text)}</td>`
}
