import { identifyDevice } from '../../apps/controller/src/discovery/identify-device.ts'
import {
  type ConfirmMemo,
  type DeviceCommand,
  type DeviceCredentials,
  type DeviceTarget,
  freshMemo,
  type RefusalReason,
} from '../../apps/controller/src/drivers/device-control.ts'
import type { Driver } from '../../apps/controller/src/drivers/driver.ts'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { createManualClock, type ManualClock } from '../../apps/simulator/src/clock.ts'
import type { Device } from '../../apps/simulator/src/device/device.ts'
import type { ModelName } from '../../apps/simulator/src/models/catalogue.ts'
import { type Ship, type ShipOptions, startShip } from '../../apps/simulator/src/ship/start-ship.ts'

/** One simulated device on real sockets and a clock that moves by hand, and the driver that recognised it. */
export type Bench = {
  ship: Ship
  clock: ManualClock
  device: Device
  driver: Driver
  target: DeviceTarget
  /** Seconds a controller takes between two looks. */
  perform(command: DeviceCommand, options?: PerformOptions): Promise<Result>
  capabilities(credentials?: DeviceCredentials | null): ReturnType<Driver['capabilities']>
  poll(): ReturnType<Driver['poll']>
  close(): Promise<void>
}

type PerformOptions = {
  credentials?: DeviceCredentials | null
  /** Looks before giving up; each is 5 s of the ship's time after the last. */
  looks?: number
  /** Difference of the controller's clock to the ship's, ms. */
  clockAheadMs?: number
  /** Runs after the command was taken and before the first look. */
  meanwhile?: () => Promise<void>
}

export type Result = {
  outcome: 'confirmed' | 'unconfirmed' | 'refused' | 'unsupported' | 'unreachable'
  reason?: RefusalReason | 'pool-dead' | 'pools-untried'
  /** Looks until it was confirmed. */
  looks: number
}

const TIMEOUT_MS = 5_000

/** Ports that the driver must be given where they are not the usual ones. */
export function addressOf(device: Device) {
  const portOf = (role: string) => device.endpoints.find((endpoint) => endpoint.role === role)?.port
  const web = portOf('web')
  const power = portOf('power')
  return {
    host: device.host,
    port: device.port,
    ...(web === undefined || web === device.port ? {} : { webPort: web }),
    ...(power === undefined ? {} : { powerPort: power }),
  }
}

/** Starts one device of a model, an hour into its work, and recognises it as a search would. */
export async function startBench(
  model: ModelName,
  options: Pick<ShipOptions, 'credentials' | 'seed'> & { drivers?: readonly Driver[] } = {},
): Promise<Bench> {
  const clock = createManualClock()
  const ship = await startShip({
    fleet: [{ model, count: 1 }],
    clock,
    ageMs: 3_600_000,
    seed: options.seed ?? 'bench',
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
  })
  const [device] = ship.devices
  if (device === undefined) throw new Error('no device')
  const { host, port, ...named } = addressOf(device)
  const drivers = options.drivers ?? createDrivers()
  const found = await identifyDevice(host, { cgminer: [], http: [], any: [port] }, named, drivers, {
    timeoutMs: TIMEOUT_MS,
  })
  const driver = drivers.find(({ name }) => name === found?.identity.driver)
  if (found === null || driver === undefined) {
    await ship.close()
    throw new Error(`${model} was not recognised`)
  }
  const target: DeviceTarget = { address: found.address, identity: found.identity }

  async function perform(command: DeviceCommand, how: PerformOptions = {}): Promise<Result> {
    const now = () => clock.nowMs() + (how.clockAheadMs ?? 0)
    const context = { timeoutMs: TIMEOUT_MS, now }
    const credentials = how.credentials ?? null
    const execution = await driver?.execute(target, command, credentials, context)
    if (driver === undefined || execution === undefined) throw new Error('no driver')
    if (execution.outcome === 'refused') return { outcome: 'refused', reason: execution.reason, looks: 0 }
    if (execution.outcome !== 'accepted') return { outcome: execution.outcome, looks: 0 }
    await how.meanwhile?.()
    let memo: ConfirmMemo = freshMemo
    for (let look = 1; look <= (how.looks ?? 90); look += 1) {
      clock.advance(5_000)
      await settled()
      const seen = await driver.confirm(target, command, execution, memo, credentials, context)
      if (seen.verdict === 'confirmed') return { outcome: 'confirmed', looks: look }
      if (seen.verdict === 'refused') return { outcome: 'refused', reason: seen.reason, looks: look }
      if (seen.verdict === 'failed') return { outcome: 'unconfirmed', reason: seen.reason, looks: look }
      memo = seen.memo
    }
    return { outcome: 'unconfirmed', looks: how.looks ?? 90 }
  }

  return {
    ship,
    clock,
    device,
    driver,
    target,
    perform,
    capabilities: (credentials = null) =>
      driver.capabilities(target, credentials, { timeoutMs: TIMEOUT_MS, now: () => clock.nowMs() }),
    poll: () => driver.poll(target.address, target.identity, { timeoutMs: TIMEOUT_MS }),
    close: () => ship.close(),
  }
}

/** Lets ports that a fault closes or opens get there. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The pools that a device really has, passwords included. */
export function poolsOf(device: Device): string {
  return JSON.stringify(device.truth().pools)
}

/** The same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Random power actions one after the other, some of them interrupted by a restart of the device; every one must end
 * `confirmed`, or `unconfirmed` where the interruption ate it. Returns how each ended.
 */
export async function randomActions(
  bench: Bench,
  commands: readonly DeviceCommand[],
  count: number,
  seed = 1,
  credentials: DeviceCredentials | null = null,
): Promise<Record<string, number>> {
  const random = seededRandom(seed)
  const ends: Record<string, number> = {}
  for (let index = 0; index < count; index += 1) {
    const command = commands[Math.floor(random() * commands.length)]
    if (command === undefined) throw new Error('no commands')
    const isInterrupted = random() < 0.1
    bench.clock.advance(5_000 + Math.floor(random() * 60_000))
    const { outcome, reason } = await bench.perform(command, {
      credentials,
      ...(isInterrupted
        ? { meanwhile: () => bench.device.setFault({ kind: 'reboot', downMs: 20_000 }) }
        : {}),
    })
    const end = reason === undefined ? outcome : `${outcome}: ${reason}`
    ends[end] = (ends[end] ?? 0) + 1
  }
  return ends
}

/** How many random actions a run takes: 1,000 on request, 100 in the normal run. */
export const ACTIONS = Number(process.env.POWER_ACTIONS ?? 100)
