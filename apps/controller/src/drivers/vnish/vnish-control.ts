import { type Budget, budgetFrom } from '../budget.ts'
import { fieldOf, finiteNumber, flagOf, isRow, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  allAbilities,
  type DeviceCommand,
  type DeviceControl,
  type DeviceCredentials,
  type PoolWish,
  type TryLogin,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { callJson, type JsonOutcome, wholeRow } from '../http/json-call.ts'
import { type Act, type ActScene, type Check, createPlannedControl } from '../planned-control.ts'
import { webEndpoint } from '../web-endpoint.ts'

const DELIVERED_PASSWORD = 'admin'
const POOL_SLOTS = 3
/** What `throttle` takes. */
const PERCENT = { min: 20, max: 100 } as const

type Endpoint = { host: string; port: number }
type Preset = { name: string; watts: number }
type Unlocked = { ok: true; token: string } | { ok: false; problem: 'unreachable' | 'login' | 'none' }

/** Acting on VNish over its REST interface, unlocked by a password for each command. */
export function createVnishControl(poll: Driver['poll']): DeviceControl {
  return createPlannedControl({ driver: 'vnish', poll, capabilities, tryLogin, act, check })
}

const path = (name: string) => `/api/v1/${name}`

async function unlock(
  endpoint: Endpoint,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<Unlocked> {
  const outcome = await callJson(endpoint, path('unlock'), budget, {
    method: 'POST',
    body: { pw: credentials?.password ?? DELIVERED_PASSWORD },
  })
  if (!outcome.ok) return { ok: false, problem: 'unreachable' }
  if (outcome.status === 404) return { ok: false, problem: 'none' }
  const token = textOf(fieldOf(wholeRow(outcome), 'token'), 200)
  return token === null ? { ok: false, problem: 'login' } : { ok: true, token }
}

const capabilities: DeviceControl['capabilities'] = async (target, credentials, context) => {
  const budget = budgetFrom(context)
  const endpoint = webEndpoint(target.address)
  const unlocked = await unlock(endpoint, credentials, budget)
  if (!unlocked.ok) return allAbilities(unlocked.problem === 'none' ? 'no' : unlocked.problem)
  const status = wholeRow(await callJson(endpoint, path('status'), budget))
  const canThrottle: Ability = fieldOf(status, 'throttled') === undefined ? 'firmware-too-old' : 'yes'
  const presets = await readPresets(endpoint, unlocked.token, budget)
  const watts = presets.map((preset) => preset.watts)
  const settings = presets.length > 0 ? await readSettings(endpoint, unlocked.token, budget) : null
  const present = presets.find(({ name }) => name === settings?.preset)
  return {
    ...allAbilities('yes'),
    powerPercent: canThrottle,
    percentRange: canThrottle === 'yes' ? PERCENT : null,
    powerLimit: presets.length > 0 ? 'yes' : 'no',
    powerLimitWatts: presets.length > 0 ? { min: Math.min(...watts), max: Math.max(...watts) } : null,
    powerLimitNow: present === undefined ? null : { watts: present.watts, isManaged: false },
    powerMode: 'no',
  }
}

const tryLogin: TryLogin = async (target, credentials, context) => {
  const unlocked = await unlock(webEndpoint(target.address), credentials, budgetFrom(context))
  if (unlocked.ok) return 'works'
  if (unlocked.problem === 'unreachable') return 'unreachable'
  return unlocked.problem === 'login' ? 'refused' : 'unclear'
}

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  const endpoint = webEndpoint(scene.target.address)
  const unlocked = await unlock(endpoint, scene.credentials, scene.budget)
  if (!unlocked.ok) {
    if (unlocked.problem === 'unreachable') return { kind: 'unreachable' }
    return unlocked.problem === 'none' ? { kind: 'unsupported' } : { kind: 'refused', reason: 'login' }
  }
  const post = async (name: string, body?: unknown): Promise<Act> =>
    actFrom(await write(endpoint, name, body, unlocked.token, scene.budget))
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return post('mining/stop')
    case 'start':
    case 'wake':
      return post('mining/start')
    case 'restart':
      return post('mining/restart')
    case 'reboot':
      return post('system/reboot')
    case 'locate': {
      // Each call turns it over, so it is called only where it is not as wanted.
      const status = wholeRow(await callJson(endpoint, path('status'), scene.budget))
      const isOn = flagOf(fieldOf(status, 'find_miner'))
      if (isOn === null) return { kind: 'unsupported' }
      return isOn === command.on ? { kind: 'done' } : post('find-miner')
    }
    case 'power-percent': {
      const percent = Math.round(command.percent)
      return percent < PERCENT.min || percent > PERCENT.max
        ? { kind: 'refused', reason: 'invalid-value' }
        : post('mining/throttle', { percent })
    }
    case 'power-limit': {
      const presets = await readPresets(endpoint, unlocked.token, scene.budget)
      const chosen = presetWithin(presets, command.watts)
      return chosen === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : changeSettings({ overclock: { preset: chosen.name } }, unlocked.token, scene)
    }
    case 'pools':
      return command.pools.length === 0 || command.pools.length > POOL_SLOTS
        ? { kind: 'refused', reason: 'invalid-value' }
        : changeSettings({ pools: command.pools }, unlocked.token, scene)
    case 'restore': {
      const { pools, preset } = command.image.content
      if (!Array.isArray(pools) || pools.length === 0) return { kind: 'refused', reason: 'invalid-value' }
      const name = textOf(preset)
      return changeSettings(
        {
          pools: pools.filter(isRow).map(wishFrom),
          ...(name === null ? {} : { overclock: { preset: name } }),
        },
        unlocked.token,
        scene,
      )
    }
    default:
      return { kind: 'unsupported' }
  }
}

