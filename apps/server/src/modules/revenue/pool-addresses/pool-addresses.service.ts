import {
  type deskPoolEndpoints,
  FoundPaymentSchema,
  type PoolAddress,
  type PoolImport,
} from '@shipminer/contract/desk/pools'
import * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { formatResultCounts, noteAction } from '../../operators/operators.port.ts'
import { countsOf, findShip, presentImport } from '../imports/desk-imports.service.ts'
import { findUser } from '../imports/income-imports.repository.ts'
import { ChainUnreadable, type ImportDeps, importOnChain } from '../imports/income-imports.service.ts'
import * as repository from './pool-addresses.repository.ts'

export type PoolAddressDeps = ImportDeps & {
  fetch: typeof globalThis.fetch
  /** Null: no server of the chain is set, and nothing can be watched. */
  esploraUrl: string | null
  /** Null: not an address of the network. */
  parseAddress: (text: string) => string | null
}
type Request = z.output<typeof deskPoolEndpoints.deskPoolAddressAdd.body & object>

/** Addresses that are watched, with what arrived there and is not booked. */
export async function listAddresses({
  store,
  esploraUrl,
}: Pick<PoolAddressDeps, 'store' | 'esploraUrl'>): Promise<{
  isWatching: boolean
  addresses: PoolAddress[]
}> {
  const rows = await repository.listPoolAddresses(store.db)
  return { isWatching: esploraUrl !== null, addresses: rows.map(present) }
}

/** @throws AppError `user-not-found`, `ship-not-found`, `payout-address-invalid`, `pool-address-watched` */
export async function addAddress(deps: PoolAddressDeps, operator: Operator, request: Request) {
  const { store } = deps
  const address = deps.parseAddress(request.address)
  if (address === null) throw new AppError('payout-address-invalid')
  const userId = await findUser(store.db, request.owner)
  if (userId === null) throw new AppError('user-not-found')
  const shipId = request.ship ? await findShip(deps, userId, request.ship) : null
  const createdAt = new Date(deps.clock())
  await store.db.transaction().execute(async (trx) => {
    const watched = { address, userId, shipId, createdAt, createdBy: operator.name }
    if (!(await repository.insertPoolAddress(trx, watched))) throw new AppError('pool-address-watched')
    await noteAction(deps, trx, operator, {
      action: 'pool.watch',
      subject: `owner ${userId}`,
      reason: address,
    })
  })
  return listAddresses(deps)
}

/** What was booked stays. @throws AppError `pool-address-not-found` */
export async function removeAddress(deps: PoolAddressDeps, operator: Operator, id: string) {
  await deps.store.db.transaction().execute(async (trx) => {
    const address = await repository.removePoolAddress(trx, Number(id))
    if (address === null) throw new AppError('pool-address-not-found')
    await noteAction(deps, trx, operator, {
      action: 'pool.unwatch',
      subject: `pool address ${id}`,
      reason: address,
    })
  })
  return listAddresses(deps)
}

/**
 * Books what the chain shows now at an address that is watched. Twice changes nothing.
 *
 * @throws AppError `pool-address-not-found`, `payout-setup-missing`, `payout-source-unavailable`
 */
export async function bookAddress(
  deps: PoolAddressDeps,
  operator: Operator,
  id: string,
): Promise<PoolImport> {
  const row = await repository.findPoolAddress(deps.store.db, Number(id))
  if (!row) throw new AppError('pool-address-not-found')
  const { esploraUrl } = deps
  if (esploraUrl === null) throw new AppError('payout-setup-missing')
  const { userId, shipId, address } = row
  const payments = await importOnChain(
    { ...deps, esploraUrl },
    { userId, shipId, address, paidTo: 'provider', dryRun: false },
    (trx, imported) =>
      noteAction(deps, trx, operator, {
        action: 'pool.import',
        subject: `owner ${userId}`,
        reason: `${address} · ${formatResultCounts(countsOf(imported))}`,
      }),
  ).catch((error: unknown) => {
    if (!(error instanceof ChainUnreadable)) throw error
    throw new AppError('payout-source-unavailable', {}, { cause: error })
  })
  await repository.saveLook(deps.store.db, row.id, { lookedAt: new Date(deps.clock()), found: [] })
  return presentImport(row.ownerName, payments)
}

/** Looks at every address on the chain; what an address has that is not booked is proposed at the desk. */
export async function watchAddresses(deps: PoolAddressDeps): Promise<void> {
  const { esploraUrl, store } = deps
  if (esploraUrl === null) return
  await forEachIsolated(
    await repository.listPoolAddresses(store.db),
    ({ address }) => address,
    async ({ id, userId, shipId, address }) => {
      const target = { userId, shipId, address, paidTo: 'provider', dryRun: true } as const
      try {
        const payments = await importOnChain({ ...deps, esploraUrl }, target)
        const found = payments.flatMap(({ result, at, amountSat, reference }) =>
          result === 'imported' ? [{ at: at?.getTime(), amountSat, reference }] : [],
        )
        await repository.saveLook(store.db, id, { lookedAt: new Date(deps.clock()), found })
      } catch (error) {
        await repository.saveLook(store.db, id, { problem: (error as Error).message.slice(0, 300) })
        throw error
      }
    },
  )
}

function present(row: repository.PoolAddressRow): PoolAddress {
  const payments = z.array(FoundPaymentSchema).parse(row.found)
  return {
    id: String(row.id),
    address: row.address,
    owner: row.ownerName,
    ship: row.shipName,
    lookedAt: row.lookedAt?.getTime() ?? null,
    problem: row.problem,
    totalSat: payments.reduce((sum, { amountSat }) => sum + amountSat, 0),
    count: payments.length,
    payments: payments.slice(-mostShown),
  }
}

const mostShown = 50
