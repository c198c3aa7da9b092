import { randomUUID } from 'node:crypto'
import type {
  Capabilities,
  Command,
  CommandOrder,
  ConnectionTest,
  ControlAction,
  ControlParameters,
} from '@shipminer/contract/control'
import { CapabilitiesSchema } from '@shipminer/contract/control'
import { isPrivateAddress } from '@shipminer/domain/private-address'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { CommandSigner } from './command-signer.ts'
import type { ControllerLine, ControlPort } from './control.port.ts'
import { presentCommand } from './control.presenter.ts'
import * as repository from './control.repository.ts'
import { createAsks } from './controller-asks.ts'
import { type HistoryFilter, type HistoryRow, listHistory } from './history.repository.ts'

export type ControlDeps = {
  store: Store
  clock: () => number
  logger: StoreLogger
  signer: CommandSigner
  /** Makes the miner of a device key that may not have sent a sample yet, and gives its id. */
  ensureMiner(controllerId: string, deviceKey: string): Promise<number>
}

type Person = { userId: string }

/** How long a command may wait for a ship without a line. Long enough for a lock, too short to surprise anybody later. */
export const commandLifetimeMs = 10 * 60_000
/** A sleeping Antminer settles in up to three minutes: only after this silence a command that left counts as not confirmed. */
const silenceMs = 5 * 60_000
const historyLength = 50

