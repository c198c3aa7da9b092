import type { PaymentMethod, Order as PresentedOrder } from '@shipminer/contract/shop/orders'
import { isCrypto } from '@shipminer/domain/orders/order'
import { unplannedEnd } from '@shipminer/domain/orders/order-expiry'
import { isFittedCase } from '@shipminer/domain/orders/vat/vat-case'
import * as z from 'zod'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import type { Opener } from './opener.ts'
import { promisedLeadWeeks } from './order-row.ts'
import type { BuyerDeps } from './orders.deps.ts'
import { withdrawalOf } from './orders.presenter.ts'
import { listEvents, type OrderRow } from './orders.repository.ts'
import { requireMethod } from './placing/price-order.service.ts'
import { openOrder, openOrderLocked, readOrder } from './read-order.service.ts'

/** @throws AppError `order-not-found`, `order-state-conflict` */
export function cancelOrder(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
  reason: string | null,
): Promise<PresentedOrder> {
  return change(deps, id, opener, async (trx, row, at) => {
    if (!(await deps.payments.cancelOpenIntent(trx, row.id))) throw new AppError('order-state-conflict')
    return must(
      await applyOrderEvent(deps, trx, row, { type: 'cancel', actor: 'buyer' }, { at, note: reason }),
    )
  })
}

/** Choosing the present method changes nothing. @throws AppError `order-not-found`, `order-state-conflict`, `payment-method-unavailable` */
export async function changeMethod(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
  method: PaymentMethod,
): Promise<PresentedOrder> {
  const found = await openOrder(deps, id, opener)
  const { grossCents, vatCase } = found
  if (found.method !== method)
    await requireMethod(deps, method, { grossCents, isFitted: isFittedCase(vatCase) })
  return change(deps, id, opener, async (trx, row, at) => {
    if (row.method === method) return row
    if (isCrypto(row.method) && !(await deps.payments.cancelOpenIntent(trx, row.id)))
      throw new AppError('order-state-conflict')
    const changed = must(
      await applyOrderEvent(deps, trx, row, { type: 'choose-method', actor: 'buyer', method }, { at }),
    )
    if (method !== 'pay_on_delivery') return changed
    const leadWeeks = promisedLeadWeeks(await listEvents(trx, row.id))
    const endsAt = new Date(unplannedEnd(row.methodChosenAt.getTime(), leadWeeks, deps.unplannedDays))
    return must(
      await applyOrderEvent(deps, trx, changed, { type: 'confirm', actor: 'system' }, { at, endsAt }),
    )
  })
}

const emailSchema = z.email()

/**
 * Records the consumer's withdrawal. The receipt, with the time and the text, is sent at once to the address given.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `required-fields-missing`, `email-invalid`
 */
export function withdrawOrder(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
  declaration: { name?: string | undefined; email?: string | undefined; statement?: string | undefined },
): Promise<PresentedOrder> {
  return change(deps, id, opener, async (trx, row, at) => {
    if (!declaration.name) throw fieldError('required-fields-missing', 'name')
    if (!declaration.email) throw fieldError('required-fields-missing', 'email')
    const to = declaration.email.toLowerCase()
    if (!emailSchema.safeParse(to).success) throw fieldError('email-invalid', 'email')
    if (!withdrawalOf(row, at.getTime()).allowed) throw new AppError('order-state-conflict')
    // A payment under way on a chain stays watched, and is refunded once it has arrived.
    await deps.payments.cancelOpenIntent(trx, row.id)
    const withdrawn = must(
      await applyOrderEvent(
        deps,
        trx,
        row,
        { type: 'withdraw', actor: 'buyer' },
        {
          at,
          note: declaration.statement || null,
          data: { name: declaration.name.toWellFormed(), email: to.toWellFormed() },
        },
      ),
    )
    const documents = (await deps.invoices.list(trx, row.id)).filter(
      ({ kind, issuedAt }) => kind === 'credit' && issuedAt.getTime() === at.getTime(),
    )
    await deps.mails.toBuyer(
      trx,
      withdrawn,
      {
        kind: 'withdrawn',
        documents,
        at,
        to,
        statement: [declaration.name, declaration.statement].filter(Boolean).join('\n'),
      },
      at,
    )
    return withdrawn
  })
}

function fieldError(code: 'required-fields-missing' | 'email-invalid', field: string): AppError {
  return new AppError(code, { issues: [{ path: `body.${field}`, message: code }] })
}

async function change(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
  act: (trx: Trx, row: OrderRow, at: Date) => Promise<OrderRow>,
): Promise<PresentedOrder> {
  await openOrder(deps, id, opener)
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await openOrderLocked(deps, trx, id, opener)
    return readOrder(deps, trx, await act(trx, row, new Date(deps.clock())))
  })
}

function must(applied: Awaited<ReturnType<typeof applyOrderEvent>>): OrderRow {
  if (applied.ok) return applied.row
  throw new AppError(applied.reason === 'out-of-stock' ? 'out-of-stock' : 'order-state-conflict')
}
