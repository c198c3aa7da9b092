import { budgetFrom } from '../budget.ts'
import { fieldOf, finiteNumber, isRow, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  allAbilities,
  type DeviceCommand,
  type DeviceControl,
  type PoolWish,
  type TryLogin,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { type Act, type ActScene, type Check, createPlannedControl } from '../planned-control.ts'
import { type BraiinsSession, openBraiins } from './braiins-session.ts'

type Session = BraiinsSession & { ok: true }

/** Acting on Braiins OS over its REST interface: pause, which keeps the tuning, and power targets within its own limits. */
export function createBraiinsControl(poll: Driver['poll']): DeviceControl {
  return createPlannedControl({ driver: 'braiins', poll, capabilities, tryLogin, act, check })
}

const capabilities: DeviceControl['capabilities'] = async (target, credentials, context) => {
  const session = await openBraiins(target.address, credentials, budgetFrom(context))
  if (!session.ok) return allAbilities(session.problem)
  const range = await readPowerRange(session)
  const limit: Ability = range === null ? 'untried' : 'yes'
  const watts = range === null ? null : await readTarget(session)
  return {
    ...allAbilities('yes'),
    powerLimit: limit,
    powerLimitWatts: range,
    powerLimitNow: watts === null ? null : { watts, isManaged: false },
    powerPercent: 'no',
    powerMode: 'no',
  }
}

const tryLogin: TryLogin = async (target, credentials, context) => {
  const session = await openBraiins(target.address, credentials, budgetFrom(context))
  if (session.ok) return 'works'
  if (session.problem === 'unreachable') return 'unreachable'
  return session.problem === 'login' && session.isRefused ? 'refused' : 'unclear'
}

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  const session = await openBraiins(scene.target.address, scene.credentials, scene.budget)
  if (!session.ok) {
    if (session.problem === 'unreachable') return { kind: 'unreachable' }
    return session.problem === 'login' ? { kind: 'refused', reason: 'login' } : { kind: 'unsupported' }
  }
  const put = async (name: string, body?: unknown): Promise<Act> =>
    actFrom(await session.call(name, body === undefined ? { method: 'PUT' } : { method: 'PUT', body }))
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return put('actions/pause')
    case 'start':
    case 'wake': {
      const resumed = await put('actions/resume')
      // A miner whose program does not run has nothing to resume.
      return resumed.kind === 'refused' ? put('actions/start') : resumed
    }
    case 'restart':
      return put('actions/restart')
    case 'reboot':
      return put('actions/reboot')
    case 'locate':
      return put('actions/locate', command.on)
    case 'power-limit':
      return setTarget(command.watts, session, scene)
    case 'pools':
      return changePools(command.pools, session, scene)
    case 'restore': {
      const { groups, watts } = command.image.content
      if (Array.isArray(groups) && groups.length > 0) {
        const written = await put('pools/batch', groups)
        return written.kind === 'sent' ? { ...written, expected: { pools: poolsIn(groups) } } : written
      }
      const target = finiteNumber(watts)
      return target === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : setTarget(target, session, scene)
    }
    default:
      return { kind: 'unsupported' }
  }
}

async function setTarget(watts: number, session: Session, scene: ActScene): Promise<Act> {
  const range = await readPowerRange(session)
  const isOutside = range !== null && (watts < range.min || watts > range.max)
  if (!Number.isInteger(watts) || watts < 1 || isOutside) return { kind: 'refused', reason: 'invalid-value' }
  const image = scene.imageOf({ watts: await readTarget(session) })
  await scene.context.keep?.(image)
  const act = actFrom(
    await session.call('performance/power-target', { method: 'PUT', body: { watt: watts } }),
  )
  return act.kind === 'sent' ? { ...act, image, expected: { watts } } : act
}

/**
 * Replaces the pools of the first group and keeps everything else of it; other groups stay. Passwords come back with the
 * configuration where the firmware reports them.
 */
