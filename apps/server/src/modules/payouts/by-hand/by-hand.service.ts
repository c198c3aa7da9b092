import { createHash } from 'node:crypto'
import type { BookedReceipt, deskPoolEndpoints } from '@shipminer/contract/desk/pools'
import { mayTakeBack } from '@shipminer/domain/revenue/may-take-back'
import { poolHost } from '@shipminer/domain/revenue/pool-coin'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  confirmProposal,
  noteAction,
  proposalNote,
  propose,
  type Wanted,
} from '../../operators/operators.port.ts'
import { countPools, listPoolProfiles, removePoolProfile, savePoolProfile } from '../../pools/pools.port.ts'
import {
  countPayouts,
  countReceipts,
  findOwnerName,
  listOwnedControllers,
  listOwnedShips,
  listPayoutTxids,
  pagePayouts,
  pageReceipts,
  presentPayout,
  presentReceipt,
} from '../../revenue/revenue.port.ts'
import type { PayoutsDeps } from '../payouts.deps.ts'
import { readMoved, recordPayout, takeBackReceipt } from './by-hand.ts'

const perPage = 50
const dayMs = 86_400_000

type Query = z.output<typeof deskPoolEndpoints.deskPayoutOwner.query & object>
type Recorded = z.output<typeof deskPoolEndpoints.deskPayoutRecord.body & object>
type Described = z.output<typeof deskPoolEndpoints.deskPoolDescribe.body & object>
type Forgotten = z.output<typeof deskPoolEndpoints.deskPoolForget.body & object>

const ownerOf = (userId: string) => `owner ${userId}` as const

/** The money of one owner. @throws AppError `user-not-found` */
export async function readPayoutOwner(
  deps: PayoutsDeps,
  userId: string,
  { sort = 'at', direction, page = 1, paidSort = 'at', paidDirection, paidPage = 1 }: Query,
): Promise<z.input<typeof deskPoolEndpoints.deskPayoutOwner.data>> {
  const { db } = deps.store
  const name = await findOwnerName(db, userId)
  if (name === null) throw new AppError('user-not-found')
  const { balance, ...money } = await readMoved(db, userId)
  const [receipts, receiptsTotal, payouts, payoutsTotal, pools, ships, controllers] = await Promise.all([
    pageReceipts(db, userId, {
      sort,
      isAscending: direction === 'ascending',
      offset: (page - 1) * perPage,
      limit: perPage,
    }),
    countReceipts(db, userId),
    pagePayouts(db, userId, {
      sort: paidSort,
      isAscending: paidDirection === 'ascending',
      offset: (paidPage - 1) * perPage,
      limit: perPage,
    }),
    countPayouts(db, userId),
    listPoolProfiles(db, userId),
    listOwnedShips(db, userId),
    listOwnedControllers(db, userId),
  ])
  const shipNames = new Map(ships.map(({ id, name: ship }) => [id, ship]))
  const used = await countPools(
    db,
    controllers.map(({ id }) => id),
  )
  const hosts = new Set(used.flatMap(({ poolUrl }) => poolHost(poolUrl) ?? []))
  for (const { host } of pools) hosts.delete(host)
  return {
    serverTime: deps.clock(),
    name,
    fourEyes: deps.fourEyes,
    ...balance,
    reservedSat: money.reservedSat,
    receipts: receipts.map((row): BookedReceipt => {
      const { shipId, ...receipt } = presentReceipt(row)
      return {
        ...receipt,
        ship: shipId === null ? null : (shipNames.get(shipId) ?? null),
        mayTakeBack: mayTakeBack(money, row),
      }
    }),
    receiptsTotal,
    perPage,
    payouts: payouts.map(presentPayout),
    payoutsTotal,
    pools,
    otherHosts: [...hosts].toSorted(),
  }
}

