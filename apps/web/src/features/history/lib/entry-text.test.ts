import type { LogEntry } from '@shipminer/contract/control'
import { expect, test } from 'vitest'
import { byDay, distinctEntries, entryKey, groupEntries, shownDetail } from './entry-text.ts'

test.each([
  ['command', 'sleep', 'control', 'action.sleep'],
  ['alert', 'overheat', 'fleet', 'alerts.overheat'],
  ['board', 'overload', 'history', 'board.overload'],
  ['change', 'device-added', 'history', 'change.device-added'],
  ['connection', 'connected', 'history', 'change.connected'],
] as const)('%s %s', (kind, event, namespace, key) => {
  expect(entryKey({ kind, event })).toEqual({ namespace, key })
})

test('an entry of two pages is shown once', () => {
  const entry = (id: string) => ({ id }) as LogEntry
  expect(
    distinctEntries([{ entries: [entry('a'), entry('b')] }, { entries: [entry('b'), entry('c')] }]).map(
      ({ id }) => id,
    ),
  ).toEqual(['a', 'b', 'c'])
})

test('an address is told, names of fields are not', () => {
  const detail = '127.0.0.1'
  expect(shownDetail({ kind: 'connection', event: 'connected', detail })).toBe(detail)
  expect(shownDetail({ kind: 'change', event: 'device-added', detail })).toBe(detail)
  expect(shownDetail({ kind: 'command', event: 'stop', detail: 'login' })).toBe('login')
  expect(shownDetail({ kind: 'change', event: 'details-changed', detail: 'name' })).toBeNull()
  expect(shownDetail({ kind: 'board', event: 'overload', detail: '5400' })).toBeNull()
})

const entry = (id: string, part: Partial<LogEntry> = {}): LogEntry => ({
  id,
  at: 1_000_000,
  kind: 'board',
  event: 'curtailed',
  state: null,
  controllerId: 'c1',
  controllerName: 'Ms Aurora',
  minerId: id,
  minerName: `miner ${id}`,
  actor: null,
  actorKey: null,
  byProvider: false,
  detail: null,
  ...part,
})
const idsOf = (entries: readonly LogEntry[]) =>
  groupEntries(entries).map((group) => group.entries.map(({ id }) => id))

test('what happened to several miners at once is one line', () => {
  expect(idsOf([entry('1'), entry('2', { at: 980_000 }), entry('3', { at: 900_000 })])).toEqual([
    ['1', '2'],
    ['3'],
  ])
})

test.each([
  ['another event', { event: 'restored' }],
  ['another state', { state: 'refused' }],
  ['somebody else', { actor: 'Jan' }],
  ['a program of theirs', { actorKey: 'Home Assistant' }],
  ['the provider', { byProvider: true }],
  ['another box', { controllerId: 'c2' }],
  ['of no miner', { minerId: null }],
] as const)('%s is a line of its own', (_, part) => {
  expect(idsOf([entry('1'), entry('2', part)])).toEqual([['1'], ['2']])
})

test('watts that no line shows keep nothing apart, a reason that it shows does', () => {
  expect(idsOf([entry('1', { detail: '5400' }), entry('2', { detail: '5300' })])).toEqual([['1', '2']])
  const stop = { kind: 'command', event: 'stop', state: 'refused' } as const
  expect(
    idsOf([entry('1', { ...stop, detail: 'login' }), entry('2', { ...stop, detail: 'unreachable' })]),
  ).toEqual([['1'], ['2']])
})

test('alerts name their miner and stay alone', () => {
  expect(idsOf([entry('1', { kind: 'alert' }), entry('2', { kind: 'alert' })])).toEqual([['1'], ['2']])
})

test('days keep the order, newest first', () => {
  const today = new Date(2026, 10, 22, 9).getTime()
  const days = byDay(
    groupEntries([
      entry('1', { at: today }),
      entry('2', { at: today - 3_600_000 }),
      entry('3', { at: today - 86_400_000 }),
    ]),
  )
  expect(days.map(({ groups }) => groups.length)).toEqual([2, 1])
})
