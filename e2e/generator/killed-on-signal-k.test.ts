import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Generator } from '../../apps/controller/src/generator/open-generator.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { type FollowedShip, relayOf, startFollowedShip } from '../support/ship/followed-ship.ts'
import { findSignalK, metersOf, type RealSignalK, startRealSignalK } from '../support/ship/real-signal-k.ts'

/**
 * The box and the ship's Signal K server are killed in the middle of everything. Real: signalk-server in a process of its own, the line to it, the
 * law, what it keeps on disk, the relay over Modbus. Simulated: the generator, and miners that answer nobody while the relay is open.
 */
const program = findSignalK()

/** The shortest hold there is; stale is late enough for a machine that has other things to do. */
const limits = {
  ...{ capacityKw: 100, limitPercent: 85, reserveKw: 10, staleAfterMs: 5_000, holdMs: 30_000 },
  ...{ tripCoolMs: 5_000, tripReturnMs: 10_000, restoreStaggerMs: 5_000 },
}
const limitKw = 85
const capacityKw = 100
/** Miners come up this much faster than they do. */
const minersPace = 4
/** From the order to sleep until a miner does, where it is to be caught in between. */
const slowMs = 6_000

let ours: FollowedShip
let signalK: RealSignalK
let gateway: { stop(): void } | null = null
let generator: Generator
let stopsAfterMs: number

beforeEach(async () => {
  if (program === null) return
  stopsAfterMs = 0
  ours = await startFollowedShip(
    { baseKw: 20 },
    { pace: minersPace, fallsSilent: true, stopsAfterMs: () => stopsAfterMs },
  )
  signalK = await startRealSignalK(program)
  gateway = signalK.feed(metersOf(ours.panel), 500)
})
afterEach(async () => {
  gateway?.stop()
  gateway = null
  await ours?.close()
  await signalK?.close()
})
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 120_000, interval: 50 })
const explanation = () => generator.follower.status().explanation
const isClosed = () => ours.panel.panel.isContactorClosed()
const totalKw = () => ours.panel.generator.view().totalKw
const asleep = () =>
  ours.ship.devices.filter((device) => device.faults().some(({ kind }) => kind === 'idle')).length
const commandedMiners = (command: string) =>
  new Set(ours.commands.filter((one) => one.startsWith(`${command} `)).map((one) => one.split(' ')[1]))

async function follow(): Promise<void> {
  generator = await ours.open(
    {
      meter: { kind: 'signal-k', baseUrl: signalK.url, preset: 'three-phase', ids: ['generator1'] },
      heartbeat: relayOf(ours.panel),
      checkedElsewhere: 'by this test',
    },
    limits,
    systemClock,
  )
}
/** A ship that has its access: 20 kW for itself, and all miners run. */
async function getUnderWay(): Promise<void> {
  await follow()
  await signalK.admit()
  await until(() => expect(isClosed()).toBe(true))
  await Promise.all(ours.ship.devices.map((device) => device.clearFault('idle')))
  await untilAllRun()
  ours.commands.length = 0
}
async function untilAllRun(): Promise<void> {
  await until(() => expect(isClosed()).toBe(true))
  await until(() => expect(asleep()).toBe(0))
  await until(() =>
    expect(explanation()).toMatchObject({ activity: 'steady', offReason: null, curtailedKw: 0 }),
  )
  // They take their time to come up.
  await until(() => expect(totalKw()).toBeGreaterThan(50))
  expect(totalKw()).toBeLessThan(limitKw)
}

const phases = {
  async lowering() {
    stopsAfterMs = slowMs
    ours.panel.shipLoad.set(52)
    await until(() => expect(ours.commands.length).toBeGreaterThan(0))
    expect(asleep()).toBe(0)
  },
  async asleep() {
    ours.panel.shipLoad.set(52)
    await until(() => expect(ours.commands.length).toBeGreaterThan(0))
    await until(() => expect(asleep()).toBe(commandedMiners('sleep').size))
  },
  async restoring() {
    await phases.asleep()
    ours.panel.shipLoad.set(20)
    await until(() => expect(commandedMiners('start').size).toBeGreaterThan(0))
  },
  async 'contactor open'() {
    ours.hang.isOn = true
    ours.panel.shipLoad.set(85)
    await until(() => expect(isClosed()).toBe(false))
    await until(() => expect(generator.follower.status().contactor.phase).toBe('open'))
  },
}
const names = Object.keys(phases) as (keyof typeof phases)[]
/** The long form, as `npm run test:long` runs it: every phase, ten times. */
const isLong = process.env.TEST_LONG === '1'
const repeats = isLong ? 9 : 0
const ofController: readonly (keyof typeof phases)[] = isLong ? names : ['restoring', 'contactor open']
const ofServer: readonly (keyof typeof phases)[] = isLong ? names : ['restoring']

describe.skipIf(program === null)('on a real Signal K server', () => {
  test.each(ofController)(
    'the controller is killed while miners are %s: the next one goes on from there',
    { repeats, timeout: 600_000 },
    async (phase) => {
      await getUnderWay()
      await phases[phase]()
      const slept = commandedMiners('sleep')
      await ours.kill()
      // The box is away for a moment, and with its pulse the miners' power.
      await until(() => expect(isClosed()).toBe(false))
      ours.hang.isOn = false
      await follow()
      if (phase === 'contactor open') {
        expect(generator.follower.status().contactor.phase).toBe('open')
        // The ship alone leaves no room for what the relay would bring back.
        await until(() => expect(explanation()?.generatorLoadKw ?? 0).toBeGreaterThan(80))
        await new Promise((resolve) => setTimeout(resolve, 15_000))
        expect(isClosed()).toBe(false)
      } else {
        await until(() => expect(isClosed()).toBe(true))
        await until(() => expect(asleep()).toBeLessThanOrEqual(slept.size))
        // What the reading asked for before is all that it asks for now.
        expect(commandedMiners('sleep')).toEqual(slept)
      }
      ours.panel.shipLoad.set(20)
      await untilAllRun()
      if (phase !== 'contactor open') expect(commandedMiners('sleep')).toEqual(slept)
      // At most the last reading of before the relay opened, until the next one is in.
      expect(generator.follower.status().over.capacityMs).toBeLessThan(1_000)
    },
  )

  test.each(ofServer)(
    'the server is killed while miners are %s: nothing is believed, the relay opens, and its return brings them back',
    { repeats, timeout: 600_000 },
    async (phase) => {
      await getUnderWay()
      await phases[phase]()
      const killedAt = performance.now()
      await signalK.kill()
      await until(() => expect(explanation()?.offReason).toBe('load-unknown'))
      await until(() => expect(isClosed()).toBe(false))
      expect(performance.now() - killedAt).toBeLessThan(limits.staleAfterMs + 5_000)
      await until(() => expect(totalKw()).toBeLessThan(capacityKw))
      ours.hang.isOn = false
      ours.panel.shipLoad.set(20)
      await signalK.start()
      await until(() => expect(explanation()?.offReason).toBeNull())
      const commands = ours.commands.length
      await untilAllRun()
      // With readings that fit nobody is told to give way again.
      expect(ours.commands.slice(commands).filter((one) => one.startsWith('sleep '))).toEqual([])
    },
  )
})
