import {
  type CommissioningStep,
  commissioningSteps,
  nextStep,
  notCovered,
  type StepResult,
} from '@shipminer/domain/generator/commissioning/commissioning'
import { type Finding, findingsOf } from '@shipminer/domain/generator/commissioning/commissioning-findings'
import { escapeHtml, formatter } from '../format.ts'
import { STYLE } from '../html.ts'
import { meterTexts } from '../meter/meter-texts.ts'
import { panelCheck } from '../power/power-section.ts'
import { meterNameOf, warningText } from '../power/power-texts.ts'
import type { ControllerStatus } from '../status.ts'
import { LANGUAGES, type Language } from '../texts.ts'
import type { CommissionStatus } from './commission-status.ts'
import { commissionTexts, positionText } from './commission-texts.ts'

/** While a step is under way; otherwise nothing that is being typed is lost. */
const REFRESH_SECONDS = 3
const UNKNOWN = '—'

/** The guided check: what to do next, what was found, and the report on one page that can be printed. */
export function renderCommissionPage(
  status: ControllerStatus,
  check: CommissionStatus,
  language: Language,
): string {
  const t = commissionTexts[language]
  const figure = formatter(language)
  const { report, active } = check
  const kw = (value: number | null) => (value === null ? UNKNOWN : figure.kilowatts(value))
  const due = active?.step ?? nextStep(report.results as never)
  // A meter that is doubted was checked once: it is shown as that.
  const doubt = check.isDoubted ? warningText('meter-doubted', language, check.otherMeter) : undefined
  const meter = report.meter ? meterNameOf(report.meter, language) : null
  const tone = report.position === 'done' ? 'good' : 'bad'
  const item = (step: CommissioningStep) => {
    const result = report.results[step] as StepResult | undefined
    const { name, what } = t.steps[step]
    const outcome = result?.outcome ?? 'missing'
    const style = { passed: 'good', failed: 'bad', skipped: 'bad', missing: 'dim' }[outcome]
    return `<li><h3>${escapeHtml(name)}: <span class="${style}">${escapeHtml(t.outcomes[outcome])}</span></h3>
${result ? `<p>${escapeHtml(describeResult(result, language))} <span class="dim">${escapeHtml(figure.moment(result.at))}</span></p>` : ''}
${step === due ? `<p>${escapeHtml(what)}</p>` : ''}
${step === active?.step ? underWay(status, check, language) : active === null && check.canBegin ? offerStep(step, result, step === due, language) : ''}</li>`
  }
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${active === null ? '' : `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`}
<title>${escapeHtml(t.title)} · ${escapeHtml(status.controllerId)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(t.title)} <span class="dim">${escapeHtml(status.controllerId)} · ${escapeHtml(status.version)}</span></h1>
<nav>${LANGUAGES.map((other) => (other === language ? `<span lang="${other}">${other}</span>` : `<a href="/commission?lang=${other}" hreflang="${other}" lang="${other}">${other}</a>`)).join(' · ')}</nav>
<p><a href="/?lang=${language}">${escapeHtml(t.back)}</a></p>
</header>
<main>
<p class="${tone}" role="status"><strong>${escapeHtml(doubt ?? positionText(report, language))}</strong></p>
${meter === null ? '' : `<p>${escapeHtml(`${t.meter}: ${meter}`)}</p>`}
<p>${escapeHtml(check.canBegin ? t.lead : t.cannotBegin)}</p>
<p class="screen"><a href="/meter?lang=${language}">${escapeHtml(meterTexts[language].open)}</a></p>
<ol>${commissioningSteps.map(item).join('\n')}</ol>
<h2>${escapeHtml(t.reserve)}</h2>
<p>${escapeHtml(t.reserveIs(kw(report.reserveKw), kw(report.requiredReserveKw)))}</p>
<h2>${escapeHtml(t.notCovered)}</h2>
<ul>${notCovered(report.results as never)
    .map(
      (one) =>
        `<li>${escapeHtml(one in t.never ? t.never[one as keyof typeof t.never] : t.leavesOpen(t.steps[one as CommissioningStep].name))}</li>`,
    )
    .join('')}</ul>
<p class="screen"><a href="/commission.json" download>${escapeHtml(t.json)}</a></p>
<p class="screen dim">${escapeHtml(t.print)}</p>
</main>
</body>
</html>
`
}

/** What a step found, in words. */
export function describeResult(result: StepResult, language: Language): string {
  const t = commissionTexts[language]
  const { kilowatts, seconds } = formatter(language)
  const words = (one: Finding): string => {
    switch (one.kind) {
      case 'failure':
        return t.failures[one.failure]
      case 'reason':
        return one.text
      case 'reads':
        return t.reads(kilowatts(one.kw))
      case 'moved':
        return t.moved(kilowatts(one.minerKw), kilowatts(one.meterKw))
      case 'step':
        return t.step(kilowatts(one.kw), one.isMeasured)
      case 'took':
        return `${one.firmware === null ? '' : `${one.firmware}: `}${t.took(seconds(one.ms))}`
    }
  }
  return findingsOf(result).map(words).join('; ')
}

const form = (language: Language, act: string, step: CommissioningStep | null, inner: string) =>
  `<form class="screen" method="post" action="/commission?lang=${language}"><input type="hidden" name="act" value="${act}">${step === null ? '' : `<input type="hidden" name="step" value="${step}">`}${inner}</form>`

function underWay(status: ControllerStatus, { active }: CommissionStatus, language: Language): string {
  const t = commissionTexts[language]
  if (active === null) return ''
  const { kilowatts } = formatter(language)
  const label = active.phase === 'watch' ? t.done : t.giveUp
  const ask =
    active.step === 'panel'
      ? panelCheck(status.power.panelCheck, language, { escapeHtml, kilowatts }, '&amp;from=commission')
      : ''
  return `<p class="bad" role="status">${escapeHtml(t.phases[active.phase])}</p>${ask}
${form(language, 'done', null, `<button class="release">${escapeHtml(label)}</button>`)}`
}

function offerStep(
  step: CommissioningStep,
  result: StepResult | undefined,
  isDue: boolean,
  language: Language,
): string {
  const t = commissionTexts[language]
  const begin = form(
    language,
    'begin',
    step,
    `<button class="release">${escapeHtml(result ? t.again : t.begin)}</button>`,
  )
  const enter =
    step === 'largest-step'
      ? form(
          language,
          'enter',
          step,
          `<label>${escapeHtml(t.enter)} <input name="kw" inputmode="decimal" required></label> <button class="release">${escapeHtml(t.enterNow)}</button>`,
        )
      : ''
  const skip = `<details class="screen"><summary>${escapeHtml(t.skip)}</summary>${form(
    language,
    'skip',
    step,
    `<label>${escapeHtml(t.reason)} <input name="reason" minlength="3" maxlength="200" required></label> <button class="release">${escapeHtml(t.skipNow)}</button>`,
  )}</details>`
  if (isDue) return begin + enter + skip
  return result
    ? `<details class="screen"><summary>${escapeHtml(t.again)}</summary>${begin}${enter}</details>`
    : ''
}
