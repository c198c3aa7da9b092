import { abilityOf } from '@shipminer/contract/account/ability'
import { CapabilitiesSchema } from '@shipminer/contract/control'
import type { ProviderAction, WhySkipped } from '@shipminer/contract/control/provider-orders'
import type { Trx } from '../../platform/db/store.ts'
import { issueCommands } from './commands.service.ts'
import type { ControlDeps } from './control.deps.ts'
import * as repository from './control.repository.ts'
import { commandIdOf, failedShown, presentProgress } from './order-many.service.ts'
import { listOrdered, listProvidedMiners, type ProvidedMiner } from './provider-consent.repository.ts'

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
  const judged = minerIds.map((id) => ({ id, miner: byId.get(id), why: whyNot(byId.get(id), action) }))
  const able = judged.flatMap(({ miner, why }) => (why === null && miner ? [miner] : []))
  const skipped = judged.flatMap(({ id, why }) => (why === null ? [] : [{ id, why }]))
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

/** How far an order of the provider is, whoever gave it. @throws AppError `not-found` */
export const readProviderOrder = async (deps: ControlDeps, orderId: string) =>
  presentProgress(await repository.readProviderOrder(deps.store.db, orderId, failedShown))
