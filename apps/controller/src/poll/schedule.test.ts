import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDevice,
  backOffSlots,
  createSchedule,
  endBackOff,
  endPoll,
  nextPolls,
  releasePoll,
  removeDevice,
  type ScheduleState,
  slotOf,
} from './schedule.ts'

const intervalMs = 30_000
const start = 1_700_000_010_000
const burst = (slot: number) => slotOf(start, intervalMs) * intervalMs + slot * intervalMs + intervalMs / 4

function scheduleOf(count: number, concurrency = 64): ScheduleState {
  let state = createSchedule({ intervalMs, concurrency })
  for (let index = 0; index < count; index += 1) state = addDevice(state, `d${index}`, start - 60_000)
  return state
}

function end(state: ScheduleState, keys: readonly string[], answered = true): ScheduleState {
  return keys.reduce((next, key) => endPoll(next, key, { answered, lingering: false }), state)
}

describe('poll schedule', () => {
  test('a new device is asked at once, a known one in the next burst', () => {
    const known = addDevice(createSchedule({ intervalMs, concurrency: 4 }), 'known', burst(0) - intervalMs)
    const state = addDevice(known, 'new', null)
    const early = nextPolls(state, burst(0) - 1_000)
    expect(early.start).toEqual(['new'])
    expect(early.wakeAt).toBe(burst(0))
    expect(nextPolls(early.state, burst(0)).start).toEqual(['known'])
  })

  test('every device once a slot, all in one burst', () => {
    let state = scheduleOf(3)
    for (let slot = 0; slot < 5; slot += 1) {
      const polls = nextPolls(state, burst(slot))
      expect(polls.start).toEqual(['d0', 'd1', 'd2'])
      expect(polls.wakeAt).toBe(burst(slot + 1))
      state = end(polls.state, polls.start)
      expect(nextPolls(state, burst(slot) + 20_000).start).toEqual([])
    }
  })

  test('never more than the concurrency at a time; the rest follows as places become free', () => {
    const first = nextPolls(scheduleOf(5, 2), burst(0))
    expect(first.start).toEqual(['d0', 'd1'])
    expect(nextPolls(first.state, burst(0) + 10).start).toEqual([])
    const second = nextPolls(end(first.state, ['d1']), burst(0) + 20)
    expect(second.start).toEqual(['d2'])
  })

  test('a device that is still being asked is not asked again', () => {
    const first = nextPolls(scheduleOf(1), burst(0))
    expect(nextPolls(first.state, burst(1)).start).toEqual([])
  })

  test('a driver that does not let go costs its device, not a place', () => {
    const first = nextPolls(scheduleOf(2, 1), burst(0))
    expect(first.start).toEqual(['d0'])
    const lingering = endPoll(first.state, 'd0', { answered: false, lingering: true })
    const second = nextPolls(lingering, burst(0) + 5_000)
    expect(second.start).toEqual(['d1'])
    const later = end(second.state, ['d1'])
    expect(nextPolls(later, burst(1)).start).toEqual(['d1'])
    const free = releasePoll(later, 'd0')
    const third = nextPolls(free, burst(1))
    expect(third.start).toEqual(['d1'])
    expect(nextPolls(end(third.state, ['d1']), burst(1) + 100).start).toEqual(['d0'])
  })

  test('failures are asked every 1, 2, 4, 8, 8 … slots, and an answer ends that at once', () => {
    let state = scheduleOf(1)
    const askedIn: number[] = []
    for (let slot = 0; slot < 32; slot += 1) {
      const polls = nextPolls(state, burst(slot))
      if (polls.start.length > 0) askedIn.push(slot)
      state = end(polls.state, polls.start, false)
    }
    expect(askedIn).toEqual([0, 1, 3, 7, 15, 23, 31])
    const answering = nextPolls(state, burst(39))
    state = end(answering.state, answering.start, true)
    expect(nextPolls(state, burst(40)).start).toEqual(['d0'])
  })

  test('a search that sees a failing device brings it into the next burst', () => {
    let state = scheduleOf(1)
    for (const slot of [0, 1, 3]) {
      const polls = nextPolls(state, burst(slot))
      state = end(polls.state, polls.start, false)
    }
    expect(nextPolls(state, burst(4)).start).toEqual([])
    expect(nextPolls(endBackOff(state, 'd0'), burst(4)).start).toEqual(['d0'])
  })

  test('back-off is bounded by minutes for long intervals', () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => backOffSlots(failures, 30_000))).toEqual([1, 2, 4, 8, 8, 8])
    expect([1, 2, 3, 4].map((failures) => backOffSlots(failures, 60_000))).toEqual([1, 2, 4, 4])
    expect([1, 2, 9].map((failures) => backOffSlots(failures, 300_000))).toEqual([1, 1, 1])
  })

  test('failing devices stand behind those that answer', () => {
    let state = scheduleOf(3, 3)
    const first = nextPolls(state, burst(0))
    state = end(end(first.state, ['d0'], false), ['d1', 'd2'])
    expect(nextPolls(state, burst(1)).start).toEqual(['d1', 'd2', 'd0'])
  })

  test('a removed device is not asked', () => {
    expect(nextPolls(removeDevice(scheduleOf(2), 'd0'), burst(0)).start).toEqual(['d1'])
  })

  test('a clock set back by hours does not stop polling, set back a little does not double it', () => {
    const first = nextPolls(scheduleOf(1), burst(0))
    const state = end(first.state, first.start)
    expect(nextPolls(state, burst(0) - 500).start).toEqual([])
    expect(nextPolls(state, burst(-1)).start).toEqual([])
    expect(nextPolls(state, burst(-120)).start).toEqual(['d0'])
  })

  test('whatever happens: one poll of a device at a time, once a slot, apart by the least spacing', () => {
    const events = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 12_000 }),
        answered: fc.boolean(),
        lingering: fc.boolean(),
        pick: fc.nat(9),
      }),
      { maxLength: 120 },
    )
    fc.assert(
      fc.property(
        events,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(5_000, 30_000),
        (steps, concurrency, interval) => {
          let state = createSchedule({ intervalMs: interval, concurrency })
          for (let index = 0; index < 5; index += 1) state = addDevice(state, `d${index}`, null)
          let now = start
          const running = new Set<string>()
          const lingering = new Set<string>()
          const lastAt = new Map<string, number>()
          for (const step of steps) {
            now += step.afterMs
            const polls = nextPolls(state, now)
            state = polls.state
            for (const key of polls.start) {
              expect(running.has(key) || lingering.has(key)).toBe(false)
              const last = lastAt.get(key)
              if (last !== undefined) {
                expect(slotOf(now, interval)).toBeGreaterThan(slotOf(last, interval))
                expect(now - last).toBeGreaterThanOrEqual(4_000)
              }
              lastAt.set(key, now)
              running.add(key)
            }
            expect(running.size).toBeLessThanOrEqual(concurrency)
            const ending = [...running][step.pick]
            if (ending !== undefined) {
              running.delete(ending)
              state = endPoll(state, ending, { answered: step.answered, lingering: step.lingering })
              if (step.lingering) lingering.add(ending)
            }
            const released = [...lingering][step.pick]
            if (released !== undefined) {
              lingering.delete(released)
              state = releasePoll(state, released)
            }
          }
        },
      ),
    )
  })
})
