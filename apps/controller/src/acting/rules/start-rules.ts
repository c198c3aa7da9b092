import type { CommandOrder } from '@shipminer/contract/control'
import type { RuleEventKind, RuleNote, RuleSettings } from '@shipminer/contract/power/rules'
import type { MinerOrders, MinerState } from '@shipminer/domain/fleet/miner-state'
import { decideRules, type RuleAction, type RuledMiner } from '@shipminer/domain/rules/decide-rules'
import { blankMemory, type MinerRuleMemory, type RuleMemory } from '@shipminer/domain/rules/rule-memory'
import type { CommandRunner } from '../../commands/command-runner.ts'
import type { CommandEnd } from '../../commands/device-command.ts'
import type { DeviceCapabilities, DeviceCommand } from '../../drivers/device-control.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { DeviceTable } from '../../poll/device-table.ts'
import type { FoundLimit } from '../lower-power.ts'
import type { PowerForRules, PowerLook } from './power-for-rules.ts'
import { type RuleCommands, ruleCommandsOf } from './rule-commands.ts'
import type { KeptRules, OwnPower, RuleLine, RuleStore } from './rule-store.ts'
import { lastState, readingOf } from './ruled-miner.ts'

const LOOK_MS = 5_000
/** Written from time to time, so that after a restart of the box it is known how long it was away. */
const KEEP_MS = 60_000
/** After a start the next one waits for this long: chips draw more while they ramp up. */
const RAMP_MS = 120_000
const MOST_LINES = 30
const nothingOwn: OwnPower = { mode: null, watts: null }

export type RulesStatus = {
  version: number
  settings: RuleSettings
  /** Newest first; by the clock of what is sent. */
  log: readonly RuleLine[]
}

/** The owner's rules, as the controller holds them. */
export type Rules = {
  /** Rules from shore: in force at once. Resolves when they are on disk, or cannot be. */
  set(shore: { version: number; settings: RuleSettings }): Promise<void>
  /** An order of the owner has been taken for a miner: it is stronger than what a rule was doing with it. */
  noteOrder(order: Pick<CommandOrder, 'action' | 'parameters' | 'restoreOf'>, deviceKey: string): void
  /** The limit that the owner set from shore for a miner, W; null: none that is known. */
  ownWattsOf(deviceKey: string): number | null
  /** Whether a rule lets a miner sleep: nobody but its owner starts it meanwhile. */
  isHolding(deviceKey: string): boolean
  status(): RulesStatus
  /** The state of each miner with its reason, by its last answer, however old that is; those that never answered are missing. */
  states(): ReadonlyMap<string, MinerState>
  /** Begins to look from time to time. */
  start(): void
  /** One look. Resolves when what it decided has been commanded and written. */
  look(): Promise<void>
  stop(): Promise<void>
}

export type RulesOptions = {
  store: RuleStore
  runner: Pick<CommandRunner, 'act' | 'isBusy'>
  table: Pick<DeviceTable, 'entries' | 'get'>
  wishes: { isWanted(deviceKey: string): boolean; isStopped(deviceKey: string): boolean }
  capabilitiesOf: (deviceKey: string) => DeviceCapabilities | null
  /** The limit that was found in it. */
  foundLimitOf: (deviceKey: string) => FoundLimit | null
  power: () => PowerForRules
  pollIntervalMs: number
  /** For what is sent; its monotonic time is that of the rules. */
  clock: Clock
  log: Logger
}

