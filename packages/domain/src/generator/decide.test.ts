import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decision, decide, type LawInput } from './decide.ts'
import { devicePhases } from './devices/device-phase.ts'
import type { FollowedDevice } from './devices/followed-device.ts'
import { aDevice, aReading } from './devices/test-devices.ts'
import { defaultSettings, type FollowerSettings } from './follower-settings.ts'
import { type LawState, newLawState } from './law-state.ts'
import type { LoadReading } from './load/load-reading.ts'

// 100 kW × 85 % − 10 kW of reserve: ship and miners may take 75 kW.
// It is rated for continuous load.
const settings: FollowerSettings = {
  ...defaultSettings(100),
  meanLimitPercent: null,
  holdMs: 60_000,
  deadbandKw: 1,
}
const onlySleep = { sleepMs: 20_000, lower: null, startMs: 60_000 }
const nothing = { sleepMs: null, lower: null, startMs: 60_000 }
const asleep = { mode: 'asleep', measuredPowerWatts: 0, isHashing: false } as const

/** Calls the law second by second with a ship whose state the test can see. */
function sail(options: {
  settings?: Partial<FollowerSettings>
  devices: FollowedDevice[]
  minuteOfDay?: number
  mean?: LawState['mean']
}) {
  let state: LawState = { ...newLawState(0), mean: options.mean ?? [] }
  let now = 0
  const inForce = { ...settings, ...options.settings }
  let devices = options.devices
  let reading: LoadReading | null = null
  let failures: LawInput['failures'] = []
  let last: Decision | null = null
  let power: LawInput['power']
  const commands: string[] = []
  return {
    commands,
    get now() {
      return now
    },
    set(id: string, over: Partial<FollowedDevice>) {
      devices = devices.map((device) => (device.id === id ? { ...device, observedAt: now, ...over } : device))
    },
    change(over: Partial<FollowerSettings>) {
      Object.assign(inForce, over)
    },
    /** Since when the boxes have power; null: they have none. */
    power(since: number | null) {
      power = { since }
    },
    fail(deviceId: string) {
      failures = [{ deviceId, commandedAt: state.devices.get(deviceId)?.lastCommand?.at ?? 0 }]
    },
    phase: (id: string) => state.devices.get(id)?.phase,
    /** This many seconds with a ship that takes this much; null: no reading. */
    run(seconds: number, shipKw: number | null, over: Partial<LoadReading> = {}): Decision {
      for (let second = 0; second < seconds; second++) {
        now += 1_000
        const miningKw = devices.reduce((sum, device) => sum + (device.measuredPowerWatts ?? 0), 0) / 1_000
        if (shipKw !== null)
          reading = aReading({ generatorLoadKw: shipKw + miningKw, arrivedAt: now, ...over })
        last = decide(
          state,
          { settings: inForce, reading, devices, failures, power },
          { now, minuteOfDay: options.minuteOfDay ?? 720 },
        )
        failures = []
        state = last.state
        for (const { deviceId, command } of last.actions) commands.push(`${command} ${deviceId}`)
      }
      if (last === null) throw new Error('no time has passed')
      return last
    },
  }
}
const three = (over: Partial<FollowedDevice> = {}) =>
  ['a', 'b', 'c'].map((id, index) => aDevice({ id, revenuePerKwh: index, curtailment: onlySleep, ...over }))

describe('a frequency that sags', () => {
  test('makes quick miners give way at once, though the power is far below the limit', () => {
    const devices = three().map((one, index) =>
      index === 0 ? { ...one, curtailment: { ...onlySleep, sleepMs: 180_000 } } : one,
    )
    const ship = sail({ devices })
    ship.run(5, 20, { frequencyHz: 50 })
    const { explanation } = ship.run(2, 20, { frequencyHz: 48.5 })
    // 20 kW are asked for: the quick ones first in their order, then the slow one.
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
    expect(explanation).toMatchObject({ activity: 'shedding', warnings: [{ code: 'low-frequency' }, {}] })
  })
  test('also where no power is measured; and nothing starts until it has been well for the hold time', () => {
    const ship = sail({ devices: three(), settings: { contactBudgetKw: 20 } })
    const contact = { generatorLoadKw: null, phasesKw: [] }
    ship.run(30, 0, { ...contact, frequencyHz: 50 })
    expect(ship.commands).toEqual([])
    ship.run(3, 0, { ...contact, frequencyHz: 48.5 })
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
    for (const id of ['a', 'b', 'c']) ship.set(id, asleep)
    ship.run(55, 0, { ...contact, frequencyHz: 50 })
    expect(ship.commands).toHaveLength(3)
    ship.run(20, 0, { ...contact, frequencyHz: 50 })
    expect(ship.commands.slice(3)).toContain('start c')
  })
})