async function changePools(wishes: readonly PoolWish[], session: Session, scene: ActScene): Promise<Act> {
  if (wishes.length === 0) return { kind: 'refused', reason: 'invalid-value' }
  const configuration = wholeRow(await session.call('configuration/miner'))
  const reported = fieldOf(configuration, 'pool_groups')
  if (!Array.isArray(reported)) return { kind: 'refused', reason: 'config-unreadable' }
  const groups = reported.filter(isRow)
  const image = scene.imageOf({ groups })
  await scene.context.keep?.(image)
  const [first, ...others] = groups
  const before = first === undefined ? [] : listOf(fieldOf(first, 'pools'))
  const pools = wishes.map(({ url, user, password }) => {
    const same = before.find((row) => fieldOf(row, 'url') === url && fieldOf(row, 'user') === user)
    return {
      ...same,
      url,
      user,
      password: password ?? textOf(fieldOf(same, 'password')) ?? 'x',
      enabled: true,
    }
  })
  const written = [{ name: 'Pools', ...first, pools }, ...others]
  const act = actFrom(await session.call('pools/batch', { method: 'PUT', body: written }))
  if (act.kind === 'refused') return { ...act, image }
  return act.kind === 'sent' ? { ...act, image, expected: { pools: poolsIn(written) } } : act
}

async function check(
  command: DeviceCommand,
  accepted: { expected: Readonly<Record<string, unknown>> | null },
  scene: ActScene,
): Promise<Check> {
  const session = await openBraiins(scene.target.address, scene.credentials, scene.budget)
  if (!session.ok) return session.problem === 'login' ? 'login' : 'not-yet'
  const yes = (isSo: boolean): Check => (isSo ? 'yes' : 'not-yet')
  if (command.kind === 'locate') {
    const outcome = await session.call('actions/locate')
    return yes(outcome.ok && outcome.value === command.on)
  }
  const watts = finiteNumber(fieldOf(accepted.expected, 'watts'))
  if (watts !== null) return yes((await readTarget(session)) === watts)
  const outcome = await session.call('pools/')
  if (!outcome.ok || !Array.isArray(outcome.value)) return 'not-yet'
  return yes(
    JSON.stringify(poolsIn(outcome.value)) === JSON.stringify(fieldOf(accepted.expected, 'pools') ?? null),
  )
}

function poolsIn(groups: readonly unknown[]): string[] {
  return groups
    .filter(isRow)
    .flatMap((group) => listOf(fieldOf(group, 'pools')))
    .map((pool) => `${textOf(fieldOf(pool, 'url'), 500)} ${textOf(fieldOf(pool, 'user'), 500)}`)
}

async function readPowerRange(session: Session): Promise<{ min: number; max: number } | null> {
  const constraints = wholeRow(await session.call('configuration/constraints'))
  const power = rowIn(rowIn(constraints, 'tuner_constraints'), 'power_target')
  const min = finiteNumber(fieldOf(rowIn(power, 'min'), 'watt'))
  const max = finiteNumber(fieldOf(rowIn(power, 'max'), 'watt'))
  return min === null || max === null ? null : { min, max }
}

async function readTarget(session: Session): Promise<number | null> {
  const state = wholeRow(await session.call('performance/tuner-state'))
  const mode = rowIn(rowIn(state, 'mode_state'), 'powertargetmodestate')
  return finiteNumber(fieldOf(rowIn(mode, 'current_target'), 'watt'))
}

function rowIn(row: Row | null, name: string): Row | null {
  const value = fieldOf(row, name)
  return isRow(value) ? value : null
}

function listOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

function actFrom(outcome: JsonOutcome): Act {
  if (!outcome.ok) return outcome.isSent ? { kind: 'sent' } : { kind: 'unreachable' }
  if (outcome.status === 401 || outcome.status === 403) return { kind: 'refused', reason: 'login' }
  if (outcome.status === 404 || outcome.status === 405) return { kind: 'unsupported' }
  if (outcome.status === 400 || outcome.status === 422) return { kind: 'refused', reason: 'invalid-value' }
  return outcome.status >= 300 ? { kind: 'refused', reason: 'device-error' } : { kind: 'sent' }
}
