import type { LogEntry } from '@shipminer/contract/control'
import { expect, test } from 'vitest'
import { distinctEntries, entryKey, hasPlainDetail } from './entry-text.ts'

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
  expect(hasPlainDetail({ kind: 'connection', event: 'connected' })).toBe(true)
  expect(hasPlainDetail({ kind: 'change', event: 'device-added' })).toBe(true)
  expect(hasPlainDetail({ kind: 'change', event: 'details-changed' })).toBe(false)
  expect(hasPlainDetail({ kind: 'board', event: 'overload' })).toBe(false)
})