describe('a voltage that sags', () => {
  test('makes quick miners give way at once, though the power is far below the limit', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 20, { frequencyHz: 50, lowestVolts: 231 })
    expect(ship.commands).toEqual([])
    const { explanation } = ship.run(2, 20, { frequencyHz: 50, lowestVolts: 198 })
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
    expect(explanation).toMatchObject({ activity: 'shedding', warnings: [{ code: 'low-voltage' }, {}] })
  })
  test('also where no power is measured; and nothing starts until it has been well for the hold time', () => {
    const ship = sail({ devices: three(), settings: { contactBudgetKw: 20 } })
    const supply = { generatorLoadKw: null, phasesKw: [], frequencyHz: 50 }
    ship.run(30, 0, { ...supply, lowestVolts: 229 })
    expect(ship.commands).toEqual([])
    ship.run(3, 0, { ...supply, lowestVolts: 198 })
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
    for (const id of ['a', 'b', 'c']) ship.set(id, asleep)
    ship.run(55, 0, { ...supply, lowestVolts: 229 })
    expect(ship.commands).toHaveLength(3)
    ship.run(20, 0, { ...supply, lowestVolts: 229 })
    expect(ship.commands.slice(3)).toContain('start c')
  })
})

describe('the mean that the rating allows', () => {
  test('holds miners back once the set has carried more than that, long before the limit', () => {
    const mean = Array.from({ length: 48 }, () => ({ ms: 1_800_000, share: 0.72 }))
    const ship = sail({ devices: three(), mean, settings: { meanLimitPercent: 70 } })
    ship.run(1, 50)
    const { explanation } = ship.run(1, 50)
    // 58 kW for some hours bring a mean of 72 % to 70 %.
    expect(explanation.allowedKw).toBeCloseTo(8, 0)
    expect(explanation.warnings).toContainEqual({ code: 'mean-load' })
    expect(explanation.meanLoadPercent).toBeCloseTo(72, 1)
    expect(ship.commands).toEqual(['sleep a', 'sleep b'])
    const continuous = sail({ devices: three(), mean })
    expect(continuous.run(2, 50).explanation.warnings).not.toContainEqual({ code: 'mean-load' })
    expect(continuous.commands).toEqual([])
  })
  test('is measured over what the generator gives, not the shore', () => {
    const ship = sail({ devices: [], settings: { shoreCapacityKw: 100 } })
    expect(ship.run(3_600, 80, { powerSource: 'shore' }).explanation.meanLoadPercent).toBeNull()
    expect(ship.run(3_600, 80).explanation.meanLoadPercent).toBeCloseTo(80, 1)
  })
})

