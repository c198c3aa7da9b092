import type { DeskTodaySchema } from '@shipminer/contract/desk/work'
import { safeTotal } from '@shipminer/domain/safe-whole'
import type * as z from 'zod/mini'
import * as runs from './payout-runs.repository.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { newestOfBalances, type OwnerName } from './payouts.repository.ts'
import { readOwners } from './payouts.service.ts'

const weekMs = 7 * 86_400_000
/** What changes a balance without a new entry (an address that begins to count, a receipt that was taken back) is seen by then. */
const keptMs = 10 * 60_000

type Waiting = Pick<z.input<typeof DeskTodaySchema>, 'payoutsDue' | 'openPayoutRuns' | 'unreadOwners'>
type Due = { owners: number; totalSat: number; unread: OwnerName[] }

/**
 * What of the weekly run waits: that it is made, once the last one is over a week old, and that what was made is sent. Every operator asks for it each
 * minute: all balances are added up anew only when something was entered, for all who request them.
 */
export function createPayoutsWaiting(deps: PayoutsDeps): () => Promise<Waiting> {
  const { db } = deps.store
  let kept: { newest: string; until: number; due: Promise<Due> } | null = null
  const addUp = async (): Promise<Due> => {
    const { owners, unread } = await readOwners(deps, db)
    const amounts = owners.flatMap(({ amountSat }) => amountSat ?? [])
    return { owners: amounts.length, totalSat: safeTotal(amounts), unread }
  }
  const readDue = async (): Promise<Due> => {
    const newest = await newestOfBalances(db)
    const now = deps.clock()
    if (kept?.newest === newest && now < kept.until) return kept.due
    const mine = { newest, until: now + keptMs, due: addUp() }
    kept = mine
    mine.due.catch(() => {
      if (kept === mine) kept = null
    })
    return mine.due
  }
  return async () => {
    const lastRunAt = await runs.lastMadeAt(db)
    const isOver = lastRunAt === null || lastRunAt.getTime() <= deps.clock() - weekMs
    const due = isOver ? await readDue() : null
    const open = await runs.listUnsent(db)
    return {
      payoutsDue: due?.owners
        ? { owners: due.owners, totalSat: due.totalSat, lastRunAt: lastRunAt?.getTime() ?? null }
        : null,
      unreadOwners: due?.unread ?? [],
      openPayoutRuns: open.map(({ id, createdAt, totalSat }) => ({
        id: String(id),
        createdAt: createdAt.getTime(),
        totalSat,
      })),
    }
  }
}
