import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { PrintedDocument } from '../../invoices/invoices.port.ts'
import { noteAction, noteReading } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

type Pdf = { filename: string; pdfBase64: string }

/** An invoice or credit note; only if it belongs to the given order. @throws AppError `order-not-found`, `invoice-not-found` */
export async function readDocument(
  deps: DeskDeps,
  operator: Operator,
  orderId: string,
  number: string,
): Promise<Pdf> {
  const { order } = await requireOfOrder(deps, orderId, number)
  await noteOrderRead(deps, operator, order.number)
  const document = await deps.invoices.document(deps.store.db, number)
  if (!document) throw new AppError('invoice-not-found')
  return present(document)
}

/** The same as e-invoice. @throws AppError `order-not-found`, `invoice-not-found` */
export async function readEInvoice(deps: DeskDeps, operator: Operator, orderId: string, number: string) {
  const { order } = await requireOfOrder(deps, orderId, number)
  await noteOrderRead(deps, operator, order.number)
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
  const { order } = await requireOfOrder(deps, orderId, number)
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

async function requireOfOrder(deps: DeskDeps, orderId: string, number: string) {
  const whole = await wholeOrder(deps, orderId)
  const issued = await deps.invoices.list(deps.store.db, whole.order.id)
  if (!issued.some((one) => one.number === number)) throw new AppError('invoice-not-found')
  return whole
}

/** Papers have the name and the address of the buyer, as the page of their order has. */
function noteOrderRead(deps: DeskDeps, operator: Operator, number: string): Promise<void> {
  return noteReading(deps, deps.store.db, operator, { action: 'order.read', subject: `order ${number}` })
}

/** @throws AppError `order-not-found` */
export async function printPackingSlip(deps: DeskDeps, operator: Operator, orderId: string): Promise<Pdf> {
  const slip = await deps.reading.slip(deps.store.db, orderId)
  if (!slip) throw new AppError('order-not-found')
  await noteOrderRead(deps, operator, slip.number)
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