describe('overload', () => {
  test('the poorest goes, as many as are needed, at the first reading', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    expect(ship.commands).toEqual([])
    const { explanation } = ship.run(1, 62)
    expect(ship.commands).toEqual(['sleep a'])
    expect(explanation).toMatchObject({ activity: 'shedding', offReason: null, shipLoadKw: 62, limitKw: 85 })
    expect(explanation.overKw).toBeCloseTo(2)
  })
  test('what is told and on its time is enough: nobody else goes', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    ship.run(15, 62)
    expect(ship.commands).toEqual(['sleep a'])
  })
  test('a sleep that is confirmed before the next reading is not taken for no relief', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    ship.run(2, 62)
    ship.set('a', asleep)
    ship.run(2, null)
    ship.run(10, 62)
    expect(ship.commands).toEqual(['sleep a'])
  })
  test('who does not obey in time is disobedient, and the next goes', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    ship.run(22, 62)
    expect(ship.phase('a')).toBe('disobedient')
    expect(ship.commands).toEqual(['sleep a', 'sleep b'])
    expect(ship.run(1, 62).explanation.warnings).toContainEqual({ code: 'disobedient', deviceIds: ['a'] })
  })
  test('whose command fails is disobedient at once', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    ship.run(1, 62)
    ship.fail('a')
    ship.run(1, 62)
    expect(ship.commands).toEqual(['sleep a', 'sleep b'])
  })
  test('a failure of an older command means nothing', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 60)
    ship.fail('a')
    ship.run(1, 62)
    expect(ship.commands).toEqual(['sleep a'])
    expect(ship.phase('a')).toBe('stopping')
  })
  test('is not told again before its time is over, for each word may make it begin anew', () => {
    const slow = { ...onlySleep, sleepMs: 180_000 }
    const ship = sail({ devices: three({ curtailment: slow }).slice(0, 1) })
    ship.run(5, 60)
    ship.run(180, 80)
    expect(ship.commands).toEqual(['sleep a'])
    ship.run(180, 80)
    expect(ship.commands).toEqual(['sleep a', 'sleep a'])
  })
  test('whose command failed is told again after a minute', () => {
    const slow = { ...onlySleep, sleepMs: 180_000 }
    const ship = sail({ devices: three({ curtailment: slow }).slice(0, 1) })
    ship.run(5, 60)
    ship.run(1, 80)
    ship.fail('a')
    ship.run(59, 80)
    expect(ship.commands).toEqual(['sleep a'])
    ship.run(1, 80)
    expect(ship.commands).toEqual(['sleep a', 'sleep a'])
  })
  test('a disobedient device is told again, and believed when it sleeps', () => {
    const ship = sail({ devices: three().slice(0, 1) })
    ship.run(5, 60)
    ship.run(100, 80)
    expect(ship.commands).toEqual(['sleep a', 'sleep a'])
    ship.set('a', asleep)
    ship.run(1, 60)
    expect(ship.phase('a')).toBe('asleep')
  })
  test('lower power goes before sleep', () => {
    const ship = sail({ devices: [aDevice({ id: 'a' }), aDevice({ id: 'b', revenuePerKwh: 9 })] })
    ship.run(5, 60)
    ship.run(1, 66)
    expect(ship.commands).toEqual(['lower a'])
  })
  test('what cannot be told anything is counted, named, and the rest is told', () => {
    const [a, b, c] = three()
    if (!a || !b || !c) throw new Error('three')
    const ship = sail({ devices: [{ ...a, curtailment: nothing }, b, c] })
    ship.run(5, 60)
    const { explanation } = ship.run(1, 75)
    expect(ship.commands).toEqual(['sleep b', 'sleep c'])
    expect(explanation.warnings).toContainEqual({ code: 'not-curtailable', deviceIds: ['a'] })
    expect(explanation.warnings).toContainEqual({ code: 'cannot-shed-enough', shortKw: expect.closeTo(5) })
  })
  test('is said to be repeated when it is', () => {
    const ship = sail({ devices: three({ ...asleep }) })
    for (let time = 0; time < 4; time++) {
      ship.run(5, 80)
      ship.run(5, 60)
    }
    expect(ship.run(1, 80).explanation.warnings).toContainEqual({ code: 'repeated-overload', count: 5 })
  })
  test('on the fullest phase counts', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 30, { phasesKw: [15, 15, 15] })
    expect(ship.commands).toEqual([])
    ship.run(1, 30, { phasesKw: [10, 10, 30] })
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
  })
})

