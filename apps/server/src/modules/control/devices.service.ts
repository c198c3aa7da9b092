import type { ConnectionTest } from '@shipminer/contract/control'
import { mostGroups } from '@shipminer/contract/fleet'
import { minerPorts } from '@shipminer/domain/fleet/miner-ports'
import { isPrivateAddress } from '@shipminer/domain/private-address'
import { AppError } from '../../platform/http/app-error.ts'
import { tellFleet } from '../ships/ships.port.ts'
import type { ControlDeps, Person } from './control.deps.ts'
import * as repository from './control.repository.ts'
import type { Asks } from './controller-asks.ts'
import { findController, findMiner } from './own-fleet.service.ts'

/** A box reports every 15 s while it has a line; one that is silent for so long need not be queried. */
const silentMs = 60_000

export async function testConnection(
  deps: ControlDeps & { asks: Asks },
  person: Person,
  question: { ipAddress: string; port: number; controllerId?: string | undefined },
): Promise<ConnectionTest> {
  return (await askController(deps, person, question, false)).test
}

export async function addDevice(
  deps: ControlDeps & { asks: Asks },
  person: Person,
  device: {
    ipAddress: string
    port: number
    controllerId?: string | undefined
  } & repository.MinerDetails,
): Promise<{ test: ConnectionTest; minerId: string | null }> {
  const { ipAddress, port, controllerId: wanted, ...details } = device
  const { controllerId, test, deviceKey } = await askController(
    deps,
    person,
    { ipAddress, port, controllerId: wanted },
    true,
  )
  if (!test.reachable || deviceKey === null) return { test, minerId: null }
  const minerId = await deps.ensureMiner(controllerId, deviceKey)
  await repository.updateMinerDetails(deps.store.db, minerId, { ...details })
  await logChangeOf(deps, person, { controllerId, minerId, event: 'device-added', detail: ipAddress })
  return { test, minerId: String(minerId) }
}

/** @throws AppError `not-found` */
export async function updateDevice(
  deps: ControlDeps,
  person: Person,
  minerId: number,
  details: repository.MinerDetails,
): Promise<void> {
  await changeDetails(deps, person, await findMiner(deps, person, 'act', minerId), details)
}

/**
 * Gives several miners a place, a group or names with a number each, and says which of them somebody may not change.
 * @throws AppError `too-many-groups`
 */
export async function describeMany(
  deps: ControlDeps,
  person: Person,
  wanted: readonly { id: number; name: string }[],
  details: {
    location?: string | undefined
    moveTo?: string | null | undefined
    name?: string | undefined
    numberFrom: number
  },
): Promise<{ given: number; skipped: { id: string; name: string; why: string }[] }> {
  if (wanted.length === 0) return { given: 0, skipped: [] }
  const reached = await repository.listReachedMiners(deps.store.db, person.userId, 'act', {
    minerIds: wanted.map(({ id }) => id),
  })
  const byId = new Map(reached.map((miner) => [miner.id, miner]))
  const { location, moveTo, name, numberFrom } = details
  const groups = typeof moveTo === 'string' ? await groupsToUse(deps, reached, moveTo) : null
  const changes = wanted
    .flatMap(({ id }) => byId.get(id) ?? [])
    .map((miner, index) => ({
      miner,
      details: {
        ...(location === undefined ? {} : { location }),
        ...(moveTo === undefined ? {} : { groupName: groups?.get(miner.controllerId) ?? null }),
        ...(name === undefined ? {} : { name: `${name} ${numberFrom + index}` }),
      },
    }))
    // Always in one order, so that two calls cannot block each other.
    .toSorted((a, b) => a.miner.id - b.miner.id)
  const detail = Object.keys(changes[0]?.details ?? {}).join(', ')
  if (detail !== '')
    await deps.store.db.transaction().execute(async (trx) => {
      for (const { miner, details } of changes) await repository.updateMinerDetails(trx, miner.id, details)
      await repository.logChanges(
        trx,
        changes.map(({ miner }) => ({
          controllerId: miner.controllerId,
          minerId: miner.id,
          at: new Date(deps.clock()),
          kind: 'change',
          event: 'details-changed',
          actorId: person.userId,
          detail,
        })),
      )
      for (const controllerId of new Set(changes.map(({ miner }) => miner.controllerId)))
        await tellFleet(deps.store, { controllerId }, trx)
    })
  const skipped = wanted
    .filter(({ id }) => !byId.has(id))
    .map(({ id, name }) => ({ id: String(id), name, why: 'not-allowed' }))
  return { given: changes.length, skipped }
}