type Change = { pools?: readonly PoolWish[]; overclock?: { preset: string } }

/**
 * Writes settings of the miner. What is not named stays, and pools are written whole, with the passwords that the unit has.
 * Mining restarts where the unit reports that it must, unless it is asleep: then they take effect when it is woken.
 */
async function changeSettings(change: Change, token: string, scene: ActScene): Promise<Act> {
  const endpoint = webEndpoint(scene.target.address)
  const present = await readSettings(endpoint, token, scene.budget)
  if (present === null) return { kind: 'refused', reason: 'config-unreadable' }
  const image = scene.imageOf(present)
  await scene.context.keep?.(image)
  const pools = change.pools === undefined ? undefined : slotsFrom(change.pools, present.pools)
  const miner = {
    ...(pools === undefined ? {} : { pools }),
    ...(change.overclock === undefined ? {} : { overclock: change.overclock }),
  }
  const saved = await write(endpoint, 'settings', { miner }, token, scene.budget)
  const act = actFrom(saved)
  if (act.kind !== 'sent') return act.kind === 'refused' ? { ...act, image } : act
  const after = await readSettings(endpoint, token, scene.budget)
  const expected = { pools: (pools ?? present.pools).filter((pool) => pool.url !== '') }
  if (after !== null && !samePools(after.pools, expected.pools)) {
    return { kind: 'refused', reason: 'config-mismatch', image }
  }
  const mustRestart = flagOf(fieldOf(wholeRow(saved), 'restart_required')) === true
  if (mustRestart && scene.reading.state !== 'sleeping') {
    await write(endpoint, 'mining/restart', undefined, token, scene.budget)
  }
  return { kind: 'sent', image, expected: { ...expected, preset: change.overclock?.preset ?? null } }
}

type VnishPool = { url: string; user: string; pass: string }

function slotsFrom(wishes: readonly PoolWish[], present: readonly VnishPool[]): VnishPool[] {
  return Array.from({ length: POOL_SLOTS }, (_, slot) => {
    const wish = wishes[slot]
    if (wish === undefined) return { url: '', user: '', pass: '' }
    const same = present.find((pool) => pool.url === wish.url && pool.user === wish.user)
    return { url: wish.url, user: wish.user, pass: wish.password ?? same?.pass ?? 'x' }
  })
}

function samePools(present: readonly VnishPool[], wanted: readonly VnishPool[]): boolean {
  const used = present.filter((pool) => pool.url !== '')
  return (
    used.length === wanted.length &&
    used.every((pool, index) => pool.url === wanted[index]?.url && pool.user === wanted[index]?.user)
  )
}