/** Carries out the owner's rules on board, with or without a line to shore. */
export function startRules(options: RulesOptions): Rules {
  const { store, runner, table, wishes, clock, log } = options
  let { shore, memory, log: lines } = store.before
  const own = new Map(store.before.own)
  /** When the owner last commanded each, by the clock of what is sent. */
  const commandedAt = new Map<string, number>()
  /** When a rule last started each. */
  const startedAt = new Map<string, number>()
  let lastStartAt = Number.NEGATIVE_INFINITY
  let keptAt = clock.monotonic()
  let isLooking = false
  let isStopped = false
  let timer: NodeJS.Timeout | null = null

  const rulesToKeep = (): KeptRules => ({ shore, memory, own, log: lines })
  const save = () => {
    keptAt = clock.monotonic()
    return store.write(rulesToKeep())
  }
  const remember = (id: string, over: Partial<MinerRuleMemory>) => {
    memory = new Map(memory).set(id, { ...(memory.get(id) ?? blankMemory), ...over })
  }

  function note(kind: RuleEventKind, deviceKey: string, over: Partial<RuleNote>): void {
    const nothing: RuleNote = {
      reason: null,
      hashrateGhs: null,
      temperatureDeciC: null,
      minutes: null,
      count: null,
    }
    const rule = { ...nothing, ...over }
    const at = clock.now()
    lines = [{ at, kind, deviceKey, rule }, ...lines].slice(0, MOST_LINES)
    options.power().note({ at, kind, deviceKey, watts: null, rule })
    log.warn({ deviceKey, kind, ...over }, 'a rule acted')
  }

  function commandsOf(deviceKey: string, power: PowerLook): RuleCommands | null {
    const capabilities = options.capabilitiesOf(deviceKey)
    const entry = table.get(deviceKey)
    if (capabilities === null || entry === undefined || capabilities.sleep === 'unreachable') return null
    return ruleCommandsOf(capabilities, own.get(deviceKey) ?? nothingOwn, {
      ratedWatts: power.ratedWattsOf(deviceKey) ?? 0,
      driver: entry.identity.driver,
      foundLimit: options.foundLimitOf(deviceKey),
    })
  }

  /** After a restart of the box a stop is one of long ago. */
  function ordersOf(key: string, power: PowerLook): MinerOrders {
    return {
      stoppedByOwnerAt: wishes.isStopped(key) ? (commandedAt.get(key) ?? 0) : null,
      commandedAt: commandedAt.get(key) ?? null,
      ...power.ordersOf(key),
      ruleCommand: commandOfRule(memory.get(key), startedAt.has(key)),
      ruleCommandedAt: startedAt.get(key) ?? null,
    }
  }

  function listMiners(power: PowerLook): RuledMiner[] {
    return table.entries().map((entry) => {
      const { key } = entry.identity
      const commands = commandsOf(key, power)
      return {
        id: key,
        reading: readingOf(entry, ordersOf(key, power), clock, options.pollIntervalMs),
        isWanted: wishes.isWanted(key),
        isBusy: runner.isBusy(key),
        hasRoom: power.hasRoom(key),
        can: commands && {
          restart: commands.restart !== null,
          lower: commands.lower !== null,
          sleep: commands.sleep !== null,
        },
      }
    })
  }

  async function look(): Promise<void> {
    if (isLooking || isStopped) return
    isLooking = true
    try {
      const hasCoolDown = [...memory.values()].some(({ coolDown }) => coolDown !== null)
      if (shore.settings.restart === null && shore.settings.coolDown === null && !hasCoolDown) return
      const before = memory
      const power = options.power().look()
      const decided = decideRules(
        {
          settings: shore.settings,
          memory,
          miners: listMiners(power),
          ship: power.ship,
          isFollowed: power.isFollowed,
          isStartUnderWay: runner.isBusy() || power.isCommanding || clock.monotonic() - lastStartAt < RAMP_MS,
        },
        clock.monotonic(),
      )
      memory = decided.memory
      for (const { identity } of table.entries()) {
        const isLetGo = before.get(identity.key)?.coolDown && !memory.get(identity.key)?.coolDown
        const isActedOn = decided.actions.some(({ id }) => id === identity.key)
        if (isLetGo && !isActedOn) note('rule-over', identity.key, { reason: 'started' })
      }
      if (decided.actions.length > 0 || clock.monotonic() - keptAt >= KEEP_MS)
        await carryOut(decided.actions, before)
    } catch (error) {
      log.error({ error: errorText(error) }, 'the rules failed')
    } finally {
      isLooking = false
    }
  }

  /** What is not on disk is not done: a box that restarts over and over must not begin to count anew. */
  async function carryOut(actions: readonly RuleAction[], before: RuleMemory): Promise<void> {
    const decided = memory
    const isKept = await save()
    if (isStopped) return
    for (const action of actions) {
      // Its owner ordered something while this was written.
      if (memory.get(action.id) !== decided.get(action.id)) continue
      if (isNoted(action)) noteOnly(action)
      else if (!isKept || !begin(action))
        memory = new Map(memory).set(action.id, before.get(action.id) ?? blankMemory)
    }
    if (actions.length > 0) await save()
  }

  function noteOnly(action: Noted): void {
    switch (action.kind) {
      case 'cannot':
        note('rule-cannot', action.id, { reason: action.rule === 'restart' ? 'no-hashrate' : 'too-hot' })
        return
      case 'release':
        note('rule-over', action.id, coolNote(action.temperatureC))
        return
      case 'give-up': {
        const { trouble, count, hashrateGhs } = action
        note('rule-gave-up', action.id, { reason: trouble, count, hashrateGhs })
      }
    }
  }

  /** False: it is not commanded, and then it is as if it had not been decided. */
  function begin(action: Doing): boolean {
    const { id } = action
    const power = options.power().look()
    const command = commandFor(action.kind, commandsOf(id, power))
    // Writing took a moment, in which its owner, the crew or the follower may have said something.
    const isRaising = action.kind !== 'lower' && action.kind !== 'sleep'
    const isOff = power.ship === 'paused' || (isRaising && (power.ship !== 'free' || !power.hasRoom(id)))
    if (command === null || !wishes.isWanted(id) || runner.isBusy(id) || isOff) return false
    if (isRaising) {
      lastStartAt = clock.monotonic()
      startedAt.set(id, clock.now())
    } else startedAt.delete(id)
    noteAction(action)
    runner
      .act(id, command)
      .then((end) => noteEnd(action, end))
      .catch((error: unknown) => log.error({ deviceKey: id, error: errorText(error) }, 'a rule failed'))
    return true
  }

  function noteAction(action: Doing): void {
    if (action.kind === 'restart') {
      const { trouble, count, forMs, hashrateGhs } = action
      const minutes = Math.round(forMs / 60_000)
      note('rule-restart', action.id, { reason: trouble, count, minutes, hashrateGhs })
    } else if (action.kind === 'lower' || action.kind === 'sleep')
      note(action.kind === 'lower' ? 'rule-lowered' : 'rule-asleep', action.id, {
        reason: 'too-hot',
        temperatureDeciC: Math.round(action.temperatureC * 10),
      })
    else note('rule-over', action.id, coolNote(action.temperatureC))
  }

  async function noteEnd({ kind, id }: Doing, { result, reason }: CommandEnd): Promise<void> {
    if (isRaisingKind(kind)) lastStartAt = clock.monotonic()
    if (result === 'confirmed' || isStopped) return
    const isTakenOver = result === 'cancelled' || result === 'expired' || reason === 'superseded'
    if (kind === 'lower') remember(id, { coolDown: null, cannotLower: !isTakenOver })
    if (kind === 'sleep' && !isTakenOver) remember(id, { coolDown: null })
    if (!isTakenOver) note('rule-failed', id, { reason: reason ?? result })
    await save()
  }

  return {
    start() {
      timer ??= setInterval(() => void look(), LOOK_MS)
    },
    async set(next) {
      const isChange = JSON.stringify(next) !== JSON.stringify(shore)
      shore = next
      if (isChange) await save()
    },
    noteOrder(order, deviceKey) {
      if (order.action === 'locate' || order.action === 'set-pools') return
      commandedAt.set(deviceKey, clock.now())
      const ownPower = ownPowerAfter(own.get(deviceKey) ?? nothingOwn, order)
      if (ownPower === null) own.delete(deviceKey)
      else own.set(deviceKey, ownPower)
      const wasCooling = memory.get(deviceKey)?.coolDown != null
      if (memory.has(deviceKey))
        remember(deviceKey, { trouble: null, hotSince: null, coolDown: null, cannotLower: false })
      if (wasCooling) note('rule-over', deviceKey, { reason: 'started' })
      void save()
    },
    ownWattsOf: (deviceKey) => own.get(deviceKey)?.watts ?? null,
    isHolding: (deviceKey) => memory.get(deviceKey)?.coolDown?.how === 'asleep',
    status: () => ({ ...shore, log: lines }),
    states() {
      const power = options.power().look()
      return new Map(
        table.entries().flatMap((entry) => {
          const { key } = entry.identity
          const state = lastState(entry, ordersOf(key, power), clock.now())
          return state === null ? [] : [[key, state] as const]
        }),
      )
    },
    look,
    async stop() {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      await save()
    },
  }
}

