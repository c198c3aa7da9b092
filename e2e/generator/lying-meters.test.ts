import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type IndependentServer,
  startIndependentServer,
} from '../../apps/controller/src/generator/modbus/throwaway-modbus-server.ts'
import type { Generator } from '../../apps/controller/src/generator/open-generator.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import {
  type FittedMeter,
  type FollowedShip,
  fitMeter,
  relayOf,
  type Shows,
  startFollowedShip,
} from '../support/ship/followed-ship.ts'

/**
 * A meter that turns into a liar while miners run by it, and sets that come and go: with the follower, an SDM630 on a Modbus server that is none of
 * ours, and a relay that takes the miners' power away.
 */
const limits = {
  ...{ capacityKw: 100, limitPercent: 85, reserveKw: 10, staleAfterMs: 5_000, holdMs: 30_000 },
  ...{ tripCoolMs: 5_000, tripReturnMs: 10_000 },
}
let ours: FollowedShip
let meter: FittedMeter
let generator: Generator
let breakers: IndependentServer | null = null

beforeEach(async () => {
  ours = await startFollowedShip({ baseKw: 20 })
  meter = await fitMeter(ours.panel)
})
afterEach(async () => {
  await ours.close()
  await meter.close()
  await breakers?.close()
  breakers = null
})
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 120_000, interval: 50 })
const explanation = () => generator.follower.status().explanation

async function follow(more: object = {}): Promise<void> {
  generator = await ours.open(
    {
      meter: {
        ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: meter.port, preset: 'eastron-sdm630' },
        mostKw: 200,
      },
      heartbeat: relayOf(ours.panel),
      checkedElsewhere: 'by this test',
      ...more,
    },
    limits,
    systemClock,
  )
  await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))
  await until(() => expect(explanation()?.generatorLoadKw).toBeGreaterThan(40))
}

describe('a meter that turns into a liar', () => {
  const liars: readonly [string, Shows, object][] = [
    [
      'kilowatts in place of watts',
      (phases) => ({ phasesKw: phases.map((kw) => kw / 1_000) }),
      { code: 'unit-too-small' },
    ],
    [
      'watts in place of kilowatts',
      (phases) => ({ phasesKw: phases.map((kw) => kw * 1_000) }),
      { code: 'unit-too-large' },
    ],
    [
      'its clamps the wrong way round',
      (phases) => ({ phasesKw: phases.map((kw) => -kw) }),
      { code: 'below-zero' },
    ],
    [
      'one clamp the wrong way round, or a winch that feeds back',
      (phases) => ({ phasesKw: phases.map((kw, phase) => (phase === 1 ? -kw : kw)) }),
      { code: 'phase-below-zero', phase: 1 },
    ],
    [
      'zeros in place of "no value"',
      (phases) => ({ phasesKw: phases.map(() => 0), volts: 0 }),
      { code: 'implausible-voltage', phase: 0, volts: 0 },
    ],
  ]
  test.each(liars)(
    '%s: it is named, nothing is believed, miners sleep and the contactor opens; the truth brings them back',
    async (_, shows, problem) => {
      await follow()
      meter.lie(shows)
      await until(() => expect(generator.sources()[0]).toMatchObject({ state: 'refused', problem }))
      await until(() => expect(explanation()?.offReason).toBe('load-unknown'))
      await until(() => expect(new Set(ours.commands.filter((one) => one.startsWith('sleep '))).size).toBe(6))
      await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(false))
      meter.lie(null)
      await until(() => expect(explanation()?.offReason).toBeNull())
      await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(true))
    },
    300_000,
  )
})

describe('sets in parallel', () => {
  test('the limit follows the breakers: a set that drops out makes miners give way at once, and with all hung the relay opens', async () => {
    breakers = await startIndependentServer()
    const file = join(ours.directory, 'breaker-sb')
    await writeFile(file, '1\n')
    // Bit 6 of register 1018 says that the second set runs.
    breakers.registers.input.writeUInt16BE(1 << 6, 2 * 1_018)
    await follow({
      sets: [
        { name: 'SB', capacityKw: 50, running: { kind: 'file', path: file } },
        {
          name: 'BB',
          capacityKw: 50,
          running: {
            ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: breakers.port, when: { bit: 6 } },
            register: { address: 1_018, kind: 'input' },
          },
        },
      ],
    })
    await until(() => expect(explanation()).toMatchObject({ limitKw: 85, curtailedKw: 0 }))
    expect(ours.commands).toEqual([])

    // BB opens: 42.5 kW of limit, less 10 of reserve and the ship's 20, leave room for two miners.
    breakers.registers.input.writeUInt16BE(0, 2 * 1_018)
    await until(() => expect(explanation()?.limitKw).toBe(42.5))
    await until(() => expect(ours.panel.generator.view().totalKw).toBeLessThan(42.5))
    await until(() => expect(new Set(ours.commands).size).toBeGreaterThanOrEqual(4))
    await until(() =>
      expect(generator.follower.status().sets).toMatchObject([{ isRunning: true }, { isRunning: false }]),
    )

    // Nobody can read SB any more: then the smallest one counts, and not none.
    await writeFile(file, '?\n')
    await until(() => expect(generator.follower.status().sets[0]?.isRunning).not.toBe(true))
    await until(() => expect(explanation()?.limitKw).toBe(42.5))

    // More than one set can carry, and no miner obeys: the relay takes their power by the curve of the set that runs.
    ours.hang.isOn = true
    ours.panel.shipLoad.set(52)
    await until(() => expect(ours.panel.panel.isContactorClosed()).toBe(false))
    // The relay opens first; that it did is read back in the turn after.
    await until(() => expect(generator.follower.status().contactor.phase).toBe('open'))
  }, 300_000)
})

describe('a restart', () => {
  test.each(['steady', 'shedding', 'holding', 'restoring'] as const)(
    'while it is %s tells nobody anything that the reading does not ask for, and goes on from there',
    async (phase) => {
      const asleep = () =>
        ours.ship.devices.filter((device) => device.faults().some(({ kind }) => kind === 'idle')).length
      await follow()
      await until(() => expect(explanation()).toMatchObject({ activity: 'steady', curtailedKw: 0 }))
      if (phase !== 'steady') {
        ours.panel.shipLoad.set(52)
        await until(() => expect(ours.commands.length).toBeGreaterThan(0))
        await until(() => expect(asleep()).toBe(new Set(ours.commands).size))
      }
      if (phase === 'holding' || phase === 'restoring') {
        ours.panel.shipLoad.set(20)
        await until(() => expect(explanation()?.activity).toBe('holding'))
      }
      if (phase === 'restoring')
        await until(() => expect(ours.commands.some((one) => one.startsWith('start '))).toBe(true))
      const commands = [...ours.commands]
      const before = asleep()
      await generator.stop()
      await follow()
      await until(() => expect(explanation()?.offReason).toBeNull())
      // What was told since: at most starts that the hold time before the restart allows.
      const since = ours.commands.slice(commands.length)
      if (phase === 'steady' || phase === 'shedding') expect(since).toEqual([])
      expect(since.filter((one) => !one.startsWith('start '))).toEqual([])
      if (phase === 'holding') {
        // The hold time went on during the restart, and then they come back.
        await until(() => expect(asleep()).toBeLessThan(before))
      }
      if (phase === 'restoring') await until(() => expect(asleep()).toBe(0))
    },
    300_000,
  )
})
