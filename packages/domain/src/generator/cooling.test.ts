import { describe, expect, test } from 'vitest'
import { type Cooling, newCooling, stepCooling } from './cooling.ts'
import { decide } from './decide.ts'
import { aDevice, aReading } from './devices/test-devices.ts'
import { defaultSettings } from './follower-settings.ts'
import { newLawState } from './law-state.ts'

type Second = { flow: boolean | null; isAwake?: boolean; isWanted?: boolean }
/** One step a second; what it said at the end of each span. */
function run(hasPump: boolean, spans: readonly (Second & { seconds: number })[]) {
  let state = newCooling(0)
  let now = 0
  return spans.map(({ seconds, flow, isAwake = false, isWanted = false }) => {
    let last: { cooling: Cooling; pumpOn: boolean } = { cooling: 'waits', pumpOn: false }
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      const step = stepCooling(state, { flow, hasPump, isAwake, isWanted, runOnMs: 300_000, now })
      state = step.state
      last = { cooling: step.cooling, pumpOn: step.pumpOn }
    }
    return `${last.cooling} ${last.pumpOn ? 'on' : 'off'}`
  })
}

describe('with a pump of its own', () => {
  test('it runs before the miners, and some time after them', () =>
    expect(
      run(true, [
        { seconds: 400, flow: false },
        { seconds: 1, flow: false, isWanted: true },
        { seconds: 3, flow: true, isWanted: true },
        { seconds: 3, flow: true, isWanted: true },
        { seconds: 60, flow: true, isAwake: true },
        { seconds: 290, flow: true },
        { seconds: 20, flow: true },
      ]),
    ).toEqual(['waits off', 'waits on', 'waits on', 'flows on', 'flows on', 'flows on', 'flows off']))
  test('a pump that brings no water is a fault after half a minute, and is let run', () =>
    expect(
      run(true, [
        { seconds: 400, flow: false },
        { seconds: 20, flow: false, isWanted: true },
        { seconds: 20, flow: false, isWanted: true },
      ]),
    ).toEqual(['waits off', 'waits on', 'lost on']))
})

test('flow that is lost under miners stops them within seconds; a flicker does not', () =>
  expect(
    run(false, [
      { seconds: 60, flow: true, isAwake: true },
      { seconds: 2, flow: false, isAwake: true },
      { seconds: 10, flow: true, isAwake: true },
      { seconds: 5, flow: false, isAwake: true },
      { seconds: 600, flow: false },
    ]),
  ).toEqual(['flows off', 'waits off', 'flows off', 'lost off', 'lost off']))

test('a contact that cannot be read is no flow', () =>
  expect(
    run(false, [
      { seconds: 60, flow: true, isAwake: true },
      { seconds: 5, flow: null, isAwake: true },
    ]),
  ).toEqual(['flows off', 'lost off']))

test('a restart with water flowing stops nobody, and one without stops those that run', () => {
  expect(run(false, [{ seconds: 2, flow: null, isAwake: true }])).toEqual(['waits off'])
  expect(run(true, [{ seconds: 5, flow: null, isAwake: true }])).toEqual(['lost on'])
})

describe('the law', () => {
  function after(cooling: Cooling | undefined, mode: 'normal' | 'asleep', seconds: number) {
    let state = newLawState(0)
    const commands: string[] = []
    let reason = null
    for (let second = 0; second <= seconds; second++) {
      const now = second * 1_000
      const decision = decide(
        state,
        {
          settings: defaultSettings(100),
          reading: aReading({ generatorLoadKw: 20, arrivedAt: now }),
          devices: [aDevice({ mode, isHashing: mode === 'normal', measuredPowerWatts: 0, observedAt: now })],
          failures: [],
          ...(cooling ? { cooling } : {}),
        },
        { now, minuteOfDay: 0 },
      )
      state = decision.state
      commands.push(...decision.actions.map(({ command }) => command))
      reason = decision.explanation.offReason
    }
    return { first: commands[0] ?? null, reason }
  }
  test.each([
    [undefined, 'asleep', 'start', null],
    ['flows', 'asleep', 'start', null],
    ['waits', 'asleep', null, null],
    ['waits', 'normal', null, null],
    ['lost', 'asleep', null, 'no-cooling'],
    ['lost', 'normal', 'sleep', 'no-cooling'],
  ] as const)('water %s, miner %s: %s', (cooling, mode, first, reason) =>
    expect(after(cooling, mode, 330)).toEqual({ first, reason }),
  )
})
