import { commissionTexts } from '../commissioning/commission-texts.ts'
import { escapeHtml, formatter } from '../format.ts'
import { STYLE } from '../html.ts'
import { powerTexts } from '../power/power-texts.ts'
import type { ControllerStatus } from '../status.ts'
import { LANGUAGES, type Language } from '../texts.ts'
import type { MeterStatus, ShownMeter } from './meter-status.ts'
import { meterName, meterTexts } from './meter-texts.ts'
import { searchSection } from './search-section.ts'

/** Until a meter on trial reads something that is right, or a search has ended; otherwise nothing moves under a hand. */
const REFRESH_SECONDS = 3
const UNKNOWN = '—'

/** Choosing the meter by its name: what it is asked for, what it reads, and the word of the crew that puts it in force. */
export function renderMeterPage(
  status: ControllerStatus,
  meter: MeterStatus,
  language: Language,
  asked: URLSearchParams,
): string {
  const t = meterTexts[language]
  const { inForce, trial } = meter
  const said = t.outcomes[asked.get('said') ?? '']
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${looksAgain(meter, asked) ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS};url=/meter?lang=${language}">` : ''}
<title>${escapeHtml(t.title)} · ${escapeHtml(status.controllerId)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(t.title)} <span class="dim">${escapeHtml(status.controllerId)}</span></h1>
<nav>${LANGUAGES.map((other) => (other === language ? `<span lang="${other}">${other}</span>` : `<a href="/meter?lang=${other}" hreflang="${other}" lang="${other}">${other}</a>`)).join(' · ')}</nav>
<p><a href="/?lang=${language}">${escapeHtml(commissionTexts[language].back)}</a></p>
</header>
<main>
${said === undefined ? '' : `<p class="${asked.get('said') === 'kept' ? 'good' : 'bad'}" role="status"><strong>${escapeHtml(said)}</strong>${asked.get('said') === 'kept' ? ` <a href="/commission?lang=${language}">${escapeHtml(commissionTexts[language].open)}</a>` : ''}</p>`}
<section aria-labelledby="now"><h2 id="now">${escapeHtml(t.inForce)}</h2>
${inForce === null ? `<p class="bad">${escapeHtml(t.none)}</p>` : facts(inForce, language)}
</section>
${trial === null ? searchSection(meter.search, language) : ''}
${trial === null ? choice(meter, language, asked) : renderTrial(trial, inForce !== null, language)}
</main>
</body>
</html>
`
}

/** While a meter on trial is not proven or a search goes on; not where somebody is filling in the form. */
const looksAgain = ({ trial, search }: MeterStatus, asked: URLSearchParams): boolean =>
  trial === null ? search?.isRunning === true && !asked.has('choose') && !asked.has('host') : !trial.isProven

function facts(meter: ShownMeter, language: Language, isTrial = false): string {
  const t = meterTexts[language]
  const p = powerTexts[language]
  const { kilowatts, duration } = formatter(language)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const row = (term: string, text: string, tone = '') =>
    `<dt>${escapeHtml(term)}</dt><dd${tone === '' ? '' : ` class="${tone}"`}>${escapeHtml(text)}</dd>`
  const why = meter.problem ? p.problem(meter.problem) : meter.detail
  return `<dl>
${row(t.meter, meterName(meter.name, language))}
${row(t.address, meter.address)}
${meter.registers === undefined ? '' : row(t.registers, meter.registers)}
${row(t.state, [isTrial && meter.state === 'refused' ? t.refused : (p.sourceStates[meter.state] ?? meter.state), why].filter(Boolean).join(': '), meter.state === 'connected' ? 'good' : 'bad')}
${meter.isVerified === null ? '' : row(t.checked, meter.isVerified ? t.isVerified : t.isUnverified, meter.isVerified ? 'good' : 'bad')}
${row(t.reads, meter.readsKw === null ? UNKNOWN : kilowatts(meter.readsKw))}
${meter.phasesKw.length === 0 ? '' : row(t.phases, meter.phasesKw.map((kw, phase) => `L${phase + 1} ${kilowatts(kw)}`).join(', '))}
${meter.frequencyHz === null ? '' : row(t.frequency, `${number.format(meter.frequencyHz)} Hz`)}
${meter.ageMs === null ? '' : row(t.age, duration(meter.ageMs))}
</dl>`
}

const button = (language: Language, act: string, label: string) =>
  `<form method="post" action="/meter?lang=${language}"><input type="hidden" name="act" value="${act}"><button class="release">${escapeHtml(label)}</button></form>`

function renderTrial(
  trial: NonNullable<MeterStatus['trial']>,
  hasOther: boolean,
  language: Language,
): string {
  const t = meterTexts[language]
  const p = powerTexts[language]
  const { kilowatts } = formatter(language)
  const ask =
    trial.isProven && trial.readsKw !== null
      ? `<p role="status"><strong>${escapeHtml(p.panelAsk(kilowatts(trial.readsKw)))}</strong></p>
<p class="dim">${escapeHtml(t.onYes)}</p>
<p><a class="button" href="/meter?lang=${language}">${escapeHtml(t.readAgain)}</a></p>
${button(language, 'keep', t.keep)}
${button(language, 'drop', t.differs)}`
      : `<p class="bad" role="status">${escapeHtml(t.waiting)}</p>
${button(language, 'drop', t.giveUp)}`
  return `<section aria-labelledby="trial"><h2 id="trial">${escapeHtml(t.trial)}</h2>
<p>${escapeHtml(hasOther ? t.besides : t.drivesNothing)}</p>
${facts(trial, language, true)}
${ask}
</section>`
}

function choice({ choices }: MeterStatus, language: Language, asked: URLSearchParams): string {
  const t = meterTexts[language]
  const chosen = choices.find(({ name }) => name === asked.get('choose'))
  // Found on the network, for whichever name is chosen.
  const carried = ['host', ...(chosen === undefined ? ['port'] : [])]
    .filter((name) => asked.has(name))
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(asked.get(name) ?? '')}">`)
    .join('')
  const address = chosen === undefined ? (asked.get('host') ?? '') : ''
  const options = choices.map(
    ({ name }) =>
      `<option value="${name}"${name === chosen?.name ? ' selected' : ''}>${escapeHtml(meterName(name, language))}</option>`,
  )
  return `<section aria-labelledby="choose"><h2 id="choose">${escapeHtml(t.choose)}</h2>
<p>${escapeHtml(t.lead)}</p>
${address === '' ? '' : `<p><strong>${escapeHtml(t.search.carried(address))}</strong></p>`}
<form method="get" action="/meter#choose"><input type="hidden" name="lang" value="${language}">${carried}
<div class="field"><label for="chosen">${escapeHtml(t.meter)}</label><select id="chosen" name="choose" required><option value="">${escapeHtml(t.pick)}</option>${options.join('')}</select></div>
<button class="release">${escapeHtml(t.next)}</button></form>
${chosen === undefined ? `<p class="dim">${escapeHtml(t.others)}</p>` : fieldForm(chosen, language, asked)}
</section>`
}

