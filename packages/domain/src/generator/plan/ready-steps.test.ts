import { expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { aDevice, aReading } from '../devices/test-devices.ts'
import { defaultSettings } from '../follower-settings.ts'
import { newLawState } from '../law-state.ts'
import { type ReadyRoom, readyRoom } from './ready-steps.ts'

const thruster = { name: 'bow thruster', reserveKw: 30 }
const crane = { name: 'crane', reserveKw: 12 }

test('steps that may come are added up; one that is not known may, one that is off does not', () => {
  expect(readyRoom([])).toEqual({ kw: 0, names: [] })
  expect(readyRoom([{ ...thruster, isOn: false }])).toEqual({ kw: 0, names: [] })
  expect(
    readyRoom([
      { ...thruster, isOn: true },
      { ...crane, isOn: null },
    ]),
  ).toEqual({ kw: 42, names: ['bow thruster', 'crane'] })
})

/** Six miners of 5 kW on a ship that takes 40 kW: 70 of the 75 kW below the reserve. The room is called for after ten seconds. */
function run(ready: ReadyRoom, seconds: number) {
  const settings = { ...defaultSettings(100), meanLimitPercent: null }
  let state = newLawState(0)
  const asleep = new Set<string>()
  const seen: string[] = []
  let last = null
  for (let second = 0; second <= seconds; second++) {
    const now = second * 1_000
    const devices = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      aDevice({
        id,
        mode: asleep.has(id) ? 'asleep' : 'normal',
        isHashing: !asleep.has(id),
        measuredPowerWatts: asleep.has(id) ? 0 : 5_000,
        curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
        observedAt: now,
      }),
    )
    const reading = aReading({ generatorLoadKw: 40 + 5 * (6 - asleep.size), arrivedAt: now })
    const isCalled = second >= 10 && second < 40
    last = decide(
      state,
      { settings, reading, devices, failures: [], ...(isCalled ? { ready } : {}) },
      { now, minuteOfDay: 0 },
    )
    state = last.state
    for (const { deviceId, command } of last.actions) {
      seen.push(`${second}:${command}`)
      if (command === 'sleep') asleep.add(deviceId)
      else asleep.delete(deviceId)
    }
  }
  if (last === null) throw new Error('nothing was decided')
  return { seen, asleep, last }
}

test('room is there before the step, in the same turn, and is no overload', () => {
  const { seen, asleep, last } = run({ kw: 14, names: ['bow thruster'] }, 30)
  expect(seen).toEqual(['10:sleep', '10:sleep'])
  expect(asleep.size).toBe(2)
  expect(last.state.overloads).toEqual([])
  expect(last.explanation.warnings).toContainEqual({ code: 'making-room', names: ['bow thruster'] })
})
test('miners come back a hold time after it is over', () => {
  const { asleep, seen } = run({ kw: 14, names: ['bow thruster'] }, 500)
  expect(asleep.size).toBe(0)
  expect(Number(seen.at(-1)?.split(':')[0])).toBeGreaterThan(330)
})
test('a call for more than there is takes every miner, and what the ship itself takes above the limit is an overload still', () => {
  const { asleep, last } = run({ kw: 500, names: ['crane'] }, 30)
  expect(asleep.size).toBe(6)
  expect(last.explanation.allowedKw).toBeLessThanOrEqual(0)
})
