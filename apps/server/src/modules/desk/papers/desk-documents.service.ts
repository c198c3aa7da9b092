import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { PrintedDocument } from '../../invoices/invoices.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

type Pdf = { filename: string; pdfBase64: string }

/** An invoice or credit note; only if it belongs to the given order. @throws AppError `order-not-found`, `invoice-not-found` */
export async function readDocument(deps: DeskDeps, orderId: string, number: string): Promise<Pdf> {
  await requireOfOrder(deps, orderId, number)
  const document = await deps.invoices.document(deps.store.db, number)
  if (!document) throw new AppError('invoice-not-found')
  return present(document)
}

/** The same as e-invoice. @throws AppError `order-not-found`, `invoice-not-found` */
export async function readEInvoice(deps: DeskDeps, orderId: string, number: string) {
  await requireOfOrder(deps, orderId, number)
  const document = await deps.invoices.eInvoice(deps.store.db, number)
  if (!document) throw new AppError('invoice-not-found')
  return { filename: document.filename, xml: document.xml }
}

/** Mails it to the buyer once more; the audit log notes it. @throws AppError `order-not-found`, `invoice-not-found` */
export async function resendDocument(
  deps: DeskDeps,
  operator: Operator,
  orderId: string,
  number: string,
): Promise<{ to: string }> {
  const { order } = await wholeOrder(deps, orderId)
  await requireOfOrder(deps, orderId, number)
  const to = await deps.orders.sendDocument(order.id, { kind: 'document', invoice: number }, (trx) =>
    noteAction(deps, trx, operator, {
      action: 'order.resend',
      subject: `order ${order.number}`,
      reason: number,
    }),
  )
  if (to === null) throw new AppError('order-not-found')
  return { to }
}

async function requireOfOrder(deps: DeskDeps, orderId: string, number: string): Promise<void> {
  const { order } = await wholeOrder(deps, orderId)
  const issued = await deps.invoices.list(deps.store.db, order.id)
  if (!issued.some((one) => one.number === number)) throw new AppError('invoice-not-found')
}

/** @throws AppError `order-not-found` */
export async function printPackingSlip(deps: DeskDeps, orderId: string): Promise<Pdf> {
  const slip = await deps.reading.slip(deps.store.db, orderId)
  if (!slip) throw new AppError('order-not-found')
  return present(await deps.invoices.packingSlip(slip, new Date(deps.clock())))
}

/** Mails it to the buyer; the audit log notes it. @throws AppError `order-not-found` */
export async function sendPackingSlip(
  deps: DeskDeps,
  operator: Operator,
  orderId: string,
): Promise<{ to: string }> {
  const { order } = await wholeOrder(deps, orderId)
  const to = await deps.orders.sendDocument(order.id, { kind: 'slip' }, (trx) =>
    noteAction(deps, trx, operator, {
      action: 'order.resend',
      subject: `order ${order.number}`,
      reason: 'packing slip',
    }),
  )
  if (to === null) throw new AppError('order-not-found')
  return { to }
}

async function wholeOrder(deps: DeskDeps, id: string) {
  const whole = await deps.reading.read(deps.store.db, id)
  if (!whole) throw new AppError('order-not-found')
  return whole
}

function present({ filename, pdf }: PrintedDocument): Pdf {
  return { filename, pdfBase64: Buffer.from(pdf).toString('base64') }
}
