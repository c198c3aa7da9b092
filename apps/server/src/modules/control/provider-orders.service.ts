import { abilityOf } from '@shipminer/contract/account/ability'
import { CapabilitiesSchema } from '@shipminer/contract/control'
import {
  type ProviderAction,
  type ProviderOrderState,
  providerOrderStates,
  type WhySkipped,
} from '@shipminer/contract/control/provider-orders'
import type { CommandState } from '@shipminer/domain/fleet/command'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { issueCommands } from './commands.service.ts'
import type { ControlDeps } from './control.deps.ts'
import { commandIdOf } from './order-many.service.ts'
import { listOrdered, listProvidedMiners, type ProvidedMiner } from './provider-consent.repository.ts'
import {
  countLeftOut,
  countOrdered,
  keepLeftOut,
  keepOrder,
  listLeftOut,
  listOrderedMiners,
} from './provider-orders.repository.ts'

export type ProviderOrder = { id: string; action: ProviderAction }

/**
 * Gives an order of the provider to miners whose owners let the provider act; says of the others why not. With `isTrial` nothing is given.
 *
 * @param note what is recorded in the same transaction, by owner
 */
export async function orderByProvider(
  deps: ControlDeps,
  operator: { userId: string },
  { id: orderId, action }: ProviderOrder,
  minerIds: readonly number[],
  {
    isTrial,
    note,
  }: { isTrial: boolean; note: (trx: Trx, owners: ReadonlyMap<string, number>) => Promise<void> },
): Promise<{ given: number[]; skipped: { id: number; why: WhySkipped }[] }> {
  const { db } = deps.store
  const byId = new Map((await listProvidedMiners(db, minerIds)).map((miner) => [miner.id, miner]))
  const checked = minerIds.map((id) => ({ id, miner: byId.get(id), why: whyNot(byId.get(id), action) }))
  const able = checked.flatMap(({ miner, why }) => (why === null && miner ? [miner] : []))
  const skipped = checked.flatMap(({ id, why }) => (why === null ? [] : [{ id, why }]))
  const given = able.map(({ id }) => id)
  if (isTrial) return { given, skipped }
  const before = new Set(await listOrdered(db, orderId))
  const fresh = able.filter(({ id }) => !before.has(id))
  const owners = new Map<string, number>()
  for (const { ownerId } of fresh) if (ownerId !== null) owners.set(ownerId, (owners.get(ownerId) ?? 0) + 1)
  await issueCommands(
    deps,
    operator,
    fresh.map((miner) => ({
      miner,
      id: commandIdOf(orderId, miner.id),
      action,
      parameters: {},
      restoreOf: null,
      orderId,
      byProvider: true,
    })),
    (trx) => note(trx, owners),
  )
  return { given, skipped }
}

function whyNot(miner: ProvidedMiner | undefined, action: ProviderAction): WhySkipped | null {
  if (!miner?.ownerId) return 'no-owner'
  if (!miner.isAllowed) return 'no-consent'
  const capabilities = CapabilitiesSchema.safeParse(miner.capabilities).data
  const ability = capabilities && abilityOf(action, capabilities)
  // What is not known of a device it says itself.
  return ability === undefined || ability.can ? null : 'unsupported'
}

const perPage = 20

/** Keeps whom a part of an order left out, and why. */
export const keepLeftOutOf = (
  { store }: ControlDeps,
  ...[orderId, skipped, given]: [
    orderId: string,
    skipped: Parameters<typeof keepLeftOut>[2],
    given: readonly number[],
  ]
): Promise<void> => store.db.transaction().execute((trx) => keepLeftOut(trx, orderId, skipped, given))

/** All parts of an order were given: whom it left out is known. */
export const keepProviderOrder = ({ store, clock }: ControlDeps, orderId: string): Promise<void> =>
  keepOrder(store.db, orderId, new Date(clock()))

/** How far an order of the provider is, no matter who gave it, and one page of its miners. @throws AppError `not-found` */
export async function readProviderOrder(
  { store }: ControlDeps,
  orderId: string,
  { state, page = 1 }: { state?: ProviderOrderState | 'left-out' | undefined; page?: number | undefined },
) {
  const counted = await countOrdered(store.db, orderId)
  const leftOut = await countLeftOut(store.db, orderId)
  if (counted.length === 0 && leftOut === null) throw new AppError('not-found')
  const states = Object.fromEntries(counted.map(({ state: one, count }) => [one, count])) as Partial<
    Record<CommandState, number>
  >
  const known = { states, leftOut, perPage }
  const part = { limit: perPage, offset: (page - 1) * perPage }
  if (state === 'left-out') {
    const rows = leftOut === null ? [] : await listLeftOut(store.db, orderId, part)
    const leftOutMiners = rows.map(({ id, controllerId, controllerName, why, ...row }) => ({
      id: String(id),
      name: minerName({ ...row, id, worker: null }),
      ...{ controllerId, controllerName, why },
    }))
    return { ...known, miners: [], leftOutMiners, total: leftOut ?? 0 }
  }
  const wanted = state === undefined ? null : providerOrderStates[state]
  const rows = await listOrderedMiners(store.db, orderId, { states: wanted, ...part })
  const isWanted = (one: CommandState) => wanted === null || (wanted as readonly CommandState[]).includes(one)
  return {
    ...known,
    // Without its worker, which names the account at a pool, often a wallet.
    miners: rows.map(({ id, controllerId, controllerName, state: one, reason, ...row }) => ({
      id: String(id),
      name: minerName({ ...row, id, worker: null }),
      ...{ controllerId, controllerName, state: one, reason },
    })),
    leftOutMiners: [],
    total: counted.reduce((sum, { state: one, count }) => sum + (isWanted(one) ? count : 0), 0),
  }
}
