import { randomUUID } from 'node:crypto'
import type {
  Capabilities,
  Command,
  CommandOrder,
  ControlAction,
  ControlParameters,
  OrderAction,
  ShownParameters,
} from '@shipminer/contract/control'
import { CapabilitiesSchema, ControlActionSchema } from '@shipminer/contract/control'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Right } from '../ships/ships.port.ts'
import type { ControlDeps, Person } from './control.deps.ts'
import { presentCommand } from './control.presenter.ts'
import * as repository from './control.repository.ts'
import { changeDetails } from './devices.service.ts'
import { type HistoryFilter, type HistoryRow, listHistory } from './history.repository.ts'
import { findMiner, minersInScope } from './own-fleet.service.ts'

/** How long a command may wait for a ship without a line. Long enough for a passage through a lock, too short to surprise anyone later. */
export const commandLifetimeMs = 10 * 60_000
/** A sleeping Antminer settles in up to three minutes: only after this silence does a sent command count as unconfirmed. */
const silenceMs = 5 * 60_000
const historyLength = 50

/** @throws AppError `not-found`, `control-parameters-missing` */
export async function controlMiner(
  deps: ControlDeps,
  person: Person,
  minerId: number,
  action: ControlAction,
  parameters: ControlParameters,
  commandId = randomUUID() as string,
): Promise<Command> {
  const miner = await findMiner(deps, person, rightTo(action), minerId)
  if (!hasParameters(action, parameters)) throw new AppError('control-parameters-missing')
  const [command] = await issueCommands(deps, person, [
    { miner, id: commandId, action, parameters, restoreOf: null },
  ])
  // The id belongs to someone else's command: for this caller it does not exist.
  if (!command) throw new AppError('not-found')
  return command
}

/** @throws AppError `not-found`, `nothing-to-restore` */
export async function restoreSettings(
  deps: ControlDeps,
  person: Person,
  minerId: number,
  commandId: string,
): Promise<Command> {
  const miner = await findMiner(deps, person, 'act', minerId)
  const [done] = await listCommandsById(deps, person, [commandId])
  if (done?.minerId !== String(miner.id)) throw new AppError('not-found')
  if (!done.restorable) throw new AppError('nothing-to-restore')
  const { login, ...parameters } = done.parameters
  const action = ControlActionSchema.safeParse(done.action).data
  if (action === undefined || login !== undefined) throw new AppError('nothing-to-restore')
  await findMiner(deps, person, rightTo(action), minerId)
  const [command] = await issueCommands(deps, person, [
    { miner, id: randomUUID(), action, parameters, restoreOf: commandId },
  ])
  if (!command) throw new AppError('not-found')
  return command
}

export async function readState(
  deps: ControlDeps,
  person: Person,
  minerId: number,
): Promise<{ capabilities: Capabilities | null; commands: Command[] }> {
  const miner = await findMiner(deps, person, 'read', minerId)
  const rows = await repository.listCommands(deps.store.db, person.userId, { minerId, limit: historyLength })
  return {
    capabilities: miner.capabilities === null ? null : CapabilitiesSchema.parse(miner.capabilities),
    commands: rows.map(presentCommand),
  }
}

/** @throws AppError `not-found` */
export async function configureMiner(
  deps: ControlDeps,
  person: Person,
  minerId: number,
  change: repository.MinerDetails & ControlParameters,
): Promise<Command[]> {
  const miner = await findMiner(deps, person, change.pools ? 'own' : 'act', minerId)
  const { pools, powerLimitWatts, powerMode, ...details } = change
  await changeDetails(deps, person, miner, details)
  const wanted: [ControlAction, ControlParameters][] = []
  if (pools) wanted.push(['set-pools', { pools }])
  if (powerLimitWatts !== undefined) wanted.push(['set-power-limit', { powerLimitWatts }])
  if (powerMode !== undefined) wanted.push(['set-power-mode', { powerMode }])
  return issueCommands(
    deps,
    person,
    wanted.map(([action, parameters]) => ({
      miner,
      id: randomUUID(),
      action,
      parameters,
      restoreOf: null,
    })),
  )
}

