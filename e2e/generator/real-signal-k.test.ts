import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FollowerEvent } from '../../apps/controller/src/generator/follower.ts'
import {
  GeneratorWiringSchema,
  ShoreSettingsSchema,
} from '../../apps/controller/src/generator/generator-settings.ts'
import { type Generator, openGenerator } from '../../apps/controller/src/generator/open-generator.ts'
import type { PowerActor } from '../../apps/controller/src/generator/power-actor.ts'
import { openGeneratorStore } from '../../apps/controller/src/generator/stores/generator-store.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { type ShipGenerator, startShipGenerator } from '../../apps/simulator/src/generator/start-generator.ts'
import { type Ship, startShip } from '../../apps/simulator/src/ship/start-ship.ts'
import { findSignalK, metersOf, type RealSignalK, startRealSignalK } from '../support/ship/real-signal-k.ts'

/**
 * A ship whose generator is on a real Signal K server, and the controller's part that follows it. Real: signalk-server with its
 * security, in a process of its own; the line to it, the law, the contactor over Modbus. Simulated: the miners, and what the
 * generator's meters report, which is written into the server as a gateway on board does.
 */
const program = findSignalK()

const ratedPowerWatts = 5_510
const { masterStop: _, ...defaults } = defaultSettings(100)
/** The shortest hold that there is; stale is late enough for a machine that has other things to do. */
const shore = ShoreSettingsSchema.parse({
  ...defaults,
  staleAfterMs: 5_000,
  holdMs: 30_000,
  tripCoolMs: 5_000,
  tripReturnMs: 10_000,
})

type SentCommand = {
  what: string
  shipLoadKw: number | null
  /** Time between the reading and the command, ms. */
  afterReadingMs: number
}

let ship: Ship
let panel: ShipGenerator
let directory: string
let signalK: RealSignalK | null = null
let gateway: { stop(): void } | null = null
let generator: Generator | null = null
let commands: SentCommand[]

beforeEach(async () => {
  if (program === null) return
  commands = []
  directory = await mkdtemp(join(tmpdir(), 'sm-real-signal-k-'))
  ship = await startShip({ miners: 6, roles: ['rpc'], ageMs: 3_600_000 })
  panel = await startShipGenerator(ship, { capacityKw: 100, load: { baseKw: 20 } })
  signalK = await startRealSignalK(program)
  gateway = signalK.feed(metersOf(panel), 1_000)
})
afterEach(async () => {
  await generator?.stop()
  gateway?.stop()
  await signalK?.close()
  await panel?.close()
  await ship?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
})

/** The devices as a poll would see them; sleep is a fault of the simulated unit that ends its hashing. */
const actor: PowerActor = {
  devices: () =>
    ship.devices.map((device, index): FollowedDevice => {
      const isAsleep = device.faults().some(({ kind }) => kind === 'idle')
      return {
        id: device.id,
        mode: isAsleep ? 'asleep' : 'normal',
        isHashing: !isAsleep,
        measuredPowerWatts: device.truth().state.powerWatts,
        ratedPowerWatts,
        observedAt: systemClock.monotonic(),
        isReachable: true,
        curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
        revenuePerKwh: index,
        isWanted: true,
      }
    }),
  async act({ deviceId, command }) {
    const device = ship.findDevice(deviceId)
    if (command === 'sleep') await device?.setFault('idle')
    else await device?.clearFault('idle')
    return 'confirmed'
  },
}
function note(event: FollowerEvent): void {
  if (event.kind !== 'commanded') return
  const readAt = source()?.lastReadingAt ?? Number.NaN
  commands.push({
    what: `${event.action.command} ${event.action.deviceId}`,
    shipLoadKw: event.explanation.shipLoadKw,
    afterReadingMs: systemClock.monotonic() - readAt,
  })
}
async function follow(baseUrl: string): Promise<void> {
  const store = await openGeneratorStore(join(directory, 'generator.json'), silentLogger)
  const { host, port } = panel.panel
  await store.change({
    shore,
    wiring: GeneratorWiringSchema.parse({
      meter: { kind: 'signal-k', baseUrl, preset: 'three-phase', ids: ['generator1'] },
      heartbeat: [{ kind: 'modbus-coil', host, port, address: 0 }],
    }),
  })
  generator = await openGenerator({
    directory,
    actor,
    clock: systemClock,
    // The shortest way back to a server that was away.
    random: () => 0,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: Date.now,
    log: silentLogger,
    onEvent: note,
  })
}
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 90_000, interval: 50 })
const source = () => generator?.sources()[0] ?? null
const explanation = () => generator?.follower.status().explanation ?? null
const asleep = () =>
  ship.devices.filter((device) => device.faults().some(({ kind }) => kind === 'idle')).length