async function readSettings(
  endpoint: Endpoint,
  token: string,
  budget: Budget,
): Promise<{ pools: VnishPool[]; preset: string | null } | null> {
  const outcome = await callJson(endpoint, path('settings'), budget, { authorization: `Bearer ${token}` })
  const miner = fieldOf(wholeRow(outcome), 'miner')
  const pools = isRow(miner) ? fieldOf(miner, 'pools') : undefined
  if (!isRow(miner) || !Array.isArray(pools)) return null
  const overclock = fieldOf(miner, 'overclock')
  return {
    pools: pools.filter(isRow).map((row) => ({
      url: textOf(fieldOf(row, 'url'), 500) ?? '',
      user: textOf(fieldOf(row, 'user'), 500) ?? '',
      pass: textOf(fieldOf(row, 'pass'), 500) ?? '',
    })),
    preset: isRow(overclock) ? textOf(fieldOf(overclock, 'preset')) : null,
  }
}

function wishFrom(row: Row): PoolWish {
  return {
    url: textOf(fieldOf(row, 'url'), 500) ?? '',
    user: textOf(fieldOf(row, 'user'), 500) ?? '',
    password: textOf(fieldOf(row, 'pass'), 500),
  }
}

/** Presets are named by the watts they aim at. */
async function readPresets(endpoint: Endpoint, token: string, budget: Budget): Promise<Preset[]> {
  const outcome = await callJson(endpoint, path('autotune/presets'), budget, {
    authorization: `Bearer ${token}`,
  })
  if (!outcome.ok || outcome.status !== 200 || outcome.partial || !Array.isArray(outcome.value)) return []
  const presets: Preset[] = []
  for (const row of outcome.value.filter(isRow)) {
    const name = textOf(fieldOf(row, 'name'))
    const watts = finiteNumber(name)
    if (name !== null && watts !== null && watts > 0) presets.push({ name, watts })
  }
  return presets
}

function presetWithin(presets: readonly Preset[], watts: number): Preset | null {
  return presets
    .filter((preset) => preset.watts <= watts)
    .reduce<Preset | null>((best, one) => (best === null || one.watts > best.watts ? one : best), null)
}

async function check(
  command: DeviceCommand,
  accepted: { expected: Readonly<Record<string, unknown>> | null },
  scene: ActScene,
): Promise<Check> {
  const endpoint = webEndpoint(scene.target.address)
  const yes = (isSo: boolean): Check => (isSo ? 'yes' : 'not-yet')
  if (command.kind === 'locate' || command.kind === 'power-percent') {
    const status = wholeRow(await callJson(endpoint, path('status'), scene.budget))
    return command.kind === 'locate'
      ? yes(flagOf(fieldOf(status, 'find_miner')) === command.on)
      : yes(finiteNumber(fieldOf(status, 'throttled')) === Math.round(command.percent))
  }
  const unlocked = await unlock(endpoint, scene.credentials, scene.budget)
  if (!unlocked.ok) return unlocked.problem === 'login' ? 'login' : 'not-yet'
  const settings = await readSettings(endpoint, unlocked.token, scene.budget)
  if (settings === null) return 'not-yet'
  const pools = fieldOf(accepted.expected, 'pools')
  const preset = textOf(fieldOf(accepted.expected, 'preset'))
  const hasPools = Array.isArray(pools) && samePools(settings.pools, pools as VnishPool[])
  return yes(hasPools && (preset === null || settings.preset === preset))
}

function write(
  endpoint: Endpoint,
  name: string,
  body: unknown,
  token: string,
  budget: Budget,
): Promise<JsonOutcome> {
  return callJson(endpoint, path(name), budget, {
    method: 'POST',
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { body }),
  })
}

function actFrom(outcome: JsonOutcome): Act {
  if (!outcome.ok) return outcome.isSent ? { kind: 'sent' } : { kind: 'unreachable' }
  if (outcome.status === 401 || outcome.status === 403) return { kind: 'refused', reason: 'login' }
  if (outcome.status === 404 || outcome.status === 405) return { kind: 'unsupported' }
  if (outcome.status >= 300) return { kind: 'refused', reason: 'device-error' }
  const error = isRow(outcome.value) ? fieldOf(outcome.value, 'err') : undefined
  return error === undefined ? { kind: 'sent' } : { kind: 'refused', reason: 'device-error' }
}
