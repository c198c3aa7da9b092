import type { Receipt, RevenueInput, RevenueRow } from '@shipminer/contract/revenue'
import { litresOf } from '@shipminer/domain/generator/proof/fuel'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import { dateFormat, formatEuro, formatShare, numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { type Block, left, right, type StatementContent } from '../../../platform/pdf/statement-pdf.ts'
import { sellerLines } from '../../invoices/invoices.port.ts'
import type { PowerPort } from '../../power/power.port.ts'
import type { Balance } from '../revenue.service.ts'
import { type StatementTextKey, statementText } from './statement-texts.ts'

type Detail = { value: string; example: boolean }
export type StatementSeller = {
  name: Detail
  address: Detail
  email: Detail
  phone: Detail
  kvk: Detail
  vatId: Detail
}

type OwnersFuel = Awaited<ReturnType<PowerPort['ownersFuel']>>

/** The data of a statement, before wording. Times are ms. */
export type StatementFacts = {
  /** `2026-10` */
  month: string
  madeAt: number
  /** Of the account: its days and hours are written. */
  timeZone: string
  isRunning: boolean
  language: Language
  productName: string
  seller: StatementSeller
  owner: { name: string; company: string | null; email: string | null }
  total: readonly RevenueRow[]
  ships: readonly RevenueRow[]
  receipts: readonly Receipt[]
  payouts: readonly { at: number; amountSat: number; txid: string | null }[]
  opening: Balance
  closing: Balance
  fuel: OwnersFuel
  inputs: readonly RevenueInput[]
  price: { centsPerBtc: number; source: string; observedAt: number } | null
  poolFeeBasisPoints: number
}

/** Amounts keep all eight decimals; days and hours are those of the account's first ship. */
export function statementContent(facts: StatementFacts): StatementContent {
  const { language, seller, owner, closing, opening } = facts
  const t = (key: StatementTextKey, values?: Record<string, string>) => statementText(language, key, values)
  const { coins, amount, date, time } = statementFormats(language, facts.timeZone)
  const euro = (cents: number) => formatEuro(language, cents)
  const number = numberFormat(language, { maximumFractionDigits: 0 })
  const month = dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${facts.month}-01`),
  )
  const unknown = t('unknown')
  const { ownerNumerator, denominator } = revenueSplit
  const ownerPart = `${ownerNumerator}/${denominator}`

  const estimateRow = (name: string, row: RevenueRow) => [
    row.coin === 'BTC' ? name : `${name} · ${row.coin}`,
    row.estimated ? amount(row.estimated.sat, row.coin) : unknown,
    row.estimatedOwnerSat === null ? unknown : amount(row.estimatedOwnerSat, row.coin),
    row.estimated?.cents == null ? unknown : euro(row.estimated.cents),
    row.energyWh === null ? unknown : `${number.format(row.energyWh / 1000)} kWh`,
  ]
  const movement: string[][] = [
    [t('balance.opening'), amount(opening.balanceSat ?? 0)],
    [
      t('balance.share', {
        split: ownerPart,
        amount: amount(closing.receivedSat - opening.receivedSat),
      }),
      amount(closing.ownerShareSat - opening.ownerShareSat),
    ],
  ]
  const direct = closing.receivedByOwnerSat - opening.receivedByOwnerSat
  if (direct > 0) movement.push([t('balance.direct'), amount(-direct)])
  for (const payout of facts.payouts)
    movement.push([
      [t('balance.payout', { date: date(payout.at) }), shorten(payout.txid)].filter(Boolean).join(' · '),
      amount(-payout.amountSat),
    ])
  movement.push([t('balance.closing'), amount(closing.balanceSat ?? 0)])

  const heading = (key: StatementTextKey): Block => ({ kind: 'heading', text: t(key) })
  const text = (key: StatementTextKey, values?: Record<string, string>): Block => ({
    kind: 'text',
    text: t(key, values),
  })
  return {
    title: t('title'),
    subtitle: month,
    brand: facts.productName,
    warning: Object.values(seller).some(({ example }) => example) ? t('example') : null,
    parties: partiesOf(language, seller, owner),
    facts: [
      { label: t('month'), value: month },
      { label: t('made'), value: time(facts.madeAt) },
      {
        label: t('closing'),
        value: closing.balanceSat === null ? unknown : amount(closing.balanceSat),
      },
    ],
    blocks: [
      ...(facts.isRunning ? [text('running')] : []),
      heading('estimate.title'),
      {
        kind: 'table',
        columns: [
          left(t('estimate.ship'), 0.28),
          right(t('estimate.amount'), 0.22),
          right(t('estimate.owner'), 0.22),
          right(t('estimate.value'), 0.14),
          right(t('estimate.energy'), 0.14),
        ],
        rows: [
          ...facts.ships.map((row) => estimateRow(row.name ?? t('estimate.noShip'), row)),
          ...facts.total.map((row) => estimateRow(t('estimate.total'), row)),
        ],
        strongLast: facts.total.length === 1,
      },
      text('estimate.note'),
      heading('fuel.title'),
      fuelBlock(language, facts.fuel),
      heading('received.title'),
      receiptsBlock(language, facts.timeZone, facts.receipts, t('received.none')),
      heading('balance.title'),
      closing.balanceSat === null
        ? text('balance.none')
        : {
            kind: 'table',
            columns: [left(t('balance.what'), 0.7), right(t('balance.amount'), 0.3)],
            rows: movement,
            strongLast: true,
          },
      heading('inputs.title'),
      facts.price === null
        ? text('inputs.noPrice')
        : text('inputs.price', {
            price: euro(facts.price.centsPerBtc),
            source: facts.price.source,
            time: time(facts.price.observedAt),
          }),
      text('inputs.fee', {
        percent: formatShare(language, facts.poolFeeBasisPoints / 10_000, { maximumFractionDigits: 2 }),
      }),
      text('inputs.split', { owner: ownerPart, service: `${denominator - ownerNumerator}/${denominator}` }),
      text('inputs.days', { zone: facts.timeZone }),
      {
        kind: 'table',
        columns: [
          left(t('inputs.from'), 0.15),
          left(t('inputs.coin'), 0.08),
          right(t('inputs.difficulty'), 0.22),
          right(t('inputs.reward'), 0.18),
          left(t('inputs.source'), 0.19),
          left(t('inputs.time'), 0.18),
        ],
        rows: facts.inputs.map((input) => [
          date(input.fromDay),
          input.coin,
          input.difficulty === null ? unknown : number.format(input.difficulty),
          input.subsidySat === null
            ? unknown
            : coins.format((input.subsidySat + (input.feesSatPerBlock ?? 0)) / 1e8),
          input.builtIn ? t('inputs.builtIn') : (input.source ?? unknown),
          input.observedAt === null ? unknown : time(input.observedAt),
        ]),
        strongLast: false,
      },
    ],
    footer: t('questions', { email: seller.email.value, phone: seller.phone.value }),
    pageLabel: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  }
}

/** Numbers and times of a statement in its language; days and hours are those of a time zone. */
export function statementFormats(language: Language, timeZone: string) {
  const coins = numberFormat(language, { minimumFractionDigits: 8, maximumFractionDigits: 8 })
  return {
    /** Base units over 10⁸. */
    coins,
    amount: (sat: number, coin = 'BTC') => `${coins.format(sat / 1e8)} ${coin}`,
    date: (at: number | string, style: 'long' | 'medium' = 'medium') =>
      dateFormat(language, { dateStyle: style, timeZone: typeof at === 'string' ? 'UTC' : timeZone }).format(
        new Date(at),
      ),
    time: (at: number) =>
      dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at),
  }
}

/** Issuer and recipient of a statement. */
export function partiesOf(
  language: Language,
  seller: StatementSeller,
  owner: StatementFacts['owner'],
): StatementContent['parties'] {
  const t = (key: StatementTextKey) => statementText(language, key)
  return [
    {
      heading: t('from'),
      lines: [
        ...sellerLines(seller, language),
        `${t('vatId')} ${seller.vatId.value}`,
        `${t('kvk')} ${seller.kvk.value}`,
      ],
    },
    { heading: t('to'), lines: [owner.company, owner.name, owner.email].filter((line) => line !== null) },
  ]
}

/** What mining burnt, ship by ship; said in words when no box knew any of it. */
export function fuelBlock(language: Language, { ships, total }: OwnersFuel): Block {
  const t = (key: StatementTextKey) => statementText(language, key)
  if (total.fuelGrams === null && total.heldSeconds === 0) return { kind: 'text', text: t('fuel.none') }
  const figure = numberFormat(language, { maximumFractionDigits: 1 })
  const formatKnown = (value: number | null, write: (value: number) => string) =>
    value === null ? t('unknown') : write(value)
  const row = (name: string, sums: OwnersFuel['total']) => [
    name,
    formatKnown(sums.fuelGrams, (grams) => `${figure.format(litresOf(grams))} l`),
    formatKnown(sums.co2Grams, (grams) => `${figure.format(grams / 1_000)} kg`),
    formatKnown(sums.fuelCents, (cents) => formatEuro(language, cents)),
    `${figure.format(sums.heldSeconds / 3_600)} h`,
  ]
  return {
    kind: 'table',
    columns: [
      left(t('estimate.ship'), 0.28),
      right(t('fuel.burnt'), 0.18),
      right(t('fuel.co2'), 0.18),
      right(t('fuel.cost'), 0.18),
      right(t('fuel.held'), 0.18),
    ],
    rows: [...ships.map((ship) => row(ship.name, ship)), row(t('estimate.total'), total)],
    strongLast: true,
  }
}

/** What pools really paid, line by line; `none` is printed when there is nothing. */
export function receiptsBlock(
  language: Language,
  timeZone: string,
  receipts: readonly Receipt[],
  none: string,
): Block {
  const t = (key: StatementTextKey) => statementText(language, key)
  const { amount, date } = statementFormats(language, timeZone)
  if (receipts.length === 0) return { kind: 'text', text: none }
  return {
    kind: 'table',
    columns: [
      left(t('received.date'), 0.16),
      left(t('received.source'), 0.2),
      left(t('received.reference'), 0.24),
      left(t('received.paidTo'), 0.14),
      right(t('received.amount'), 0.26),
    ],
    rows: receipts.map((receipt) => [
      date(receipt.at),
      t(`source.${receipt.source}`),
      shorten(receipt.reference),
      t(`paidTo.${receipt.paidTo}`),
      amount(receipt.amountSat, receipt.coin),
    ]),
    strongLast: false,
  }
}

/** Long identifiers are shortened in the middle. */
function shorten(reference: string | null): string {
  if (reference === null) return ''
  return reference.length <= 24 ? reference : `${reference.slice(0, 12)}…${reference.slice(-8)}`
}
