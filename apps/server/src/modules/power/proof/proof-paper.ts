import type { WeekProof } from '@shipminer/contract/power/proof'
import { dateFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { type Block, left, right, type StatementContent } from '../../../platform/pdf/statement-pdf.ts'
import { type ProofTextKey, proofWords } from './proof-words.ts'

/** The proof of a week as formatted text. */
export function proofPaper(
  facts: { proof: WeekProof; ship: { name: string; timeZone: string }; at: number },
  language: Language,
  productName: string,
): StatementContent {
  const { proof, ship } = facts
  const { t, number, plain, seconds, kwh, coins, used, hoursMeasured, euros, litres, kilograms } =
    proofWords(language)
  const { timeZone } = ship
  const day = dateFormat(language, { dateStyle: 'long', timeZone }).format(proof.from)
  const table = (rows: string[][]): Block => ({
    kind: 'table',
    columns: [left(t('what'), 0.64), right(t('value'), 0.36)],
    rows,
    strongLast: false,
  })
  const heading = (key: ProofTextKey): Block => ({ kind: 'heading', text: t(key) })
  return {
    title: t('title'),
    subtitle: `${ship.name} ${proof.fromDay}`,
    brand: productName,
    warning: proof.isRunning ? t('running') : null,
    parties: [{ heading: t('ship'), lines: [ship.name] }],
    facts: [
      { label: t('week'), value: day },
      { label: t('measured'), value: hoursMeasured(proof) },
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
        [t('spare'), kwh(proof.spareWh)],
        [t('used'), used(proof)],
      ]),
      heading('money'),
      table([
        [t('earned'), coins(proof.earnedSat)],
        [t('lostSat'), coins(proof.lostSat)],
        [t('fuelCost'), euros(proof.fuelCents)],
        [t('fuel'), litres(proof.fuelGrams)],
        [t('co2'), kilograms(proof.co2Grams)],
        [t('held'), number(proof.heldSeconds / 3_600, 1)],
      ]),
      { kind: 'text', text: t('method') },
    ],
    footer: t('footer', { ship: ship.name }),
    pageLabel: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  }
}
