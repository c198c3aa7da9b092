import { type Budget, budgetFrom } from '../budget.ts'
import { sendOnce } from '../cgminer/cgminer-client.ts'
import { poolsOfImage } from '../cgminer/cgminer-control.ts'
import { listPools, poolsMatch } from '../cgminer/cgminer-pools.ts'
import { classifyReply, type WriteOutcome } from '../cgminer/cgminer-write.ts'
import { changeListedPools } from '../cgminer/change-listed-pools.ts'
import { type CommandReply, isSuccess, replyTo } from '../cgminer/parse-reply.ts'
import { type Ability, allAbilities, type DeviceCommand, type DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { type Act, type ActScene, actFrom, type Check, createPlannedControl } from '../planned-control.ts'
import { numberIn } from './avalon-fields.ts'
import type { AvalonFields } from './avalon-reading.ts'

/** Sleep and wake commands are set for a moment slightly ahead of the unit's own clock. */
const AHEAD_SECONDS = 5
const WORK_MODE = { low: 0, normal: 1, high: 2 } as const

type ReadFields = (address: DeviceAddress, budget: Budget) => Promise<AvalonFields | null>

/** Acting on Avalons: `ascset` with the options that the unit lists itself. It answers with information, which is success. */
export function createAvalonControl(poll: Driver['poll'], readFields: ReadFields): DeviceControl {
  return createPlannedControl({
    driver: 'avalon',
    poll,
    capabilities,
    act,
    check: (command, _accepted, scene) => check(command, scene, readFields),
  })
}

const capabilities: DeviceControl['capabilities'] = async (target, _credentials, context) => {
  const budget = budgetFrom(context)
  const options = await readOptions(target.address, budget)
  if (!options.ok) return allAbilities(options.why)
  const has = (option: string): Ability => (options.names.has(option) ? 'yes' : 'no')
  const rest: Ability = options.names.has('softoff') && options.names.has('softon') ? 'yes' : 'no'
  return {
    ...allAbilities('no'),
    start: rest,
    stop: rest,
    sleep: rest,
    wake: rest,
    reboot: has('reboot'),
    locate: has('led'),
    pools: 'untried',
    powerMode: options.names.has('workmode') ? 'untried' : 'no',
    powerModes: options.names.has('workmode') ? ['low', 'normal', 'high'] : [],
  }
}

type Options =
  | { ok: true; names: ReadonlySet<string>; deviceTime: number | null }
  | { ok: false; why: Ability }

/** The options this unit has, from `help`, and its own clock in epoch seconds. */
async function readOptions(address: DeviceAddress, budget: Budget): Promise<Options> {
  const outcome = await sendOnce(address, { command: 'ascset', parameter: '0,help' }, budget)
  if (!outcome.ok) return { ok: false, why: 'unreachable' }
  const reply = replyTo(outcome.parsed, 'ascset')
  const message = reply?.status?.message ?? ''
  if (reply === null || !isSuccess(reply.status)) {
    return { ok: false, why: reply?.status?.code === 45 ? 'writes-disabled' : 'no' }
  }
  const listed = message.slice(message.indexOf(':') + 1)
  const names = new Set(listed.split('|').map((name) => name.trim()))
  return { ok: true, names, deviceTime: reply.status?.when ?? null }
}

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  const set = async (option: string): Promise<Act> =>
    actFrom(await ascset(scene.target.address, option, scene.budget))
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return rest('softoff', scene, set)
    case 'start':
    case 'wake':
      return rest('softon', scene, set)
    case 'reboot':
      return set('reboot,0')
    case 'locate':
      return set(command.on ? 'led,1-1' : 'led,1-0')
    case 'power-mode':
      return set(`workmode,set,${WORK_MODE[command.mode]}`)
    case 'pools':
      return changeListedPools(command.pools, scene)
    case 'restore': {
      const pools = poolsOfImage(command.image)
      return pools === null ? { kind: 'refused', reason: 'invalid-value' } : changeListedPools(pools, scene)
    }
    default:
      return { kind: 'unsupported' }
  }
}

async function rest(
  option: 'softoff' | 'softon',
  scene: ActScene,
  set: (option: string) => Promise<Act>,
): Promise<Act> {
  const options = await readOptions(scene.target.address, scene.budget)
  if (!options.ok) {
    if (options.why === 'unreachable') return { kind: 'unreachable' }
    return options.why === 'writes-disabled'
      ? { kind: 'refused', reason: 'writes-disabled' }
      : { kind: 'unsupported' }
  }
  if (!options.names.has(option)) return { kind: 'unsupported' }
  const now = options.deviceTime ?? Math.floor(scene.context.now() / 1000)
  return set(`${option},1:${now + AHEAD_SECONDS}`)
}

async function check(command: DeviceCommand, scene: ActScene, readFields: ReadFields): Promise<Check> {
  const { address } = scene.target
  if (command.kind === 'pools' || command.kind === 'restore') {
    const wishes = command.kind === 'pools' ? command.pools : (poolsOfImage(command.image) ?? [])
    const listed = await listPools(address, scene.budget)
    return listed !== null && poolsMatch(listed, wishes) ? 'yes' : 'not-yet'
  }
  const fields = await readFields(address, scene.budget)
  if (fields === null) return 'not-yet'
  if (command.kind === 'power-mode') {
    return numberIn(fields, 'WORKMODE') === WORK_MODE[command.mode] ? 'yes' : 'not-yet'
  }
  // Not all firmware reports its lamp; where it does not, its good answer has to do.
  if (command.kind === 'locate' && fields.has('Led')) {
    return (numberIn(fields, 'Led') !== 0) === command.on ? 'yes' : 'not-yet'
  }
  return 'yes'
}

/** `softon` may close the connection without a word, which is doubtful and no failure. */
async function ascset(address: DeviceAddress, option: string, budget: Budget): Promise<WriteOutcome> {
  const outcome = await sendOnce(address, { command: 'ascset', parameter: `0,${option}` }, budget)
  if (!outcome.ok) return outcome.isSent ? { kind: 'doubtful' } : { kind: 'unreachable' }
  const reply: CommandReply | null = replyTo(outcome.parsed, 'ascset')
  return reply === null ? { kind: 'doubtful' } : classifyReply(reply)
}
