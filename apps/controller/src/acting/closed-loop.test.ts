import { minerKinds } from '@shipminer/domain/generator/simulation/simulated-miner'
import { afterEach, describe, expect, test } from 'vitest'
import {
  antminer,
  braiins,
  compareHour,
  type RestartCase,
  restartFleets,
  restartPhases,
} from './test-restarts.ts'
import { launchTestShip, type TestMiner } from './test-ship.ts'

let ship: Awaited<ReturnType<typeof launchTestShip>>
/** What a test has launched is closed once. */
let launched: (typeof ship)[] = []
afterEach(async () => {
  for (const one of launched) await one.close()
  launched = []
})
async function launch(options: Parameters<typeof launchTestShip>[0]) {
  const one = await launchTestShip(options)
  launched.push(one)
  return one
}

const times = (count: number, miner: TestMiner) => Array.from({ length: count }, () => miner)

test('a miner that measures no power and started low is raised when there is room', async () => {
  let shipKw = 20
  ship = await launch({
    miners: times(6, braiins),
    seed: 1,
    shipKw: () => shipKw,
    hasContactor: false,
  })
  await ship.sail(900)
  expect(ship.miningKw()).toBeGreaterThan(19)
  shipKw = 71
  await ship.until(() => ship.miningKw() < 4.5)
  // Room for one at lower power, not for one at full.
  shipKw = 75 - ship.miningKw() - 3
  await ship.until(() => ship.voyage.commands['start-low'] > 0)
  await ship.sail(900)
  shipKw = 20
  await ship.until(() => ship.miningKw() > 19, 3_600)
  await ship.sail(600)
  expect(ship.miningKw()).toBeGreaterThan(19)
})

describe('the power comes back after a stop of the box', () => {
  /** Slow to sleep, and mining again after each power cut. */
  const forgetful: TestMiner = {
    kind: { ...minerKinds.antminer, name: 'unknown firmware', staysAsleep: false },
    driver: 'some',
  }
  const mostKw = 95

  /** Stopped for eight seconds, with so much for the ship itself from then on. */
  async function stop(miners: readonly TestMiner[], from: number, to: number, groups: number) {
    let shipKw = from
    ship = await launch({ miners, seed: 3, shipKw: () => shipKw, groups, isRunning: false })
    await ship.until(() => ship.follower.status().explanation?.activity === 'holding', 7_200)
    await ship.sail(900)
    const minedKw = ship.miningKw()
    expect(minedKw).toBeGreaterThan(10)
    await ship.kill()
    await ship.sail(8)
    expect(ship.isPowered()).toBe(false)
    ship.restartLog()
    shipKw = to
    await ship.start()
    await ship.sail(5)
    return {
      minedKw,
      change(kw: number) {
        shipKw = kw
      },
    }
  }

  test('those that slept and forget it have no power while the set could not bear what they may have come up to', async () => {
    const { change } = await stop(times(10, forgetful), 50, 78, 1)
    await ship.sail(600)
    expect(ship.isPowered()).toBe(false)
    expect(ship.follower.status().heartbeat.stop).toBe('no-room')
    change(60)
    await ship.sail(600)
    expect(ship.isPowered()).toBe(true)
    expect(ship.voyage.highestKw).toBeLessThan(mostKw)
  })
  test('in groups it is one after the other, each when the set bears it', async () => {
    const { minedKw } = await stop(times(10, forgetful), 50, 50, 4)
    expect([ship.isPowered(0), ship.isPowered(3)]).toEqual([true, false])
    await ship.sail(1_200)
    expect(ship.miningKw()).toBeGreaterThan(0.8 * minedKw)
    expect(ship.voyage.aboveLimitMs).toBe(0)
  })
  test('stock Antminers sleep on, so they need no room', async () => {
    const { minedKw } = await stop(times(10, antminer), 50, 50, 1)
    expect(ship.isPowered()).toBe(true)
    await ship.sail(600)
    expect(ship.miningKw()).toBeGreaterThan(0.9 * minedKw)
    expect(ship.voyage.aboveLimitMs).toBe(0)
  })
  test('what the ship switched on meanwhile counts', async () => {
    const { change } = await stop(times(10, antminer), 30, 70, 1)
    await ship.sail(60)
    expect(ship.follower.status().heartbeat.stop).toBe('no-room')
    change(40)
    await ship.sail(5)
    expect(ship.isPowered()).toBe(true)
  })
})

test('one of an unknown model that is lowered from the first day on is not rated at that', async () => {
  const kind = { ...minerKinds.whatsminer, name: 'unknown model' }
  const miner: TestMiner = { kind, driver: 'whatsminer' }
  ship = await launch({ miners: times(16, miner), seed: 1, shipKw: () => 20, hasContactor: false })
  await ship.sail(2_400)
  expect(ship.voyage.commands.lower).toBeGreaterThan(0)
  for (const { ratedPowerWatts } of ship.devices()) expect(ratedPowerWatts).toBeGreaterThan(3_300)
})