const sleepCommands = () => commands.filter(({ what }) => what.startsWith('sleep '))

describe.skipIf(program === null)('a real Signal K server', () => {
  test('access is approved, a step puts miners to sleep, a dead server all of them, and its return brings them back', async () => {
    if (signalK === null) throw new Error('not started')
    await follow(signalK.url)

    // The line is up, but gives nothing without access: no load, everything off.
    await until(async () => expect(await signalK?.requests()).toHaveLength(1))
    const [request] = await signalK.requests()
    expect(request?.description).toMatch(/Shipminer/)
    expect(source()?.lastReadingAt).toBeNull()
    await until(() => expect(source()?.state).toBe('needs-approval'))
    await until(() => expect(asleep()).toBe(6))
    expect(panel.panel.isContactorClosed()).toBe(false)

    await signalK.admit()
    await until(() => expect(source()?.state).toBe('connected'))
    await until(() => expect(explanation()).toMatchObject({ offReason: null }))
    // They are woken from elsewhere: those that fit may run.
    commands.length = 0
    await Promise.all(ship.devices.map((device) => device.clearFault('idle')))
    await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
    await until(() =>
      expect(explanation()).toMatchObject({ shipLoadKw: expect.closeTo(20, 0), curtailedKw: 0 }),
    )
    expect(commands).toEqual([])

    // The limit is 85 kW: 52 for the ship and 33 for the miners leave no reserve. The reading was one after the step.
    panel.shipLoad.set(52)
    await until(() => expect(commands.length).toBeGreaterThan(0))
    expect(commands[0]?.what).toBe('sleep hydro-01')
    expect(commands[0]?.shipLoadKw).toBeGreaterThan(25)
    expect(commands[0]?.afterReadingMs).toBeLessThan(2_000)
    expect(sleepCommands().length).toBeLessThan(6)

    await signalK.kill()
    await until(() => expect(explanation()?.offReason).toBe('load-unknown'))
    await until(() => expect(asleep()).toBe(6))
    await until(() => expect(panel.panel.isContactorClosed()).toBe(false))

    // The access survives a restart of the server; the miners start after the hold time.
    panel.shipLoad.set(20)
    commands.length = 0
    await signalK.start()
    await until(() => expect(source()?.state).toBe('connected'))
    await until(() => expect(explanation()).toMatchObject({ offReason: null }))
    await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
    expect(await signalK.requests()).toEqual([])
    await until(() => expect(commands.map(({ what }) => what)).toContain('start hydro-06'))
    expect(asleep()).toBeLessThan(6)
  }, 300_000)

  test('of steps 50 ms apart none is lost, and the last one stands', async () => {
    if (signalK === null) throw new Error('not started')
    await follow(signalK.url)
    await signalK.admit()
    await until(() => expect(source()?.state).toBe('connected'))
    gateway?.stop()
    const seen: number[] = []
    gateway = signalK.feed(() => {
      const kw = 12 + seen.length
      seen.push(kw)
      // The last of them is reported once more and never again.
      const phase = Math.min(kw, 31) * 1_000
      return Object.fromEntries(
        ['A', 'B', 'C'].map((name) => [`electrical.ac.generator1.phase.${name}.realPower`, phase]),
      )
    }, 50)
    await until(() => expect(seen.length).toBeGreaterThan(20))
    gateway.stop()
    gateway = null
    await until(() => expect(explanation()?.generatorLoadKw).toBe(93))
  }, 300_000)
})
