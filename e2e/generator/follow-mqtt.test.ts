import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  connectDevice,
  findMosquitto,
  startMosquitto,
  type ThrowawayMosquitto,
  warnNoMosquitto,
} from '../../apps/controller/src/generator/mqtt/throwaway-mosquitto.ts'
import type { Generator } from '../../apps/controller/src/generator/open-generator.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { type FollowedShip, relayOf, startFollowedShip } from '../support/ship/followed-ship.ts'

/** A meter on a broker of Debian's, the follower, six miners and the relay that takes their power away. */
const program = findMosquitto(process.env)
if (program === null) warnNoMosquitto()
const slow = 300_000

describe.skipIf(program === null)('a generator measured over MQTT', () => {
  let ours: FollowedShip
  let broker: ThrowawayMosquitto
  let generator: Generator
  let stopMeter: () => Promise<void>

  beforeEach(async () => {
    ours = await startFollowedShip({ baseKw: 20 })
    broker = await startMosquitto(program ?? '')
    const device = await connectDevice(broker.url)
    const beat = setInterval(() => {
      const seen = ours.panel.generator.readMeter()
      if (seen === null || !device.connected) return
      const [a, b, c] = seen.phasesKw.map((kw) => ({ W: kw * 1_000 }))
      device.publish('ship/meter', JSON.stringify({ a, b, c, V: 230, f: 50 }))
    }, 100)
    stopMeter = async () => {
      clearInterval(beat)
      await device.endAsync(true)
    }
    generator = await ours.open(
      {
        meter: {
          ...{ kind: 'mqtt', broker: broker.url, mostKw: 200 },
          phases: ['a', 'b', 'c'].map((phase) => ({ topic: 'ship/meter', path: `${phase}.W` })),
          voltages: [{ topic: 'ship/meter', path: 'V' }],
          frequency: { topic: 'ship/meter', path: 'f' },
        },
        heartbeat: relayOf(ours.panel),
        checkedElsewhere: 'by this test',
      },
      {
        ...{ capacityKw: 100, limitPercent: 85, reserveKw: 10, staleAfterMs: 5_000, holdMs: 5_000 },
        ...{ tripCoolMs: 5_000, tripReturnMs: 10_000 },
      },
      systemClock,
    )
    await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))
    // Six miners of 5.5 kW above the 20 of the ship.
    await until(() => expect(explanation()?.generatorLoadKw).toBeGreaterThan(45))
  })
  afterEach(async () => {
    await stopMeter()
    await ours.close()
    await broker.close()
  })
  const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 120_000, interval: 50 })
  const explanation = () => generator.follower.status().explanation
  const asleep = () =>
    ours.ship.devices.filter((device) => device.faults().some(({ kind }) => kind === 'idle')).length

  test('a step of the ship makes miners give way, and they come back when it ends', {
    timeout: slow,
  }, async () => {
    ours.panel.shipLoad.set(58)
    await until(() => expect(asleep()).toBeGreaterThan(0))
    await until(() => expect(explanation()?.generatorLoadKw).toBeLessThanOrEqual(85))
    expect(ours.panel.panel.isContactorClosed()).toBe(true)
    ours.panel.shipLoad.set(20)
    await until(() => expect(asleep()).toBe(0))
  })

  test('a broker that dies takes every miner off and opens the relay; what it remembered is no reading; it comes back alone', {
    timeout: slow,
  }, async () => {
    await broker.kill()
    await until(() => expect(explanation()?.offReason).toBe('load-unknown'))
    await until(() => expect(new Set(ours.commands.filter((one) => one.startsWith('sleep '))).size).toBe(6))
    await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(false))
    await broker.start()
    await until(() => expect(explanation()?.offReason).toBeNull())
    await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))
    await until(() => expect(asleep()).toBe(0))
  })
})
