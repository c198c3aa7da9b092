import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from '@shipminer/contract/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandEnd } from '../commands/device-command.ts'
import { allAbilities, type DeviceCapabilities, type DeviceCommand } from '../drivers/device-control.ts'
import { silentLogger } from '../platform/logger.ts'
import { createDeviceTable, type DeviceTable } from '../poll/device-table.ts'
import { type DeviceBook, openDeviceBook } from './devices/device-book.ts'
import { createRunnerActor } from './runner-actor.ts'

let now: number
let table: DeviceTable
let said: DeviceCommand[]
let end: CommandEnd
let abilities: DeviceCapabilities | null

const key = 'mac:02:00:00:00:00:01'
const clock = { now: () => 1_000_000 + now, monotonic: () => now }
let folder: string
let isWanted: boolean
let isUpdating = false
let ownWatts: number | null = null
/** Until a command is confirmed. */
let tookMs: number
let book: DeviceBook
const actor = () =>
  createRunnerActor({
    book,
    runner: {
      act: async (_key, command) => {
        said.push(command)
        now += tookMs
        return end
      },
    },
    table,
    capabilitiesOf: () => abilities,
    isWanted: () => isWanted,
    isUpdating: () => isUpdating,
    ownWattsOf: () => ownWatts,
    pollIntervalMs: 10_000,
    clock,
  })
function answers(more: Partial<Sample>): void {
  const entry = table.get(key)
  if (!entry) throw new Error('no device')
  entry.lastAnswerAt = clock.now()
  entry.lastSample = {
    deviceKey: key,
    sampledAt: clock.now(),
    periodSeconds: 10,
    state: 'mining',
    hashrateGhs: 200_000,
    powerWatts: 3_400,
    temperatureDeciC: null,
    uptimeSeconds: null,
    acceptedShares: null,
    rejectedShares: null,
    staleShares: null,
    acceptedDifficultyMilli: null,
    flags: [],
    ...more,
  }
}
const act = (one: ReturnType<typeof actor>, command: 'sleep' | 'lower' | 'start' | 'start-low') =>
  one.act({ deviceId: key, command, commandedAt: now, confirmMs: 1 }, new AbortController().signal)

beforeEach(async () => {
  now = 100_000
  isWanted = true
  ownWatts = null
  tookMs = 0
  folder = await mkdtemp(join(tmpdir(), 'actor-'))
  book = await openDeviceBook(join(folder, 'book.json'), clock, silentLogger)
  said = []
  end = { result: 'confirmed', reason: null }
  abilities = { ...allAbilities('yes'), powerLimit: 'no' }
  const identity = {
    key,
    driver: 'fake',
    make: null,
    model: null,
    firmware: null,
    serial: null,
    macAddress: null,
    hostname: null,
    ipAddress: '10.0.0.1',
    port: 4028,
  }
  table = createDeviceTable([{ identity, address: { host: '10.0.0.1', port: 4028 }, lastSeenAt: 0 }])
})

afterEach(async () => {
  await book.close()
  await rm(folder, { recursive: true })
})
/** The process dies and comes back after this long; what was on disk is still there. */
async function restart(downMs: number): Promise<void> {
  await book.close()
  now += downMs
  const [entry] = table.entriesToStore()
  if (!entry) throw new Error('no device')
  table = createDeviceTable([entry])
  book = await openDeviceBook(join(folder, 'book.json'), clock, silentLogger)
}

test('a miner that was never heard counts as more than any takes, and as doing anything', () => {
  expect(actor().devices()).toMatchObject([
    { mode: 'unknown', isReachable: false, ratedPowerWatts: 6_000, measuredPowerWatts: null },
  ])
})

test('an estimate is no measurement, and the most that was seen stays its rated power', () => {
  const one = actor()
  answers({ powerWatts: 3_400, periodSeconds: 600 })
  expect(one.devices()).toMatchObject([{ mode: 'normal', measuredPowerWatts: 3_400, ratedPowerWatts: 3_400 }])
  answers({ powerWatts: 3_100, flags: ['power-estimated'] })
  expect(one.devices()).toMatchObject([{ measuredPowerWatts: null, ratedPowerWatts: 3_400 }])
  now += 25_001
  expect(one.devices()).toMatchObject([{ isReachable: false }])
})

