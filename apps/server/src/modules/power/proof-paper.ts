import type { WeekProof } from '@shipminer/contract/proof'
import { litresOf } from '@shipminer/domain/generator/fuel'
import { dateFormat, formatEuro, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/proof.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/proof.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/proof.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/proof.json' with { type: 'json' }
import { type Block, left, right, type StatementContent } from '../../platform/pdf/statement-pdf.ts'
import { createTextReader } from '../../platform/texts.ts'

const proofText = createTextReader({ nl, en, de, ro })
type Key = keyof typeof en

/** Words and figures of a language; unknown is written as such. */
function wordsOf(language: Language) {
  const t = (key: Key, values?: Record<string, string>) => proofText(language, key, values)
  const number = (value: number, digits = 0) =>
    numberFormat(language, { maximumFractionDigits: digits }).format(value)
  const known = (value: number | null, write: (value: number) => string) =>
    value === null ? t('unknown') : write(value)
  const plain = (value: number | null) => known(value, (count) => number(count))
  const seconds = (ms: number | null) => known(ms, (value) => `${number(value / 1_000, 1)} s`)
  const kwh = (wh: number | null) => known(wh, (value) => `${number(value / 1_000, 1)} kWh`)
  const coins = (sat: number | null) =>
    known(
      sat,
      (value) =>
        `${numberFormat(language, { minimumFractionDigits: 8, maximumFractionDigits: 8 }).format(value / 1e8)} BTC`,
    )
  return { t, number, known, plain, seconds, kwh, coins }
}

/** The proof of a week as formatted text. */
export function proofPaper(
  facts: { proof: WeekProof; ship: { name: string; timeZone: string }; at: number },
  language: Language,
  productName: string,
): StatementContent {
  const { proof, ship } = facts
  const { t, number, known, plain, seconds, kwh, coins } = wordsOf(language)
  const { timeZone } = ship
  const day = dateFormat(language, { dateStyle: 'long', timeZone }).format(proof.from)
  const hours = t('measuredOf', {
    hours: number(proof.recordedSeconds / 3_600, 1),
    of: number(proof.pastSeconds / 3_600, 1),
  })
  const { spareWh, usedWh } = proof
  const used =
    spareWh === null || spareWh === 0 || usedWh === null
      ? kwh(usedWh)
      : t('usedOf', {
          kwh: kwh(usedWh),
          share: numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
            usedWh / spareWh,
          ),
        })
  const table = (rows: string[][]): Block => ({
    kind: 'table',
    columns: [left(t('what'), 0.64), right(t('value'), 0.36)],
    rows,
    strongLast: false,
  })
  const heading = (key: Key): Block => ({ kind: 'heading', text: t(key) })
  return {
    title: t('title'),
    subtitle: `${ship.name} ${proof.fromDay}`,
    brand: productName,
    warning: proof.isRunning ? t('running') : null,
    parties: [{ heading: t('ship'), lines: [ship.name] }],
    facts: [
      { label: t('week'), value: day },
      { label: t('measured'), value: hours },
      {
        label: t('made'),
        value: dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(facts.at),
      },
    ],
    blocks: [
      heading('giveWay'),
      table([
        [t('asked'), plain(proof.asked)],
        [t('answered'), number(proof.measured)],
        [t('worst'), seconds(proof.worstMs)],
        [t('median'), seconds(proof.medianMs)],
        [t('overLimit'), seconds(proof.overLimitMs)],
        [t('overCapacity'), seconds(proof.overCapacityMs)],
        [t('contactor'), plain(proof.contactorOpenings)],
        [t('disobedient'), plain(proof.disobedient)],
        [t('lost'), plain(proof.readingsLost)],
      ]),
      heading('energy'),
      table([
        [t('spare'), kwh(spareWh)],
        [t('used'), used],
      ]),
      heading('money'),
      table([
        [t('earned'), coins(proof.earnedSat)],
        [t('lostSat'), coins(proof.lostSat)],
        [t('fuelCost'), known(proof.fuelCents, (cents) => formatEuro(language, cents))],
        [t('fuel'), known(proof.fuelGrams, (grams) => `${number(litresOf(grams), 1)} l`)],
        [t('co2'), known(proof.co2Grams, (grams) => `${number(grams / 1_000, 1)} kg`)],
        [t('held'), number(proof.heldSeconds / 3_600, 1)],
      ]),
      { kind: 'text', text: t('method') },
    ],
    footer: t('footer', { ship: ship.name }),
    pageLabel: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  }
}