describe('restore', () => {
  test('waits the hold time, then starts the best first, one group at a time', () => {
    const ship = sail({ devices: three(asleep), settings: { restoreGroupKw: 6 } })
    ship.run(60, 40)
    expect(ship.commands).toEqual([])
    expect(ship.run(1, 40).explanation.activity).toBe('restoring')
    expect(ship.commands).toEqual(['start c'])
    ship.run(14, 40)
    expect(ship.commands).toEqual(['start c'])
    ship.run(1, 40)
    expect(ship.commands).toEqual(['start c', 'start b'])
  })
  test('waits again after every moment without room', () => {
    const ship = sail({ devices: three(asleep) })
    ship.run(50, 40)
    ship.run(1, 74)
    expect(ship.run(59, 40).explanation.activity).toBe('holding')
    expect(ship.commands).toEqual([])
    ship.run(1, 40)
    expect(ship.commands).not.toEqual([])
  })
  test('counts a starting miner at full power until it takes it', () => {
    const ship = sail({ devices: three(asleep) })
    // Room for two: 75 − 62 − 1 of deadband.
    ship.run(200, 62.9)
    expect(ship.commands).toEqual(['start c', 'start b'])
  })
  test('a start that never comes is called disobedient, seen asleep, and tried again after the hold time', () => {
    const ship = sail({ devices: three(asleep).slice(0, 1) })
    ship.run(61, 40)
    expect(ship.commands).toEqual(['start a'])
    ship.run(59, 40)
    ship.set('a', asleep)
    ship.run(1, 40)
    expect(ship.phase('a')).toBe('asleep')
    ship.run(59, 40)
    expect(ship.commands).toEqual(['start a'])
    ship.run(2, 40)
    expect(ship.commands).toEqual(['start a', 'start a'])
  })
  test('starts nobody more often than allowed', () => {
    const ship = sail({ devices: three(asleep).slice(0, 1), settings: { maxStartsPerHour: 2 } })
    for (let time = 0; time < 10; time++) {
      ship.run(61, 40)
      ship.set('a', { mode: 'normal', measuredPowerWatts: 5_000 })
      ship.run(2, 40)
      ship.run(3, 75)
      ship.set('a', asleep)
      ship.run(3, 40)
    }
    expect(ship.commands.filter((one) => one === 'start a')).toHaveLength(2)
  })
  test('starts nobody whom the owner stopped', () => {
    const ship = sail({ devices: three({ ...asleep, isWanted: false }) })
    ship.run(200, 10)
    expect(ship.commands).toEqual([])
  })
  test('starts nobody on an old reading', () => {
    const ship = sail({ devices: three(asleep) })
    ship.run(59, 40)
    ship.run(8, null)
    expect(ship.commands).toEqual([])
    ship.run(1, 40)
    ship.run(1, 40)
    expect(ship.commands).not.toEqual([])
  })
})

