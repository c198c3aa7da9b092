import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Sample } from '@shipminer/contract/telemetry'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { createRandom } from '@shipminer/domain/generator/simulation/random'
import {
  createSimulatedMiner,
  type MinerKind,
  noFaults,
  type SimulatedMiner,
} from '@shipminer/domain/generator/simulation/simulated-miner'
import { confirmWithinMs } from '../commands/command-state.ts'
import type { CommandEnd } from '../commands/device-command.ts'
import { allAbilities, type DeviceCapabilities, type DeviceCommand } from '../drivers/device-control.ts'
import { createFollower, type Follower } from '../generator/follower.ts'
import { createMeterWatcher } from '../generator/meter/meter-watcher.ts'
import type { PowerActor } from '../generator/power-actor.ts'
import type { CommissioningStore } from '../generator/stores/commissioning-store.ts'
import { type ContactorStore, openContactorStore } from '../generator/stores/contactor-store.ts'
import { type GeneratorStore, openGeneratorStore } from '../generator/stores/generator-store.ts'
import { type LawStore, openLawStore } from '../generator/stores/law-store.ts'
import { silentLogger } from '../platform/logger.ts'
import { createDeviceTable, type DeviceTable } from '../poll/device-table.ts'
import { type DeviceBook, openDeviceBook } from './devices/device-book.ts'
import { createRunnerActor } from './runner-actor.ts'

/** A kind of miner, the driver that speaks with it, and what that driver reports. */
export type TestMiner = { kind: MinerKind; driver: string; model?: string; isEstimating?: boolean }

const pollMs = 10_000
const lookMs = 3_000
const startOfTime = 1_800_000_000_000
const wholeHour = 3_600_000

/** What the ship went through. */
export type Voyage = {
  minedKwh: number
  /** Time and energy above the limit and above what the set can give, with miners on. */
  aboveLimitMs: number
  aboveLimitKwh: number
  aboveCapacityMs: number
  /** The highest load while miners drew, kW. */
  highestKw: number
  /** Commands by kind. */
  commands: Record<'sleep' | 'lower' | 'start' | 'start-low', number>
}

type Pending = {
  miner: Unit
  command: DeviceCommand
  until: number
  nextLookAt: number
  end(of: CommandEnd): void
}
type Unit = {
  key: string
  test: TestMiner
  miner: SimulatedMiner
  /** The limit in its firmware. */
  limit: 'normal' | 'low'
  nextPollAt: number
  since: number
}

const abilitiesOf = (unit: Unit): DeviceCapabilities => {
  const { kind, isEstimating } = unit.test
  const none = { ...allAbilities('yes'), powerPercent: 'no' as const, powerLimit: 'no' as const }
  if (kind.lower === null) return none
  if (!isEstimating) return { ...none, powerPercent: 'yes', percentRange: { min: 10, max: 100 } }
  const range = { min: kind.lower.powerWatts, max: kind.ratedPowerWatts }
  return {
    ...none,
    powerLimit: 'yes',
    powerLimitWatts: range,
    powerLimitNow: { watts: unit.limit === 'low' ? range.min : range.max, isManaged: false },
  }
}

/**
 * A simulated ship with the controller’s own follower, actor and memory on disk, on a clock that only moves when it is moved. The boxes hang behind a
 * relay that drops two seconds after the last pulse. Ends of commands, polls and looks come as they do from the runner.
 */
