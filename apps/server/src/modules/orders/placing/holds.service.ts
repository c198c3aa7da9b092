import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { findUserWithWallets } from '../../users/users.port.ts'

/** How much may be held by people whom nothing is known about. */
export type HoldLimits = {
  /** Unpaid orders that a guest may have at a time, by address and by client. */
  guestOpenOrders: number
  /** From this quantity on the buyer's e-mail address must be that of the account, and verified. */
  verifiedFromQuantity: number
}

/** @throws AppError `verified-email-required` */
export async function requireVerifiedEmail(
  db: Queryable,
  { verifiedFromQuantity }: Pick<HoldLimits, 'verifiedFromQuantity'>,
  order: { quantity: number; email: string; userId: string | null },
): Promise<void> {
  if (order.quantity < verifiedFromQuantity) return
  const user = order.userId === null ? null : await findUserWithWallets(db, order.userId)
  if (user?.emailVerifiedAt && user.email?.toLowerCase() === order.email) return
  throw new AppError('verified-email-required')
}

/**
 * Boxes are held for an order before a cent is paid, so a guest has few of them at a time. The caller holds the lock of the order numbers,
 * so that two orders of one moment see each other.
 *
 * @throws AppError `open-order-exists`
 */
export async function requireFewOpenOrders(
  trx: Trx,
  { guestOpenOrders }: Pick<HoldLimits, 'guestOpenOrders'>,
  guest: { email: string; placedFrom: Uint8Array },
): Promise<void> {
  const { open } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('userId', 'is', null)
    .where('state', 'in', ['placed', 'confirmed'])
    .where('payment', '<>', 'paid')
    .where((is) => is.or([is('email', '=', guest.email), is('placedFrom', '=', guest.placedFrom)]))
    .executeTakeFirstOrThrow()
  if (Number(open) >= guestOpenOrders) throw new AppError('open-order-exists')
}
