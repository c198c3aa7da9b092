/** A simulated ship with its generator, meters and contactor, and the controller's part that follows it, on real sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

const ratedPowerWatts = 5_510
const { masterStop: _, ...defaults } = defaultSettings(100)
const shore = ShoreSettingsSchema.parse({ ...defaults, staleAfterMs: 2_000, holdMs: 30_000 })

let ship: Ship
let panel: ShipGenerator
let directory: string
let generator: Generator | null = null
let commands: string[]
/** Every miner takes its command and does nothing. */
let isHung: boolean

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'follow-'))
  ship = await startShip({ miners: 6, roles: ['rpc'], ageMs: 3_600_000 })
  panel = await startShipGenerator(ship, { capacityKw: 100, load: { baseKw: 20 }, needsToken: true })
  commands = []
  isHung = false
})
afterEach(async () => {
  await generator?.stop()
  await panel.close()
  await ship.close()
  await rm(directory, { recursive: true })
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
    commands.push(`${command} ${deviceId}`)
    if (isHung) return new Promise(() => {})
    const device = ship.findDevice(deviceId)
    if (command === 'sleep') await device?.setFault('idle')
    else await device?.clearFault('idle')
    return 'confirmed'
  },
}
async function open(meter: 'signal-k' | 'modbus-tcp') {
  const store = await openGeneratorStore(join(directory, 'generator.json'), silentLogger)
  const { host, port } = panel.panel
  await store.change({
    shore,
    wiring: GeneratorWiringSchema.parse({
      meter:
        meter === 'signal-k'
          ? { kind: 'signal-k', baseUrl: panel.signalK.url, preset: 'three-phase', ids: ['generator1'] }
          : {
              kind: 'modbus-tcp',
              host,
              port,
              total: { address: 0, type: 'float32', scale: 0.001 },
              mostKw: 200,
            },
      heartbeat: [{ kind: 'modbus-coil', host, port, address: 0 }],
    }),
  })
  return reopen()
}
async function reopen() {
  generator = await openGenerator({
    directory,
    actor,
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: Date.now,
    log: silentLogger,
  })
  return generator
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
const explanation = () => generator?.follower.status().explanation ?? null

test('over Signal K: access is granted, the load is followed, a step puts miners to sleep, a cut feed all of them', async () => {
  await open('signal-k')
  await until(() => expect(panel.signalK.requests()).toHaveLength(1))
  expect(generator?.sources()[0]?.lastReadingAt).toBeNull()
  expect(panel.panel.isContactorClosed()).toBe(false)
  // Without a load everything is off.
  await until(() => expect(commands).toHaveLength(6))

  for (const { id } of panel.signalK.requests()) panel.signalK.decide(id, true)
  await until(() => expect(explanation()).toMatchObject({ offReason: null }))
  // They are woken from elsewhere: those that fit may run.
  commands.length = 0
  await Promise.all(ship.devices.map((device) => device.clearFault('idle')))
  await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
  await until(() =>
    expect(explanation()).toMatchObject({ shipLoadKw: expect.closeTo(20, 0), curtailedKw: 0 }),
  )
  expect(commands).toEqual([])

  panel.shipLoad.set(52)
  await until(() => expect(commands.length).toBeGreaterThan(0))
  expect(commands[0]).toBe('sleep hydro-01')
  expect(commands.length).toBeLessThan(6)

  panel.generator.feed = 'cut'
  await until(() => expect(explanation()?.offReason).toBe('load-unknown'))
  await until(() => expect(new Set(commands).size).toBe(6))
  await until(() => expect(panel.panel.isContactorClosed()).toBe(false))
})

test('over Modbus: a restart in the middle of an event finds the state as it is, and the master stop stays', async () => {
  const first = await open('modbus-tcp')
  await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
  panel.shipLoad.set(52)
  await until(() => expect(commands.length).toBeGreaterThan(0))
  await first.stop()
  await until(() => expect(panel.panel.isContactorClosed()).toBe(false))

  const asleep = commands.length
  await reopen()
  await until(() => expect(explanation()).toMatchObject({ offReason: null }))
  await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
  expect(commands).toHaveLength(asleep)

  await generator?.follower.setMasterStop(true)
  await until(() => expect(new Set(commands).size).toBe(6))
  await generator?.stop()
  await reopen()
  await until(() => expect(explanation()?.offReason).toBe('master-stop'))
})

test('all miners hung at 114 kW of 100: the contactor opens on its curve, and stays open over a restart', async () => {
  await panel.close()
  panel = await startShipGenerator(ship, {
    capacityKw: 100,
    load: { baseKw: 20 },
    contactorFeedsMiners: true,
  })
  const first = await open('modbus-tcp')
  await until(() => expect(panel.panel.isContactorClosed()).toBe(true))
  await until(() => expect(explanation()?.generatorLoadKw).toBeGreaterThan(45))
  isHung = true
  panel.shipLoad.set(114 - panel.generator.view().miningKw)
  expect(panel.generator.view().totalKw).toBeCloseTo(114, 0)
  // Meter, relay and follower live in this process: its own beats tell the time, so that a machine that stalls does not count.
  let beats = 0
  const beat = setInterval(() => beats++, 50)
  await until(() => expect(panel.panel.isContactorClosed()).toBe(false)).finally(() => clearInterval(beat))
  // The curve says 2.0 s; a meter that is read twice a second sees the step up to half a second late.
  expect(beats * 50).toBeLessThan(4_000)
  await until(() => expect(panel.generator.view().totalKw).toBeLessThan(85))
  // That it opened is read back in the turn after.
  await until(() =>
    expect(first.follower.status()).toMatchObject({ contactor: { phase: 'open', openings: 1 } }),
  )

  panel.shipLoad.set(20)
  await first.stop()
  await reopen()
  await until(() => expect(explanation()).toMatchObject({ offReason: null, generatorLoadKw: 20 }))
  await until(() =>
    expect(generator?.follower.status()).toMatchObject({
      heartbeat: { beating: false, stop: 'overload' },
      contactor: { phase: 'open', openings: 1 },
    }),
  )
  expect(panel.panel.isContactorClosed()).toBe(false)
})