test('what a miner hashes for its power is learnt while it runs at its rate, and known while it sleeps and over a restart', async () => {
  const one = actor()
  const look = () => one.devices()[0]
  const hears = (more: Partial<Sample>) => {
    now += 10_000
    answers(more)
    return look()
  }
  expect(hears({ hashrateGhs: 10_000, uptimeSeconds: 60 })?.ghPerJoule).toBeNull()
  expect(hears({ hashrateGhs: 10_000, uptimeSeconds: null })?.ghPerJoule).toBeNull()
  expect(hears({ uptimeSeconds: 1_000 })?.ghPerJoule).toBeCloseTo(200_000 / 3_400)
  expect(hears({ hashrateGhs: 2e15, uptimeSeconds: 1_010 })?.ghPerJoule).toBeCloseTo(200_000 / 3_400)
  expect(hears({ hashrateGhs: 0, powerWatts: 40, state: 'sleeping', uptimeSeconds: 1_020 })).toMatchObject({
    mode: 'asleep',
    ghPerJoule: 200_000 / 3_400,
    revenuePerKwh: 200_000 / 3_400,
  })
  await restart(600_000)
  expect(actor().devices()[0]?.ghPerJoule).toBeCloseTo(200_000 / 3_400)
})

test('one garbled answer does not take the room of all others, now or later', () => {
  const one = actor()
  answers({ powerWatts: 3_400, periodSeconds: 600 })
  answers({ powerWatts: 2_000_000_000 })
  expect(one.devices()).toMatchObject([{ measuredPowerWatts: null, ratedPowerWatts: 6_000 }])
  answers({ powerWatts: 3_400 })
  expect(one.devices()).toMatchObject([{ measuredPowerWatts: 3_400, ratedPowerWatts: 6_000 }])
})

test('what a confirmed command showed counts until a later poll shows something else', async () => {
  const one = actor()
  answers({})
  now += 1_000
  expect(await act(one, 'sleep')).toBe('confirmed')
  expect(said).toEqual([{ kind: 'sleep' }])
  expect(one.devices()).toMatchObject([
    { mode: 'asleep', isHashing: false, measuredPowerWatts: null, observedAt: now },
  ])
  now += 1_000
  answers({ state: 'mining' })
  expect(one.devices()).toMatchObject([{ mode: 'normal', isHashing: true }])
})

test('what was not confirmed changes nothing that is believed', async () => {
  const one = actor()
  answers({})
  end = { result: 'unconfirmed', reason: 'not-shown-in-time' }
  expect(await act(one, 'sleep')).toBe('unconfirmed')
  end = { result: 'cancelled', reason: 'superseded' }
  expect(await act(one, 'sleep')).toBe('unconfirmed')
  expect(one.devices()).toMatchObject([{ mode: 'normal' }])
})

/** Between 1500 and 3600 W, and set to this now. */
const limited = (watts: number | null, isManaged = false): DeviceCapabilities => ({
  ...allAbilities('yes'),
  powerPercent: 'no',
  powerLimitWatts: { min: 1_500, max: 3_600 },
  powerLimitNow: watts === null ? null : { watts, isManaged },
})

test('a miner gets back the limit that was found in it, after a restart in between too', async () => {
  abilities = limited(2_700)
  answers({})
  await act(actor(), 'lower')
  await restart(5_000)
  abilities = limited(1_500)
  const one = actor()
  answers({ sampledAt: clock.now() + 1 })
  one.devices()
  await act(one, 'start')
  expect(said).toEqual([
    { kind: 'power-limit', watts: 1_500 },
    { kind: 'power-limit', watts: 2_700 },
  ])
  // Another one that is set on its own page counts from then on.
  abilities = limited(3_100)
  await act(one, 'lower')
  await act(one, 'start')
  expect(said.at(-1)).toEqual({ kind: 'power-limit', watts: 3_100 })
})