export async function launchTestShip(options: {
  miners: readonly TestMiner[]
  seed: number
  shipKw: (second: number) => number
  limits?: Partial<ReturnType<typeof defaultSettings>>
  /** Without one the miners have power whatever the box does. */
  hasContactor?: boolean
  /** Groups of boxes with a relay each; left out: one. */
  groups?: number
  isRunning?: boolean
  /** What the meter shows of the load; left out: the load. */
  shows?: (loadKw: number) => number
  /** What the check at commissioning found; left out: nobody looks at the meter. */
  commissioning?: CommissioningStore
}) {
  const { hasContactor = true, groups = 1 } = options
  const directory = await mkdtemp(join(tmpdir(), 'test-ship-'))
  const random = createRandom(options.seed)
  let now = 0
  /** The board’s monotonic clock begins anew with each process. */
  const clock = { now: () => startOfTime + now, monotonic: () => now }
  const units = options.miners.map((test, index): Unit => {
    const key = `mac:02:00:00:00:00:${String(index + 1).padStart(2, '0')}`
    const miner = createSimulatedMiner({
      ...{ id: key, kind: test.kind, revenuePerKwh: 8 + index / 10, random, faults: noFaults },
      isRunning: options.isRunning ?? true,
    })
    return { key, test, miner, limit: 'normal', nextPollAt: random.between(0, pollMs), since: 0 }
  })
  const byKey = new Map(units.map((unit) => [unit.key, unit]))
  const settings = { ...defaultSettings(100), meanLimitPercent: null, ...options.limits }
  const store: GeneratorStore = await openGeneratorStore(join(directory, 'generator.json'), silentLogger)
  const { masterStop: _, ...onBoard } = settings
  await store.change({ onBoard })

  let pending: Pending[] = []
  /** What it can do is asked at a start and then seldom, so the answer is the same object meanwhile, as the controller’s watch gives it. */
  const answers = new Map<string, { at: number; reported: DeviceCapabilities }>()
  const lastPulseAt = Array.from({ length: groups }, () => Number.NEGATIVE_INFINITY)
  let isMetered = true
  let box: {
    actor: PowerActor
    follower: Follower
    law: LawStore
    contactor: ContactorStore
    book: DeviceBook
  } | null = null
  let table: DeviceTable = createDeviceTable(units.map((unit, index) => storeUnit(unit, index)))
  const voyage: Voyage = newVoyage()

  const isPowered = (group = 0) =>
    !hasContactor || now - (lastPulseAt[group] ?? Number.NEGATIVE_INFINITY) < settings.relayDropMs

  function send(unit: Unit, command: DeviceCommand): void {
    const { miner } = unit
    const isAsleep = miner.modeAt(now) === 'asleep'
    switch (command.kind) {
      case 'sleep':
        miner.command('sleep', now)
        return
      case 'wake':
        miner.command(unit.limit === 'low' ? 'start-low' : 'start', now)
        return
      case 'power-limit':
        unit.limit = command.watts <= (unit.test.kind.lower?.powerWatts ?? 0) ? 'low' : 'normal'
        if (!isAsleep) miner.command(unit.limit === 'low' ? 'start-low' : 'start', now)
        return
      case 'power-percent':
        miner.command(command.percent < 100 ? 'lower' : 'start', now)
        return
      default:
        throw new Error(`not simulated: ${command.kind}`)
    }
  }
  /** Whether a look shows that it was done. */
  function isDone({ miner: { miner, test }, command }: Pending): boolean {
    const mode = miner.modeAt(now)
    if (command.kind === 'sleep') return mode === 'asleep'
    if (command.kind === 'power-limit')
      return mode === 'asleep' || miner.wattsAt(now) > test.kind.ratedPowerWatts * 0.3
    if (command.kind === 'power-percent' && command.percent < 100) return mode === 'low'
    return miner.wattsAt(now) > test.kind.ratedPowerWatts * 0.3
  }
  function act(key: string, command: DeviceCommand): Promise<CommandEnd> {
    const unit = byKey.get(key)
    if (unit === undefined) return Promise.resolve({ result: 'unsupported', reason: null })
    for (const one of pending.filter(({ miner }) => miner === unit))
      one.end({ result: 'cancelled', reason: 'superseded' })
    pending = pending.filter(({ miner }) => miner !== unit)
    if (!unit.miner.answersAt(now)) return Promise.resolve({ result: 'unreachable', reason: null })
    send(unit, command)
    return new Promise((end) => {
      const until = now + confirmWithinMs(command.kind)
      pending.push({ miner: unit, command, until, nextLookAt: now + lookMs, end })
    })
  }
  function look(): void {
    for (const one of [...pending]) {
      if (now < one.nextLookAt) continue
      one.nextLookAt = now + lookMs
      const isOver = now >= one.until
      const answers = one.miner.miner.answersAt(now)
      if (!isOver && !(answers && isDone(one))) continue
      pending = pending.filter((other) => other !== one)
      one.end(isOver ? { result: 'expired', reason: null } : { result: 'confirmed', reason: null })
    }
  }
  function poll(unit: Unit): void {
    if (now < unit.nextPollAt) return
    unit.nextPollAt = now + pollMs
    const entry = table.get(unit.key)
    if (entry === undefined) return
    const { miner, test } = unit
    if (!miner.answersAt(now)) {
      entry.unreachable = 'timeout'
      return
    }
    const watts = miner.wattsAt(now)
    const isAsleep = miner.modeAt(now) === 'asleep'
    entry.unreachable = null
    entry.lastAnswerAt = clock.now()
    entry.lastSample = sampleOf(unit, clock.now(), {
      state: isAsleep ? 'sleeping' : 'mining',
      hashrateGhs: watts > test.kind.ratedPowerWatts * 0.1 ? Math.round(watts * 40) : 0,
      powerWatts: test.kind.measuresPower || test.isEstimating ? Math.round(watts) : null,
      flags: test.isEstimating ? ['power-estimated'] : [],
    })
  }

  /** Starts the box: what is on disk is all that it knows. */
  async function start(): Promise<void> {
    table = createDeviceTable(units.map((unit, index) => storeUnit(unit, index)))
    pending = []
    answers.clear()
    const [law, contactor, book] = await Promise.all([
      openLawStore(join(directory, 'law.json'), clock, silentLogger),
      openContactorStore(join(directory, 'contactor.json'), silentLogger),
      openDeviceBook(join(directory, 'book.json'), clock, silentLogger),
    ])
    const answeredBy = table
    const actor = createRunnerActor({
      runner: { act },
      table: answeredBy,
      capabilitiesOf(key) {
        const unit = byKey.get(key)
        return unit !== undefined && answeredBy.get(key)?.lastSample ? describeAbilities(unit) : null
      },
      isWanted: () => true,
      book,
      pollIntervalMs: pollMs,
      clock,
    })
    const follower = createFollower({
      store,
      wiring: { meter: { kind: 'modbus-tcp' } as never, contact: null },
      actor,
      heartbeat: {
        feed(output) {
          for (let group = 0; group < groups; group++)
            if (output.pulses && group < output.groups) lastPulseAt[group] = now
        },
        status: () => ({ beating: lastPulseAt[0] === now, failures: [] }),
        stop: async () => {},
      },
      hasContactor,
      groups,
      contactorStore: contactor,
      lawStore: law,
      clock,
      minuteOfDay: () => Math.floor(now / 60_000) % 1_440,
      log: silentLogger,
      ...(options.commissioning === undefined
        ? {}
        : {
            watcher: createMeterWatcher(options.commissioning, clock),
            checkResult: () => ({
              isCautious: options.commissioning?.position() === 'open',
              largestStepKw: null,
            }),
          }),
      onEvent(event) {
        if (event.kind === 'commanded') voyage.commands[event.action.command] += 1
      },
    })
    box = { actor, follower, law, contactor, book }
  }
  function describeAbilities(unit: Unit): DeviceCapabilities {
    const before = answers.get(unit.key)
    if (before !== undefined && now - before.at < 6 * wholeHour) return before.reported
    const reported = abilitiesOf(unit)
    answers.set(unit.key, { at: now, reported })
    return reported
  }

  async function second(): Promise<void> {
    now += 1_000
    for (const [index, { miner }] of units.entries()) miner.power(isPowered(index % groups), now)
    const miningKw = units.reduce((sum, { miner }) => sum + miner.wattsAt(now), 0) / 1_000
    const shipKw = options.shipKw(now / 1_000)
    const totalKw = shipKw + miningKw
    count(voyage, { miningKw, shipKw, totalKw, settings })
    if (box !== null) {
      look()
      for (const unit of units) poll(unit)
      if (isMetered)
        box.follower.take({
          generatorLoadKw: options.shows?.(totalKw) ?? totalKw,
          phasesKw: [],
          shipNeedsPower: false,
          powerSource: 'generator',
          arrivedAt: now,
          source: 'test',
        })
      else box.follower.turn()
    }
    // Ends of commands, and what is written to disk.
    await setImmediate()
  }

  await start()
  return {
    settings,
    units,
    get follower() {
      if (box === null) throw new Error('the box is off')
      return box.follower
    },
    /** The miners as the law sees them. */
    devices: () => box?.actor.devices() ?? [],
    get now() {
      return now
    },
    /** Whether the boxes have power. */
    isPowered,
    voyage,
    miningKw: () => units.reduce((sum, { miner }) => sum + miner.wattsAt(now), 0) / 1_000,
    meter(isThere: boolean) {
      isMetered = isThere
    },
    async sail(seconds: number) {
      for (let passed = 0; passed < seconds; passed++) await second()
    },
    /** Until something is so; at most for so long. */
    async until(isSo: () => boolean, mostSeconds = 7_200) {
      for (let passed = 0; passed < mostSeconds; passed++) {
        if (isSo()) return
        await second()
      }
      throw new Error('it never came')
    },
    /** What was measured since is forgotten. */
    restartLog() {
      Object.assign(voyage, newVoyage())
    },
    /** The process ends as by SIGKILL; what was written by then is on disk. */
    async kill() {
      if (box === null) return
      const { contactor, law, book } = box
      box = null
      pending = []
      await Promise.all([contactor.whenWritten(), law.whenWritten(), book.close()])
    },
    /** As an update ends it: miners rest first, then it stops by itself. */
    async replace(mostSeconds = 1_800) {
      if (box === null) return
      const { follower, contactor, book } = box
      follower.setResting(true)
      for (let passed = 0; passed < mostSeconds && !follower.isAtRest(); passed++) await second()
      await follower.stop()
      box = null
      pending = []
      await Promise.all([contactor.whenWritten(), book.close()])
    },
    start,
    async close() {
      await box?.follower.stop()
      await Promise.all([box?.contactor.whenWritten(), box?.book.close()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const newVoyage = (): Voyage => ({
  ...{ minedKwh: 0, aboveLimitMs: 0, aboveLimitKwh: 0, aboveCapacityMs: 0, highestKw: 0 },
  commands: { sleep: 0, lower: 0, start: 0, 'start-low': 0 },
})

function count(
  voyage: Voyage,
  at: { miningKw: number; shipKw: number; totalKw: number; settings: ReturnType<typeof defaultSettings> },
): void {
  const { miningKw, shipKw, totalKw, settings } = at
  const limitKw = (settings.capacityKw * settings.limitPercent) / 100
  // What miners still take while they are on their way down does not count as mined.
  voyage.minedKwh += Math.min(miningKw, Math.max(0, limitKw - settings.reserveKw - shipKw)) / 3_600
  if (miningKw <= 0.2) return
  voyage.highestKw = Math.max(voyage.highestKw, totalKw)
  if (totalKw > limitKw) {
    voyage.aboveLimitMs += 1_000
    voyage.aboveLimitKwh += (totalKw - limitKw) / 3_600
  }
  if (totalKw > settings.capacityKw) voyage.aboveCapacityMs += 1_000
}

const storeUnit = ({ key, test }: Unit, index: number) => ({
  identity: {
    ...{ key, driver: test.driver, make: null, model: test.model ?? null, firmware: null, serial: null },
    ...{ macAddress: null, hostname: null, ipAddress: `10.0.0.${index + 1}`, port: 4028 },
  },
  address: { host: `10.0.0.${index + 1}`, port: 4028 },
  lastSeenAt: 0,
})

const sampleOf = ({ key }: Unit, at: number, seen: Partial<Sample>): Sample => ({
  ...{ deviceKey: key, sampledAt: at, periodSeconds: pollMs / 1_000, state: 'mining', hashrateGhs: null },
  ...{ powerWatts: null, temperatureDeciC: null, uptimeSeconds: null, acceptedShares: null },
  ...{ rejectedShares: null, staleShares: null, acceptedDifficultyMilli: null, flags: [] },
  ...seen,
})
