import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { expect, test } from 'vitest'
import type { PowerAlarm } from '../power/power-alarms.ts'
import { createCrewBook } from './crew-book.ts'

const sameTime = (at: number) => at
const device = (id: string, over: Partial<FollowedDevice> = {}): FollowedDevice => ({
  id,
  mode: 'normal',
  isHashing: true,
  measuredPowerWatts: 3_000,
  ratedPowerWatts: 3_500,
  observedAt: 0,
  isReachable: true,
  curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
  revenuePerKwh: 5,
  isWanted: true,
  ...over,
})
const read = (
  book: ReturnType<typeof createCrewBook>,
  now: { alarms?: PowerAlarm[]; devices?: FollowedDevice[]; shedFirst?: string[] } = {},
) => book.read({ alarms: [], devices: [], shedFirst: [], ...now }, sameTime)
const hangs: PowerAlarm = { code: 'disobedient', level: 'warn', needsPerson: true }

test('an alarm is seen until it is over, and sounds again when it comes back', () => {
  const book = createCrewBook()
  const isSeen = (alarms: PowerAlarm[]) => read(book, { alarms }).alarms.map((one) => one.isAcknowledged)
  expect(isSeen([hangs])).toEqual([false])
  book.acknowledge(['disobedient'])
  expect(isSeen([hangs])).toEqual([true])
  // Another one has not been seen.
  expect(isSeen([{ code: 'overload', level: 'alarm', needsPerson: true }, hangs])).toEqual([false, true])
  expect(isSeen([])).toEqual([])
  expect(isSeen([hangs])).toEqual([false])
  // It was over while nobody looked at the page.
  book.acknowledge(['disobedient'])
  book.noteAlarms([])
  expect(isSeen([hangs])).toEqual([false])
})
test('one that came after the page was shown is not acknowledged with it, and what was seen before stays seen', () => {
  const book = createCrewBook()
  const overload: PowerAlarm = { code: 'overload', level: 'alarm', needsPerson: true }
  const water: PowerAlarm = { code: 'no-cooling', level: 'alarm', needsPerson: true }
  const seen = (alarms: PowerAlarm[]) => read(book, { alarms }).alarms.map((one) => one.isAcknowledged)
  expect(seen([hangs])).toEqual([false])
  book.acknowledge(['disobedient'])
  expect(seen([overload, hangs])).toEqual([false, true])
  book.acknowledge(['overload', 'disobedient'])
  expect(seen([water, overload, hangs])).toEqual([false, true, true])
  // What is not there is nothing that was seen.
  book.acknowledge(['low-frequency'])
  expect(seen([overload, { code: 'low-frequency', level: 'warn', needsPerson: true }])).toEqual([true, false])
})
test('an hour is kept and no more', () => {
  const book = createCrewBook()
  for (let at = 0; at <= 7_200_000; at += 10_000)
    book.notePoint({ at, shipKw: 1, miningKw: null, limitKw: 2 })
  const { hour } = read(book)
  expect(hour).toHaveLength(360)
  expect(hour.at(-1)?.at).toBe(7_200_000)
})
test('events stand newest first, at the time of the ship’s day, and not for ever', () => {
  const book = createCrewBook()
  for (let at = 1; at <= 30; at += 1) book.noteEvent({ at, kind: 'curtailed', deviceKey: 'a', watts: 3_250 })
  const { events } = book.read({ alarms: [], devices: [], shedFirst: [] }, (at) => at + 1_000)
  expect(events).toHaveLength(20)
  expect(events[0]).toEqual({ at: 1_030, kind: 'curtailed', deviceKey: 'a', kw: 3.25 })
})
test('who gives way next is the law’s own order, of those that run and can', () =>
  expect(
    read(createCrewBook(), {
      shedFirst: ['d'],
      devices: [
        device('a', { revenuePerKwh: 9 }),
        device('b', { revenuePerKwh: 1, measuredPowerWatts: null }),
        device('c', { mode: 'asleep', isHashing: false, revenuePerKwh: 0 }),
        device('d', { revenuePerKwh: 8 }),
        device('e', { curtailment: { sleepMs: null, lower: null, startMs: 1 } }),
        device('f', { revenuePerKwh: 10 }),
      ],
    }).next,
  ).toEqual([
    { deviceKey: 'd', kw: 3 },
    { deviceKey: 'b', kw: 3.5 },
    { deviceKey: 'a', kw: 3 },
  ]))
