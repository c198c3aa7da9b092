import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { findUserWithWallets } from '../../users/users.port.ts'

/** How much may be held by people whom nothing is known about. */
export type HoldLimits = {
  /** Unpaid orders that a guest may have at a time, by address and by client. */
  guestOpenOrders: number
  /** The same for an account, together with other accounts of its client. */
  accountOpenOrders: number
  /** From this quantity on the buyer's e-mail address must be that of the account, and verified. */
  verifiedFromQuantity: number
}

export type OpenOrderLimits = Pick<HoldLimits, 'guestOpenOrders' | 'accountOpenOrders'>

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
 * Boxes are held for an order before a cent is paid, so nobody has many of them at a time: a guest, known by address and client, nor an account
 * with all others of its client, since a wallet makes an account in a second. The caller holds the lock of the order numbers, so that
 * two orders of one moment see each other.
 *
 * @throws AppError `open-order-exists` to a guest, `too-many-open-orders` to an account
 */
export async function requireFewOpenOrders(
  trx: Trx,
  { guestOpenOrders, accountOpenOrders }: OpenOrderLimits,
  { userId, email, placedFrom }: { userId: string | null; email: string; placedFrom: Uint8Array },
): Promise<void> {
  const { open } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('userId', userId === null ? 'is' : 'is not', null)
    .where('state', 'in', ['placed', 'confirmed'])
    .where('payment', '<>', 'paid')
    .where((is) =>
      is.or([
        userId === null ? is('email', '=', email) : is('userId', '=', userId),
        is('placedFrom', '=', placedFrom),
      ]),
    )
    .executeTakeFirstOrThrow()
  if (userId === null && Number(open) >= guestOpenOrders) throw new AppError('open-order-exists')
  if (userId !== null && Number(open) >= accountOpenOrders) throw new AppError('too-many-open-orders')
}