describe('everything off', () => {
  const off: [string, Partial<FollowerSettings>, Partial<LoadReading>, number][] = [
    ['master-stop', { masterStop: true }, {}, 720],
    ['ship-needs-power', {}, { shipNeedsPower: true }, 720],
    ['shore-power', {}, { powerSource: 'shore' }, 720],
    ['battery', {}, { powerSource: 'battery' }, 720],
    ['quiet-hours', { quietHours: [{ fromMinute: 1_320, toMinute: 360 }] }, {}, 0],
    ['load-unknown', {}, { generatorLoadKw: null }, 720],
  ]
  test.each(off)('%s', (reason, over, reading, minuteOfDay) => {
    const ship = sail({ devices: three(), settings: over, minuteOfDay })
    const { explanation } = ship.run(1, 10, reading)
    expect(explanation).toMatchObject({ activity: 'off', offReason: reason })
    expect(ship.commands).toEqual(['sleep a', 'sleep b', 'sleep c'])
    ship.run(10, 10, reading)
    expect(ship.commands).toHaveLength(3)
  })
  test('mining on shore power where it is allowed', () => {
    const ship = sail({ devices: three(), settings: { shoreCapacityKw: 50 } })
    expect(ship.run(5, 10, { powerSource: 'shore' }).explanation).toMatchObject({
      activity: 'steady',
      limitKw: 42.5,
    })
  })
  test('a contact alone is enough where a budget is set', () => {
    const ship = sail({ devices: three(asleep), settings: { contactBudgetKw: 12 } })
    ship.run(65, 0, { generatorLoadKw: null })
    expect(ship.commands).toEqual(['start c', 'start b'])
    ship.run(1, 0, { generatorLoadKw: null, shipNeedsPower: true })
    expect(ship.commands.slice(2)).toEqual(['sleep b', 'sleep c'])
  })
  test('the load is unknown for longer than allowed', () => {
    const ship = sail({ devices: three() })
    ship.run(5, 40)
    ship.run(10, null)
    expect(ship.commands).toEqual([])
    expect(ship.run(1, null).explanation.offReason).toBe('load-unknown')
    expect(ship.commands).toHaveLength(3)
  })
  test('tells those at lower power that cannot sleep, and those of which nothing is known', () => {
    const lowOnly = { ...nothing, lower: { powerWatts: 3_000, confirmMs: 5_000 } }
    const ship = sail({
      devices: [
        aDevice({ id: 'low', curtailment: lowOnly }),
        aDevice({ id: 'new', mode: 'unknown', measuredPowerWatts: null }),
        aDevice({ id: 'away', isReachable: false }),
      ],
      settings: { masterStop: true },
    })
    ship.run(1, 40)
    expect(ship.commands).toEqual(['lower low', 'sleep new', 'sleep away'])
  })
  test('after it the whole hold time is waited', () => {
    const ship = sail({ devices: three(asleep), settings: { masterStop: true } })
    ship.run(100, 40)
    ship.change({ masterStop: false })
    ship.run(60, 40)
    expect(ship.commands).toEqual([])
    ship.run(1, 40)
    expect(ship.commands).not.toEqual([])
  })
  test('a generator that gives less than the miners take is not believed, for an hour', () => {
    const ship = sail({ devices: three() })
    ship.run(120, 0, { generatorLoadKw: 3 })
    expect(ship.commands).toEqual([])
    expect(ship.run(3, 0, { generatorLoadKw: 3 }).explanation.offReason).toBe('meter-contradicted')
    for (const id of ['a', 'b', 'c']) ship.set(id, asleep)
    expect(ship.run(3_500, 3).explanation.offReason).toBe('meter-contradicted')
    expect(ship.run(200, 3).explanation.offReason).toBeNull()
  })
})

describe('boxes that lost their power', () => {
  const silent = { isReachable: false, measuredPowerWatts: null } as const

  function openContactor() {
    const ship = sail({ devices: three() })
    ship.run(5, 70)
    expect(ship.commands).toEqual(['sleep a', 'sleep b'])
    ship.power(null)
    for (const id of ['a', 'b', 'c']) ship.set(id, { ...silent, observedAt: ship.now })
    return ship
  }

  test('are told nothing while they are silent, whatever is asked of them, and are no alarm', () => {
    const ship = openContactor()
    const { explanation } = ship.run(300, 70)
    expect(ship.commands).toHaveLength(2)
    expect(explanation.warnings).toEqual([])
    ship.change({ masterStop: true })
    ship.run(300, 70)
    expect(ship.commands).toHaveLength(2)
  })
  test('have forgotten what they were told, and are told anew at their first answer', () => {
    const ship = openContactor()
    ship.run(10, 70)
    expect(ship.phase('a')).toBe('unknown')
    ship.power(ship.now)
    ship.run(40, 68)
    for (const id of ['a', 'b', 'c'])
      ship.set(id, { mode: 'normal', isReachable: true, measuredPowerWatts: 100 })
    ship.run(1, 68)
    // 75 kW for all: there is room for one of the three, though they hardly take anything yet.
    expect(ship.commands.slice(2)).toEqual(['sleep a', 'sleep b'])
    expect(ship.phase('c')).toBe('starting')
  })
  test('one that may have come back at lower power is lifted, once, and counts as it did', () => {
    const curtailment = { ...onlySleep, lower: { powerWatts: 2_500, confirmMs: 10_000 } }
    const ship = sail({ devices: three({ curtailment }) })
    ship.run(90, 40)
    ship.power(null)
    for (const id of ['a', 'b', 'c']) ship.set(id, { ...silent, observedAt: ship.now })
    ship.run(60, 40)
    ship.power(ship.now)
    ship.run(40, 40)
    const low = { mode: 'normal', isReachable: true, measuredPowerWatts: 2_500 } as const
    for (const id of ['a', 'b', 'c']) ship.set(id, low)
    const before = ship.run(5, 40)
    expect(ship.commands).toEqual([])
    ship.set('b', { ...low, mayBeLow: true })
    const after = ship.run(20, 40)
    expect(ship.commands).toEqual(['start b'])
    expect(after.explanation.headroomKw).toBeCloseTo(before.explanation.headroomKw ?? 0)
    expect(ship.phase('b')).toBe('starting')
  })
  test('are coming up only where they had none: one that woke by itself runs, at whatever power', () => {
    const ship = sail({ devices: three() })
    ship.power(0)
    for (const id of ['a', 'b', 'c']) ship.set(id, asleep)
    ship.run(5, 40)
    ship.set('a', { mode: 'normal', isHashing: true, measuredPowerWatts: 3_900 })
    ship.run(1, 40)
    expect(ship.phase('a')).toBe('running')
  })
})

