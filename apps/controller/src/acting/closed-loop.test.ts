import { minerKinds } from '@shipminer/domain/generator/simulation/simulated-miner'
import { afterEach, expect, test } from 'vitest'
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
