import type { WeekProof } from '@shipminer/contract/power/proof'
import { litresOf } from '@shipminer/domain/generator/proof/fuel'
import { formatEuro, formatShare, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/proof.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/proof.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/proof.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/proof.json' with { type: 'json' }
import { createTextReader } from '../../../platform/texts.ts'

const proofText = createTextReader({ nl, en, de, ro })
export type ProofTextKey = keyof typeof en

/** Words and figures of a proof in a language; unknown is written as such. */
export function proofWords(language: Language) {
  const t = (key: ProofTextKey, values?: Record<string, string>) => proofText(language, key, values)
  const number = (value: number, digits = 0) =>
    numberFormat(language, { maximumFractionDigits: digits }).format(value)
  const formatKnown = (value: number | null, write: (value: number) => string) =>
    value === null ? t('unknown') : write(value)
  const plain = (value: number | null) => formatKnown(value, (count) => number(count))
  const seconds = (ms: number | null) => formatKnown(ms, (value) => `${number(value / 1_000, 1)} s`)
  const kwh = (wh: number | null) => formatKnown(wh, (value) => `${number(value / 1_000, 1)} kWh`)
  const coins = (sat: number | null) =>
    formatKnown(
      sat,
      (value) =>
        `${numberFormat(language, { minimumFractionDigits: 8, maximumFractionDigits: 8 }).format(value / 1e8)} BTC`,
    )
  /** Energy that was used, and its share of what was spare. */
  const formatUsed = ({ spareWh, usedWh }: Pick<WeekProof, 'spareWh' | 'usedWh'>) =>
    spareWh === null || spareWh === 0 || usedWh === null
      ? kwh(usedWh)
      : t('usedOf', {
          kwh: kwh(usedWh),
          share: formatShare(language, usedWh / spareWh, { maximumFractionDigits: 1 }),
        })
  const hoursMeasured = ({ recordedSeconds, pastSeconds }: WeekProof) =>
    t('measuredOf', { hours: number(recordedSeconds / 3_600, 1), of: number(pastSeconds / 3_600, 1) })
  const euros = (cents: number | null) => formatKnown(cents, (value) => formatEuro(language, value))
  const litres = (grams: number | null) => formatKnown(grams, (value) => `${number(litresOf(value), 1)} l`)
  const kilograms = (grams: number | null) => formatKnown(grams, (value) => `${number(value / 1_000, 1)} kg`)
  return { t, number, plain, seconds, kwh, coins, used: formatUsed, hoursMeasured, euros, litres, kilograms }
}
