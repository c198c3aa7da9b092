import { describe, expect, test } from 'vitest'
import type { FirmwareLook } from '../drivers/device-control.ts'
import {
  advance,
  DEVICE_EVENTS,
  newSeries,
  nextWork,
  progressOf,
  SERIES_EVENTS,
  type Series,
  type SeriesEvent,
} from './series.ts'

const file = { family: 'axeos', version: 'v2.0.0' } as const
const patienceMs = 300_000
const shows = (version: string | null, isHashing: boolean | null = true): FirmwareLook => ({
  shows: 'version',
  version,
  isHashing,
})
const nothing: FirmwareLook = { shows: 'nothing' }
const looked = (deviceKey: string, look: FirmwareLook, isStopped = false): SeriesEvent => ({
  type: 'looked',
  deviceKey,
  look,
  isStopped,
})
const begin = (deviceKey: string, mustHash = true): SeriesEvent => ({
  type: 'begin',
  deviceKey,
  versionBefore: 'v1.0.0',
  mustHash,
})
const sent = (deviceKey: string): SeriesEvent => ({ type: 'sent', deviceKey, patienceMs })

/** A series after events, each as many ms after the last as it says. */
function after(events: readonly (SeriesEvent | number)[], keys = ['a', 'b']): Series {
  let now = 0
  let series = newSeries(keys)
  for (const event of events)
    if (typeof event === 'number') now += event
    else series = advance(series, event, { now, file })
  return series
}
const updating: SeriesEvent[] = [{ type: 'fetched' }, { type: 'fits' }]
const states = (series: Series) => progressOf('x', series, null).devices.map(({ state }) => state)

/** One of each kind, for what must not matter where it is not listed. */
const everyEvent: readonly SeriesEvent[] = [
  { type: 'fetched' },
  { type: 'fits' },
  { type: 'refused', reason: 'digest' },
  { type: 'cancelled' },
  begin('a'),
  { type: 'already', deviceKey: 'a', version: 'v2.0.0' },
  { type: 'failed', deviceKey: 'a', state: 'refused', reason: 'login' },
  sent('a'),
  looked('a', shows('v2.0.0')),
  { type: 'interrupted', patienceMs: () => patienceMs },
]