test('one of an unknown model counts at the limit that is set in it, after a restart too', async () => {
  abilities = { ...allAbilities('yes'), powerLimitNow: { watts: 7_600, isManaged: false } }
  answers({ powerWatts: null })
  const rated = () => actor().devices()[0]?.ratedPowerWatts
  expect(rated()).toBe(7_600)
  await restart(600_000)
  abilities = null
  expect(rated()).toBe(7_600)
})

test('one that was lowered before limits were noted gets back its highest', async () => {
  book.update(key, { isLowered: true }, true)
  abilities = limited(1_500)
  answers({ state: 'sleeping' })
  const one = actor()
  one.devices()
  await act(one, 'start')
  expect(said).toEqual([{ kind: 'power-limit', watts: 3_600 }, { kind: 'wake' }])
})

test('one whose firmware chooses by itself may do so again', async () => {
  abilities = limited(3_000, true)
  const one = actor()
  answers({})
  await act(one, 'lower')
  abilities = limited(1_500)
  await act(one, 'start')
  expect(said.at(-1)).toEqual({ kind: 'power-limit', watts: 3_000, isManaged: true })
})

test('one that does not say what its limit is, or was set to the lowest by hand, sleeps instead', () => {
  answers({})
  for (const watts of [null, 1_500]) {
    abilities = limited(watts)
    expect(actor().devices()).toMatchObject([{ curtailment: { sleepMs: expect.any(Number), lower: null } }])
  }
})

test('what its owner sets from shore later counts instead of what was found', async () => {
  abilities = limited(2_700)
  const one = actor()
  answers({})
  one.devices()
  ownWatts = 3_200
  await act(one, 'lower')
  await act(one, 'start')
  expect(said.at(-1)).toEqual({ kind: 'power-limit', watts: 3_200 })
  // And set by hand after that.
  abilities = limited(2_900)
  await act(one, 'lower')
  await act(one, 'start')
  expect(said.at(-1)).toEqual({ kind: 'power-limit', watts: 2_900 })
})

test('a miner with a power limit is lowered by it, and woken before it is brought back', async () => {
  abilities = limited(3_600)
  const one = actor()
  answers({})
  expect(one.devices()[0]?.curtailment.lower).toMatchObject({ powerWatts: 1_500 })
  await act(one, 'lower')
  await act(one, 'start')
  now += 1_000
  answers({ state: 'sleeping' })
  await act(one, 'start')
  expect(said).toEqual([
    { kind: 'power-limit', watts: 1_500 },
    { kind: 'power-limit', watts: 3_600 },
    { kind: 'wake' },
  ])
})

test('a miner is never lifted above what its owner set, nor lowered where that is lower already', async () => {
  abilities = limited(3_600)
  ownWatts = 2_800
  const one = actor()
  answers({})
  await act(one, 'lower')
  await act(one, 'start')
  expect(said).toEqual([
    { kind: 'power-limit', watts: 1_500 },
    { kind: 'power-limit', watts: 2_800 },
  ])
  ownWatts = 1_500
  expect(one.devices()[0]?.curtailment.lower).toBeNull()
  ownWatts = 9_000
  said = []
  await act(one, 'lower')
  await act(one, 'start')
  expect(said.at(-1), 'nor above what the miner takes').toEqual({ kind: 'power-limit', watts: 3_600 })
})