describe('a start of the controller', () => {
  test('tells nobody anything until readings are in, or have not come for too long', () => {
    const ship = sail({ devices: three() })
    expect(ship.run(10, null).explanation).toMatchObject({ activity: 'waiting', loadAgeMs: null })
    expect(ship.commands).toEqual([])
    ship.run(1, null)
    expect(ship.commands).toHaveLength(3)
  })
  test('in the middle of an event: who sleeps, sleeps on; who runs, runs on', () => {
    const [a, b, c] = three()
    if (!a || !b || !c) throw new Error('three')
    const ship = sail({ devices: [{ ...a, ...asleep }, { ...b, ...asleep }, c] })
    ship.run(30, 66)
    expect(ship.commands).toEqual([])
    ship.run(1, 72)
    expect(ship.commands).toEqual(['sleep c'])
  })
  test('in the middle of an event: who is on its way down is not taken for one that stays', () => {
    const falling = { mode: 'asleep', measuredPowerWatts: 4_900, isHashing: false } as const
    const [a, b, c] = three()
    if (!a || !b || !c) throw new Error('three')
    const ship = sail({ devices: [{ ...a, ...falling }, b, c] })
    ship.run(5, 64)
    expect(ship.phase('a')).toBe('stopping')
    expect(ship.commands).toEqual([])
    ship.set('a', asleep)
    ship.run(30, 64)
    expect(ship.phase('a')).toBe('asleep')
    expect(ship.commands).toEqual([])
  })
  test('and who says that it sleeps and goes on taking power is disobedient', () => {
    const ship = sail({ devices: three({ mode: 'asleep', measuredPowerWatts: 4_900 }).slice(0, 1) })
    ship.run(22, 40)
    expect(ship.phase('a')).toBe('disobedient')
  })
  test('starts nobody while one device has not been seen', () => {
    const ship = sail({ devices: [...three(asleep), aDevice({ id: 'new', mode: 'unknown' })] })
    ship.run(110, 10)
    expect(ship.commands).toEqual([])
    ship.set('new', asleep)
    ship.run(61, 10)
    expect(ship.commands).not.toEqual([])
  })
  test('goes on without a device that never tells: it counts at full power', () => {
    const silent = aDevice({ id: 'new', mode: 'unknown', measuredPowerWatts: null, curtailment: nothing })
    const ship = sail({ devices: [...three(asleep), silent] })
    ship.run(179, 58)
    expect(ship.commands).toEqual([])
    ship.run(1, 58)
    // 75 − 58 less the silent one's 5, less the deadband: room for two, with their ramps.
    expect(ship.commands).toEqual(['start c', 'start b'])
  })
})

describe('the reserve', () => {
  test('is called too low when the ship was seen to take more at once', () => {
    const ship = sail({ devices: three({ ...asleep }), settings: { holdMs: 600_000 } })
    ship.run(5, 20)
    expect(ship.run(1, 50).explanation).toMatchObject({
      requiredReserveKw: 30,
      warnings: [{ code: 'reserve-too-low', requiredKw: 30 }],
    })
  })
  test('is called too low for the step that is set', () => {
    const ship = sail({ devices: three(), settings: { largestStepKw: 25, toleratedOverMs: 0 } })
    expect(ship.run(1, 20).explanation.requiredReserveKw).toBe(25)
  })
})