describe('a series', () => {
  test('goes miner by miner, and ends well when each shows the new version', () => {
    const first = [...updating, begin('a'), sent('a'), looked('a', nothing), looked('a', shows('v2.0.0'))]
    expect(states(after(first))).toEqual(['confirmed', 'waiting'])
    expect(nextWork(after(first))).toMatchObject({ kind: 'device', run: { deviceKey: 'b' } })
    const both = after([...first, begin('b'), sent('b'), looked('b', shows('v2.0.0'))])
    expect(both).toMatchObject({ name: 'ended', state: 'done' })
    expect(nextWork(both)).toBeNull()
  })

  test.each([
    ['fetching', []],
    ['checking', [{ type: 'fetched' }]],
    ['updating', updating],
    ['ended', [{ type: 'refused', reason: 'disk' }]],
  ] as [Series['name'], SeriesEvent[]][])('%s knows only its own events', (name, events) => {
    const series = after(events)
    expect(series.name).toBe(name)
    for (const event of everyEvent)
      if (!SERIES_EVENTS[name].includes(event.type))
        expect(advance(series, event, { now: 0, file })).toBe(series)
  })

  test.each([
    ['waiting', []],
    ['sending', [begin('a')]],
    ['restarting', [begin('a'), sent('a')]],
    ['ended', [{ type: 'already', deviceKey: 'a', version: 'v2.0.0' }]],
  ] as [keyof typeof DEVICE_EVENTS, SeriesEvent[]][])(
    'a miner %s knows only its own events',
    (name, events) => {
      const series = after([...updating, ...events])
      expect(series.devices[0]?.name).toBe(name)
      for (const event of everyEvent)
        if ('deviceKey' in event && !DEVICE_EVENTS[name].includes(event.type))
          expect(advance(series, event, { now: 0, file })).toBe(series)
    },
  )

  const restarting = [...updating, begin('a'), sent('a')]
  test.each<[string, (SeriesEvent | number)[], string]>([
    [
      'came back with the old version',
      [looked('a', nothing), ...Array(3).fill(looked('a', shows('v1.0.0')))],
      'old-version',
    ],
    ['never went away, and still has the old one', [patienceMs, looked('a', shows('v1.0.0'))], 'old-version'],
    [
      'came back with a third',
      [looked('a', nothing), ...Array(3).fill(looked('a', shows('v9')))],
      'other-version',
    ],
    ['does not come back', [patienceMs, looked('a', nothing)], 'no-return'],
    ['comes back and does not hash', [patienceMs, looked('a', shows('v2.0.0', false))], 'not-hashing'],
    ['is another device now', [looked('a', { shows: 'other-device' })], 'no-return'],
  ])('is stopped by a miner that %s, and leaves the next alone', (_, events, state) => {
    const series = after([...restarting, ...events])
    expect(states(series)).toEqual([state, 'untouched'])
    expect(series).toMatchObject({ name: 'ended', state: 'stopped' })
  })

  test('waits for a miner that is on its way', () => {
    for (const look of [nothing, shows('v1.0.0'), shows('v2.0.0', false), shows(null)])
      expect(states(after([...restarting, patienceMs - 1, looked('a', look)]))).toEqual([
        'restarting',
        'waiting',
      ])
    // One odd look is no answer.
    const odd = [
      looked('a', nothing),
      looked('a', shows('v1.0.0')),
      looked('a', shows('v9')),
      looked('a', shows('v1.0.0')),
    ]
    expect(states(after([...restarting, ...odd]))[0]).toBe('restarting')
  })

  test('wants no rate from a miner that made none before, or that its owner has stopped', () => {
    const idle = after([...updating, begin('a', false), sent('a'), looked('a', shows('v2.0.0', false))])
    expect(states(idle)[0]).toBe('confirmed')
    expect(states(after([...restarting, looked('a', shows('v2.0.0', false), true)]))[0]).toBe('confirmed')
  })

  test('passes over a miner that has the version already', () => {
    const series = after([...updating, { type: 'already', deviceKey: 'a', version: 'v2.0.0' }])
    expect(states(series)).toEqual(['already', 'waiting'])
  })

  test('ends before the first miner when it cannot go on', () => {
    for (const events of [[], [{ type: 'fetched' }]] as SeriesEvent[][]) {
      const series = after([...events, { type: 'refused', reason: 'other-make' }])
      expect(series).toMatchObject({ name: 'ended', state: 'refused', reason: 'other-make' })
      expect(states(series)).toEqual(['untouched', 'untouched'])
    }
  })

  test('cancelled, sees the miner through that it is at, and begins no other', () => {
    expect(after([{ type: 'cancelled' }])).toMatchObject({ name: 'ended', state: 'cancelled' })
    const during = after([...restarting, { type: 'cancelled' }])
    expect(states(during)).toEqual(['restarting', 'waiting'])
    const ended = after([...restarting, { type: 'cancelled' }, looked('a', shows('v2.0.0'))])
    expect(ended).toMatchObject({ name: 'ended', state: 'cancelled' })
    expect(states(ended)).toEqual(['confirmed', 'untouched'])
  })

  describe('after a restart of the box', () => {
    const interrupted: SeriesEvent = { type: 'interrupted', patienceMs: () => patienceMs }
    test.each([
      ['fetching', []],
      ['checking', [{ type: 'fetched' }]],
      ['waiting', updating],
      ['restarting', restarting],
    ] as [string, SeriesEvent[]][])('goes on where it was: %s', (_, events) => {
      const before = after(events)
      const now = after([...events, interrupted])
      expect({ ...now, step: before.step }).toEqual(before)
    })

    test('looks at the miner that it was sending to, and never sends again', () => {
      const series = after([...updating, begin('a'), interrupted])
      expect(states(series)).toEqual(['restarting', 'waiting'])
      expect(advance(series, begin('a'), { now: 0, file })).toBe(series)
      expect(states(after([...updating, begin('a'), interrupted, looked('a', shows('v2.0.0'))]))[0]).toBe(
        'confirmed',
      )
      const old = after([...updating, begin('a'), interrupted, patienceMs, looked('a', shows('v1.0.0'))])
      expect(states(old)).toEqual(['interrupted', 'untouched'])
    })
  })
})
