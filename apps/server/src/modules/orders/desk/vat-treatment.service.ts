import type { DistanceSales, OrderVat } from '@shipminer/contract/desk/vat'
import {
  distanceSalesLimitCents,
  fitsOrder,
  isFittedCase,
  needsConfirmedNumber,
  needsEvidence,
  sellerCountry,
  type TaxedOrder,
  totalsUnder,
  type VatTreatment,
  vatCaseOf,
} from '@shipminer/domain/orders/vat/vat-case'
import { readVatNumber } from '@shipminer/domain/orders/vat/vat-number'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { sellerTimeZone, sellerYear } from '../../invoices/invoices.port.ts'
import { buyerOf } from '../order-row.ts'
import type { AdvanceDeps } from '../orders.deps.ts'
import type { ChosenVat, WhenLocked } from '../orders.port.ts'
import { listLines, lockOrder, type OrderRow } from '../orders.repository.ts'
import type { Consultation } from '../placing/vat-checker.ts'
import { restateOrder } from './restate-order.ts'
import { sumSentAfar } from './vat-treatment.repository.ts'

type VatDeps = Pick<AdvanceDeps, 'vatTreatments'>

/** The treatment that an order has, and those that it could have. */
export async function readVat(
  deps: VatDeps & Pick<AdvanceDeps, 'clock'>,
  db: Queryable,
  row: OrderRow,
): Promise<OrderVat> {
  const agreed = await agreedPrice(db, row)
  const choices = isOpenToChange(row)
    ? treatmentsOf(deps, row)
        .filter((one) => !isPresent(row, one))
        .map((one) => ({
          ...one,
          ...totalsUnder(one, agreed, row.consumer),
          needsConfirmedNumber: needsConfirmedNumber(one.vatCase),
          needsEvidence: needsEvidence(one.vatCase),
        }))
    : []
  const { vatCase, vatCountry, vatPercent, sellerVatId, vatEvidence, vatChosenAt, vatChosenBy } = row
  return {
    vatCase,
    country: countryOf(row),
    percent: vatPercent,
    sellerVatId,
    chosen:
      vatChosenAt === null
        ? null
        : { at: vatChosenAt.getTime(), by: vatChosenBy ?? '', evidence: vatEvidence, country: vatCountry },
    choices,
    distanceSales: vatCase === 'sent-afar' ? await readDistanceSales(deps, db) : null,
  }
}

/** What was sold this year and the year before at a distance to consumers elsewhere in the Union, and how much may be. */
export async function readDistanceSales(
  { clock }: Pick<AdvanceDeps, 'clock'>,
  db: Queryable,
): Promise<DistanceSales> {
  const year = sellerYear(new Date(clock()))
  const netCents = await sumSentAfar(db, year, sellerTimeZone)
  const before = await sumSentAfar(db, year - 1, sellerTimeZone)
  return {
    year,
    netCents,
    limitCents: distanceSalesLimitCents,
    // Over it in one year, the next one begins over it.
    isOver: Math.max(netCents, before) > distanceSalesLimitCents,
  }
}

/**
 * Gives an order the treatment that its provider chose: its amounts, a credit note for every document of before, new ones, and a refund of what was paid
 * too much. A number of the buyer's that counts for it is looked up now, and what the register said is kept.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `vat-case-unfit`, `vat-number-unconfirmed`, `required-fields-missing`
 */
export async function chooseVat(
  deps: AdvanceDeps,
  orderId: string,
  choice: ChosenVat,
  whenLocked: WhenLocked,
): Promise<void> {
  const consultation = await consult(deps, orderId, choice)
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, orderId)
    if (!row) throw new AppError('order-not-found')
    if (!isOpenToChange(row)) throw new AppError('order-state-conflict')
    const treatment = requireTreatment(deps, row, choice)
    if (isPresent(row, treatment)) throw new AppError('order-state-conflict')
    await whenLocked(trx)
    await change(deps, trx, row, { treatment, choice, consultation, at: new Date(deps.clock()) })
  })
}

async function consult(deps: AdvanceDeps, orderId: string, choice: ChosenVat): Promise<Consultation | null> {
  const row = await deps.store.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!row) throw new AppError('order-not-found')
  const treatment = requireTreatment(deps, row, choice)
  if (needsEvidence(treatment.vatCase) && choice.evidence === null)
    throw new AppError('required-fields-missing', {
      issues: [{ path: 'body.evidence', message: 'required-fields-missing' }],
    })
  if (!needsConfirmedNumber(treatment.vatCase)) return null
  const { vatNumber, country } = buyerOf(row)
  const reading = vatNumber === null ? null : readVatNumber(vatNumber, country)
  const consultation = reading?.ok ? await deps.vatChecker.consult(reading.vatNumber) : null
  if (consultation?.answer !== 'confirmed') throw new AppError('vat-number-unconfirmed')
  return consultation
}

