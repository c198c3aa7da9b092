import type { ChainWatcher } from '@shipminer/contract/desk'
import { expect, test } from 'vitest'
import { sortWatchers } from './sort-watchers.ts'

const watcher = (chain: string, source: string, lagSeconds: number | null, fresh = true): ChainWatcher => ({
  ...{ chain, source, lagSeconds, fresh },
  ...{ height: null, problem: null },
})
const all = [
  watcher('ethereum', 'one.example', 12),
  watcher('bitcoin', 'two.example', null, false),
  watcher('bitcoin', 'one.example', 600),
]
const sorted = (by: Parameters<typeof sortWatchers>[1]['by'], isAscending: boolean) =>
  sortWatchers(all, { by, isAscending }).map(({ chain, source }) => `${chain} ${source}`)

test('watchers are sorted by what a head says, among equals by chain and source', () => {
  expect(sorted('chain', true)).toEqual([
    'bitcoin one.example',
    'bitcoin two.example',
    'ethereum one.example',
  ])
  expect(sorted('source', false)[0]).toBe('bitcoin two.example')
  expect(sorted('state', false)[0]).toBe('bitcoin two.example')
})

test('a watcher whose lag is not known counts as the furthest behind', () => {
  expect(sorted('lag', false)).toEqual(['bitcoin two.example', 'bitcoin one.example', 'ethereum one.example'])
})