test('one that lost its power while throttled is at lower power once it has taken that for the time of a start', async () => {
  abilities = { ...allAbilities('yes'), powerLimit: 'no', percentRange: { min: 10, max: 100 } }
  answers({})
  const before = actor()
  expect(before.devices()[0]?.curtailment.lower?.powerWatts).toBe(3_000)
  await act(before, 'lower')
  await restart(400_000)
  const one = actor()
  const modeAfter = (seconds: number, powerWatts: number) => {
    now += seconds * 1_000
    answers({ powerWatts })
    return one.devices()[0]?.mode
  }
  const mayBeLow = () => one.devices()[0]?.mayBeLow
  expect(modeAfter(10, 3_000), 'it may only pass it on its way up').toBe('normal')
  expect(modeAfter(20, 3_000)).toBe('normal')
  expect(mayBeLow()).toBe(false)
  expect(modeAfter(15, 3_000)).toBe('normal')
  expect(mayBeLow()).toBe(true)
  expect(modeAfter(200, 3_000)).toBe('normal')
  expect(modeAfter(10, 5_000)).toBe('normal')
  expect(mayBeLow()).toBe(false)
  expect(modeAfter(10, 3_000)).toBe('normal')
  expect(modeAfter(500, 3_000)).toBe('low')
  expect(modeAfter(10, 5_000), 'lifted').toBe('normal')
  await act(one, 'start')
  expect(modeAfter(10, 3_000)).toBe('normal')
  expect(modeAfter(500, 3_000), 'what was not lowered comes back as it was').toBe('normal')
  expect(mayBeLow()).toBe(false)
})

test('one that measures no power is at lower power once that was read back, until it is lifted, over a sleep and a restart too', async () => {
  abilities = limited(3_600)
  const quiet = (more: Partial<Sample> = {}) => {
    now += 10_000
    answers({ flags: ['power-estimated'], ...more })
  }
  quiet()
  const one = actor()
  const mode = (of = one) => of.devices()[0]?.mode
  expect(mode()).toBe('normal')
  await act(one, 'lower')
  quiet()
  expect(mode()).toBe('low')
  await act(one, 'sleep')
  quiet({ state: 'sleeping' })
  expect(mode()).toBe('asleep')
  quiet()
  expect(mode(), 'woken by a button').toBe('low')
  await restart(400_000)
  abilities = null
  quiet()
  expect(mode(actor())).toBe('low')
  abilities = limited(1_500)
  expect(mode(actor())).toBe('low')
  abilities = limited(3_000)
  expect(mode(actor()), 'lifted on its own page').toBe('normal')
  const again = actor()
  await act(again, 'start-low')
  quiet()
  expect(mode(again)).toBe('low')
  await act(again, 'start')
  quiet()
  expect(mode(again)).toBe('normal')
})

test('lower power that was not read back is not believed, nor where its power says otherwise', async () => {
  abilities = limited(3_600)
  const one = actor()
  answers({ flags: ['power-estimated'] })
  end = { result: 'expired', reason: null }
  await act(one, 'lower')
  now += 10_000
  answers({ flags: ['power-estimated'] })
  expect(one.devices()).toMatchObject([{ mode: 'normal' }])
  end = { result: 'confirmed', reason: null }
  await act(one, 'lower')
  now += 10_000
  answers({ powerWatts: 3_400 })
  expect(one.devices()).toMatchObject([{ mode: 'normal', measuredPowerWatts: 3_400 }])
})

test('an estimate is no measurement after a restart either', async () => {
  answers({ flags: ['power-estimated'] })
  actor().devices()
  await restart(5_000)
  expect(actor().devices()).toMatchObject([{ mode: 'normal', measuredPowerWatts: null }])
})

test('what cannot be put to sleep is said so', async () => {
  abilities = allAbilities('no')
  answers({})
  expect(actor().devices()).toMatchObject([{ curtailment: { sleepMs: null, lower: null } }])
  expect(await act(actor(), 'lower')).toBe('unsupported')
})

test('a sleeping miner says nothing of its rated power, before and after a restart', async () => {
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 38, periodSeconds: 3_600 })
  expect(actor().devices()).toMatchObject([{ mode: 'asleep', ratedPowerWatts: 6_000 }])
  await restart(5_000)
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 38, sampledAt: clock.now() + 1 })
  expect(actor().devices()).toMatchObject([{ mode: 'asleep', ratedPowerWatts: 6_000 }])
})

test('one that only began to ramp is not rated at that', () => {
  answers({ powerWatts: 310, hashrateGhs: 9_000 })
  expect(actor().devices()).toMatchObject([{ ratedPowerWatts: 6_000 }])
})

