import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { models } from '../models/catalogue.ts'
import { planShip } from '../ship/plan.ts'
import { createUnit } from './unit.ts'

function aUnit(seed: string, ageMs = 3_600_000) {
  const clock = createManualClock()
  const [plan] = planShip({
    seed,
    fleet: [{ model: 's19xp-hyd', count: 1 }],
    host: '127.0.0.1',
    ownAddresses: false,
    ageMs,
  })
  if (plan === undefined) throw new Error('no unit')
  const { identity, pools } = plan
  const credentials = { user: 'root', password: 'root' }
  const model = models['s19xp-hyd']
  const unit = createUnit({ clock, identity, model, pools, credentials, ageMs })
  const rest = (): number => {
    unit.restLater()
    let tookMs = 0
    for (; unit.view().state.powerWatts > 100 && tookMs < 600_000; tookMs += 5_000) clock.advance(5_000)
    return tookMs
  }
  return { clock, unit, rest }
}

test('stock firmware hashes on for one to three minutes after it was put to sleep, each unit for its own time', () => {
  const took = ['a', 'b', 'c', 'd'].map((seed) => aUnit(seed).rest())
  for (const ms of took) {
    expect(ms).toBeGreaterThanOrEqual(60_000)
    expect(ms).toBeLessThanOrEqual(190_000)
  }
  expect(new Set(took).size).toBeGreaterThan(1)
})

test('one that is woken before it rests goes on, and one that only starts rests at once', () => {
  const { clock, unit } = aUnit('a')
  unit.restLater()
  clock.advance(30_000)
  expect(unit.view()).toMatchObject({ asleep: false, settings: { asleep: true } })
  unit.change({ asleep: false })
  clock.advance(400_000)
  expect(unit.view().state.rateThs).toBeGreaterThan(200)
  expect(aUnit('a', 0).rest()).toBe(0)
})
