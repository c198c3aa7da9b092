import type { Command, CommandOrder } from '@shipminer/contract/control'
import {
  type deviceLoginEndpoints,
  type KeptLogin,
  KeptLoginSchema,
  loginLifetimeMs,
  loginName,
  SealingKeySchema,
} from '@shipminer/contract/control/device-logins'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/http/app-error.ts'
import { issueCommands, listCommandsById } from '../commands.service.ts'
import type { ControlDeps, Person } from '../control.deps.ts'
import { listReachedMiners } from '../control.repository.ts'
import { findMiner } from '../own-fleet.service.ts'
import * as repository from './logins.repository.ts'

type Target = { minerId?: string | undefined; make?: string | undefined }
type Logins = z.infer<(typeof deviceLoginEndpoints)['deviceLogins']['data']>
type ShownLogin = Logins['all']

/** The browser reckons by the time that the server sent; so much may it differ. */
const clockSlackMs = 60_000
const historyLength = 20

/** The box reported which logins it keeps. */
export async function storeLogins(
  { store }: Pick<ControlDeps, 'store'>,
  controllerId: string,
  logins: readonly KeptLogin[],
): Promise<void> {
  await repository.updateLogins(store.db, controllerId, logins)
}

/** @throws AppError `not-found` */
export async function readLogins(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
  minerId: string | undefined,
): Promise<Omit<Logins, 'serverTime'>> {
  const { db } = deps.store
  const box = await findOwnBox(deps, person, controllerId)
  const miner = minerId === undefined ? null : await findMinerOf(deps, person, controllerId, minerId)
  const kept = z.catch(z.array(KeptLoginSchema), []).parse(box.logins)
  const loginOf = (name: string): ShownLogin => {
    const known = kept.filter((login) => login.name === name)
    const shown = known.find(({ state }) => state === 'waiting') ?? known[0]
    return shown === undefined ? null : { at: shown.at, state: shown.state }
  }
  const ids = await repository.listLoginCommands(db, controllerId, miner?.id ?? null, historyLength)
  return {
    version: box.version,
    box: keysOf(box),
    miner: miner && {
      deviceKey: miner.deviceKey,
      make: miner.make?.trim() || null,
      login: loginOf(miner.deviceKey),
    },
    makes: (await countMakes(deps, person, controllerId)).map(([make, miners]) => ({
      make,
      miners,
      login: loginOf(loginName({ deviceKey: null, make })),
    })),
    all: loginOf('*'),
    commands: await listCommandsById(deps, person, ids),
  }
}

/** Has a sealed login taken to its box. @throws AppError `not-found`, `invalid-request`, `controller-too-old` */
export function setLogin(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
  wanted: Target & { commandId: string; expiresAt: number; sealed: string },
): Promise<Command> {
  const leftMs = wanted.expiresAt - deps.clock()
  if (leftMs <= 0 || leftMs > loginLifetimeMs + clockSlackMs) throw new AppError('invalid-request')
  const { commandId: id, sealed, expiresAt } = wanted
  return issue(deps, person, controllerId, wanted, { id, action: 'set-login', expiresAt }, sealed)
}

/** @throws AppError `not-found`, `invalid-request`, `controller-too-old` */
export function removeLogin(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
  wanted: Target & { commandId: string },
): Promise<Command> {
  return issue(deps, person, controllerId, wanted, { id: wanted.commandId, action: 'remove-login' }, null)
}

async function issue(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
  target: Target,
  what: Pick<CommandOrder, 'id' | 'action'> & { expiresAt?: number },
  sealed: string | null,
): Promise<Command> {
  const box = await findOwnBox(deps, person, controllerId)
  const { minerId, make } = target
  if ((minerId === undefined) === (make === undefined)) throw new AppError('invalid-request')
  const miner = minerId === undefined ? null : await findMinerOf(deps, person, controllerId, minerId)
  if (make !== undefined && !(await countMakes(deps, person, controllerId)).some(([one]) => one === make))
    throw new AppError('not-found')
  if (keysOf(box) === null) throw new AppError('controller-too-old')
  const [command] = await issueCommands(deps, person, [
    {
      ...what,
      miner: { id: miner?.id ?? null, controllerId, deviceKey: miner?.deviceKey ?? null },
      parameters: { login: { make: make ?? null, sealed } },
      restoreOf: null,
    },
  ])
  // The id belongs to someone else's command: for this caller it does not exist.
  if (!command) throw new AppError('not-found')
  return command
}

type Box = NonNullable<Awaited<ReturnType<typeof repository.findBox>>>

async function findOwnBox(deps: ControlDeps, person: Person, controllerId: string): Promise<Box> {
  const box = await repository.findBox(deps.store.db, person.userId, controllerId)
  if (!box) throw new AppError('not-found')
  return box
}

/** Null: its version takes no logins. */
function keysOf({ publicKey, sealingKey, sealingProof }: Box): Logins['box'] {
  const sealing = SealingKeySchema.safeParse({ key: sealingKey, proof: sealingProof }).data
  if (sealing === undefined || publicKey === null) return null
  return { identityKey: Buffer.from(publicKey).toString('base64'), sealing }
}

async function findMinerOf(deps: ControlDeps, person: Person, controllerId: string, minerId: string) {
  const miner = await findMiner(deps, person, 'own', Number(minerId))
  if (miner.controllerId !== controllerId) throw new AppError('not-found')
  return miner
}

/** The makes of a box's miners, with how many there are of each. */
async function countMakes(
  deps: ControlDeps,
  person: Person,
  controllerId: string,
): Promise<[string, number][]> {
  const counts = new Map<string, number>()
  for (const { make } of await listReachedMiners(deps.store.db, person.userId, 'own', {
    controllerId,
  })) {
    const name = make?.trim() ?? ''
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'en'))
}