/** Commands to controllers: written down, signed, sent over whichever line there is, and never done before the ship says so. */
export async function createControl(deps: ControlDeps) {
  const { store, clock, signer, logger } = deps
  const lines = new Map<string, ControllerLine>()

  const asks = await createAsks({
    store,
    clock,
    deliver({ controllerId, ...question }) {
      lines.get(controllerId)?.send({ type: 'ask', ...question })
    },
  })
  const stopListening = await store.listen('commands', (controllerId) => {
    const line = lines.get(controllerId)
    if (line) void deliver(line, ['queued'])
  })

  async function deliver(line: ControllerLine, states: readonly ('queued' | 'sent')[]): Promise<void> {
    try {
      const orders = await repository.listDeliverable(store.db, line.controllerId, new Date(clock()), states)
      for (const { orderText, signature } of orders)
        line.send({ type: 'command', order: orderText, signature })
      await repository.markSent(
        store.db,
        orders.map(({ id }) => id),
      )
    } catch (error) {
      // Nothing is lost: what stays queued is sent when the line comes back.
      logger.error({ err: error, controllerId: line.controllerId }, 'commands not sent')
    }
  }

  function orderOf(
    miner: { controllerId: string; deviceKey: string },
    what: Pick<CommandOrder, 'id' | 'action' | 'parameters' | 'restoreOf'>,
  ): { order: CommandOrder; orderText: string; signature: string } {
    const issuedAt = clock()
    const order: CommandOrder = {
      ...what,
      controllerId: miner.controllerId,
      deviceKey: miner.deviceKey,
      issuedAt,
      expiresAt: issuedAt + commandLifetimeMs,
    }
    const orderText = JSON.stringify(order)
    return { order, orderText, signature: signer.sign(orderText) }
  }

  /** Writes commands down and has them sent; answers them as they stand. */
  async function issue(
    person: Person,
    wanted: readonly {
      miner: repository.ControlledMiner
      id: string
      action: ControlAction
      parameters: ControlParameters
      restoreOf: string | null
    }[],
  ): Promise<Command[]> {
    if (wanted.length === 0) return []
    const commands = wanted.map(({ miner, id, action, parameters, restoreOf }) => {
      const { order, orderText, signature } = orderOf(miner, { id, action, parameters, restoreOf })
      return {
        id,
        controllerId: miner.controllerId,
        minerId: miner.id,
        action,
        parameters: withoutPasswords(parameters),
        restoreOf,
        issuedBy: person.userId,
        issuedAt: new Date(order.issuedAt),
        expiresAt: new Date(order.expiresAt),
        orderText,
        signature,
      }
    })
    await store.db.transaction().execute(async (trx) => {
      await repository.insertCommands(trx, commands)
      for (const controllerId of new Set(commands.map((command) => command.controllerId)))
        await store.notify('commands', controllerId, trx)
    })
    return listed(
      person,
      commands.map(({ id }) => id),
    )
  }

  async function listed(person: Person, ids: readonly string[]): Promise<Command[]> {
    if (ids.length === 0) return []
    const rows = await repository.listCommands(store.db, person.userId, { ids })
    return rows.map(presentCommand)
  }

  async function ownMiner(person: Person, id: number): Promise<repository.ControlledMiner> {
    const [miner] = await repository.listOwnedMiners(store.db, person.userId, { minerId: id })
    if (!miner) throw new AppError('not-found')
    return miner
  }

  /** @throws AppError `not-found` for a ship or controller that is not the caller's. */
  async function scoped(
    person: Person,
    scope: { shipId?: string | undefined; controllerId?: string | undefined },
  ) {
    const { shipId, controllerId } = scope
    if (shipId !== undefined && !(await repository.ownsShip(store.db, person.userId, shipId)))
      throw new AppError('not-found')
    if (
      controllerId !== undefined &&
      !(await repository.ownsController(store.db, person.userId, controllerId))
    )
      throw new AppError('not-found')
    return repository.listOwnedMiners(store.db, person.userId, {
      ...(shipId === undefined ? {} : { shipId }),
      ...(controllerId === undefined ? {} : { controllerId }),
    })
  }

  /** The controller that is meant: the named one, else the one heard last. */
  async function controllerOf(person: Person, controllerId: string | undefined): Promise<string> {
    if (controllerId !== undefined) {
      if (await repository.ownsController(store.db, person.userId, controllerId)) return controllerId
      throw new AppError('not-found')
    }
    const [last] = await repository.listOwnedControllers(store.db, person.userId)
    if (!last) throw new AppError('not-found')
    return last.id
  }

  /** @throws AppError `ip-address-invalid`, `not-found`, `controller-offline` */
  async function ask(
    person: Person,
    question: { ipAddress: string; port: number; controllerId?: string | undefined },
    keep: boolean,
  ) {
    if (!isPrivateAddress(question.ipAddress)) throw new AppError('ip-address-invalid')
    const controllerId = await controllerOf(person, question.controllerId)
    const { ipAddress, port } = question
    const answer = await asks.ask({ controllerId, ipAddress, port, keep })
    if (!answer) throw new AppError('controller-offline')
    return { controllerId, ...answer }
  }

  return {
    commandKey: signer.publicKey,

    /** @throws AppError `not-found`, `control-parameters-missing` */
    async control(
      person: Person,
      minerId: number,
      action: ControlAction,
      parameters: ControlParameters,
      commandId = randomUUID() as string,
    ): Promise<Command> {
      const miner = await ownMiner(person, minerId)
      if (!hasParameters(action, parameters)) throw new AppError('control-parameters-missing')
      const [command] = await issue(person, [{ miner, id: commandId, action, parameters, restoreOf: null }])
      // The id belongs to somebody else's command: for this caller it does not exist.
      if (!command) throw new AppError('not-found')
      return command
    },

    /** @throws AppError `not-found`, `nothing-to-restore` */
    async restore(person: Person, minerId: number, commandId: string): Promise<Command> {
      const miner = await ownMiner(person, minerId)
      const [done] = await listed(person, [commandId])
      if (done?.minerId !== String(miner.id)) throw new AppError('not-found')
      if (!done.restorable) throw new AppError('nothing-to-restore')
      const { action, parameters } = done
      const [command] = await issue(person, [
        { miner, id: randomUUID(), action, parameters, restoreOf: commandId },
      ])
      if (!command) throw new AppError('not-found')
      return command
    },

    async state(
      person: Person,
      minerId: number,
    ): Promise<{ capabilities: Capabilities | null; commands: Command[] }> {
      const miner = await ownMiner(person, minerId)
      const rows = await repository.listCommands(store.db, person.userId, { minerId, limit: historyLength })
      return {
        capabilities: miner.capabilities === null ? null : CapabilitiesSchema.parse(miner.capabilities),
        commands: rows.map(presentCommand),
      }
    },

    /** @throws AppError `not-found` */
    async configure(
      person: Person,
      minerId: number,
      change: repository.MinerDetails & ControlParameters,
    ): Promise<Command[]> {
      const miner = await ownMiner(person, minerId)
      const { pools, powerLimitWatts, powerMode, ...details } = change
      await changeDetails(person, miner, details)
      const wanted: [ControlAction, ControlParameters][] = []
      if (pools) wanted.push(['set-pools', { pools }])
      if (powerLimitWatts !== undefined) wanted.push(['set-power-limit', { powerLimitWatts }])
      if (powerMode !== undefined) wanted.push(['set-power-mode', { powerMode }])
      return issue(
        person,
        wanted.map(([action, parameters]) => ({
          miner,
          id: randomUUID(),
          action,
          parameters,
          restoreOf: null,
        })),
      )
    },

    async bulk(
      person: Person,
      action: 'start' | 'stop',
      scope: { shipId?: string | undefined; controllerId?: string | undefined },
    ): Promise<Command[]> {
      const miners = await scoped(person, scope)
      return issue(
        person,
        miners.map((miner) => ({ miner, id: randomUUID(), action, parameters: {}, restoreOf: null })),
      )
    },

    async testConnection(
      person: Person,
      question: { ipAddress: string; port: number; controllerId?: string | undefined },
    ): Promise<ConnectionTest> {
      return (await ask(person, question, false)).test
    },

    async addDevice(
      person: Person,
      device: {
        ipAddress: string
        port: number
        controllerId?: string | undefined
      } & repository.MinerDetails,
    ): Promise<{ test: ConnectionTest; minerId: string | null }> {
      const { ipAddress, port, controllerId: wanted, ...details } = device
      const { controllerId, test, deviceKey } = await ask(
        person,
        { ipAddress, port, controllerId: wanted },
        true,
      )
      if (!test.reachable || deviceKey === null) return { test, minerId: null }
      const minerId = await deps.ensureMiner(controllerId, deviceKey)
      await repository.updateMinerDetails(store.db, minerId, { ...details })
      await log(person, { controllerId, minerId, event: 'device-added', detail: ipAddress })
      return { test, minerId: String(minerId) }
    },

    /** @throws AppError `not-found` */
    async updateDevice(person: Person, minerId: number, details: repository.MinerDetails): Promise<void> {
      await changeDetails(person, await ownMiner(person, minerId), details)
    },

    /** @throws AppError `not-found` */
    async removeDevice(person: Person, minerId: number): Promise<void> {
      const miner = await ownMiner(person, minerId)
      await repository.hideMiner(store.db, miner.id, new Date(clock()))
      await log(person, { ...miner, minerId: miner.id, event: 'device-removed', detail: null })
      await store.notify('fleet', JSON.stringify({ userId: person.userId }))
    },

    /** Puts a controller of the caller on one of their ships, or takes it off; names it. @throws AppError `not-found`, `ship-not-found` */
    async assign(
      person: Person,
      controllerId: string,
      change: { shipId?: string | null | undefined; name?: string | undefined },
    ): Promise<void> {
      if (!(await repository.ownsController(store.db, person.userId, controllerId)))
        throw new AppError('not-found')
      const { shipId, name } = change
      if (shipId && !(await repository.ownsShip(store.db, person.userId, shipId)))
        throw new AppError('ship-not-found')
      await repository.updateController(store.db, controllerId, change)
      const changed = [...(name === undefined ? [] : ['name']), ...(shipId === undefined ? [] : ['ship'])]
      await log(person, {
        controllerId,
        minerId: null,
        event: 'controller-changed',
        detail: changed.join(', '),
      })
      await store.notify('power_settings', controllerId)
      await store.notify('fleet', JSON.stringify({ userId: person.userId }))
    },

    async logChange(controllerIds: readonly string[], actorId: string, event: string): Promise<void> {
      for (const controllerId of controllerIds)
        await log({ userId: actorId }, { controllerId, minerId: null, event, detail: null })
    },

    /** What happened to the fleet, newest first. */
    history(person: Person, filter: HistoryFilter): Promise<HistoryRow[]> {
      return listHistory(store.db, person.userId, filter)
    },

    /** For the job: ends commands whose time is over. */
    async sweep(): Promise<void> {
      await repository.endOverdue(store.db, new Date(clock()), silenceMs)
    },

    async lineUp(line: ControllerLine): Promise<() => void> {
      lines.set(line.controllerId, line)
      // What was sent on a line that broke may not have arrived; a controller carries out each id once.
      await deliver(line, ['queued', 'sent'])
      return () => {
        if (lines.get(line.controllerId) === line) lines.delete(line.controllerId)
      }
    },

    answered: asks.answered,

    async storeReports(trx, controllerId, reports, corrected) {
      await repository.applyReports(
        trx,
        controllerId,
        reports.map((report) => ({ ...report, at: new Date(corrected(report.at)) })),
      )
    },

    async noteConnection(db, controllerId, detail, at) {
      await repository.logChanges(db, [
        { controllerId, minerId: null, at, kind: 'connection', event: 'connected', actorId: null, detail },
      ])
    },

    async close(): Promise<void> {
      await Promise.all([stopListening(), asks.close()])
    },
  } satisfies ControlPort & Record<string, unknown>

  async function changeDetails(
    person: Person,
    miner: repository.ControlledMiner,
    details: repository.MinerDetails,
  ): Promise<void> {
    const named = Object.fromEntries(
      Object.entries(details)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, value === '' ? null : value]),
    ) as repository.MinerDetails
    if (Object.keys(named).length === 0) return
    await repository.updateMinerDetails(store.db, miner.id, named)
    await log(person, {
      ...miner,
      minerId: miner.id,
      event: 'details-changed',
      detail: Object.keys(named).join(', '),
    })
    await store.notify('fleet', JSON.stringify({ userId: person.userId }))
  }

  function log(
    person: Person,
    change: { controllerId: string; minerId: number | null; event: string; detail: string | null },
  ): Promise<void> {
    const { controllerId, minerId, event, detail } = change
    return repository.logChanges(store.db, [
      {
        controllerId,
        minerId,
        at: new Date(clock()),
        kind: 'change',
        event,
        actorId: person.userId,
        detail,
      },
    ])
  }
}

/** Whether an action has the value it needs. */
function hasParameters(action: ControlAction, parameters: ControlParameters): boolean {
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

function withoutPasswords(parameters: ControlParameters): ControlParameters {
  if (!parameters.pools) return parameters
  return { ...parameters, pools: parameters.pools.map((pool) => ({ ...pool, password: null })) }
}
