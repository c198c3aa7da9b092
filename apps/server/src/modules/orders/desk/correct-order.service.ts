import {
  type CorrectedBuyer,
  type CorrectedChange,
  type CorrectedField,
  type Correction,
  correctedFields,
} from '@shipminer/contract/desk/correction'
import type { Buyer } from '@shipminer/contract/shop/orders'
import { isBillingCountry } from '@shipminer/domain/orders/countries'
import {
  chosenVatCases,
  fitsOrder,
  needsConfirmedNumber,
  totalsUnder,
  type VatTreatment,
} from '@shipminer/domain/orders/vat/vat-case'
import { rehearse } from '../../../platform/db/rehearse.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { buyerOf, totalsOf } from '../order-row.ts'
import type { AdvanceDeps } from '../orders.deps.ts'
import type { CorrectionOrder, WhenLocked } from '../orders.port.ts'
import { findOrder, listRefunds, lockOrder, type OrderRow, orderVersion } from '../orders.repository.ts'
import { requireBuyer } from '../placing/place-order.service.ts'
import type { Consultation } from '../placing/vat-checker.ts'
import { restateOrder } from './restate-order.ts'
import {
  agreedPrice,
  columnsOf,
  countryOf,
  isOpenToChange,
  taxedOrder,
  usualTreatment,
} from './vat-treatment.service.ts'

/**
 * Gives an order other details of its buyer. Documents that state them otherwise are taken back and issued anew; where a treatment of the VAT that a
 * person chose does not fit any more, the usual one holds again. A preview does the same and takes it back.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `order-changed`, `order-unchanged`, `order-money-under-way`, `vat-number-unconfirmed`, or what is
 * wrong with the buyer
 */
export async function correctOrder(
  deps: AdvanceDeps,
  orderId: string,
  order: CorrectionOrder,
  whenLocked: WhenLocked,
): Promise<Correction> {
  const found = await findOrder(deps.store.db, orderId)
  if (!found) throw new AppError('order-not-found')
  const asked = await readCorrected(deps, found, order.buyer)
  const work = async (trx: Trx) => {
    const row = await lockOrder(trx, orderId)
    if (!row) throw new AppError('order-not-found')
    if (!isOpenToChange(row)) throw new AppError('order-state-conflict')
    if ((await orderVersion(trx, orderId)) !== order.version) throw new AppError('order-changed')
    await whenLocked(trx)
    return correct(deps, trx, row, asked, order.decided)
  }
  return order.decided === null ? rehearse(deps.store, work) : deps.store.db.transaction().execute(work)
}

type Corrected = {
  buyer: Buyer
  treatment: VatTreatment
  isUsual: boolean
  consultation: Consultation | null
}

/** The buyer as the order will keep them, and the tax that follows; the register of VAT numbers is asked before anything is locked. */
async function readCorrected(
  deps: Pick<AdvanceDeps, 'vatChecker'>,
  row: OrderRow,
  { delivery: asked, ...given }: CorrectedBuyer,
): Promise<Corrected> {
  const { vat, ...draft } = requireBuyer(given)
  const before = buyerOf(row)
  const isSameNumber = draft.vatNumber === before.vatNumber
  const check = vat.kind === 'read' ? await deps.vatChecker.check(vat.vatNumber) : 'none'
  const buyer: Buyer = {
    ...draft,
    delivery: readDelivery(asked),
    vatNumberCheck: isSameNumber ? before.vatNumberCheck : check,
  }
  const taxed = taxedOrder({ buyer, vatCase: row.vatCase, consumer: buyer.company === null })
  const { vatCase, vatPercent: percent, sellerVatId } = row
  const present: VatTreatment = { vatCase, country: countryOf(row), percent, sellerVatId }
  const isKept = (chosenVatCases as readonly string[]).includes(vatCase) && fitsOrder(present, taxed)
  if (!isKept) return { buyer, treatment: usualTreatment(row, taxed), isUsual: true, consultation: null }
  if (isSameNumber || !needsConfirmedNumber(vatCase))
    return { buyer, treatment: present, isUsual: false, consultation: null }
  const consultation = vat.kind === 'read' ? await deps.vatChecker.consult(vat.vatNumber) : null
  if (consultation?.answer !== 'confirmed') throw new AppError('vat-number-unconfirmed')
  return { buyer, treatment: present, isUsual: false, consultation }
}