type Change = { treatment: VatTreatment; choice: ChosenVat; consultation: Consultation | null; at: Date }

async function change(
  deps: AdvanceDeps,
  trx: Trx,
  before: OrderRow,
  { treatment, choice, consultation, at }: Change,
): Promise<void> {
  const { reason, evidence, operator } = choice
  const totals = totalsUnder(treatment, await agreedPrice(trx, before), before.consumer)
  const { vatCase: formerCase, vatPercent, grossCents } = before
  const data = {
    from: { vatCase: formerCase, vatPercent, grossCents },
    to: { ...treatment, ...totals },
    evidence,
    operator,
    ...(consultation && { vies: { answer: consultation.answer, id: consultation.id } }),
  }
  // One that is under way stays watched.
  if (totals.grossCents !== grossCents) await deps.payments.cancelOpenIntent(trx, before.id)
  await restateOrder(deps, trx, before, {
    totals,
    change: {
      ...columnsOf(treatment),
      agreedVatPercent: before.agreedVatPercent ?? before.vatPercent,
      vatEvidence: evidence,
      vatChosenAt: at,
      vatChosenBy: operator,
    },
    event: { kind: 'vat', data },
    reason,
    at,
    mail: (documents) => (documents.length === 0 ? null : { kind: 'issued', documents }),
  })
}

/** A treatment as an order keeps it. */
export function columnsOf({ vatCase, country, sellerVatId }: VatTreatment) {
  return {
    reverseCharge: vatCase === 'reverse-charge',
    vatCase,
    vatCountry: country === sellerCountry ? null : country,
    fittedIn: isFittedCase(vatCase) ? country : null,
    sellerVatId,
  }
}

/** What the buyer agreed to, VAT included: of what was placed, whatever was chosen since. */
export async function agreedPrice(db: Queryable, row: OrderRow) {
  const lines = await listLines(db, [row.id])
  return {
    grossCents: lines.reduce((sum, { unitGrossCents, quantity }) => sum + unitGrossCents * quantity, 0),
    vatPercent: row.agreedVatPercent ?? row.vatPercent,
  }
}

/** The usual treatment first, then those that are switched on and fit. */
function treatmentsOf({ vatTreatments }: VatDeps, row: OrderRow): VatTreatment[] {
  const order = taxedOrder(row)
  return [usualTreatment(row, order), ...vatTreatments.filter((one) => fitsOrder(one, order))]
}

/** What an order has unless a person chose another. */
export function usualTreatment(
  { agreedVatPercent, vatPercent }: Pick<OrderRow, 'agreedVatPercent' | 'vatPercent'>,
  order: TaxedOrder,
): VatTreatment {
  return {
    vatCase: vatCaseOf(order),
    country: sellerCountry,
    percent: agreedVatPercent ?? vatPercent,
    sellerVatId: null,
  }
}

export function taxedOrder(row: Pick<OrderRow, 'buyer' | 'vatCase' | 'consumer'>): TaxedOrder {
  const { country, delivery, vatNumber } = buyerOf(row)
  return {
    isFitted: isFittedCase(row.vatCase),
    isBusiness: !row.consumer,
    // Tax follows the goods.
    buyerCountry: delivery?.country ?? country,
    vatNumber,
  }
}

/** @throws AppError `vat-case-unfit` when it is not switched on, or not for such an order */
function requireTreatment(deps: VatDeps, row: OrderRow, { vatCase, country }: ChosenVat): VatTreatment {
  const found = treatmentsOf(deps, row).find((one) => one.vatCase === vatCase && one.country === country)
  if (!found) throw new AppError('vat-case-unfit')
  return found
}

const isPresent = (row: OrderRow, one: VatTreatment) =>
  one.vatCase === row.vatCase && one.country === countryOf(row) && one.percent === row.vatPercent

/** Null: goods leave, and the document has nobody's tax. */
export function countryOf({ vatCase, vatCountry }: OrderRow): string | null {
  return vatCase === 'intra-community' || vatCase === 'export' ? null : (vatCountry ?? sellerCountry)
}

/** An order that is over, or whose money goes back, has no treatment to choose; those of before keep what they were sold with. */
export const isOpenToChange = ({ state, payment, reverseCharge, vatCase }: OrderRow) =>
  state !== 'cancelled' &&
  state !== 'expired' &&
  state !== 'draft' &&
  payment !== 'refund_pending' &&
  payment !== 'refunded' &&
  (!reverseCharge || vatCase === 'reverse-charge')
