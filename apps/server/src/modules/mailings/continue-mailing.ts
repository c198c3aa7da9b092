import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markNotified } from '../inquiries/inquiries.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import { addressMailing, canBeOrdered, lockWaitingLists, type Shelf } from './address-mailing.ts'
import { hasReached } from './mailing.policy.ts'
import { draftOf } from './mailing-draft.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'
import {
  continueMailing,
  findMailing,
  listReached,
  listStopped,
  lockMailing,
  type MailingRow,
} from './mailings.repository.ts'
import { describeMailing, type Preview } from './mailings.service.ts'

/**
 * How many of those whom a stopped message has not reached it would reach now, and what it says.
 *
 * @throws AppError `not-found`, `mailing-not-stopped`
 */
export async function previewLeft(deps: MailingDeps, id: string): Promise<Preview> {
  const { db } = deps.store
  const row = requireStopped(await findMailing(db, id))
  const { left, withheld, shelf } = await findLeft(deps, db, row)
  const addressees = left.map(({ to }) => to)
  return describeMailing(deps, draftOf(row), { addressees, withheld, shelf })
}

/**
 * Lets a stopped message go on for those whom it has not reached. Anyone whom it has reached does not get it again, under another address or
 * account neither; nor does anyone who was notified by another message since.
 *
 * @throws AppError `not-found`, `mailing-not-stopped`, `mailing-nobody`, `mailing-not-available` while the product cannot be ordered
 */
export async function resumeMailing(
  deps: MailingDeps,
  operator: Operator,
  id: string,
): Promise<{ recipients: number }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const row = requireStopped(await lockMailing(trx, id))
    if (row.audience === 'waiting') await lockWaitingLists(trx)
    const { left, inquiryIds, shelf } = await findLeft(deps, trx, row)
    if (row.audience === 'waiting' && !canBeOrdered(shelf, row.productId))
      throw new AppError('mailing-not-available')
    if (left.length === 0) throw new AppError('mailing-nobody')
    const at = new Date(deps.clock())
    await continueMailing(trx, { id, positions: left.map(({ position }) => position), at })
    await markNotified(trx, inquiryIds, { mailingId: id, at })
    await noteAction(deps, trx, operator, {
      action: 'mailing.continue',
      subject: `mailing ${id}`,
      reason: null,
    })
    return { recipients: left.length }
  })
}

function requireStopped(row: MailingRow | null): MailingRow {
  if (!row) throw new AppError('not-found')
  if (row.stoppedAt === null) throw new AppError('mailing-not-stopped')
  return row
}

type Left = {
  left: { position: number; to: Addressee }[]
  /** Of those who were stopped: how many get nothing any more. */
  withheld: number
  inquiryIds: string[]
  shelf: Shelf
}

/** Whom the message would reach now if it were new, of those whom it has not reached when it was stopped: each once. */
async function findLeft(deps: MailingDeps, db: Queryable, row: MailingRow): Promise<Left> {
  const { addressees, inquiries, shelf } = await addressMailing(deps, db, draftOf(row))
  const reached = await listReached(db, row)
  const byUser = new Map(addressees.flatMap((to) => (to.userId === null ? [] : [[to.userId, to] as const])))
  const byEmail = new Map(addressees.map((to) => [to.email.toLowerCase(), to]))
  const stopped = await listStopped(db, row.id)
  const positions = new Map<Addressee, number>()
  for (const { position, userId, inquiryEmail } of stopped) {
    const to = userId === null ? byEmail.get(inquiryEmail?.toLowerCase() ?? '') : byUser.get(userId)
    if (to && !positions.has(to) && !hasReached(reached, to)) positions.set(to, position)
  }
  const left = [...positions].map(([to, position]) => ({ to, position }))
  const emails = new Set(left.map(({ to }) => to.email.toLowerCase()))
  const inquiryIds = inquiries.filter(({ email }) => emails.has(email.toLowerCase())).map(({ id }) => id)
  return { left, withheld: stopped.length - left.length, inquiryIds, shelf }
}