/** What is only reported, and what is commanded. */
type Noted = Extract<RuleAction, { kind: 'cannot' | 'give-up' | 'release' }>
type Doing = Exclude<RuleAction, Noted>
const isNoted = (action: RuleAction): action is Noted =>
  action.kind === 'cannot' || action.kind === 'give-up' || action.kind === 'release'

const isRaisingKind = (kind: RuleAction['kind']) => kind === 'restart' || kind === 'lift' || kind === 'wake'

const coolNote = (temperatureC: number | null): Partial<RuleNote> => ({
  reason: 'cool',
  temperatureDeciC: temperatureC === null ? null : Math.round(temperatureC * 10),
})

function commandFor(kind: RuleAction['kind'], commands: RuleCommands | null): DeviceCommand | null {
  if (commands === null || kind === 'give-up' || kind === 'cannot' || kind === 'release') return null
  return commands[kind]
}

function commandOfRule(
  memory: MinerRuleMemory | undefined,
  isStarted: boolean,
): 'rest' | 'lower' | 'run' | null {
  if (memory?.coolDown) return memory.coolDown.how === 'asleep' ? 'rest' : 'lower'
  return isStarted ? 'run' : null
}

/** What is known of the power that the owner set, after an order; null: nothing. */
function ownPowerAfter(
  before: OwnPower,
  { action, parameters, restoreOf }: Pick<CommandOrder, 'action' | 'parameters' | 'restoreOf'>,
): OwnPower | null {
  const isOfPower = action === 'set-power-limit' || action === 'set-power-mode'
  if (restoreOf !== null) return isOfPower ? null : before
  const mode = parameters.powerMode
  const isMode = mode === 'low' || mode === 'normal' || mode === 'high'
  return {
    mode: action === 'set-power-mode' ? (isMode ? mode : null) : before.mode,
    watts: action === 'set-power-limit' ? (parameters.powerLimitWatts ?? null) : before.watts,
  }
}
