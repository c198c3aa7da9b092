import type { DevicePool, SampleFlag } from '@shipminer/contract/telemetry'
import type { Section } from './parse-reply.ts'
import { countOf, fieldOf, flagOf, type Row, textOf } from './values.ts'

const MOST_POOLS = 16

/** The pools a device is set up with, in its own order. Empty slots are left out, and so is every password. */
export function poolsFrom(section: Section): DevicePool[] {
  return section.rows
    .map(poolFrom)
    .filter((pool) => pool !== null)
    .slice(0, MOST_POOLS)
}

function poolFrom(row: Row): DevicePool | null {
  const url = poolUrl(fieldOf(row, 'URL', 'Stratum URL'))
  if (url === null) return null
  return {
    url,
    user: textOf(fieldOf(row, 'User'), 200),
    status: poolStatus(fieldOf(row, 'Status')),
    active: flagOf(fieldOf(row, 'Stratum Active')) ?? false,
    priority: countOf(row, 'Priority'),
  }
}

/** A pool's address without any user name or password written into it. */
export function poolUrl(value: unknown): string | null {
  const url = textOf(value, 300)
  return url === null ? null : url.replace(/^([a-z0-9+]+:\/\/)?[^/@]*@/i, '$1')
}

function poolStatus(value: unknown): DevicePool['status'] {
  const status = textOf(value)?.toLowerCase()
  if (status === 'alive' || status === 'dead' || status === 'disabled') return status
  return 'unknown'
}

/** `pool-dead` when no pool that is switched on is alive, `pool-fallback` when work goes to another than the first choice. */
export function poolFlags(pools: readonly DevicePool[], complete: boolean): SampleFlag[] {
  const enabled = pools.filter((pool) => pool.status !== 'disabled')
  const flags: SampleFlag[] = []
  if (complete && enabled.length > 0 && enabled.every((pool) => pool.status === 'dead'))
    flags.push('pool-dead')
  const active = enabled.filter((pool) => pool.active)
  const first = lowestPriority(enabled)
  const used = lowestPriority(active)
  if (first !== null && used !== null && used > first) flags.push('pool-fallback')
  return flags
}

function lowestPriority(pools: readonly DevicePool[]): number | null {
  const priorities = pools.map((pool) => pool.priority).filter((priority) => priority !== null)
  return priorities.length === 0 ? null : Math.min(...priorities)
}
