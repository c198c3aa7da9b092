import { describe, expect, test } from 'vitest'
import { type DevicePhase, devicePhases, nextPhase, observedEvent, type PhaseEvent } from './device-phase.ts'
import type { DeviceMode } from './followed-device.ts'
import { aDevice } from './test-devices.ts'

const events: PhaseEvent[] = [
  'seen-normal',
  'seen-low',
  'seen-asleep',
  'start-commanded',
  'lower-commanded',
  'sleep-commanded',
  'overdue',
  'failed',
  'lost-power',
  'seen-coming-up',
]

// One row a phase, one column an event in the order above; a dot changes nothing.
const matrix: Record<DevicePhase, string> = {
  unknown: 'running low asleep . lowering stopping . . . starting',
  running: '. low asleep . lowering stopping . . unknown .',
  low: 'running . asleep starting . stopping . . unknown .',
  asleep: 'running low . starting . . . . . starting',
  starting: 'running low . . lowering stopping disobedient disobedient unknown .',
  lowering: '. low asleep . . stopping disobedient disobedient unknown .',
  stopping: '. . asleep . . . disobedient disobedient unknown .',
  disobedient: 'running low asleep . . . . . unknown .',
}

test.each(devicePhases.flatMap((phase) => events.map((event, column) => ({ phase, event, column }))))(
  '$phase, $event',
  ({ phase, event, column }) => {
    const expected = matrix[phase].split(' ')[column]
    expect(nextPhase(phase, event)).toBe(expected === '.' ? phase : expected)
  },
)

test('every phase is reached from unknown', () => {
  const reached = new Set<DevicePhase>(['unknown'])
  for (const phase of reached) for (const event of events) reached.add(nextPhase(phase, event))
  expect([...reached].sort()).toEqual([...devicePhases].sort())
})

test('nothing but being seen asleep makes a stopping device asleep', () => {
  for (const event of events) expect(nextPhase('stopping', event) === 'asleep').toBe(event === 'seen-asleep')
})

describe('what is seen', () => {
  const lastCommand = { target: 'asleep', at: 100, dueAt: 200 } as const
  const seen = (
    phase: DevicePhase,
    mode: DeviceMode,
    over: object = {},
    last: Parameters<typeof observedEvent>[2] = lastCommand,
  ) => {
    const power = mode === 'asleep' ? { measuredPowerWatts: 0 } : {}
    return observedEvent(aDevice({ mode, observedAt: 150, ...power, ...over }), phase, last, 160)
  }

  test('counts for a device that was told nothing', () =>
    expect(seen('running', 'asleep', { observedAt: 0 }, null)).toBe('seen-asleep'))
  test('does not count when it is from before the word', () =>
    expect(seen('stopping', 'asleep', { observedAt: 100 })).toBeNull())
  test('does not count of a device that does not answer', () =>
    expect(seen('stopping', 'asleep', { isReachable: false })).toBeNull())
  test('is nothing where the mode is not known', () => expect(seen('running', 'unknown')).toBeNull())
  test('confirms a sleep when the power is gone, or nobody measures it', () => {
    expect(seen('stopping', 'asleep')).toBe('seen-asleep')
    expect(seen('stopping', 'asleep', { measuredPowerWatts: null })).toBe('seen-asleep')
    expect(seen('stopping', 'asleep', { measuredPowerWatts: 2_499 })).toBe('seen-asleep')
    expect(seen('stopping', 'asleep', { measuredPowerWatts: 2_500 })).toBeNull()
  })
  test('of a disobedient device is believed where it was told to be, or asleep', () => {
    expect(seen('disobedient', 'normal')).toBeNull()
    expect(seen('disobedient', 'low')).toBeNull()
    expect(seen('disobedient', 'asleep')).toBe('seen-asleep')
    expect(seen('disobedient', 'low', {}, { ...lastCommand, target: 'low' })).toBe('seen-low')
    expect(seen('disobedient', 'asleep', {}, { ...lastCommand, target: 'low' })).toBe('seen-asleep')
  })

  test('of a device at lower power that does not tell is lower power until it takes more', () => {
    const low = { target: 'low', at: 100, dueAt: 200 } as const
    expect(seen('low', 'normal', { measuredPowerWatts: 3_100 }, low)).toBeNull()
    expect(seen('low', 'normal', { measuredPowerWatts: null }, low)).toBeNull()
    expect(seen('low', 'normal', { measuredPowerWatts: 4_000 }, low)).toBe('seen-normal')
    expect(seen('low', 'asleep', { measuredPowerWatts: 0 }, low)).toBe('seen-asleep')
  })

  const start = { target: 'normal', at: 100, dueAt: 200 } as const
  test('of a start counts when it takes what it should', () => {
    expect(seen('starting', 'normal', { measuredPowerWatts: 3_900 }, start)).toBeNull()
    expect(seen('starting', 'normal', { measuredPowerWatts: 4_000 }, start)).toBe('seen-normal')
    expect(seen('starting', 'asleep', {}, start)).toBeNull()
  })
  test('of a start without a measurement counts when its time is over', () => {
    const device = aDevice({ observedAt: 150, measuredPowerWatts: null })
    expect(observedEvent(device, 'starting', start, 199)).toBeNull()
    expect(observedEvent(device, 'starting', start, 200)).toBe('seen-normal')
  })

  test('of a start with a dead board counts when it takes what it reached before', () => {
    const weak = { reachedWatts: 3_300 }
    expect(seen('starting', 'normal', { ...weak, measuredPowerWatts: 2_600 }, start)).toBeNull()
    expect(seen('starting', 'normal', { ...weak, measuredPowerWatts: 2_700 }, start)).toBe('seen-normal')
  })
  test('of lower power that nobody reports is what its power shows, also when it was late', () => {
    const low = { target: 'low', at: 100, dueAt: 200 } as const
    for (const phase of ['lowering', 'disobedient'] as const) {
      expect(seen(phase, 'normal', { measuredPowerWatts: 2_000 }, low)).toBe('seen-low')
      expect(seen(phase, 'normal', { measuredPowerWatts: 5_000 }, low)).not.toBe('seen-low')
    }
  })
  test('of a sleep that is only said is judged by what it reached, not by its plate', () =>
    expect(seen('stopping', 'asleep', { reachedWatts: 2_400, measuredPowerWatts: 2_300 })).toBeNull())
})