/** Fields that are not shown again once they were sent. */
const secret = new Set(['username', 'password'])

function fieldForm(
  { name, fields }: MeterStatus['choices'][number],
  language: Language,
  asked: URLSearchParams,
): string {
  const t = meterTexts[language]
  const wrong = new Set((asked.get('wrong') ?? '').split(','))
  const input = ({ field, preset }: (typeof fields)[number]) => {
    const texts = t.fields[field]
    if (texts === undefined) return ''
    const { label, hint, wrong: says } = texts
    const isWrong = wrong.has(field)
    const value = secret.has(field) ? '' : (asked.get(field) ?? preset)
    const described = `aria-describedby="${field}-hint"${isWrong ? ' aria-invalid="true"' : ''}`
    const control =
      field === 'map'
        ? `<input type="file" id="map" name="map" accept=".txt,.csv,text/plain" required ${described}>`
        : field === 'isReversed'
          ? `<input type="checkbox" id="${field}" name="${field}" value="on"${value === 'on' ? ' checked' : ''} ${described}>`
          : field === 'service'
            ? `<select id="${field}" name="${field}" ${described}>${Object.entries(t.services)
                .map(
                  ([one, text]) =>
                    `<option value="${one}"${one === value ? ' selected' : ''}>${escapeHtml(text)}</option>`,
                )
                .join('')}</select>`
            : `<input id="${field}" name="${field}" value="${escapeHtml(value)}" autocomplete="off" autocapitalize="none" spellcheck="false"${field === 'password' ? ' type="password"' : ''}${decimals.has(field) ? ' inputmode="decimal"' : wholes.has(field) ? ' inputmode="numeric"' : ''}${optional.has(field) ? '' : ' required'} maxlength="200" ${described}>`
    return `<div class="field"><label for="${field}">${escapeHtml(label)}</label>${control}
<p class="${isWrong ? 'bad' : 'dim'}" id="${field}-hint">${escapeHtml(isWrong ? says : hint)}</p></div>`
  }
  const isFile = fields.some(({ field }) => field === 'map')
  return `<form method="post" action="/meter?lang=${language}"${isFile ? ' enctype="multipart/form-data"' : ''}><input type="hidden" name="act" value="try"><input type="hidden" name="meter" value="${name}">
<h3>${escapeHtml(meterName(name, language))}</h3>
${fields.map(input).join('\n')}
<button class="release">${escapeHtml(t.tryIt)}</button></form>`
}

const decimals = new Set(['ratio', 'mostKw'])
const wholes = new Set(['port', 'unit', 'instance'])
const optional = new Set(['username', 'password'])
