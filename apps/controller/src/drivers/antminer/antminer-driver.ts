import type { DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { modelName } from '../cgminer/cgminer-identity.ts'
import { type CommandReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { readFigures } from '../cgminer/read-singly.ts'
import { fieldOf, type Row, textOf } from '../cgminer/values.ts'
import type { DeviceControl } from '../device-control.ts'
import { createDeviceMemory } from '../device-memory.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../driver.ts'
import { createStockLogin, type StockLoginOptions } from '../http/stock-login.ts'
import { identityKey } from '../identity-key.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading, withUnknownRest } from '../reading.ts'
import { sidePorts } from '../side-ports.ts'
import { createSlowLook } from '../slow-look.ts'
import { createAntminerControl } from './antminer-control.ts'
import { antminerReading } from './antminer-reading.ts'
import { readStats, statsRow } from './antminer-stats.ts'
import {
  ANTMINER_REALM,
  readSystemInfo,
  readWebFaults,
  readWorkMode,
  type SystemInfo,
} from './antminer-web.ts'
import { readMeasuredPower } from './power-port.ts'

/** Time the side port for power may take; it answers at once or is not there. */
const POWER_MS = 800
/** Polls after which a power port that never answered is tried again: firmware may have been updated. */
const POWER_RETRY_POLLS = 60
/** Time the web pages may take during a poll. */
const WEB_MS = 1500
const SLEEP_MODE = 1

export type AntminerOptions = StockLoginOptions & {
  /** The hashboards that a device was seen to work with; without it they are known until a restart. */
  boards?: SeenBoards
}

/** Which slots of a device held a working hashboard: firmware shows a board that has gone and a slot that was always empty alike. */
export type SeenBoards = {
  of(deviceKey: string): ReadonlySet<number>
  add(deviceKey: string, slots: readonly number[]): void
}

type Learned = {
  /** Polls to leave the power port alone. */
  skipPower: number
  tellsPower: boolean
  /** The control board that answered last; null before the first answer. */
  minerId: string | null
}

/**
 * Antminers with the maker's own firmware. Reads `stats`, `summary` and `pools` one by one, since this firmware fails on
 * joined commands; power from its side port where there is one, else unknown: a nameplate is no measurement.
 */
export function createAntminerDriver(options: AntminerOptions = {}): Driver {
  const memory = createDeviceMemory<Learned>(() => ({
    skipPower: 0,
    tellsPower: false,
    minerId: null,
  }))
  const boards = options.boards ?? boardsUntilRestart()
  const faults = createSlowLook()
  const loginFor = createStockLogin(ANTMINER_REALM, options)

  async function measuredPower(
    address: DeviceAddress,
    key: string,
    learned: Learned,
    budget: Budget,
  ): Promise<number | null> {
    const port = sidePorts(address).power
    if (port === null) return null
    if (learned.skipPower > 0) {
      learned.skipPower -= 1
      return null
    }
    const outcome = await readMeasuredPower(
      { host: address.host, port },
      partOf(budget, POWER_MS),
      loginFor(key),
    )
    const powerWatts = outcome.ok ? outcome.powerWatts : null
    if (powerWatts !== null) learned.tellsPower = true
    else if (!learned.tellsPower) learned.skipPower = POWER_RETRY_POLLS
    return powerWatts
  }

  /** Queried twice before giving up: without the MAC the device would get another key. */
  async function systemInfo(
    address: DeviceAddress,
    key: string | null,
    budget: Budget,
  ): Promise<SystemInfo | null> {
    const login = loginFor(key)
    const port = sidePorts(address).web
    if (port === null) return null
    const front = { host: address.host, port }
    return (await readSystemInfo(front, budget, login)) ?? (await readSystemInfo(front, budget, login))
  }

  /**
   * Which device answered. The API does not report a MAC, so a control board not seen before is looked up in the web pages;
   * without them, a board other than the last is another device.
   */
  async function identifyResponder(
    expected: DeviceIdentity,
    address: DeviceAddress,
    minerId: string | null,
    learned: Learned,
    budget: Budget,
  ): Promise<DeviceIdentity> {
    if (minerId === null || minerId === learned.minerId) return expected
    const isChanged = learned.minerId !== null
    const system = await systemInfo(address, expected.key, partOf(budget, WEB_MS))
    const answered = identityFrom(address, {}, system, minerId)
    if (system === null && !isChanged) {
      learned.minerId = minerId
      return expected
    }
    // A board known by its own number may get a better name, but it is no other device.
    const isSameBoard = expected.serial === minerId
    if (isSameBoard || answered.key === expected.key) learned.minerId = minerId
    return isSameBoard ? { ...answered, key: expected.key, serial: minerId } : answered
  }

  /** Null: its page cannot be read. */
  async function isAsleep(address: DeviceAddress, key: string, budget: Budget): Promise<boolean | null> {
    const login = loginFor(key)
    const port = sidePorts(address).web
    if (port === null) return null
    const reported = await readWorkMode({ host: address.host, port }, budget, login)
    return reported === null ? null : reported.mode === SLEEP_MODE
  }

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'antminer',

    async identify(address, evidence, context) {
      const recognition = recognise(evidence)
      if (recognition.make !== 'Antminer' || recognition.firmware !== null || evidence.cgminer === null)
        return null
      const budget = budgetFrom(context)
      const system = await systemInfo(address, null, budget)
      const minerId = system?.serial ? null : await readMinerId(address, budget)
      return identityFrom(address, evidence.cgminer.version, system, minerId)
    },

    async poll(address, known, context): Promise<PollOutcome> {
      const budget = budgetFrom(context)
      const learned = memory.of(known.key)

      const expected = { ...known, ipAddress: address.host, port: address.port }
      const read = await readFigures(address, budget)
      if (read.kind === 'failed') return { ok: false, reason: read.reason }
      if (read.kind === 'starting') return { ok: true, identity: expected, reading: emptyReading('starting') }
      const { replies } = read
      const identity = await identifyResponder(expected, address, minerIdOf(replies.stats), learned, budget)
      const isExpected = identity.key === known.key
      const reading = antminerReading(replies, isExpected ? boards.of(known.key) : new Set())
      if (reading === null) return { ok: false, reason: 'garbled' }
      if (isExpected) boards.add(known.key, workingSlots(reading))

      const powerWatts = reading.powerWatts ?? (await measuredPower(address, known.key, learned, budget))
      const asleep = reading.hashrateGhs === 0 ? await isAsleep(address, known.key, budget) : false
      const reported = { ...(asleep === null ? withUnknownRest(reading) : reading), powerWatts }
      // At rest its page calls the missing rate a fault.
      if (asleep) return { ok: true, identity, reading: { ...reported, state: 'sleeping' } }
      const port = sidePorts(address).web
      const look = async () =>
        port === null
          ? null
          : readWebFaults({ host: address.host, port }, partOf(budget, WEB_MS), loginFor(known.key))
      return { ok: true, identity, reading: await faults.add(identity.key, reported, look) }
    },
  }
  return { ...reader, ...createAntminerControl(reader.poll, options.cnonce) }
}

function workingSlots({ boards }: DeviceReading): number[] {
  return boards.filter((board) => !board.dead).map((board) => board.index)
}

function boardsUntilRestart(): SeenBoards {
  const memory = createDeviceMemory<Set<number>>(() => new Set())
  return {
    of: memory.of,
    add(deviceKey, slots) {
      for (const slot of slots) memory.of(deviceKey).add(slot)
    },
  }
}

async function readMinerId(address: DeviceAddress, budget: Budget): Promise<string | null> {
  const outcome = await readCommand(address, 'stats', budget)
  return outcome.ok ? minerIdOf(replyTo(outcome.parsed, 'stats')) : null
}

function minerIdOf(stats: CommandReply | null): string | null {
  const row = statsRow(sectionOf(stats, 'STATS').rows)
  return row === null ? null : readStats(row).minerId
}

function identityFrom(
  address: DeviceAddress,
  version: Row,
  system: SystemInfo | null,
  minerId: string | null,
): DeviceIdentity {
  const type = textOf(fieldOf(version, 'Type'), 120) ?? system?.model ?? null
  const serial = system?.serial ?? minerId
  return {
    key: identityKey(system?.macAddress ?? null, serial, address),
    driver: 'antminer',
    make: 'Antminer',
    model: type === null ? null : modelName(type),
    firmware: system?.firmware ?? firmwareFrom(version),
    serial,
    macAddress: system?.macAddress ?? null,
    hostname: system?.hostname ?? null,
    ipAddress: address.host,
    port: address.port,
  }
}

function firmwareFrom(version: Row): string | null {
  const parts = [textOf(fieldOf(version, 'Miner'), 60), textOf(fieldOf(version, 'CompileTime'), 60)]
  return parts.filter((part) => part !== null).join(', ') || null
}
