import { expect, test } from 'vitest'
import { standingOf } from './chain-standing.ts'
import type { CursorRow } from './observations.repository.ts'

const now = Date.parse('2026-05-01T10:00:00Z')
const row = (source: string, change: Partial<CursorRow> = {}): CursorRow => ({
  chain: 'bitcoin',
  source,
  position: 100,
  tipHeight: 100,
  tipHash: 'x',
  finalHeight: null,
  caughtUp: true,
  hashes: [],
  checkedAt: new Date(now),
  triedAt: new Date(now),
  lastError: null,
  ...change,
})
const isFresh = (rows: CursorRow[], chain = 'bitcoin') => standingOf(chain, ['a', 'b'], rows, now).isFresh

test.each<[string, CursorRow[], boolean]>([
  ['nobody has looked yet', [], false],
  ['one has', [row('a')], true],
  ['two minutes ago', [row('a', { checkedAt: new Date(now - 120_000) })], true],
  ['longer ago', [row('a', { checkedAt: new Date(now - 120_001) })], false],
  ['not to the end', [row('a', { caughtUp: false })], false],
  ['the second only', [row('a', { caughtUp: false }), row('b')], true],
  ['the first a little behind', [row('a'), row('b', { tipHeight: 102 })], true],
  ['the first behind', [row('a'), row('b', { tipHeight: 103 })], false],
  ['the second behind', [row('a', { tipHeight: 200 }), row('b')], true],
  ['a source that is set no more', [row('old')], false],
  ['another chain', [row('a', { chain: 'eip155:1' })], false],
])('%s', (_name, rows, fresh) => expect(isFresh(rows)).toBe(fresh))