test('the most that was seen is there after a restart, though it sleeps now', async () => {
  answers({ powerWatts: 3_400, periodSeconds: 600 })
  actor().devices()
  await restart(5_000)
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 38, sampledAt: clock.now() + 1 })
  expect(actor().devices()).toMatchObject([{ mode: 'asleep', ratedPowerWatts: 3_400 }])
})

test('after a short restart it is as it was until it answers: what it can do as well', async () => {
  abilities = limited(3_600)
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 38 })
  actor().devices()
  await restart(8_000)
  abilities = null
  const one = actor()
  expect(one.devices()).toMatchObject([
    {
      mode: 'asleep',
      isReachable: true,
      measuredPowerWatts: 38,
      ratedPowerWatts: 3_600,
      curtailment: { sleepMs: expect.any(Number), lower: { powerWatts: 1_500 } },
    },
  ])
  await act(one, 'start')
  expect(said).toEqual([{ kind: 'wake' }])
  now += 25_001
  expect(one.devices()).toMatchObject([{ isReachable: false }])
})

test('after a long absence, or with a clock that went back, it is seen anew', async () => {
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 38 })
  actor().devices()
  await restart(200_000)
  expect(actor().devices()).toMatchObject([{ mode: 'unknown', isReachable: false }])
  await restart(-3_600_000)
  expect(actor().devices()).toMatchObject([{ mode: 'unknown', isReachable: false }])
})

test('a damaged book is learnt again', async () => {
  await book.close()
  await writeFile(join(folder, 'book.json'), '{"version":1,"savedAt":0,"devices":{"x":{"highestWatts":-1}}}')
  book = await openDeviceBook(join(folder, 'book.json'), clock, silentLogger)
  answers({})
  expect(actor().devices()).toMatchObject([{ ratedPowerWatts: 6_000 }])
})

test('an owner’s stop that comes between two commands of one start ends it', async () => {
  abilities = limited(3_600)
  const one = actor()
  answers({ state: 'sleeping' })
  const starting = act(one, 'start-low')
  isWanted = false
  expect(await starting).toBe('unconfirmed')
  expect(said).toEqual([{ kind: 'power-limit', watts: 1_500 }])
})

test('how long it takes is learnt from what was seen, and kept', async () => {
  answers({})
  const one = actor()
  expect(one.devices()[0]?.curtailment.sleepMs).toBe(180_000)
  tookMs = 8_000
  for (let times = 0; times < 3; times++) await act(one, 'sleep')
  expect(one.devices()[0]?.curtailment).toMatchObject({ sleepMs: 12_000, startMs: 480_000 })
  end = { result: 'unconfirmed', reason: 'not-shown-in-time' }
  tookMs = 120_000
  await act(one, 'sleep')
  await restart(1_000)
  expect(actor().devices()[0]?.curtailment.sleepMs).toBe(12_000)
})

test('before anything was measured, a firmware’s own figures count', () => {
  const entry = table.get(key)
  if (!entry) throw new Error('no device')
  answers({})
  entry.identity = { ...entry.identity, driver: 'luxos' }
  expect(actor().devices()[0]?.curtailment.sleepMs).toBe(15_000)
  entry.identity = { ...entry.identity, driver: 'antminer' }
  expect(actor().devices()[0]?.curtailment).toMatchObject({ sleepMs: 180_000, startMs: 240_000 })
})

test('one that is told again before it was done is known to take the whole time', async () => {
  answers({})
  const one = actor()
  end = { result: 'unconfirmed', reason: 'superseded' }
  tookMs = 200_000
  const first = act(one, 'sleep')
  end = { result: 'confirmed', reason: null }
  tookMs = 20_000
  // The first is still waited for when it is told again, and ends because of that.
  await Promise.all([act(one, 'sleep'), first])
  expect(one.devices()[0]?.curtailment.sleepMs).toBe(330_000)
})

