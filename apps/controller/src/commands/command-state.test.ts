import { assumedTimes } from '@shipminer/domain/generator/devices/device-times'
import { describe, expect, test } from 'vitest'
import { type Accepted, freshMemo } from '../drivers/device-control.ts'
import {
  ALLOWED_EVENTS,
  type CommandEvent,
  type CommandEventType,
  type CommandRun,
  type CommandRunName,
  confirmWithinMs,
  transition,
} from './command-state.ts'

const clock = { now: 1_000, serverNow: 2_000 }
const accepted: Accepted = {
  before: { at: 900, hashrateGhs: 1, expectedHashrateGhs: null, powerWatts: 2, uptimeSeconds: 3 },
  image: null,
  expected: null,
}
const states: Record<CommandRunName, CommandRun> = {
  received: { name: 'received', expiresAt: 3_000 },
  running: { name: 'running' },
  confirming: { name: 'confirming', deadlineAt: 5_000, memo: freshMemo, accepted },
  finished: { name: 'finished', at: 1, result: 'confirmed', reason: null },
}
const events: Record<CommandEventType, CommandEvent[]> = {
  begin: [{ type: 'begin' }],
  executed: [
    { type: 'executed', execution: { outcome: 'accepted', ...accepted }, deadlineMs: 10 },
    { type: 'executed', execution: { outcome: 'confirmed', image: null }, deadlineMs: 10 },
    { type: 'executed', execution: { outcome: 'refused', reason: 'login', image: null }, deadlineMs: 10 },
    { type: 'executed', execution: { outcome: 'unsupported' }, deadlineMs: 10 },
    { type: 'executed', execution: { outcome: 'unreachable' }, deadlineMs: 10 },
  ],
  looked: [
    { type: 'looked', confirmation: { verdict: 'confirmed' } },
    { type: 'looked', confirmation: { verdict: 'pending', memo: { ...freshMemo, quietLooks: 1 } } },
    { type: 'looked', confirmation: { verdict: 'refused', reason: 'config-mismatch' } },
  ],
  superseded: [{ type: 'superseded' }],
  interrupted: [{ type: 'interrupted' }],
  rejected: [{ type: 'rejected', result: 'refused', reason: 'unknown-device' }],
}

test('the whole matrix: what is not allowed changes nothing, what is allowed leads somewhere, all are reached', () => {
  const reached = new Set<string>(['received'])
  for (const run of Object.values(states)) {
    for (const event of Object.values(events).flat()) {
      const next = transition(run, event, clock)
      expect(next.ok, `${run.name} ${event.type}`).toBe(ALLOWED_EVENTS[run.name].includes(event.type))
      if (next.ok) reached.add(next.run.name)
    }
  }
  expect([...reached].sort()).toEqual(Object.keys(states).sort())
})

test('a start that comes too late does not run', () => {
  const run: CommandRun = { name: 'received', expiresAt: 2_000 }
  expect(transition(run, { type: 'begin' }, clock)).toEqual({
    ok: true,
    run: { name: 'finished', at: 1_000, result: 'expired', reason: null },
  })
})

describe('results', () => {
  test.each([
    [events.executed[1], 'confirmed', null],
    [events.executed[2], 'refused', 'login'],
    [events.executed[3], 'unsupported', null],
    [events.executed[4], 'unreachable', null],
    [{ type: 'interrupted' }, 'unconfirmed', 'controller-restarted'],
  ] as const)('running, %o', (event, result, reason) => {
    expect(transition(states.running, event as CommandEvent, clock)).toMatchObject({
      run: { result, reason },
    })
  })

  test('what was taken is looked for until its time is over', () => {
    const taken = transition(states.running, events.executed[0] as CommandEvent, clock)
    expect(taken).toMatchObject({ run: { name: 'confirming', deadlineAt: 1_010 } })
    if (!taken.ok) throw new Error('not taken')
    const pending = events.looked[1] as CommandEvent
    expect(transition(taken.run, pending, { ...clock, now: 1_009 })).toMatchObject({
      run: { name: 'confirming', memo: { quietLooks: 1 } },
    })
    expect(transition(taken.run, pending, { ...clock, now: 1_010 })).toMatchObject({
      run: { name: 'finished', result: 'unconfirmed', reason: 'not-shown-in-time' },
    })
    expect(transition(taken.run, { type: 'superseded' }, clock)).toMatchObject({
      run: { result: 'unconfirmed', reason: 'superseded' },
    })
    expect(transition(taken.run, { type: 'interrupted' }, clock)).toEqual({ ok: true, run: taken.run })
  })
})

test('rest shows sooner than waking, and a stock Antminer within its time', () => {
  expect(confirmWithinMs('sleep')).toBeLessThan(confirmWithinMs('wake'))
  expect(confirmWithinMs('sleep')).toBeGreaterThan(assumedTimes('antminer').sleepMs)
})
