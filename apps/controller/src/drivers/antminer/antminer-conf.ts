import { fieldOf, finiteNumber, isRow, type Row, textOf } from '../cgminer/values.ts'
import type { PoolWish } from '../device-control.ts'

/** Work modes of stock firmware. */
export const WORK_MODE = { normal: 0, sleep: 1, high: 2, low: 3 } as const
export type WorkMode = (typeof WORK_MODE)[keyof typeof WORK_MODE]

/** Slots for pools that the firmware has; it wants all of them written. */
const POOL_SLOTS = 3
const MODE_KEYS = ['bitmain-work-mode', 'miner-mode'] as const

/** The answer of `get_miner_conf.cgi`, as received. */
export type MinerConf = Row

/** Whether a document is a configuration that may be written back: it names pools, and is no error text. */
export function isMinerConf(row: Row): boolean {
  return Array.isArray(fieldOf(row, 'pools')) && (fieldOf(row, 'pools') as unknown[]).every(isRow)
}

/** 0 normal, 1 sleep, 2 high, 3 low; null where the configuration has no mode. */
export function workModeOf(conf: MinerConf): number | null {
  for (const key of MODE_KEYS) {
    const mode = finiteNumber(fieldOf(conf, key))
    if (mode !== null) return mode
  }
  return null
}

/** Whether the firmware has work modes at all; some leave the key there with an empty text. */
export function hasWorkMode(conf: MinerConf): boolean {
  return MODE_KEYS.some((key) => fieldOf(conf, key) !== undefined)
}

/**
 * The document to write for another mode: every key that was read, with the mode under the keys that exist and, as a
 * number, under the one that the web page of the firmware itself sends. The level of frequency is read under one name
 * and taken under another; without it, it would be lost.
 */
export function withWorkMode(conf: MinerConf, mode: WorkMode): MinerConf {
  return writable({ ...conf, ...modeFields(conf, mode) })
}

/** The document to write for the same settings. */
export function copyConf(conf: MinerConf): MinerConf {
  const mode = workModeOf(conf)
  return writable(mode === null ? conf : { ...conf, ...modeFields(conf, mode) })
}

function modeFields(conf: MinerConf, mode: number): Row {
  const fields: Record<string, unknown> = { 'miner-mode': mode }
  for (const key of MODE_KEYS) {
    const present = fieldOf(conf, key)
    if (present !== undefined) fields[key] = typeof present === 'number' ? mode : String(mode)
  }
  return fields
}

function writable(conf: MinerConf): MinerConf {
  const level = fieldOf(conf, 'bitmain-freq-level')
  return level === undefined || fieldOf(conf, 'freq-level') !== undefined
    ? conf
    : { ...conf, 'freq-level': level }
}

/** The document with other pools; a password that is not given is that of the same pool and worker before, else none. */
export function withPools(conf: MinerConf, wishes: readonly PoolWish[]): MinerConf {
  const before = confPools(conf)
  const pools = Array.from({ length: Math.max(POOL_SLOTS, before.length) }, (_, slot) => {
    const wish = wishes[slot]
    if (wish === undefined) return { url: '', user: '', pass: '' }
    const same = before.find((pool) => pool.url === wish.url && pool.user === wish.user)
    return { url: wish.url, user: wish.user, pass: wish.password ?? same?.pass ?? '' }
  })
  return { ...copyConf(conf), pools }
}

export type ConfPool = { url: string; user: string; pass: string }

/** The pools of a configuration, empty slots too. */
export function confPools(conf: MinerConf): ConfPool[] {
  const pools = fieldOf(conf, 'pools')
  return (Array.isArray(pools) ? pools : []).filter(isRow).map((row) => ({
    url: textOf(fieldOf(row, 'url'), 500) ?? '',
    user: textOf(fieldOf(row, 'user'), 500) ?? '',
    pass: textOf(fieldOf(row, 'pass'), 500) ?? '',
  }))
}

/** Whether any slot for a pool is used. */
export function hasPools(conf: MinerConf): boolean {
  return confPools(conf).some((pool) => pool.url !== '')
}

/** Whether two configurations have the same pools in the same order; empty slots do not count. */
export function samePools(one: MinerConf, other: MinerConf): boolean {
  const listUsedPools = (conf: MinerConf) =>
    confPools(conf)
      .filter((pool) => pool.url !== '')
      .map((pool) => `${pool.url}\n${pool.user}\n${pool.pass}`)
      .join('\n\n')
  return listUsedPools(one) === listUsedPools(other)
}

/** Keys that the firmware regenerates or that the mode itself changes. */
const NOT_COMPARED = new Set<string>([...MODE_KEYS, 'pools', 'freq-level', 'bitmain-freq-level'])

/**
 * Whether what was read back is what was written, as far as the device had it before: pools, and every other setting by
 * its text, since firmware changes numbers into texts.
 */
export function sameSettings(before: MinerConf, after: MinerConf): boolean {
  if (!samePools(before, after)) return false
  return Object.entries(before).every(
    ([key, value]) => NOT_COMPARED.has(key) || plain(value) === plain(fieldOf(after, key)),
  )
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}