describe('whatever comes in', () => {
  const someDevice = fc.record({
    mode: fc.constantFrom('normal', 'low', 'asleep', 'unknown'),
    isHashing: fc.constantFrom(true, false, null),
    measuredPowerWatts: fc.option(fc.nat(6_000)),
    isReachable: fc.boolean(),
    isWanted: fc.boolean(),
    revenuePerKwh: fc.option(fc.nat(20)),
    curtailment: fc.constantFrom(onlySleep, nothing, aDevice().curtailment),
  }) as fc.Arbitrary<Partial<FollowedDevice>>
  const someStep = fc.record({
    waitMs: fc.integer({ min: 1, max: 40_000 }),
    loadKw: fc.option(fc.integer({ min: 0, max: 140 })),
    isRead: fc.boolean(),
    shipNeedsPower: fc.boolean(),
    powerSource: fc.constantFrom('generator', 'generator', 'generator', 'shore'),
    devices: fc.array(someDevice, { maxLength: 6 }),
    failed: fc.nat(6),
    masterStop: fc.boolean(),
  })

  test('nobody is started without room, a fresh load, and everybody seen; and no command is given twice', () => {
    fc.assert(
      fc.property(fc.array(someStep, { minLength: 1, maxLength: 25 }), (steps) => {
        let state = newLawState(0)
        let now = 0
        let reading: LoadReading | null = null
        for (const step of steps) {
          now += step.waitMs
          if (step.isRead)
            reading = aReading({
              generatorLoadKw: step.loadKw,
              arrivedAt: now,
              shipNeedsPower: step.shipNeedsPower,
              powerSource: step.powerSource as 'generator',
            })
          const devices = step.devices.map((over, index) =>
            aDevice({ ...over, id: `${index}`, observedAt: now }),
          )
          const before = state
          const inForce = { ...settings, holdMs: 30_000, masterStop: step.masterStop }
          const failures = [{ deviceId: `${step.failed}`, commandedAt: now - step.waitMs }]
          const decision = decide(
            before,
            { settings: inForce, reading, devices, failures },
            { now, minuteOfDay: 0 },
          )
          state = decision.state
          const { explanation, actions } = decision
          const starts = actions.filter(({ command }) => command.startsWith('start'))
          expect(new Set(actions.map(({ deviceId }) => deviceId)).size).toBe(actions.length)
          for (const { deviceId, command } of actions) {
            const device = devices.find(({ id }) => id === deviceId)
            if (command === 'sleep') expect(device?.curtailment.sleepMs).not.toBeNull()
            if (command === 'lower') expect(device?.curtailment.lower).not.toBeNull()
          }
          if (starts.length > 0) {
            expect(explanation.offReason).toBeNull()
            expect(reading).not.toBeNull()
            expect(now - (reading?.arrivedAt ?? 0)).toBeLessThanOrEqual(settings.staleAfterMs / 2)
            expect(step.masterStop).toBe(false)
            for (const { deviceId } of starts) {
              const device = devices.find(({ id }) => id === deviceId)
              expect(device).toMatchObject({ isReachable: true, isWanted: true })
            }
            expect(actions).toEqual(starts)
          }
          for (const [, { phase }] of state.devices) expect(devicePhases).toContain(phase)
          for (const figure of Object.values(explanation))
            if (typeof figure === 'number') expect(Number.isNaN(figure)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the same in gives the same out, and the state that went in is not touched', () => {
    fc.assert(
      fc.property(someStep, (step) => {
        const devices = step.devices.map((over, index) => aDevice({ ...over, id: `${index}` }))
        const input = { settings, reading: aReading({ generatorLoadKw: step.loadKw }), devices, failures: [] }
        const before = Object.freeze(newLawState(0))
        const clock = { now: step.waitMs, minuteOfDay: 0 }
        expect(decide(before, input, clock)).toEqual(decide(before, input, clock))
        expect(before.devices.size).toBe(0)
      }),
    )
  })
})
