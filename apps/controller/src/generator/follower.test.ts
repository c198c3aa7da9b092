import type { LawAction } from '@shipminer/domain/generator/decide'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import { detectionBudgetMs } from '@shipminer/domain/generator/plan/reserve'
import { describe, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { createFollower, type FollowerEvent, followerTurnMs } from './follower.ts'
import { ShoreSettingsSchema } from './generator-settings.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { ActOutcome, PowerActor } from './power-actor.ts'
import type { GeneratorStore, StoredGenerator } from './stores/generator-store.ts'

// It is rated for continuous load.
const { masterStop: _, ...settings } = { ...defaultSettings(1_000), meanLimitPercent: null }
const shore = ShoreSettingsSchema.parse({ ...settings, holdMs: 60_000 })
const wiring = { meter: { kind: 'modbus-tcp' } as never, contact: null }

function memoryStore(over: Partial<StoredGenerator> = {}): GeneratorStore {
  let current: StoredGenerator = {
    version: 1,
    masterStop: false,
    shore,
    onBoard: {},
    wiring: null,
    economy: null,
    signalK: null,
    tellSignalK: null,
    panel: null,
    chosenMeter: null,
    fileMeterKey: null,
    isLost: false,
    ...over,
  }
  return {
    current: () => current,
    change: async (next) => {
      current = { ...current, ...next }
    },
    whenWritten: async () => {},
  }
}

/** This many miners of 5 kW behind a follower whose clock only moves when the test moves it. */
function ship(options: {
  miners?: number
  mode?: 'normal' | 'asleep'
  store?: GeneratorStore
  wiring?: Parameters<typeof createFollower>[0]['wiring']
  act?: (action: LawAction) => Promise<ActOutcome>
  pump?: Parameters<typeof createFollower>[0]['pump']
  hasContactor?: boolean
}) {
  let now = 0
  const mode = options.mode ?? 'normal'
  let devices: FollowedDevice[] = Array.from({ length: options.miners ?? 3 }, (_, index) => ({
    id: `m${index + 1}`,
    mode,
    isHashing: mode === 'normal',
    measuredPowerWatts: mode === 'normal' ? 5_000 : 0,
    ratedPowerWatts: 5_000,
    observedAt: 0,
    isReachable: true,
    curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
    revenuePerKwh: index,
    isWanted: true,
  }))
  const acts: { action: LawAction; at: number; signal: AbortSignal }[] = []
  const feeds: boolean[] = []
  const events: FollowerEvent[] = []
  const heartbeat: Heartbeat = {
    feed: ({ pulses }) => feeds.push(pulses),
    status: () => ({ beating: feeds.at(-1) ?? false, failures: [] }),
    stop: async () => {},
  }
  const actor: PowerActor = {
    devices: () => devices,
    act(action, signal) {
      acts.push({ action, at: now, signal })
      return options.act?.(action) ?? new Promise(() => {})
    },
  }
  const store = options.store ?? memoryStore()
  const follower = createFollower({
    store,
    wiring: options.wiring === undefined ? wiring : options.wiring,
    actor,
    heartbeat,
    ...(options.pump ? { pump: options.pump } : {}),
    hasContactor: options.hasContactor ?? true,
    clock: { now: () => now, monotonic: () => now },
    minuteOfDay: () => 720,
    log: silentLogger,
    onEvent: (event) => events.push(event),
  })
  return {
    follower,
    store,
    acts,
    feeds,
    events,
    see(id: string, over: Partial<FollowedDevice>) {
      devices = devices.map((device) => (device.id === id ? { ...device, observedAt: now, ...over } : device))
    },
    reading(shipKw: number): LoadReading {
      const miningKw = devices.reduce((sum, device) => sum + (device.measuredPowerWatts ?? 0), 0) / 1_000
      return {
        generatorLoadKw: shipKw + miningKw,
        phasesKw: [],
        shipNeedsPower: false,
        powerSource: 'generator',
        arrivedAt: now,
        source: 'test',
      }
    },
    pass(ms: number) {
      now += ms
    },
    /** Turns of the loop at the timer's pace, with a reading every second. */
    async run(seconds: number, shipKw: number | null) {
      for (let quarter = 0; quarter < seconds * 4; quarter++) {
        now += followerTurnMs
        if (shipKw !== null && quarter % 4 === 3) follower.take(this.reading(shipKw))
        else follower.turn()
        await Promise.resolve()
      }
    },
    commands: () => acts.map(({ action }) => `${action.command} ${action.deviceId}`),
  }
}

describe('from the reading to the command', () => {
  test('64 miners: every command leaves in the turn of the reading', async () => {
    const one = ship({ miners: 64 })
    await one.run(5, 300)
    expect(one.acts).toEqual([])
    const before = one.acts.length
    const reading = one.reading(900)
    one.follower.take(reading)
    const delays = one.acts.slice(before).map(({ at }) => at - reading.arrivedAt)
    expect(delays).toHaveLength(64)
    expect(Math.max(...delays)).toBe(0)
  })
  test('64 miners at any moment between two turns: far below 2 s, also when the reading only lies there', async () => {
    // The loop alone, as if the reading had not been announced: its next turn is at most 250 ms away.
    expect(followerTurnMs).toBeLessThan(detectionBudgetMs / 4)
    const one = ship({ miners: 64 })
    await one.run(5, 300)
    await one.run(10, null)
    expect(one.acts).toEqual([])
    await one.run(1, null)
    // Ten seconds after the last reading the load is unknown, and the first turn after that commands every miner.
    const commandedAt = one.acts.map(({ at }) => at - 5_000)
    expect(commandedAt).toHaveLength(64)
    expect(Math.max(...commandedAt)).toBeLessThanOrEqual(10_000 + followerTurnMs)
  })
  test('64 miners whose first ones refuse: the next go in the same turn as the refusal', async () => {
    const one = ship({
      miners: 64,
      act: async ({ deviceId }) => (deviceId === 'm1' ? 'refused' : new Promise(() => {})),
    })
    await one.run(5, 425)
    const reading = one.reading(437)
    one.follower.take(reading)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2'])
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    expect(one.acts.map(({ at }) => at - reading.arrivedAt)).toEqual([0, 0, 0])
  })
})

describe('the loop', () => {
  test('a confirmed command is no failure; the device is seen as it is', async () => {
    const one = ship({ act: async () => 'confirmed' })
    await one.run(5, 700)
    await one.run(1, 740)
    expect(one.commands()).toEqual(['sleep m1'])
    await one.run(1, 740)
    one.see('m1', { mode: 'asleep', measuredPowerWatts: 0, isHashing: false })
    await one.run(30, 740)
    expect(one.commands()).toEqual(['sleep m1'])
    expect(one.events.filter(({ kind }) => kind === 'ended')).toMatchObject([{ outcome: 'confirmed' }])
  })
  test('how long it took until the load fitted is told, with the time above the limit', async () => {
    const { follower, see, pass, reading, events } = ship({ miners: 40 })
    follower.take(reading(100))
    // 200 kW of miners and 700 of the ship are above 850 of 1,000.
    pass(1_000)
    follower.take(reading(700))
    for (let index = 1; index <= 40; index++) see(`m${index}`, { mode: 'asleep', measuredPowerWatts: 0 })
    pass(500)
    follower.turn()
    expect(events.filter(({ kind }) => kind === 'gave-way')).toEqual([])
    pass(500)
    follower.take(reading(700))
    expect(events.filter(({ kind }) => kind === 'gave-way')).toEqual([
      { kind: 'gave-way', tookMs: 1_000, kw: 200 },
    ])
    expect(follower.status().over).toEqual({ limitMs: 1_000, capacityMs: 0 })
  })

  test('a device that is told something else: the first command is given up', async () => {
    const one = ship({ mode: 'asleep', miners: 1 })
    await one.run(62, 400)
    expect(one.commands()).toEqual(['start m1'])
    await one.run(1, 780)
    expect(one.commands()).toEqual(['start m1', 'sleep m1'])
    expect(one.acts.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })
  test('an actor that throws counts as a device that does not obey', async () => {
    const one = ship({ miners: 2, act: () => Promise.reject(new Error('broken')) })
    await one.run(5, 700)
    await one.run(1, 760)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2'])
    expect(one.follower.status().explanation?.warnings).toContainEqual({
      code: 'disobedient',
      deviceIds: ['m1', 'm2'],
    })
  })
  test('listeners that throw keep nobody from anything', async () => {
    const one = ship({})
    Object.defineProperty(one.events, 'push', {
      value: () => {
        throw new Error('listener')
      },
    })
    await one.run(5, 700)
    await one.run(1, 740)
    expect(one.commands()).toEqual(['sleep m1'])
    expect(one.feeds.at(-1)).toBe(true)
  })
})

describe('the heartbeat', () => {
  test('is fed while readings are fresh, and told to stop when they are not', async () => {
    const one = ship({})
    await one.run(5, 100)
    expect(one.feeds.at(-1)).toBe(true)
    await one.run(11, null)
    expect(one.feeds.at(-1)).toBe(false)
    expect(one.follower.status().heartbeat.stop).toBe('load-unknown')
    // One reading does not prove what happened meanwhile: it beats again when it is cold and there was room.
    await one.run(60, 100)
    expect(one.follower.status().heartbeat.stop).toBe('overload')
    await one.run(240, 100)
    expect(one.feeds.at(-1)).toBe(true)
  })
  test('does not beat before the first reading', async () => {
    const one = ship({})
    await one.run(2, null)
    expect(one.feeds).not.toContain(true)
  })
  test('falls when the law cannot be followed', async () => {
    const one = ship({})
    await one.run(5, 100)
    one.see('m1', { curtailment: null as never })
    await one.run(1, 100)
    expect(one.feeds.at(-1)).toBe(false)
  })
})

describe('the master stop', () => {
  test('is in force at once, and kept', async () => {
    const one = ship({})
    await one.run(5, 100)
    const saving = one.follower.setMasterStop(true)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    await saving
    expect(one.store.current().masterStop).toBe(true)
  })
  test('holds over a restart, and is told again to whoever runs', async () => {
    const one = ship({ store: memoryStore({ masterStop: true }) })
    await one.run(1, 100)
    expect(one.commands()).toHaveLength(3)
    expect(one.follower.status()).toMatchObject({
      masterStop: true,
      explanation: { offReason: 'master-stop' },
    })
  })
  test('works where nothing is set up', async () => {
    const one = ship({ store: memoryStore({ shore: null }), wiring: null })
    await one.run(1, null)
    expect(one.follower.status()).toMatchObject({
      isSetUp: false,
      explanation: null,
      heartbeat: { stop: 'not-set-up' },
    })
    await one.follower.setMasterStop(true)
    expect(one.commands()).toHaveLength(3)
  })
  test('released, nobody starts before the hold time', async () => {
    const one = ship({ mode: 'asleep', store: memoryStore({ masterStop: true }) })
    await one.run(100, 100)
    await one.follower.setMasterStop(false)
    await one.run(59, 100)
    expect(one.commands()).toEqual([])
    await one.run(3, 100)
    expect(one.commands()).not.toEqual([])
  })
})

describe('put to rest', () => {
  test('everything is told to sleep, the heartbeat falls, and only then nothing hangs on it', async () => {
    const one = ship({ hasContactor: false })
    await one.run(5, 100)
    expect(one.follower.isAtRest()).toBe(false)
    one.follower.setResting(true)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    for (const id of ['m1', 'm2', 'm3'])
      one.see(id, { mode: 'asleep', isHashing: false, measuredPowerWatts: 0 })
    await one.run((20_000 + detectionBudgetMs) / 1_000 - 1, 100)
    expect(one.follower.isAtRest()).toBe(false)
    await one.run(2, 100)
    expect(one.follower.isAtRest()).toBe(true)
    expect(one.follower.status().heartbeat).toMatchObject({ beating: false, stop: 'ordered-off' })
    expect(one.store.current().masterStop).toBe(false)
  })
  test('is over sooner once each was seen to sleep since, without its power', async () => {
    const one = ship({ hasContactor: false })
    await one.run(5, 100)
    one.follower.setResting(true)
    await one.run(3, 100)
    const asleep = { mode: 'asleep', isHashing: false } as const
    for (const id of ['m1', 'm2']) one.see(id, { ...asleep, measuredPowerWatts: 0 })
    one.see('m3', { ...asleep, measuredPowerWatts: 4_000 })
    await one.run(1, 100)
    expect(one.follower.isAtRest()).toBe(false)
    one.see('m3', { ...asleep, measuredPowerWatts: null })
    expect(one.follower.isAtRest()).toBe(true)
  })
  test('with a contactor it is enough that this breaks no more than a third of what the set can give', async () => {
    const one = ship({ miners: 80 })
    for (let each = 1; each <= 80; each++) one.see(`m${each}`, { staysAsleep: true })
    await one.run(5, 300)
    one.follower.setResting(true)
    await one.run(3, 300)
    // 66 of 5 kW are 330 of 1,000 kW.
    for (let asleep = 1; asleep <= 14; asleep++) {
      expect(one.follower.isAtRest()).toBe(false)
      one.see(`m${asleep}`, { mode: 'asleep', isHashing: false, measuredPowerWatts: 0 })
    }
    expect(one.follower.isAtRest()).toBe(true)
    // One that no longer answers counts at its full power, and one that takes more than it should at that.
    one.see('m15', { isReachable: false, measuredPowerWatts: 0 })
    expect(one.follower.isAtRest()).toBe(true)
    one.see('m16', { measuredPowerWatts: 8_400 })
    expect(one.follower.isAtRest()).toBe(false)
    // Those that wake with their power are waited for, however little they take.
    one.see('m16', { measuredPowerWatts: 4_900 })
    expect(one.follower.isAtRest()).toBe(true)
    one.see('m17', { staysAsleep: false })
    expect(one.follower.isAtRest()).toBe(false)
  })
  test('with a contactor that has dropped nothing is waited for', async () => {
    const one = ship({ miners: 64 })
    await one.run(5, 300)
    await one.run(12, null)
    expect(one.feeds.at(-1)).toBe(false)
    one.follower.setResting(true)
    expect(one.follower.isAtRest()).toBe(true)
    const without = ship({ miners: 64, hasContactor: false })
    await without.run(5, 300)
    await without.run(12, null)
    without.follower.setResting(true)
    expect(without.follower.isAtRest()).toBe(false)
  })
  test('is taken back at once, and of a ship that follows nothing nothing hangs on it anyway', async () => {
    const one = ship({})
    await one.run(5, 100)
    one.follower.setResting(true)
    one.follower.setResting(false)
    expect(one.follower.status().explanation?.offReason).toBeNull()
    const none = ship({ store: memoryStore({ shore: null }), wiring: null })
    await none.run(1, null)
    expect(none.follower.isAtRest()).toBe(true)
  })
})

describe('settings', () => {
  test('of the crew beat the shore’s', async () => {
    const one = ship({ store: memoryStore({ onBoard: { limitPercent: 50 } }) })
    await one.run(1, 100)
    expect(one.follower.status().explanation?.limitKw).toBe(500)
  })
  test('of the crew alone are enough', async () => {
    const one = ship({ store: memoryStore({ shore: null, onBoard: { capacityKw: 200 } }) })
    await one.run(1, 50)
    expect(one.follower.status()).toMatchObject({ isSetUp: true, explanation: { limitKw: 170 } })
  })
  test('a contact that cannot be read means everything off', async () => {
    const one = ship({ wiring: { ...wiring, contact: { path: '/x', needsPowerWhen: '0', intervalMs: 200 } } })
    await one.run(1, 100)
    expect(one.follower.status().explanation?.offReason).toBe('ship-needs-power')
    one.follower.takeContact({ shipNeedsPower: false, arrivedAt: 1_000 })
    expect(one.follower.status().explanation?.offReason).toBeNull()
  })
})

describe('sets in parallel', () => {
  const running = { kind: 'file', path: '/x', when: { oneOf: ['1'] } } as {
    kind: 'file'
    path: string
    when: { oneOf: string[] }
  }
  const sets = [
    { name: 'SB', capacityKw: 100, running },
    { name: 'BB', capacityKw: 80, running },
  ]
  const open = (capacityKw?: number) =>
    ship({
      wiring: { ...wiring, sets },
      store: memoryStore({
        shore: null,
        onBoard: { meanLimitPercent: null, ...(capacityKw ? { capacityKw } : {}) },
      }),
    })
  const limitOf = (one: ReturnType<typeof open>) => one.follower.status().explanation?.limitKw
  test('the limit is that of the sets that run, and of the smallest while none is known', async () => {
    const one = open()
    await one.run(11, 20)
    expect(limitOf(one)).toBe(68)
    one.follower.takeSet(0, true)
    one.follower.takeSet(1, true)
    expect(limitOf(one)).toBe(153)
    expect(one.follower.status()).toMatchObject({
      wholeCapacityKw: 180,
      sets: [
        { name: 'SB', capacityKw: 100, isRunning: true },
        { name: 'BB', capacityKw: 80, isRunning: true },
      ],
    })
    one.follower.takeSet(1, null)
    expect(limitOf(one)).toBe(85)
  })
  test('one that drops out makes miners give way in the same turn', async () => {
    const one = open()
    // Before the first signals nothing is decided.
    await one.run(2, 70)
    one.follower.takeSet(0, true)
    expect(limitOf(one)).toBeNull()
    one.follower.takeSet(1, true)
    await one.run(1, 70)
    expect(one.commands()).toEqual([])
    one.follower.takeSet(1, false)
    expect(one.commands()).not.toEqual([])
  })
  test('a signal that is not renewed is not known', async () => {
    const one = open()
    one.follower.takeSet(0, true)
    one.follower.takeSet(1, true)
    await one.run(11, 20)
    expect(limitOf(one)).toBe(68)
    expect(one.follower.status().sets.map(({ isRunning }) => isRunning)).toEqual([null, null])
  })
  test('what the crew limits is never exceeded, whichever sets run', async () => {
    const one = open(60)
    one.follower.takeSet(0, true)
    one.follower.takeSet(1, false)
    await one.run(1, 20)
    expect(limitOf(one)).toBe(51)
  })
})

describe('a voltage that sags', () => {
  /** Readings of the supply a second apart, far below the limit. */
  const supply = (one: ReturnType<typeof ship>, seconds: number, lowestVolts: number, over = {}) => {
    for (let second = 0; second < seconds; second++) {
      one.pass(1_000)
      one.follower.take({ ...one.reading(20), frequencyHz: 50, lowestVolts, ...over })
    }
  }
  const onBoard = { meanLimitPercent: null, capacityKw: 100 }
  const warnings = (one: ReturnType<typeof ship>) => one.follower.status().explanation?.warnings ?? []
  test('makes miners give way in the turn of the reading that confirms it', () => {
    const one = ship({ store: memoryStore({ shore: null, onBoard }) })
    supply(one, 5, 229)
    supply(one, 1, 199)
    expect(one.commands()).toEqual([])
    supply(one, 1, 199)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    expect(warnings(one)).toContainEqual({ code: 'low-voltage' })
    supply(one, 1, 229)
    expect(warnings(one)).not.toContainEqual({ code: 'low-voltage' })
  })
  test('also where no power is measured, and by the limit that the crew set', () => {
    const without = { generatorLoadKw: null, phasesKw: [] }
    const crews = { ...onBoard, contactBudgetKw: 20, nominalVolts: 220, shedVoltagePercent: 95 }
    const one = ship({ store: memoryStore({ shore: null, onBoard: crews }) })
    supply(one, 5, 210, without)
    expect(one.commands()).toEqual([])
    supply(one, 2, 208, without)
    expect(one.commands()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
  })
  test('sheds nothing where the crew switched that off', () => {
    const one = ship({
      store: memoryStore({ shore: null, onBoard: { ...onBoard, shedVoltagePercent: null } }),
    })
    supply(one, 20, 199)
    expect(one.commands()).toEqual([])
  })
})

test('a step that announces itself frees its room in the same turn; a signal that is lost counts as one that is on', async () => {
  const signal = { kind: 'file', path: '/x', when: { oneOf: ['1'] } } as {
    kind: 'file'
    path: string
    when: { oneOf: string[] }
  }
  const one = ship({
    wiring: { ...wiring, steps: [{ name: 'bow thruster', reserveKw: 30, signal }] },
    store: memoryStore({ shore: null, onBoard: { meanLimitPercent: null, capacityKw: 100 } }),
  })
  const allowed = () => one.follower.status().explanation?.allowedKw ?? null
  await one.run(2, 60)
  const before = allowed() ?? 0
  one.follower.takeStep(0, false)
  expect(allowed()).toBeCloseTo(before)
  one.follower.takeStep(0, true)
  expect(allowed()).toBeCloseTo(before - 30)
  one.follower.takeStep(0, false)
  expect(allowed()).toBeCloseTo(before)
  one.follower.takeStep(0, null)
  expect(allowed()).toBeCloseTo(before - 30)
  expect(one.follower.status().explanation?.warnings).toContainEqual({
    code: 'making-room',
    names: ['bow thruster'],
  })
})

describe('shore power and batteries by a signal of their own', () => {
  const signal = { kind: 'file', path: '/x', when: { oneOf: ['1'] } } as {
    kind: 'file'
    path: string
    when: { oneOf: string[] }
  }
  const open = (onBoard: Partial<StoredGenerator['onBoard']> = {}) =>
    ship({
      wiring: {
        ...wiring,
        supplies: [
          { is: 'shore', signal },
          { is: 'battery', signal },
        ],
      },
      store: memoryStore({ shore: null, onBoard: { meanLimitPercent: null, capacityKw: 100, ...onBoard } }),
    })
  const off = (one: ReturnType<typeof open>) => one.follower.status().explanation?.offReason
  test('rest miners in the same turn, where no limit of theirs is set', async () => {
    const one = open()
    one.follower.takeSupply(0, false)
    one.follower.takeSupply(1, false)
    await one.run(2, 60)
    expect(off(one)).toBeNull()
    one.follower.takeSupply(0, true)
    expect(off(one)).toBe('shore-power')
    expect(one.acts.filter(({ action }) => action.command === 'sleep')).toHaveLength(3)
    one.follower.takeSupply(0, false)
    one.follower.takeSupply(1, true)
    expect(off(one)).toBe('battery')
  })
  test('have a limit of their own where it is set, and the first that is on counts', async () => {
    const one = open({ shoreCapacityKw: 40, batteryCapacityKw: 10 })
    one.follower.takeSupply(0, true)
    one.follower.takeSupply(1, true)
    await one.run(2, 5)
    expect(one.follower.status().explanation).toMatchObject({ offReason: null, limitKw: 34 })
    expect(one.follower.status().supply).toBe('shore')
    one.follower.takeSupply(0, false)
    expect(one.follower.status().explanation?.limitKw).toBeCloseTo(8.5)
  })
  test('that cannot be read, or were never read, make the load unknown', async () => {
    const one = open({ shoreCapacityKw: 40, batteryCapacityKw: 10 })
    await one.run(20, 5)
    expect(off(one)).toBe('load-unknown')
    expect(one.follower.status().isSupplyUnknown).toBe(true)
    one.follower.takeSupply(0, false)
    one.follower.takeSupply(1, false)
    await one.run(1, 5)
    expect(off(one)).toBeNull()
    expect(one.follower.status().isSupplyUnknown).toBe(false)
    one.follower.takeSupply(1, null)
    await one.run(20, 5)
    expect(off(one)).toBe('load-unknown')
    // The contact "ship needs power" counts all the same.
    one.follower.takeContact({ shipNeedsPower: true, arrivedAt: 1e9 })
    await one.run(1, 5)
    expect(off(one)).toBe('ship-needs-power')
  })
})

describe('cooling water', () => {
  const signal = { kind: 'file', path: '/x', when: { oneOf: ['1'] } } as {
    kind: 'file'
    path: string
    when: { oneOf: string[] }
  }
  const open = (mode: 'normal' | 'asleep', hasPump: boolean, store?: GeneratorStore) => {
    const pumped: boolean[] = []
    const output = { kind: 'file', path: '/y', form: 'level', group: 0 } as const
    const cooling = { flow: signal, pump: hasPump ? output : null, runOnSeconds: 300 }
    const pump = { set: (on: boolean) => void pumped.push(on), close: async () => {} }
    const kept = store === undefined ? {} : { store }
    return {
      pumped,
      ...ship({ mode, wiring: { ...wiring, cooling }, ...kept, ...(hasPump ? { pump } : {}) }),
    }
  }
  test('that is lost sends every miner to sleep; without it none starts', async () => {
    const one = open('normal', false)
    one.follower.takeFlow(true)
    for (let second = 0; second < 8; second++) {
      await one.run(1, 100)
      one.follower.takeFlow(true)
    }
    expect(one.commands()).toEqual([])
    one.follower.takeFlow(false)
    await one.run(2, 100)
    expect(one.commands()).toEqual([])
    await one.run(3, 100)
    expect(one.commands().sort()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    expect(one.follower.status().explanation?.offReason).toBe('no-cooling')
  })
  test('that nothing tells of any more is lost, however long a load may be believed', async () => {
    const store = memoryStore()
    const { shore } = store.current()
    await store.change({ shore: shore && { ...shore, staleAfterMs: 60_000 } })
    const one = open('normal', false, store)
    for (let second = 0; second < 8; second++) {
      one.follower.takeFlow(true)
      await one.run(1, 100)
    }
    expect(one.commands()).toEqual([])
    await one.run(8, 100)
    expect(one.commands().sort()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
  })
  test('of which a value is old when it is read is no younger for that', async () => {
    const one = open('normal', false)
    for (let second = 0; second < 8; second++) {
      one.follower.takeFlow(true, 1_000)
      await one.run(1, 100)
    }
    expect(one.follower.status().cooling).toBe('flows')
    for (let second = 0; second < 8; second++) {
      one.follower.takeFlow(true, 5_000)
      await one.run(1, 100)
    }
    expect(one.follower.status().cooling).toBe('lost')
    expect(one.commands()).toHaveLength(3)
  })
  test('is brought for an owner’s start where nothing is followed, too, and not for ever', async () => {
    const one = open('asleep', true, memoryStore({ shore: null }))
    await one.run(400, null)
    expect(one.pumped.at(-1)).toBe(false)
    one.follower.askForWater()
    expect(one.pumped.at(-1)).toBe(true)
    for (let second = 0; second < 10; second++) {
      one.follower.takeFlow(true)
      await one.run(1, null)
    }
    expect(one.follower.status()).toMatchObject({ isSetUp: false, cooling: 'flows' })
    await one.run(400, null)
    expect(one.pumped.at(-1)).toBe(false)
  })
  test('that is lost stops miners also where no generator is followed yet', async () => {
    const one = open('normal', true, memoryStore({ shore: null }))
    for (let second = 0; second < 8; second++) {
      one.follower.takeFlow(true)
      await one.run(1, null)
    }
    expect(one.follower.status()).toMatchObject({ isSetUp: false, explanation: null, cooling: 'flows' })
    expect(one.pumped.at(-1)).toBe(true)
    expect(one.commands()).toEqual([])
    one.follower.takeFlow(false)
    await one.run(5, null)
    expect(one.commands().sort()).toEqual(['sleep m1', 'sleep m2', 'sleep m3'])
    expect(one.follower.status().explanation?.offReason).toBe('no-cooling')
  })
  describe('of miners that cannot be reached any more', () => {
    const afterHours = async (mode: 'normal' | 'asleep', lastSeenMode?: 'normal' | 'asleep') => {
      const one = open(mode, true)
      for (const id of ['m1', 'm2', 'm3'])
        one.see(id, { isReachable: false, ...(lastSeenMode ? { mode: 'unknown', lastSeenMode } : {}) })
      // One turn a minute is enough here.
      for (let minute = 0; minute < 150; minute++) {
        one.pass(60_000)
        one.follower.takeFlow(true)
        one.follower.turn()
      }
      return one.pumped.at(-1)
    }
    test('the pump runs on as long as they ran when they were last seen', async () =>
      expect(await afterHours('normal')).toBe(true))
    test('so it does where that was before a restart', async () =>
      expect(await afterHours('normal', 'normal')).toBe(true))
    test('it stops where they slept', async () => {
      expect(await afterHours('asleep')).toBe(false)
      expect(await afterHours('normal', 'asleep')).toBe(false)
    })
  })
  test('the pump runs before the first miner, and the miner waits for the water', async () => {
    const one = open('asleep', true)
    await one.run(120, 100)
    expect(one.pumped.at(-1)).toBe(true)
    expect(one.commands()).toEqual([])
    expect(one.follower.status().cooling).toBe('lost')
    for (let second = 0; second < 80; second++) {
      one.follower.takeFlow(true)
      await one.run(1, 100)
    }
    expect(one.commands()).toContain('start m3')
    expect(one.follower.status().cooling).toBe('flows')
  })
})
