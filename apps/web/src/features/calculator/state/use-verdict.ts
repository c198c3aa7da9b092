import type { OfferedBox } from '@shipminer/domain/custom-solution'
import { halvingInterval } from '@shipminer/domain/network'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatWholeEuro } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { productNameOf } from '../../../lib/product-names.ts'
import { plainWords } from '../../../ui/marked-text.tsx'
import type { CalculatorForm } from '../lib/calculator-form.ts'
import { chanceWords } from '../lib/chance.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from './use-calculator-words.ts'

const daysPerYear = 365.25
const blocksPerDay = 144
const dayMs = 86_400_000

/** The answer in words. `sentence` and `but` belong together: neither is ever shown without the other. */
export type Verdict = {
  kind: 'fits' | 'no-fit' | 'any' | 'missing'
  /** With marks of `MarkedText`. */
  sentence: string
  but: string | null
  /** The same in one line, for the lower edge of a phone. */
  short: { first: string; second: string } | null
  /** What would fit instead. */
  instead: OfferedBox | null
  spoken: string
}

/** The figures as one sentence with its reservation, in the language of the page. */
export function useVerdict(figures: Figures, form: CalculatorForm): Verdict {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { kilowatts, years, euro } = useCalculatorWords()
  const { fit, input, result, network } = figures
  const whole = (cents: number) => formatWholeEuro(language, cents)
  const made = (verdict: Omit<Verdict, 'spoken' | 'short' | 'instead'> & Partial<Verdict>): Verdict => ({
    short: null,
    instead: null,
    spoken: [verdict.sentence, verdict.but ?? ''].map(plainWords).join(' ').trim(),
    ...verdict,
  })
  if (fit.kind === 'missing') return made({ kind: 'missing', sentence: t(`ask.${fit.what}`), but: null })
  if (fit.kind === 'any') {
    const { solo } = result
    const chance = chanceWords(language, solo)
    return made({
      kind: 'any',
      sentence: t('verdict.solo', { odds: chance.odds }),
      but: t('verdict.soloBut', {
        years: chance.meanYears,
        reward: formatNumber(language, solo.rewardSat / 1e8, 3),
        worth: whole((solo.rewardSat * input.centsPerBtc) / 1e8),
      }),
      short: { first: t('verdict.soloShort', { odds: chance.odds }), second: t('verdict.soloShort2') },
    })
  }
  if (fit.kind === 'too-small' || fit.kind === 'no-fit') {
    const other = fit.instead
    const name = other && `${other.count} × ${productNameOf(other.id)}`
    const sentence =
      fit.kind === 'too-small'
        ? t('verdict.tooSmall', { generator: kilowatts(fit.room.capacityKw) })
        : t(input.numberOfBoxes > 1 ? 'verdict.noFitBoxes' : 'verdict.noFit', {
            room: kilowatts(fit.room.spareKw),
            box: kilowatts(fit.boxKw),
          })
    const needed = fit.kind === 'no-fit' ? kilowatts(fit.neededKw) : ''
    const ship = kilowatts(fit.room.shipKw)
    const but =
      fit.kind === 'too-small'
        ? t(name ? 'verdict.tooSmallBut' : 'verdict.tooSmallNothing', { name })
        : t(name ? 'verdict.noFitBut' : 'verdict.noFitNothing', { name, needed, ship })
    return made({
      kind: 'no-fit',
      sentence,
      but,
      short: {
        first: plainWords(t('verdict.noFitShort')),
        second: name ? t('verdict.insteadShort', { name }) : '',
      },
      instead: fit.instead,
    })
  }
  const at = (growth: number) =>
    result.scenarios.find(
      (scenario) => scenario.growthPercentPerYear === growth && scenario.priceChangePercent === 0,
    )
  const of = form.source === 'priced' ? 'priced' : 'spare'
  const steady = at(0)?.[of] ?? { paybackDays: null, cents: 0 }
  const grown = at(20)?.[of] ?? { paybackDays: null, cents: 0 }
  const horizon = formatNumber(language, Math.round(input.horizonDays / daysPerYear))
  const halving = new Date(
    network.observedAt + ((halvingInterval - (input.blockHeight % halvingInterval)) / blocksPerDay) * dayMs,
  ).getUTCFullYear()
  const back = (days: number | null) => (days === null ? null : years(days))
  const paid = back(result.priced.paybackDays)
  const spareBack = back(result.spare.paybackDays)
  const words = {
    sum: whole(result.spare.ownerNetCentsPerDay),
    paidSum: whole(Math.abs(result.priced.ownerNetCentsPerDay)),
    years: spareBack,
    paidYears: paid,
    horizon,
    halving,
    steady: whole(steady.cents),
    grown: whole(grown.cents),
    steadyYears: back(steady.paybackDays),
    grownYears: back(grown.paybackDays),
  }
  const sentence =
    of === 'spare'
      ? `${t(spareBack === null ? 'verdict.spareNever' : 'verdict.spare', words)} ${t(paid === null ? 'verdict.paidNever' : 'verdict.paid', words)}`
      : `${t(paid === null ? 'verdict.pricedNever' : 'verdict.priced', words)} ${t(spareBack === null ? 'verdict.thenSpareNever' : 'verdict.thenSpare', words)}`
  const outcome = steady.paybackDays === null ? 'none' : grown.paybackDays === null ? 'steady' : 'both'
  const but = t(of === 'priced' && paid === null ? 'verdict.butLoss' : `verdict.but.${outcome}`, words)
  const own = result[of]
  return made({
    kind: 'fits',
    sentence,
    but,
    short: {
      first: t('verdict.short', { sum: euro(own.ownerNetCentsPerDay) }),
      second:
        own.paybackDays === null
          ? t('verdict.shortNever')
          : t(steady.paybackDays === null ? 'verdict.shortNone' : 'verdict.shortBack', {
              ...words,
              years: back(own.paybackDays),
            }),
    },
  })
}
