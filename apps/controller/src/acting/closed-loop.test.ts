import { minerKinds } from '@shipminer/domain/generator/simulation/simulated-miner'
import { afterEach, describe, expect, test } from 'vitest'
import { launchTestShip, type TestMiner } from './test-ship.ts'

let ship: Awaited<ReturnType<typeof launchTestShip>>
afterEach(() => ship.close())

const times = (count: number, miner: TestMiner) => Array.from({ length: count }, () => miner)
/** Braiins OS: an estimate instead of measured power, and a limit that makes it begin anew. */
const braiins: TestMiner = {
  kind: {
    ...minerKinds.antminer,
    name: 'Braiins OS',
    ratedPowerWatts: 3_400,
    sleepMs: 15_000,
    lower: { powerWatts: 1_700, confirmMs: 480_000 },
    measuresPower: false,
    staysAsleep: false,
  },
  driver: 'braiins',
  isEstimating: true,
}

test('a miner that measures no power and started low is raised when there is room', async () => {
  let shipKw = 20
  ship = await launchTestShip({
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
  await ship.until(() => ship.voyage.told['start-low'] > 0)
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
  const stock: TestMiner = { kind: minerKinds.antminer, driver: 'antminer' }
  const mostKw = 95

  /** Stopped for eight seconds, with so much for the ship itself from then on. */
  async function stop(miners: readonly TestMiner[], from: number, to: number, groups: number) {
    let shipKw = from
    ship = await launchTestShip({ miners, seed: 3, shipKw: () => shipKw, groups, isRunning: false })
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

  test('those that slept and forget it have no power while the set could not bear all of them', async () => {
    const { change } = await stop(times(10, forgetful), 50, 50, 1)
    await ship.sail(600)
    expect(ship.isPowered()).toBe(false)
    expect(ship.follower.status().heartbeat.stop).toBe('no-room')
    change(30)
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
    const { minedKw } = await stop(times(10, stock), 50, 50, 1)
    expect(ship.isPowered()).toBe(true)
    await ship.sail(600)
    expect(ship.miningKw()).toBeGreaterThan(0.9 * minedKw)
    expect(ship.voyage.aboveLimitMs).toBe(0)
  })
  test('what the ship switched on meanwhile counts', async () => {
    const { change } = await stop(times(10, stock), 30, 70, 1)
    await ship.sail(60)
    expect(ship.follower.status().heartbeat.stop).toBe('no-room')
    change(40)
    await ship.sail(5)
    expect(ship.isPowered()).toBe(true)
  })
})
