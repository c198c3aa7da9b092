import type { DevicePool, DeviceReading } from '@shipminer/contract/telemetry'
import type { Confirmation, ConfirmMemo, PoolWish } from '../device-control.ts'
import { isHashing } from './judge.ts'

/** Looks in a row at which the new first pool has to be dead, or passed over, until that is said. A new pool may be shown dead while it is dialled. */
const DEAD_LOOKS = 5

export type PoolEffect = 'works' | 'dead' | 'not-yet' | 'untried'

/**
 * Whether a device works on the first of its new pools, which were read back already. It does when that pool is alive and in use; where
 * the device does not tell that much, when it hashes and nothing speaks against it. A device that rests cannot show it before it is woken.
 */
export function poolEffect(reading: DeviceReading, first: Pick<PoolWish, 'url' | 'user'>): PoolEffect {
  if (reading.state === 'sleeping') return 'untried'
  const own = reading.pools.find((pool) => isPool(pool, first))
  if (own === undefined) return 'not-yet'
  if (own.status === 'dead') return 'dead'
  const inUse = reading.pools.filter(({ active }) => active)
  if (inUse.length > 0 && !own.active) return 'dead'
  if (own.active && own.status === 'alive') return 'works'
  return isHashing(reading) ? 'works' : 'not-yet'
}

/** The verdict on a change of pools whose settings are read back as written. */
export function confirmPools(
  reading: DeviceReading,
  first: Pick<PoolWish, 'url' | 'user'> | undefined,
  memo: ConfirmMemo,
): Confirmation {
  const effect = first === undefined ? 'works' : poolEffect(reading, first)
  if (effect === 'works') return { verdict: 'confirmed' }
  if (effect === 'untried') return { verdict: 'failed', reason: 'pools-untried' }
  const deadPoolLooks = effect === 'dead' ? (memo.deadPoolLooks ?? 0) + 1 : 0
  return deadPoolLooks >= DEAD_LOOKS
    ? { verdict: 'failed', reason: 'pool-dead' }
    : { verdict: 'pending', memo: { ...memo, deadPoolLooks } }
}

function isPool(pool: DevicePool, { url, user }: Pick<PoolWish, 'url' | 'user'>): boolean {
  return placeOf(pool.url) === placeOf(url) && (pool.user === null || pool.user === user)
}

/** Devices write the same address with and without its scheme. */
function placeOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/^stratum\+tcp:\/\//, '')
    .replace(/\/$/, '')
}
