import { budgetFrom } from '../budget.ts'
import { poolsOfImage } from '../cgminer/cgminer-control.ts'
import { fieldOf, finiteNumber, isRow, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  type Accepted,
  allAbilities,
  type DeviceCommand,
  type DeviceControl,
  type PoolWish,
  type TryLogin,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
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
import { askV3, partOfReply, writeV3 } from './v3-client.ts'

const POOL_SLOTS = 3

/** Acting on Whatsminers by the third API. */
export function createV3Control(poll: Driver['poll']): DeviceControl {
  return createPlannedControl({ driver: 'whatsminer-v3', poll, capabilities, tryLogin, act, check })
}

const capabilities: DeviceControl['capabilities'] = async (target, _credentials, context) => {
  const requests = [{ cmd: 'get.device.info' }, { cmd: 'get.miner.setting' }]
  const asked = await askV3(target.address, requests, budgetFrom(context))
  const [info, setting] = asked.replies
  if (info === undefined) return allAbilities('unreachable')
  const isLocked = textOf(fieldOf(partOfReply(info, 'system'), 'apiswitch')) === '0'
  const ability: Ability = isLocked ? 'writes-disabled' : 'yes'
  return {
    ...allAbilities(ability),
    powerLimitNow: setLimitOf(setting?.partial === false ? setting.message : null, 'power-limit'),
    powerModes: ['low', 'normal', 'high'],
    percentRange: { min: 0, max: 100 },
  }
}

/** Only a write shows it: the light back to what it does by itself. */
const tryLogin: TryLogin = async (target, credentials, context) =>
  loginAnswerFrom(
    await writeV3(target.address, 'set.system.led', 'auto', false, credentials, budgetFrom(context)),
  )

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  const write = async (name: string, param?: unknown, isSecret = false): Promise<Act> =>
    actFrom(await writeV3(scene.target.address, name, param, isSecret, scene.credentials, scene.budget))
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return write('set.miner.service', 'stop')
    case 'start':
    case 'wake':
      return write('set.miner.service', 'start')
    case 'restart':
      return write('set.miner.service', 'restart')
    case 'reboot':
      return write('set.system.reboot')
    case 'locate':
      return write(
        'set.system.led',
        command.on ? [{ color: 'red', period: 200, duration: 100, start: 0 }] : 'auto',
      )
    case 'power-percent':
      // The firmware expects a string there, despite what its documents say; `fast` acts within seconds and is not saved.
      return write('set.miner.power_percent', {
        percent: String(Math.round(command.percent)),
        mode: 'fast',
      })
    case 'power-mode':
      return writePower(scene, () => write('set.miner.power_mode', command.mode))
    case 'power-limit':
      return Number.isInteger(command.watts) && command.watts > 0
        ? writePower(scene, () => write('set.miner.power_limit', command.watts))
        : { kind: 'refused', reason: 'invalid-value' }
    case 'pools':
      return writePools(command.pools, scene, write)
    case 'restore': {
      const pools = poolsOfImage(command.image)
      if (pools !== null) return writePools(pools, scene, write)
      const watts = finiteNumber(fieldOf(command.image.content, 'power-limit'))
      return watts === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : writePower(scene, () => write('set.miner.power_limit', watts))
    }
  }
}

async function writePower(scene: ActScene, write: () => Promise<Act>): Promise<Act> {
  const setting = await readSetting(scene)
  if (setting === null) return { kind: 'refused', reason: 'config-unreadable' }
  const image = scene.imageOf({
    'power-limit': fieldOf(setting, 'power-limit') ?? null,
    'power-mode': fieldOf(setting, 'power-mode') ?? null,
  })
  await scene.context.keep?.(image)
  const act = await write()
  return act.kind === 'sent' || act.kind === 'refused' ? { ...act, image } : act
}

async function writePools(
  wishes: readonly PoolWish[],
  scene: ActScene,
  write: (name: string, param: unknown, isSecret: boolean) => Promise<Act>,
): Promise<Act> {
  if (wishes.length === 0 || wishes.length > POOL_SLOTS) return { kind: 'refused', reason: 'invalid-value' }
  if (scene.reading.flags.includes('partial-answer')) return { kind: 'refused', reason: 'config-unreadable' }
  const image = scene.imageOf({
    pools: scene.reading.pools.map(({ url, user }) => ({ url, user: user ?? '', password: null })),
  })
  await scene.context.keep?.(image)
  const param = wishes.map(({ url, user, password }) => ({
    pool: url,
    worker: user,
    passwd: password ?? 'x',
  }))
  const act = await write('set.miner.pools', param, true)
  return act.kind === 'sent' || act.kind === 'refused' ? { ...act, image } : act
}

async function check(command: DeviceCommand, accepted: Accepted, scene: ActScene): Promise<Check> {
  const yes = (isSo: boolean): Check => (isSo ? 'yes' : 'not-yet')
  switch (command.kind) {
    case 'locate': {
      const asked = await askV3(scene.target.address, [{ cmd: 'get.device.info' }], scene.budget)
      const led = textOf(fieldOf(partOfReply(asked.replies[0], 'system'), 'ledstatus'))
      return yes(led !== null && (led !== 'auto') === command.on)
    }
    case 'power-mode':
      return yes(textOf(fieldOf(await readSetting(scene), 'power-mode')) === command.mode)
    case 'power-limit':
      return yes(finiteNumber(fieldOf(await readSetting(scene), 'power-limit')) === command.watts)
    case 'power-percent': {
      const limit = finiteNumber(fieldOf(await readSetting(scene), 'power-limit'))
      const { powerWatts } = scene.reading
      if (limit === null || powerWatts === null) return 'not-yet'
      return yes(
        isThrottledTo(command.percent, { limitWatts: limit, watts: powerWatts, before: accepted.before }),
      )
    }
    case 'pools':
    case 'restore': {
      const wishes = command.kind === 'pools' ? command.pools : poolsOfImage(command.image)
      if (wishes !== null) return yes(samePools(scene, wishes))
      const watts = command.kind === 'restore' ? fieldOf(command.image.content, 'power-limit') : null
      return yes(fieldOf(await readSetting(scene), 'power-limit') === watts)
    }
    default:
      return 'yes'
  }
}

function samePools({ reading }: ActScene, wishes: readonly PoolWish[]): boolean {
  return (
    reading.pools.length === wishes.length &&
    reading.pools.every((pool, index) => pool.url === wishes[index]?.url && pool.user === wishes[index]?.user)
  )
}

async function readSetting(scene: ActScene): Promise<Row | null> {
  const asked = await askV3(scene.target.address, [{ cmd: 'get.miner.setting' }], scene.budget)
  const message = asked.replies[0]?.message
  return asked.replies[0]?.partial === false && isRow(message) ? message : null
}