test('one whose owner came between is not taken for slow: the next command counts from its own time', async () => {
  answers({})
  const one = actor()
  end = { result: 'unconfirmed', reason: 'superseded' }
  await act(one, 'sleep')
  now += 3_600_000
  end = { result: 'confirmed', reason: null }
  tookMs = 20_000
  await act(one, 'sleep')
  expect(book.of(key).took.sleep).toEqual([20_000])
})

test('a miner that can be throttled is lowered by that, and comes back at full power from a sleep at lower power', async () => {
  abilities = { ...allAbilities('yes'), percentRange: { min: 0, max: 100 } }
  const entry = table.get(key)
  if (!entry) throw new Error('no device')
  entry.identity = { ...entry.identity, driver: 'whatsminer' }
  const one = actor()
  answers({ powerWatts: 3_400, periodSeconds: 600 })
  expect(one.devices()[0]?.curtailment).toMatchObject({
    sleepMs: 20_000,
    lower: { powerWatts: 1_700, confirmMs: 15_000 },
  })
  await act(one, 'lower')
  expect(one.devices()).toMatchObject([{ mode: 'low' }])
  await act(one, 'sleep')
  await restart(5_000)
  const two = actor()
  answers({ state: 'sleeping', hashrateGhs: 0, powerWatts: 20 })
  await act(two, 'start')
  await act(two, 'start')
  expect(said).toEqual([
    { kind: 'power-percent', percent: 50 },
    { kind: 'sleep' },
    { kind: 'wake' },
    { kind: 'power-percent', percent: 100 },
    // It runs by now, and at lower power no more.
    { kind: 'power-percent', percent: 100 },
  ])
})

test('how it was when it last answered is known however long it is away, and after a restart too', async () => {
  const last = () => actor().devices()[0]?.lastSeenMode
  answers({ state: 'mining' })
  expect(last()).toBe('normal')
  now += 7_200_000
  expect(last()).toBe('normal')
  await restart(86_400_000)
  expect(actor().devices()[0]).toMatchObject({ mode: 'unknown', lastSeenMode: 'normal' })
  answers({ state: 'sleeping' })
  expect(last()).toBe('asleep')
  await restart(86_400_000)
  expect(last()).toBe('asleep')
})

test('a miner that is getting new firmware can neither give way nor be started, and is let alone', async () => {
  answers({})
  const one = actor()
  expect(one.devices()[0]).toMatchObject({ isWanted: true, curtailment: { sleepMs: expect.any(Number) } })
  isUpdating = true
  try {
    expect(one.devices()[0]).toMatchObject({ isWanted: false, curtailment: { sleepMs: null, lower: null } })
    expect(await act(one, 'sleep')).toBe('refused')
    expect(await act(one, 'start')).toBe('refused')
    expect(said).toEqual([])
  } finally {
    isUpdating = false
  }
  // What it can do is known again at once.
  expect(one.devices()[0]?.curtailment.sleepMs).toEqual(expect.any(Number))
})

test('a miner with a dead board is known by what it reaches, over a restart too, and lowered by the share of that', async () => {
  abilities = { ...allAbilities('yes'), percentRange: { min: 0, max: 100 } }
  const entry = table.get(key)
  if (!entry) throw new Error('no device')
  entry.identity = { ...entry.identity, driver: 'whatsminer', model: 'M50S' }
  const one = actor()
  const hears = (minutes: number, more: Partial<Sample>) => {
    now += minutes * 60_000
    answers({ periodSeconds: minutes * 60, ...more })
    return one.devices()[0]
  }
  expect(hears(5, { powerWatts: 2_300 })).toMatchObject({ ratedPowerWatts: 3_800, reachedWatts: null })
  expect(hears(5, { powerWatts: 2_280 })).toMatchObject({
    ratedPowerWatts: 3_800,
    reachedWatts: 2_300,
    curtailment: { lower: { powerWatts: 1_150 } },
  })
  await act(one, 'lower')
  expect(hears(15, { powerWatts: 1_150 })?.reachedWatts).toBe(2_300)
  await restart(3_600_000)
  expect(actor().devices()[0]).toMatchObject({ reachedWatts: 2_300 })
})
