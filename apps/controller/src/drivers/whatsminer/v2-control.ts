import { budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { poolsOfImage } from '../cgminer/cgminer-control.ts'
import { listPools, poolsMatch, wishesFrom } from '../cgminer/cgminer-pools.ts'
import { replyTo } from '../cgminer/parse-reply.ts'
import { fieldOf, finiteNumber, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  type Accepted,
  allAbilities,
  type DeviceCommand,
  type DeviceControl,
  type PoolWish,
  type TryLogin,
} from '../device-control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { isThrottledTo } from '../judge/judge.ts'
import {
  type Act,
  type ActScene,
  actFrom,
  type Check,
  createPlannedControl,
  loginAnswerFrom,
} from '../planned-control.ts'
import { setLimitOf } from './set-limit.ts'
import { readToken, type V2Outcome, writeV2 } from './v2-client.ts'

const POOL_SLOTS = 3

/** Acting on Whatsminers by the second API: encrypted commands with a token, on the same port that reads. */
export function createV2Control(poll: Driver['poll']): DeviceControl {
  return createPlannedControl({ driver: 'whatsminer', poll, capabilities, tryLogin, act, check })
}

const capabilities: DeviceControl['capabilities'] = async (target, credentials, context) => {
  const budget = budgetFrom(context)
  const token = await readToken(target.address, budget)
  if (!token.ok) return allAbilities(token.problem === 'none' ? 'no' : token.problem)
  // Without a password of its own the device takes no write; whether one is right shows when it is used.
  const ability: Ability = credentials === null ? 'default-password' : 'yes'
  return {
    ...allAbilities(ability),
    powerLimitNow: setLimitOf(await readMessage(target.address, 'status', { budget }), 'power_limit_set'),
    powerModes: ['low', 'normal', 'high'],
    percentRange: { min: 0, max: 100 },
  }
}

/** Only a write shows it: the light back to what it does by itself. */
const tryLogin: TryLogin = async (target, credentials, context) =>
  loginAnswerFrom(
    await writeV2(target.address, 'set_led', { param: 'auto' }, credentials, budgetFrom(context)),
  )

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  const write = async (name: string, fields: Row = {}, expected?: Row): Promise<Act> =>
    v2Act(await writeV2(scene.target.address, name, fields, scene.credentials, scene.budget), expected)
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      // Text, not a truth value: it answers before it acts.
      return write('power_off', { respbefore: 'true' })
    case 'start':
    case 'wake':
      return write('power_on')
    case 'restart':
      return write('restart_btminer')
    case 'reboot':
      return write('reboot')
    case 'locate':
      return write(
        'set_led',
        command.on ? { color: 'red', period: 2000, duration: 1000, start: 0 } : { param: 'auto' },
      )
    case 'power-mode':
      return write(`set_${command.mode}_power`)
    case 'power-limit': {
      if (!Number.isInteger(command.watts) || command.watts < 1 || command.watts > 99_999) {
        return { kind: 'refused', reason: 'invalid-value' }
      }
      const status = await readMessage(scene.target.address, 'status', scene)
      const image = scene.imageOf({ powerLimitWatts: finiteNumber(fieldOf(status, 'power_limit_set')) })
      await scene.context.keep?.(image)
      const limited = await write('adjust_power_limit', { power_limit: String(command.watts) })
      return limited.kind === 'sent' ? { ...limited, image } : limited
    }
    case 'power-percent': {
      const percent = String(Math.round(command.percent))
      const fast = await write('set_power_pct_v2', { percent })
      return fast.kind === 'unsupported' ? write('set_power_pct', { percent }) : fast
    }
    case 'pools':
      return writePools(command.pools, scene, write)
    case 'restore': {
      const pools = poolsOfImage(command.image)
      if (pools !== null) return writePools(pools, scene, write)
      const watts = finiteNumber(fieldOf(command.image.content, 'powerLimitWatts'))
      return watts === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : write('adjust_power_limit', { power_limit: String(watts) })
    }
  }
}

async function writePools(
  wishes: readonly PoolWish[],
  scene: ActScene,
  write: (name: string, fields: Row) => Promise<Act>,
): Promise<Act> {
  if (wishes.length === 0 || wishes.length > POOL_SLOTS) return { kind: 'refused', reason: 'invalid-value' }
  const listed = await listPools(scene.target.address, scene.budget)
  if (listed === null) return { kind: 'refused', reason: 'config-unreadable' }
  const image = scene.imageOf({ pools: wishesFrom(listed) })
  await scene.context.keep?.(image)
  const fields: Record<string, string> = {}
  for (let slot = 0; slot < POOL_SLOTS; slot += 1) {
    const wish = wishes[slot]
    fields[`pool${slot + 1}`] = wish?.url ?? ''
    fields[`worker${slot + 1}`] = wish?.user ?? ''
    // The device reports no passwords, so one that is not given cannot be kept.
    fields[`passwd${slot + 1}`] = wish === undefined ? '' : (wish.password ?? 'x')
  }
  const act = await write('update_pools', fields)
  return act.kind === 'sent' || act.kind === 'refused' ? { ...act, image } : act
}

async function check(command: DeviceCommand, accepted: Accepted, scene: ActScene): Promise<Check> {
  const yes = (isSo: boolean): Check => (isSo ? 'yes' : 'not-yet')
  const { address } = scene.target
  switch (command.kind) {
    case 'locate': {
      const info = await readMessage(address, 'get_miner_info', scene)
      const led = textOf(fieldOf(info, 'ledstat'))
      return yes(led !== null && (led !== 'auto') === command.on)
    }
    case 'power-mode': {
      const status = await readMessage(address, 'status', scene)
      return yes(textOf(fieldOf(status, 'power_mode'))?.toLowerCase() === command.mode)
    }
    case 'power-limit':
      return yes((await readLimit(address, scene)) === command.watts)
    case 'power-percent': {
      const limit = await readLimit(address, scene)
      const { powerWatts } = scene.reading
      if (limit === null || powerWatts === null) return 'not-yet'
      return yes(
        isThrottledTo(command.percent, { limitWatts: limit, watts: powerWatts, before: accepted.before }),
      )
    }
    case 'pools':
    case 'restore': {
      const wishes = command.kind === 'pools' ? command.pools : poolsOfImage(command.image)
      if (wishes === null) {
        const watts = finiteNumber(
          command.kind === 'restore' ? fieldOf(command.image.content, 'powerLimitWatts') : null,
        )
        return yes((await readLimit(address, scene)) === watts)
      }
      const listed = await listPools(address, scene.budget)
      return yes(listed !== null && poolsMatch(listed, wishes))
    }
    default:
      return 'yes'
  }
}

async function readLimit(address: DeviceAddress, scene: ActScene): Promise<number | null> {
  return finiteNumber(fieldOf(await readMessage(address, 'status', scene), 'power_limit_set'))
}

async function readMessage(
  address: DeviceAddress,
  command: string,
  scene: Pick<ActScene, 'budget'>,
): Promise<Row | null> {
  const outcome = await readCommand(address, command, scene.budget)
  return outcome.ok ? (replyTo(outcome.parsed, command)?.message ?? null) : null
}

function v2Act(outcome: V2Outcome, expected: Row | undefined): Act {
  const act = actFrom(outcome)
  return act.kind === 'sent' && expected !== undefined ? { ...act, expected } : act
}