export async function controlMany(
  deps: ControlDeps,
  person: Person,
  action: 'start' | 'stop',
  scope: { shipId?: string | undefined; controllerId?: string | undefined },
): Promise<Command[]> {
  const miners = await minersInScope(deps, person, scope)
  return issueCommands(
    deps,
    person,
    miners.map((miner) => ({ miner, id: randomUUID(), action, parameters: {}, restoreOf: null })),
  )
}

/** What happened to the fleet, newest first. */
export function readHistory(deps: ControlDeps, person: Person, filter: HistoryFilter): Promise<HistoryRow[]> {
  return listHistory(deps.store.db, person.userId, filter)
}

/** Called by the job: ends commands whose time is over. */
export async function endOverdueCommands(deps: ControlDeps): Promise<void> {
  await repository.endOverdue(deps.store.db, new Date(deps.clock()), silenceMs)
}

/** Stores commands and has them sent; returns them with their present status. An id that is someone else's is left out. */
export async function issueCommands(
  deps: ControlDeps,
  person: Person,
  wanted: readonly {
    /** Where it goes; with null for both to the box itself. */
    miner: { id: number | null; controllerId: string; deviceKey: string | null }
    id: string
    action: OrderAction
    parameters: CommandOrder['parameters']
    restoreOf: string | null
    /** The order to many that it is part of. */
    orderId?: string
    /** Left out: the usual time. */
    expiresAt?: number
    /** Asked for at the desk. */
    byProvider?: boolean
  }[],
  /** What else is written in the transaction. */
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<Command[]> {
  if (wanted.length === 0) return []
  const commands = wanted.map(
    ({ miner, id, action, parameters, restoreOf, orderId, expiresAt, byProvider }) => {
      const { order, orderText, signature } = orderOf(
        deps,
        miner,
        { id, action, parameters, restoreOf },
        expiresAt,
      )
      return {
        id,
        controllerId: miner.controllerId,
        minerId: miner.id,
        action,
        parameters: withoutSecrets(parameters),
        restoreOf,
        ...(orderId === undefined ? {} : { orderId }),
        ...(byProvider === undefined ? {} : { byProvider }),
        issuedBy: person.userId,
        issuedByKey: person.keyName ?? null,
        issuedAt: new Date(order.issuedAt),
        expiresAt: new Date(order.expiresAt),
        orderText,
        signature,
      }
    },
  )
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.insertCommands(trx, commands)
    await also(trx)
    for (const controllerId of new Set(commands.map((command) => command.controllerId)))
      await deps.store.notify('commands', controllerId, trx)
  })
  return listCommandsById(
    deps,
    person,
    commands.map(({ id }) => id),
  )
}

function orderOf(
  deps: ControlDeps,
  miner: { controllerId: string; deviceKey: string | null },
  what: Pick<CommandOrder, 'id' | 'action' | 'parameters' | 'restoreOf'>,
  expiresAt?: number,
): { order: CommandOrder; orderText: string; signature: string } {
  const issuedAt = deps.clock()
  const order: CommandOrder = {
    ...what,
    controllerId: miner.controllerId,
    deviceKey: miner.deviceKey,
    issuedAt,
    expiresAt: expiresAt ?? issuedAt + commandLifetimeMs,
  }
  const orderText = JSON.stringify(order)
  return { order, orderText, signature: deps.keys.sign(orderText) }
}

export async function listCommandsById(
  deps: ControlDeps,
  person: Person,
  ids: readonly string[],
): Promise<Command[]> {
  if (ids.length === 0) return []
  const rows = await repository.listCommands(deps.store.db, person.userId, { ids })
  return rows.map(presentCommand)
}

/** Pools say whom a miner earns for: its owner's to choose. */
export const rightTo = (action: ControlAction): Right => (action === 'set-pools' ? 'own' : 'act')

/** Whether an action has the value it needs. */
export function hasParameters(action: ControlAction, parameters: ControlParameters): boolean {
  switch (action) {
    case 'set-power-limit':
      return parameters.powerLimitWatts !== undefined
    case 'set-power-mode':
      return parameters.powerMode !== undefined
    case 'set-pools':
      return parameters.pools !== undefined
    default:
      return true
  }
}

function withoutSecrets({ login, pools, ...parameters }: CommandOrder['parameters']): ShownParameters {
  return {
    ...parameters,
    ...(pools && { pools: pools.map((pool) => ({ ...pool, password: null })) }),
    ...(login && { login: { make: login.make } }),
  }
}