test('after quiet hours miners come back at once where there was room all the while, and wait where there was not', async () => {
  let shipKw = 20
  const limits = { quietHours: [{ fromMinute: 40, toMinute: 60 }] }
  ship = await launch({ miners: times(6, antminer), seed: 1, shipKw: () => shipKw, limits })
  const started = () => ship.voyage.commands.start
  const untilMinute = (minute: number) => ship.sail(minute * 60 - ship.now / 1_000)
  await untilMinute(59)
  expect(ship.follower.status().explanation?.offReason).toBe('quiet-hours')
  await untilMinute(61)
  expect(started()).toBeGreaterThan(0)
  await untilMinute(1_440 + 58)
  const before = started()
  shipKw = 80
  await ship.sail(30)
  shipKw = 20
  await untilMinute(1_440 + 61)
  expect(started()).toBe(before)
  await untilMinute(1_440 + 66)
  expect(started()).toBeGreaterThan(before)
}, 60_000)

test('miners that filled their room get their power back after readings were lost', async () => {
  ship = await launch({ miners: times(10, antminer), seed: 1, shipKw: () => 15 })
  await ship.sail(900)
  ship.meter(false)
  await ship.sail(20)
  expect(ship.isPowered()).toBe(false)
  ship.meter(true)
  await ship.sail(1_200)
  expect(ship.miningKw()).toBeGreaterThan(50)
  expect(ship.voyage.aboveLimitMs).toBe(0)
})

test('a relay that dropped ends what miners were told: they are told again when they come up', async () => {
  let shipKw = 15
  ship = await launch({ miners: times(10, antminer), seed: 2, shipKw: () => shipKw })
  await ship.sail(1_500)
  shipKw = 45
  await ship.until(() => ship.miningKw() < 1)
  await ship.sail(600)
  expect(ship.isPowered()).toBe(true)
  expect(ship.miningKw()).toBeGreaterThan(20)
  expect(ship.voyage.aboveLimitMs).toBeLessThan(15_000)
})

const kinds: Record<string, Pick<RestartCase, 'fleet' | 'phase' | 'seed'>> = {
  'while all mine': { fleet: '10 stock Antminers', phase: 'steady', seed: 2 },
  'while half of them are put to sleep': { fleet: '10 stock Antminers', phase: 'lowering', seed: 1 },
  'while the contactor is open': { fleet: '10 stock Antminers', phase: 'with the contactor open', seed: 1 },
}
test.each(Object.keys(kinds))(
  'an update of slow miners behind a contactor, %s: within a twentieth, and no more above what the set can give',
  async (name) => {
    const one = kinds[name]
    if (one === undefined) throw new Error('no such case')
    const { never, restarted } = await compareHour({ ...one, kind: 'is updated', hasContactor: true })
    expect(restarted.minedKwh).toBeGreaterThan(0.95 * never.minedKwh)
    expect(restarted.aboveCapacityMs).toBeLessThanOrEqual(never.aboveCapacityMs)
    expect(restarted.aboveLimitMs).toBeLessThanOrEqual(never.aboveLimitMs)
  },
  120_000,
)

test('miners that come back throttled are lifted as soon as that is seen, and not only once they have taken it for the time of a start', async () => {
  const one = { fleet: '16 that stay throttled', phase: 'asleep', seed: 1, hasContactor: true } as const
  const { never, restarted } = await compareHour({ ...one, kind: 'loses its power for a minute' })
  expect(restarted.minedKwh).toBeGreaterThan(0.95 * never.minedKwh)
  expect(restarted.aboveCapacityMs).toBeLessThanOrEqual(never.aboveCapacityMs)
}, 120_000)

describe('the hour after a stop of the box is that of one that never stopped', () => {
  const everyFleet = Object.keys(restartFleets) as RestartCase['fleet'][]
  const everyPhase = Object.keys(restartPhases) as RestartCase['phase'][]
  const short: Pick<RestartCase, 'fleet' | 'phase'>[] = [
    { fleet: '10 stock Antminers', phase: 'steady' },
    { fleet: '10 stock Antminers', phase: 'asleep' },
    { fleet: '16 Whatsminers', phase: 'restoring' },
    { fleet: '14 with Braiins OS', phase: 'lowering' },
    { fleet: '14 with Braiins OS', phase: 'while the meter is silent' },
    { fleet: '16 that stay throttled', phase: 'asleep' },
  ]
  const long = everyFleet.flatMap((fleet) => everyPhase.map((phase) => ({ fleet, phase })))
  test.each(process.env.TEST_LONG === '1' ? long : short)(
    '$fleet, $phase: its energy within a twentieth, and no more time above what the set can give',
    async ({ fleet, phase }) => {
      const seeds = process.env.TEST_LONG === '1' ? [1, 2, 3] : [2]
      let [neverKwh, restartedKwh] = [0, 0]
      for (const seed of seeds) {
        const { never, restarted } = await compareHour({
          fleet,
          phase,
          kind: 'is killed',
          hasContactor: true,
          seed,
        })
        neverKwh += never.minedKwh
        restartedKwh += restarted.minedKwh
        expect(restarted.aboveCapacityMs).toBeLessThanOrEqual(never.aboveCapacityMs)
      }
      expect(neverKwh).toBeGreaterThan(10)
      expect(restartedKwh).toBeGreaterThan(0.95 * neverKwh)
    },
    120_000,
  )
})
