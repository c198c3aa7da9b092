import type { PoolSetting } from '@shipminer/contract/control'
import type { PoolTemplateBody } from '@shipminer/contract/control/pool-templates'
import { isPoolAddress } from '@shipminer/domain/pools/pool-address'
import {
  type PatternProblem,
  type TemplatePool,
  workerPatternProblem,
} from '@shipminer/domain/pools/pool-worker'

/** A pool as entered in the form. An empty password means that the device keeps its own. */
export type PoolRow = { url: string; user: string; password: string }
export type PoolProblem = 'url' | 'user' | null

export const emptyRow: PoolRow = { url: '', user: '', password: '' }

/** Most pools a device is given. */
export const maxPools = 8

/** The rows to begin with: what the device has, or one empty row. */
export function poolRows(pools: readonly { url: string | null; user: string | null }[]): PoolRow[] {
  const rows = pools
    .filter(({ url }) => url !== null && url !== '')
    .slice(0, maxPools)
    .map(({ url, user }) => ({ url: url ?? '', user: user ?? '', password: '' }))
  return rows.length > 0 ? rows : [emptyRow]
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

/** The rows of a template: its patterns stand where workers do. */
export function templateRows(pools: readonly TemplatePool[]): PoolRow[] {
  return pools.map(({ url, worker }) => ({ url, user: worker, password: '' }))
}

/** What is wrong with a row of a template. */
export function templateProblem(row: PoolRow): 'url' | PatternProblem | null {
  return poolProblem({ ...row, user: 'any' }) === 'url' ? 'url' : workerPatternProblem(row.user.trim())
}

/** The pools of a template, in order. */
export function templatePools(rows: readonly PoolRow[]): PoolTemplateBody['pools'] {
  return rows.map(({ url, user }) => ({ url: url.trim(), worker: user.trim() }))
}

/** The place of the first wrong input among those of all rows, `inputsARow` in each; null when all are right. */
export function wrongInput(
  rows: readonly PoolRow[],
  problemOf: (row: PoolRow) => string | null,
  inputsARow: number,
): number | null {
  const first = rows.findIndex((row) => problemOf(row) !== null)
  const wrong = rows[first]
  return wrong ? first * inputsARow + (problemOf(wrong) === 'url' ? 0 : 1) : null
}
