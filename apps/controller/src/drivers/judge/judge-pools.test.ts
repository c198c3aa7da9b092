import type { DevicePool } from '@shipminer/contract/telemetry'
import { expect, test } from 'vitest'
import { freshMemo } from '../device-control.ts'
import { emptyReading } from '../reading.ts'
import { confirmPools, poolEffect } from './judge-pools.ts'

const wish = { url: 'stratum+tcp://New.pool.example:3333', user: 'jan.1' }
const pool = (more: Partial<DevicePool>): DevicePool => ({
  ...{ url: 'new.pool.example:3333', user: 'jan.1', status: 'unknown', active: false, priority: 0 },
  ...more,
})
const other = pool({ url: 'stratum+tcp://old.example:3333', active: true, status: 'alive', priority: 1 })
const reading = (pools: DevicePool[], hashrateGhs: number | null = 100_000) => ({
  ...emptyReading(hashrateGhs ? 'mining' : 'idle'),
  ...{ hashrateGhs, pools },
})

test.each([
  ['alive and in use', reading([pool({ status: 'alive', active: true }), other], 0), 'works'],
  ['hashing, with nothing told of its pools', reading([pool({})]), 'works'],
  ['in use, but nothing is hashed yet', reading([pool({ active: true })], 0), 'not-yet'],
  ['not listed', reading([other]), 'not-yet'],
  ['dead', reading([pool({ status: 'dead', active: true })]), 'dead'],
  ['passed over for the second', reading([pool({ status: 'alive' }), other]), 'dead'],
  ['asleep', { ...reading([pool({ status: 'dead' })], 0), state: 'sleeping' as const }, 'untried'],
] as const)('%s', (_, seen, effect) => expect(poolEffect(seen, wish)).toBe(effect))

test('a first pool that stays dead is said, one that is only dialled is not', () => {
  const dead = reading([pool({ status: 'dead' })])
  let memo = freshMemo
  const look = (seen: Parameters<typeof confirmPools>[0]) => {
    const judged = confirmPools(seen, wish, memo)
    if (judged.verdict === 'pending') memo = judged.memo
    return judged.verdict
  }
  expect([1, 2, 3, 4].map(() => look(dead))).toEqual(['pending', 'pending', 'pending', 'pending'])
  expect(look(reading([pool({})], 0))).toBe('pending')
  expect([1, 2, 3, 4, 5].map(() => look(dead))).toEqual([...Array(4).fill('pending'), 'failed'])
  expect(look(reading([pool({ status: 'alive', active: true })]))).toBe('confirmed')
})