/**
 * What a group is called with the owner of each controller: in the letters that are there already, however it was typed.
 * @throws AppError `too-many-groups`
 */
async function groupsToUse(
  deps: ControlDeps,
  reached: readonly repository.ControlledMiner[],
  wanted: string,
): Promise<Map<string, string>> {
  const controllerIds = [...new Set(reached.map(({ controllerId }) => controllerId))]
  const owners = await repository.listGroupsOfOwners(deps.store.db, controllerIds)
  return new Map(
    owners.map(({ controllerId, groups }) => {
      const known = groups.find((name) => name.toLowerCase() === wanted.toLowerCase())
      if (known === undefined && groups.length >= mostGroups) throw new AppError('too-many-groups')
      return [controllerId, known ?? wanted]
    }),
  )
}

/** @throws AppError `not-found` */
export async function removeDevice(deps: ControlDeps, person: Person, minerId: number): Promise<void> {
  const miner = await findMiner(deps, person, 'act', minerId)
  await repository.hideMiner(deps.store.db, miner.id, new Date(deps.clock()))
  await logChangeOf(deps, person, { ...miner, minerId: miner.id, event: 'device-removed', detail: null })
  await tellFleet(deps.store, miner)
}

/** Puts a controller of the caller on one of their ships, or takes it off, or renames it. @throws AppError `not-found`, `ship-not-found` */
export async function assignController(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
  change: { shipId?: string | null | undefined; name?: string | undefined },
): Promise<void> {
  if (!(await repository.reachesController(deps.store.db, person.userId, 'own', controllerId)))
    throw new AppError('not-found')
  const { shipId, name } = change
  if (shipId && !(await repository.reachesShip(deps.store.db, person.userId, 'own', shipId)))
    throw new AppError('ship-not-found')
  await deps.store.db.transaction().execute(async (trx) => {
    // Anyone who saw it, and anyone who sees it from now on.
    await tellFleet(deps.store, { controllerId }, trx)
    await repository.updateController(trx, controllerId, change)
    await tellFleet(deps.store, { controllerId }, trx)
  })
  const changed = [...(name === undefined ? [] : ['name']), ...(shipId === undefined ? [] : ['ship'])]
  await logChangeOf(deps, person, {
    controllerId,
    minerId: null,
    event: 'controller-changed',
    detail: changed.join(', '),
  })
  await deps.store.notify('power_settings', controllerId)
}

export async function logChange(
  deps: ControlDeps,
  controllerIds: readonly string[],
  actorId: string,
  event: string,
  detail: string | null = null,
): Promise<void> {
  for (const controllerId of controllerIds)
    await logChangeOf(deps, { userId: actorId }, { controllerId, minerId: null, event, detail })
}

export async function changeDetails(
  deps: ControlDeps,
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
  await repository.updateMinerDetails(deps.store.db, miner.id, named)
  await logChangeOf(deps, person, {
    ...miner,
    minerId: miner.id,
    event: 'details-changed',
    detail: Object.keys(named).join(', '),
  })
  await tellFleet(deps.store, miner)
}

/** @throws AppError `ip-address-invalid`, `port-not-of-miners`, `not-found`, `controller-offline` */
async function askController(
  deps: ControlDeps & { asks: Asks },
  person: Person,
  question: { ipAddress: string; port: number; controllerId?: string | undefined },
  keep: boolean,
) {
  if (!isPrivateAddress(question.ipAddress)) throw new AppError('ip-address-invalid')
  const { ipAddress, port } = question
  // Nobody may have the box knock at what else is on the ship's network.
  if (!minerPorts.includes(port)) throw new AppError('port-not-of-miners')
  const controllerId = await findController(deps, person, question.controllerId)
  const since = new Date(deps.clock() - silentMs)
  if (!(await repository.hasLine(deps.store.db, controllerId, since)))
    throw new AppError('controller-offline')
  const answer = await deps.asks.ask({ controllerId, ipAddress, port, keep })
  if (!answer) throw new AppError('controller-offline')
  return { controllerId, ...answer }
}

function logChangeOf(
  deps: ControlDeps,
  person: Person,
  change: { controllerId: string; minerId: number | null; event: string; detail: string | null },
): Promise<void> {
  const { controllerId, minerId, event, detail } = change
  return repository.logChanges(deps.store.db, [
    {
      controllerId,
      minerId,
      at: new Date(deps.clock()),
      kind: 'change',
      event,
      actorId: person.userId,
      detail,
    },
  ])
}
