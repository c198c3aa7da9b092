import { expect, test } from 'vitest'
import { defaultSettings } from '../follower-settings.ts'
import { standardProfiles } from './load-profiles.ts'
import { createRandom } from './random.ts'
import { perfectMeter, simulate } from './simulate.ts'
import { noFaults } from './simulated-miner.ts'
import { standardFleets } from './standard-set.ts'

/** An hour before the restart, an hour after it. */
const seconds = 7_200
const profiles = standardProfiles(100, seconds)
const moments = [1_800, 2_411, 3_600]
const downSeconds = 8

const run = (
  fleet: keyof typeof standardFleets,
  profile: (typeof profiles)[number],
  restarts?: Parameters<typeof simulate>[0]['restarts'],
) =>
  simulate({
    profile,
    settings: defaultSettings(100),
    fleet: standardFleets[fleet],
    minerFaults: noFaults,
    meterFaults: perfectMeter,
    random: createRandom(7),
    ...(restarts === undefined ? {} : { restarts }),
  })

/** The share of an hour's energy that a restart at each moment lost; below zero is a gain. */
function lostBy(
  fleet: keyof typeof standardFleets,
  profile: (typeof profiles)[number],
  keeps: boolean,
): { shares: number[]; beyondBudgetMs: number } {
  const never = run(fleet, profile)
  const hour = never.minedKwh / 2
  const runs = moments.map((at) => run(fleet, profile, { at: [at], downSeconds, keeps }))
  return {
    shares: runs.map(({ minedKwh }) => (hour < 1 ? 0 : (never.minedKwh - minedKwh) / hour)),
    beyondBudgetMs: Math.max(...runs.map(({ beyondBudgetMs }) => beyondBudgetMs)),
  }
}
test.each(Object.keys(standardFleets) as (keyof typeof standardFleets)[])(
  '%s: a restart changes the next hour’s energy by at most a twentieth at any of the moments, and its overload by no more than it lasted',
  (fleet) => {
    const results = profiles.map((profile) => lostBy(fleet, profile, true))
    expect(Math.max(...results.flatMap(({ shares }) => shares))).toBeLessThanOrEqual(0.05)
    expect(Math.max(...results.map(({ beyondBudgetMs }) => beyondBudgetMs))).toBeLessThanOrEqual(
      downSeconds * 1_000,
    )
  },
  90_000,
)

test('a controller that forgets loses more: the bar is put to the test', () => {
  const fleet = '16 Whatsminers (sleep within 20 s, lower within 15 s)'
  const lost = profiles.flatMap((profile) => lostBy(fleet, profile, false).shares)
  expect(Math.max(...lost)).toBeGreaterThan(0.05)
}, 120_000)
