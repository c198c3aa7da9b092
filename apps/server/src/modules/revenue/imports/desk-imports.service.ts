import { type deskPoolEndpoints, longestPoolFile, type PoolImport } from '@shipminer/contract/desk/pools'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { formatResultCounts, noteAction } from '../../operators/operators.port.ts'
import { listOwnedShips } from '../scope.repository.ts'
import { findOwnerName, findUser } from './income-imports.repository.ts'
import {
  type ImportDeps,
  type ImportedPayment,
  importPoolCsv,
  PoolFileUnreadable,
} from './income-imports.service.ts'

type Request = z.output<typeof deskPoolEndpoints.deskPoolImport.body & object>

/** Most lines that an answer lists; a file may have many more. */
const mostListed = 300
/** What needs a look comes first. */
const rank = { refused: 0, skipped: 1, known: 2, imported: 3 } as const

/**
 * Shows what a pool's file would book for an owner, or books it, with a line in the audit log when anything is new.
 *
 * @throws AppError `payload-too-large`, `user-not-found`, `ship-not-found`, `pool-file-unreadable`
 */
export async function importPoolFile(
  deps: ImportDeps,
  operator: Operator,
  { owner, text, coin, paidTo, ship, preview }: Request,
): Promise<PoolImport> {
  if (text.length > longestPoolFile) throw new AppError('payload-too-large')
  const userId = await findUser(deps.store.db, owner)
  if (userId === null) throw new AppError('user-not-found')
  const shipId = ship ? await findShip(deps, userId, ship) : null
  const payments = await importPoolCsv(
    deps,
    { userId, shipId, paidTo, dryRun: preview, text, coin },
    (trx, found) =>
      noteAction(deps, trx, operator, {
        action: 'pool.import',
        subject: `owner ${userId}`,
        reason: formatResultCounts(countsOf(found)),
      }),
  ).catch((error) => {
    if (error instanceof PoolFileUnreadable) throw new AppError('pool-file-unreadable', {}, { cause: error })
    throw error
  })
  return presentImport((await findOwnerName(deps.store.db, userId)) ?? owner, payments)
}

/** What became of payments, those that need a look first. */
export function presentImport(owner: string, payments: readonly ImportedPayment[]): PoolImport {
  return {
    owner,
    counts: countsOf(payments),
    totals: totalsOf(payments),
    lines: payments
      .toSorted((a, b) => rank[a.result] - rank[b.result] || (a.line ?? 0) - (b.line ?? 0))
      .slice(0, mostListed)
      .map(({ at, line, why: _why, ...payment }) => ({
        ...payment,
        line: line ?? 0,
        at: at?.getTime() ?? null,
      })),
  }
}

/** @throws AppError `ship-not-found` */
export async function findShip(
  { store }: Pick<ImportDeps, 'store'>,
  userId: string,
  name: string,
): Promise<string> {
  const [only, ...others] = (await listOwnedShips(store.db, userId)).filter(
    (ship) => ship.name.toLowerCase() === name.toLowerCase(),
  )
  if (!only || others.length > 0) throw new AppError('ship-not-found')
  return only.id
}

export function countsOf(payments: readonly ImportedPayment[]): PoolImport['counts'] {
  const counts = { imported: 0, known: 0, skipped: 0, refused: 0 }
  for (const { result } of payments) counts[result] += 1
  return counts
}

function totalsOf(payments: readonly ImportedPayment[]): PoolImport['totals'] {
  const sums = new Map<string, number>()
  for (const { result, coin, amountSat } of payments)
    if (result === 'imported' && coin !== null) sums.set(coin, (sums.get(coin) ?? 0) + (amountSat ?? 0))
  return [...sums].map(([coin, amountSat]) => ({ coin, amountSat }))
}
