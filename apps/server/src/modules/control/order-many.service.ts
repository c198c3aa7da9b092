import { createHash } from 'node:crypto'
import { abilityOf } from '@shipminer/contract/account/ability'
import { CapabilitiesSchema, type ControlAction, type ControlParameters } from '@shipminer/contract/control'
import type { CommandState } from '@shipminer/domain/fleet/command'
import { AppError } from '../../platform/http/app-error.ts'
import { hasParameters, issueCommands, rightTo } from './commands.service.ts'
import type { ControlDeps, Person } from './control.deps.ts'
import { presentCommand } from './control.presenter.ts'
import * as repository from './control.repository.ts'

/** What many miners are asked to do. `id` names the order: given again it reaches each miner once. */
export type OrderToMany = { id: string; action: ControlAction; parameters: ControlParameters }

/** How many of those that failed are named. */
const failedShown = 100

/**
 * Gives an order to some miners. Who may not act on one, and what a device is known not to be able to, is said of it; the others get a
 * command each. @throws AppError `control-parameters-missing`
 */
export async function orderMany(
  deps: ControlDeps,
  person: Person,
  { id: orderId, action, parameters }: OrderToMany,
  wanted: readonly { id: number; name: string }[],
): Promise<{ given: number; skipped: { id: string; name: string; why: string }[] }> {
  if (!hasParameters(action, parameters)) throw new AppError('control-parameters-missing')
  if (wanted.length === 0) return { given: 0, skipped: [] }
  const reached = await repository.listReachedMiners(deps.store.db, person.userId, rightTo(action), {
    minerIds: wanted.map(({ id }) => id),
  })
  const byId = new Map(reached.map((miner) => [miner.id, miner]))
  const whyNot = (miner: repository.ControlledMiner | undefined): string | null => {
    if (!miner) return 'not-allowed'
    const capabilities = CapabilitiesSchema.safeParse(miner.capabilities).data
    const ability = capabilities && abilityOf(action, capabilities)
    // What is not known of a device it says itself.
    return ability === undefined || ability.can ? null : (ability.reason ?? 'unsupported')
  }
  const checked = wanted.map(({ id, name }) => ({ id, name, why: whyNot(byId.get(id)) }))
  const able = checked.flatMap(({ id, why }) => (why === null ? (byId.get(id) ?? []) : []))
  await issueCommands(
    deps,
    person,
    able.map((miner) => ({
      miner,
      id: commandIdOf(orderId, miner.id),
      action,
      parameters,
      restoreOf: null,
      orderId,
    })),
  )
  const skipped = checked.flatMap(({ id, name, why }) =>
    why === null ? [] : [{ id: String(id), name, why }],
  )
  return { given: able.length, skipped }
}

/** How far an order to many is. @throws AppError `not-found` when there is no such order */
export async function readOrderToMany(deps: ControlDeps, person: Person, orderId: string) {
  const { states, failed } = await repository.readOrder(deps.store.db, person.userId, orderId, failedShown)
  if (states.length === 0) throw new AppError('not-found')
  return {
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])) as Partial<
      Record<CommandState, number>
    >,
    failed: failed
      .map(presentCommand)
      .flatMap(({ minerId, minerName, state, reason }) =>
        minerId === null ? [] : [{ id: minerId, name: minerName ?? minerId, state, reason }],
      ),
  }
}

/** The id of one miner's command: the same order to it is the same command. */
export function commandIdOf(orderId: string, minerId: number): string {
  const hex = createHash('sha256').update(`${orderId} ${minerId}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
