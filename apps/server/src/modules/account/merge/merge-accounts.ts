import type { Merge, MergedThing } from '@shipminer/contract/desk/merge'
import { payoutAddressState } from '@shipminer/domain/payouts/payout-address'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { rehearse } from '../../../platform/db/rehearse.ts'
import type { Store, StoreLogger, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { isInOpenRun } from '../../payouts/payouts.port.ts'
import { readBalance } from '../../revenue/revenue.port.ts'
import { tellFleet } from '../../ships/ships.port.ts'
import { listPayoutAddressEvents, listWallets, type UserRow } from '../../users/users.port.ts'
import { removeUser } from '../account-data.repository.ts'
import { type MergeSide, whyNotMerged } from './merge.policy.ts'
import * as repository from './merge.repository.ts'
import { mergeRules } from './merge-rules.ts'

export type MergeDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  sessions: Pick<Sessions, 'revokeAll'>
}

/**
 * What merging two accounts would do: it is done, and taken back.
 *
 * @throws AppError `not-found`, or why they cannot be merged
 */
export const previewMerge = (deps: MergeDeps, pair: repository.Pair): Promise<Merge> =>
  rehearse(deps.store, (trx) => mergeAccounts(deps, trx, pair, { typed: null, operator: '' }))

/**
 * Makes two accounts of one person one: everything of the one that goes belongs to the one that stays, which its wallets sign in to from then on. Where both
 * have what may be only once, that of the one that stays holds. Its id and address stay readable with the other's.
 *
 * @param typed the name of the account that goes, as somebody typed it; null: nobody did
 * @throws AppError `not-found`, or why they cannot be merged
 */
export async function mergeAccounts(
  deps: MergeDeps,
  trx: Trx,
  pair: repository.Pair,
  { typed, operator }: { typed: string | null; operator: string },
): Promise<Merge> {
  if (pair.stays === pair.goes) throw new AppError('merge-same-account')
  const users = await repository.lockPair(trx, pair)
  if (!users || (typed !== null && users.goes.name.trim() !== typed)) throw new AppError('not-found')
  const now = deps.clock()
  const stays = await readSide(trx, users.stays, now)
  const goes = await readSide(trx, users.goes, now)
  const reason = whyNotMerged(stays, goes, await repository.haveSameReceipt(trx, pair))
  if (reason !== null) throw new AppError(reason)
  const before = { stays: await present(trx, users.stays, stays), goes: await present(trx, users.goes, goes) }

  const { moves, dropped } = await moveAll(trx, pair)
  const messages = await repository.countMessages(trx, users.goes.email)
  if (messages > 0) moves.set('messages', messages)
  const takesEmail = users.stays.email === null && users.goes.email !== null
  if (takesEmail) await repository.movePassword(trx, pair)
  await deps.sessions.revokeAll({ userId: pair.goes, except: null }, 'account-merged', trx)
  await removeUser(trx, pair.goes)
  await fillPerson(trx, users, new Date(now), takesEmail)
  await repository.noteMerged(trx, {
    formerId: pair.goes,
    userId: pair.stays,
    name: users.goes.name,
    email: users.goes.email,
    emailVerified: users.goes.emailVerifiedAt !== null,
    at: new Date(now),
    operator,
  })
  const { ships, loose } = await repository.listFleet(trx, pair.stays)
  for (const shipId of ships) await tellFleet(deps.store, { shipId }, trx)
  if (loose !== null) await tellFleet(deps.store, { controllerId: loose }, trx)
  if (typed !== null) deps.logger.info({ userId: pair.stays, formerId: pair.goes }, 'accounts merged')
  return {
    ...before,
    moves: countsOf(moves),
    dropped: countsOf(dropped),
    balanceSat: (await readBalance(trx, pair.stays)).balanceSat,
    losesEmail: users.goes.email !== null && !takesEmail,
  }
}

type Counts = Map<MergedThing, number>

const countsOf = (counts: Counts) => [...counts].map(([what, count]) => ({ what, count }))

async function moveAll(trx: Trx, pair: repository.Pair): Promise<{ moves: Counts; dropped: Counts }> {
  const [moves, dropped]: [Counts, Counts] = [new Map(), new Map()]
  const add = (counts: Counts, what: MergedThing | null, count: number) => {
    if (what !== null && count > 0) counts.set(what, (counts.get(what) ?? 0) + count)
  }
  await repository.joinPayouts(trx, pair)
  for (const rule of mergeRules) {
    if (rule.how === 'ends') continue
    add(moves, rule.what, await repository.moveRows(trx, rule, pair))
    if (rule.how === 'fills') add(dropped, rule.what, await repository.countRows(trx, rule, pair.goes))
  }
  await repository.leaveOwnCrew(trx, pair.stays)
  return { moves, dropped }
}

/** What the one that stays does not say of the person, the other may. */
async function fillPerson(
  trx: Trx,
  { stays, goes }: { stays: UserRow; goes: UserRow },
  at: Date,
  takesEmail: boolean,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      company: stays.company ?? goes.company,
      phone: stays.phone ?? goes.phone,
      preferredLanguage: stays.preferredLanguage ?? goes.preferredLanguage,
      ...(takesEmail && { email: goes.email, emailVerifiedAt: goes.emailVerifiedAt }),
      updatedAt: at,
    })
    .where('id', '=', stays.id)
    .execute()
}

async function readSide(trx: Trx, user: UserRow, now: number): Promise<MergeSide> {
  const events = await listPayoutAddressEvents(trx, user.id)
  return {
    isOperator: user.roles.includes('operator'),
    isInOpenRun: await isInOpenRun(trx, user.id),
    payoutAddress: payoutAddressState(events, now),
    hadAddress: events.length > 0,
    wallets: (await listWallets(trx, user.id)).length,
  }
}

async function present(trx: Trx, user: UserRow, { wallets }: MergeSide): Promise<Merge['stays']> {
  const { id, name, email } = user
  return { id, name, email, wallets, balanceSat: (await readBalance(trx, id)).balanceSat }
}