/** @throws AppError `not-found`, `receipt-paid-out` */
export async function takeBack(
  deps: PayoutsDeps,
  operator: Operator,
  { userId, id }: { userId: string; id: string },
  reason: string,
): Promise<Record<string, never>> {
  await deps.store.db.transaction().execute(async (trx) => {
    const taken = await takeBackReceipt(trx, userId, { id, isChecked: true })
    if (taken === null) throw new AppError('not-found')
    if (taken.kind === 'stays') throw new AppError('receipt-paid-out')
    const { coin, amountSat, reference } = taken.receipt
    await noteAction(deps, trx, operator, {
      action: 'pool.take-back',
      subject: ownerOf(userId),
      reason: `${amountSat} sat ${coin} · ${reference} · ${reason}`,
    })
  })
  return {}
}

/**
 * Records that an owner was paid outside of a run; with four eyes the first operator proposes it, and another one confirms just that.
 *
 * @throws AppError `user-not-found`, `second-operator-required`, `invalid-request` for a day that has not come
 */
export async function recordByHand(
  deps: PayoutsDeps,
  operator: Operator,
  userId: string,
  { reason, ...recorded }: Recorded,
): Promise<{ outcome: 'recorded' | 'known' | 'waits' }> {
  const { amountSat, txid, on, note } = recorded
  const now = deps.clock()
  // It may be a day later elsewhere.
  if (Date.parse(on) > now + dayMs / 2)
    throw new AppError('invalid-request', { issues: [{ path: 'body.on', message: 'has not come yet' }] })
  if ((await findOwnerName(deps.store.db, userId)) === null) throw new AppError('user-not-found')
  const words = `${amountSat} sat · ${txid}`
  const wanted: Wanted = {
    id: createHash('sha256').update(`${userId} ${txid}`).digest('hex').slice(0, 32),
    what: { kind: 'payout-record', userId, ...recorded },
    subject: ownerOf(userId),
    reason: `${words} · ${reason}`,
  }
  if (deps.fourEyes) {
    if ((await listPayoutTxids(deps.store.db, userId)).includes(txid)) return { outcome: 'known' }
    if (await propose(deps, operator, wanted)) return { outcome: 'waits' }
  }
  return deps.store.db.transaction().execute(async (trx) => {
    const first = deps.fourEyes ? await confirmProposal(deps, trx, operator, wanted) : null
    const paidAt = new Date(Math.min(now, Date.parse(`${on}T12:00:00Z`)))
    const isNew = await recordPayout(trx, {
      userId,
      amountSat,
      txid,
      note,
      paidAt,
      recordedAt: new Date(now),
    })
    if (!isNew) return { outcome: 'known' }
    await noteAction(deps, trx, operator, {
      action: 'payout.record',
      subject: ownerOf(userId),
      reason: [words, reason, ...(first === null ? [] : [proposalNote(first)])].join(' · '),
    })
    return { outcome: 'recorded' }
  })
}

/** @throws AppError `user-not-found` */
export async function describePool(
  deps: PayoutsDeps,
  operator: Operator,
  userId: string,
  { reason, host: written, ...known }: Described,
): Promise<{ host: string }> {
  const host = hostOf(written)
  const { coin, mode, feeBasisPoints } = known
  await deps.store.db.transaction().execute(async (trx) => {
    if ((await findOwnerName(trx, userId)) === null) throw new AppError('user-not-found')
    await savePoolProfile(trx, userId, { host, ...known }, new Date(deps.clock()))
    const fee = feeBasisPoints === null ? [] : [`${feeBasisPoints / 100} %`]
    await noteAction(deps, trx, operator, {
      action: 'pool.describe',
      subject: ownerOf(userId),
      reason: [host, coin, mode, ...fee, reason].join(' · '),
    })
  })
  return { host }
}

/** @throws AppError `not-found` */
export async function forgetPool(
  deps: PayoutsDeps,
  operator: Operator,
  userId: string,
  { host: written, reason }: Forgotten,
): Promise<Record<string, never>> {
  const host = hostOf(written)
  await deps.store.db.transaction().execute(async (trx) => {
    if (!(await removePoolProfile(trx, userId, host))) throw new AppError('not-found')
    await noteAction(deps, trx, operator, {
      action: 'pool.forget',
      subject: ownerOf(userId),
      reason: `${host} · ${reason}`,
    })
  })
  return {}
}

/** The contract lets nothing through that is no host. */
const hostOf = (written: string): string => poolHost(written) ?? written