/** @throws AppError `required-fields-missing`, `invalid-request` */
function readDelivery(given: CorrectedBuyer['delivery']): NonNullable<Buyer['delivery']> | null {
  if (!given) return null
  const { name, street = '', postalCode = '', city = '', country = '' } = given
  const lines = Object.entries({ street, postalCode, city, country })
  if (!name && lines.every(([, text]) => text === '')) return null
  const missing = lines.flatMap(([field, text]) => (text === '' ? [field] : []))
  const refuse = (code: 'required-fields-missing' | 'invalid-request', fields: string[]) =>
    new AppError(code, {
      issues: fields.map((field) => ({ path: `body.buyer.delivery.${field}`, message: code })),
    })
  if (missing.length > 0) throw refuse('required-fields-missing', missing)
  if (!isBillingCountry(country)) throw refuse('invalid-request', ['country'])
  const wellFormed = (text: string) => text.toWellFormed()
  return {
    name: name ? wellFormed(name) : null,
    street: wellFormed(street),
    postalCode: wellFormed(postalCode),
    city: wellFormed(city),
    country,
  }
}

async function correct(
  deps: AdvanceDeps,
  trx: Trx,
  before: OrderRow,
  { buyer, treatment, isUsual, consultation }: Corrected,
  decided: CorrectionOrder['decided'],
): Promise<Correction> {
  const changes = changesOf(buyerOf(before), buyer)
  if (changes.length === 0) throw new AppError('order-unchanged')
  const consumer = buyer.company === null
  const totals = totalsUnder(treatment, await agreedPrice(trx, before), consumer)
  const isOtherTotal = totals.grossCents !== before.grossCents
  if (decided && totals.grossCents !== decided.expectedGrossCents) throw new AppError('order-changed')
  // Coins under way are for the amount that was asked for.
  if (isOtherTotal && !(await deps.payments.cancelOpenIntent(trx, before.id)))
    throw new AppError('order-money-under-way')
  const at = new Date(deps.clock())
  const was = await termsOf(trx, before)
  const { row, documents, credited } = await restateOrder(deps, trx, before, {
    totals,
    change: {
      buyer: JSON.stringify(buyer),
      email: buyer.email,
      consumer,
      ...columnsOf(treatment),
      agreedVatPercent: before.agreedVatPercent ?? before.vatPercent,
      ...(isUsual && { vatEvidence: null, vatChosenAt: null, vatChosenBy: null }),
    },
    event: {
      kind: 'details',
      data: {
        changes,
        operator: decided?.operator ?? null,
        from: was,
        to: { ...treatment, ...totals },
        ...(consultation && { vies: { answer: consultation.answer, id: consultation.id } }),
      },
    },
    reason: decided?.reason ?? '',
    at,
    mail: (attached) => ({ kind: 'details', documents: attached, changes }),
  })
  const { invoiceEmail } = buyer
  const forBookkeeping =
    documents.length > 0 && invoiceEmail && invoiceEmail !== row.email ? [invoiceEmail] : []
  return {
    changes,
    before: was,
    after: await termsOf(trx, row),
    credited,
    issued: documents.flatMap(({ kind }) => (kind === 'credit' ? [] : [kind])),
    mailTo: [row.email, ...forBookkeeping],
  }
}

async function termsOf(db: Queryable, row: OrderRow): Promise<Correction['before']> {
  const open = (await listRefunds(db, row.id)).filter(({ status }) => status === 'requested')
  return {
    totals: totalsOf(row),
    vatCase: row.vatCase,
    payment: row.payment,
    refundCents: open.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

/** What differs, in words of the buyer. */
function changesOf(before: Buyer, after: Buyer): CorrectedChange[] {
  return correctedFields.flatMap((field) => {
    const [from, to] = [formatField(before, field), formatField(after, field)]
    return from === to ? [] : [{ field, from, to }]
  })
}

function formatField(buyer: Buyer, field: CorrectedField): string | null {
  if (field === 'consumer') return buyer.company === null ? 'consumer' : 'business'
  if (field !== 'delivery') return buyer[field] || null
  if (!buyer.delivery) return null
  const { name, street, postalCode, city, country } = buyer.delivery
  return [name, street, `${postalCode} ${city}`, country].filter(Boolean).join(', ')
}
