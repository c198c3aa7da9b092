import type { PoolSetting } from '@shipminer/contract/control'
import { isPoolAddress } from '@shipminer/domain/pool-address'

/** A pool as entered in the form. An empty password means that the device keeps its own. */
export type PoolRow = { url: string; user: string; password: string }
export type PoolProblem = 'url' | 'user' | null

/** Most pools a device is given. */
export const maxPools = 8

/** The rows to begin with: what the device has, or one empty row. */
export function poolRows(pools: readonly { url: string | null; user: string | null }[]): PoolRow[] {
  const rows = pools
    .filter(({ url }) => url !== null && url !== '')
    .slice(0, maxPools)
    .map(({ url, user }) => ({ url: url ?? '', user: user ?? '', password: '' }))
  return rows.length > 0 ? rows : [{ url: '', user: '', password: '' }]
}

/** What is wrong with a row. An address may come without `stratum+tcp://`, but never without a host. */
export function poolProblem(row: PoolRow): PoolProblem {
  const url = row.url.trim()
  if (!isPoolAddress(url) || url.length > 300) return 'url'
  return row.user.trim() === '' ? 'user' : null
}

/** The pools to write, in order. */
export function poolSettings(rows: readonly PoolRow[]): PoolSetting[] {
  return rows.map(({ url, user, password }) => ({
    url: url.trim(),
    user: user.trim(),
    password: password === '' ? null : password,
  }))
}
