import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import {
  type CommissioningResults,
  commissioningSteps,
  isStep,
  notCovered,
} from '@shipminer/domain/generator/commissioning/commissioning'
import {
  type Finding,
  findingsOf,
  phraseFinding,
} from '@shipminer/domain/generator/commissioning/commissioning-findings'
import { describeMeter } from '@shipminer/domain/generator/load/meter-identity'
import { isReserveEnough } from '@shipminer/domain/generator/plan/reserve'
import { dateFormat, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/commissioning.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/commissioning.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/commissioning.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/commissioning.json' with { type: 'json' }
import { type Block, left, right, type StatementContent } from '../../../platform/pdf/statement-pdf.ts'
import { createTextReader } from '../../../platform/texts.ts'

const commissioningText = createTextReader({ nl, en, de, ro })
type Key = keyof typeof en

/** Words, figures and moments of a language. */
function wordsOf(language: Language, timeZone: string | null) {
  const t = (key: Key, values?: Record<string, string>) => commissioningText(language, key, values)
  const number = numberFormat(language, { maximumFractionDigits: 1 })
  const unknown = t('unknown')
  const kw = (value: number | null) => (value === null ? unknown : `${number.format(value)} kW`)
  const moment = (at: number | null) =>
    at === null
      ? unknown
      : dateFormat(language, {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: timeZone ?? 'UTC',
        }).format(at)
  const words = (one: Finding) =>
    phraseFinding(one, { translate: t, formatKw: kw, formatNumber: (value) => number.format(value) })
  return { t, kw, moment, words, number }
}

function stepsTable(results: CommissioningResults, { t, moment, words }: ReturnType<typeof wordsOf>): Block {
  return {
    kind: 'table',
    columns: [
      left(t('step'), 0.3),
      left(t('outcome'), 0.18),
      left(t('found'), 0.34),
      right(t('ended'), 0.18),
    ],
    rows: commissioningSteps.map((step) => {
      const result = results[step]
      return result === undefined
        ? [t(`step.${step}`), t('outcome.missing'), '', '']
        : [
            t(`step.${step}`),
            t(`outcome.${result.outcome}`),
            findingsOf(result).map(words).join('; '),
            moment(result.at),
          ]
    }),
    strongLast: false,
  }
}

/** What a check at commissioning found, for the end of another paper. */
export function commissioningBlocks(
  report: CommissioningReport,
  language: Language,
  timeZone: string | null,
): Block[] {
  const wording = wordsOf(language, timeZone)
  const { t, kw, moment } = wording
  const { reserveKw, requiredReserveKw } = report
  return [
    { kind: 'heading', text: `${t('title')}: ${report.controllerId}` },
    { kind: 'text', text: `${t('ended')}: ${moment(report.finishedAt)}` },
    stepsTable(report.results as CommissioningResults, wording),
    { kind: 'text', text: t('reserveIs', { set: kw(reserveKw), required: kw(requiredReserveKw) }) },
  ]
}

/** The steps of a check that was not made yet, to be filled in by hand. */
export function emptyCommissioningBlocks(language: Language): Block[] {
  const wording = wordsOf(language, null)
  return [{ kind: 'heading', text: wording.t('title') }, stepsTable({}, wording)]
}

/** The report of the check at commissioning as formatted text. */
export function commissioningPaper(
  facts: {
    report: CommissioningReport
    controllerName: string
    shipName: string | null
    timeZone: string | null
  },
  language: Language,
  productName: string,
): StatementContent {
  const { report, controllerName, shipName, timeZone } = facts
  const results = report.results as CommissioningResults
  const wording = wordsOf(language, timeZone)
  const { t, kw, moment, number } = wording
  const { reserveKw, requiredReserveKw } = report
  const meter = report.meter ? describeMeter(report.meter, (part) => t(`meter.${part}`)) : null
  const limit = report.limitPercent === null ? t('unknown') : `${number.format(report.limitPercent)} %`
  const heading = (key: Key): Block => ({ kind: 'heading', text: t(key) })
  return {
    title: t('title'),
    subtitle: controllerName,
    brand: productName,
    warning: null,
    parties: [
      { heading: t('ship'), lines: [shipName ?? t('unknown')] },
      {
        heading: t('box'),
        lines: [controllerName, report.controllerId, `${t('version')} ${report.version}`],
      },
    ],
    facts: [
      { label: t('ended'), value: moment(report.finishedAt) },
      { label: t('reserveSet'), value: kw(reserveKw) },
      { label: t('reserveNeeded'), value: kw(requiredReserveKw) },
      ...(meter === null ? [] : [{ label: t('meter'), value: meter }]),
    ],
    blocks: [
      heading('steps'),
      stepsTable(results, wording),
      heading('reserve'),
      { kind: 'text', text: t('reserveIs', { set: kw(reserveKw), required: kw(requiredReserveKw) }) },
      { kind: 'text', text: t(`reserve.${isReserveEnough(reserveKw, requiredReserveKw)}`) },
      {
        kind: 'table',
        columns: [left(t('settings'), 0.6), right('', 0.4)],
        rows: [
          [t('capacity'), kw(report.capacityKw)],
          [t('limit'), limit],
          [t('largestStep'), kw(report.largestStepKw)],
        ],
        strongLast: false,
      },
      heading('notCovered'),
      {
        kind: 'list',
        items: notCovered(results).map((one) =>
          isStep(one) ? t('leavesOpen', { step: t(`step.${one}`) }) : t(`never.${one}`),
        ),
      },
      { kind: 'text', text: t('clock') },
    ],
    footer: t('footer', { box: `${controllerName} (${report.controllerId})` }),
    pageLabel: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  }
}
