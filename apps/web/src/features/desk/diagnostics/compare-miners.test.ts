import type { AttachedData } from '@shipminer/contract/attached-data'
import { expect, test } from 'vitest'
import { pairMiners } from './compare-miners.ts'

const data = (...miners: [id: string, name: string][]) =>
  ({ miners: miners.map(([id, name]) => ({ id, name })) }) as unknown as AttachedData

test('miners stand beside themselves, and what is only in one set has no other side', () => {
  const pairs = pairMiners(data(['1', 'port'], ['2', 'gone']), data(['3', 'new'], ['1', 'port side']))
  expect(pairs.map(({ name, before, after }) => [name, before?.name ?? null, after?.name ?? null])).toEqual([
    ['new', null, 'new'],
    ['port side', 'port', 'port side'],
    ['gone', 'gone', null],
  ])
})
