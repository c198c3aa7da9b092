import { poolUrl } from '../cgminer/device-pools.ts'
import { fieldOf, finiteNumber, flagOf, isRow, type Row, textOf } from '../cgminer/values.ts'
import type { PoolWish } from '../device-control.ts'

/** The pools of AxeOS from 2.15 on: numbered rows, of which two are in use. */
export type PoolTable = {
  rows: ReadonlyMap<number, Row>
  first: number
  second: number | null
  /** It was commanded to work on the second. */
  prefersSecond: boolean
}

/** Places that the board has. */
const MOST_ROWS = 8
/** As an image keeps them; passwords are reported masked, and never copied. */
const IMAGE_KEYS = ['id', 'stratumURL', 'stratumPort', 'stratumUser'] as const

/** Null for versions without such a table. */
export function poolTable(info: Row): PoolTable | null {
  const listed = fieldOf(info, 'pools')
  const first = slot(fieldOf(info, 'primaryPoolIndex'))
  if (!Array.isArray(listed) || first === null) return null
  const rows = new Map<number, Row>()
  for (const row of listed.slice(0, MOST_ROWS).filter(isRow)) {
    const id = slot(fieldOf(row, 'id'))
    if (id !== null) rows.set(id, row)
  }
  const second = slot(fieldOf(info, 'secondaryPoolIndex'))
  const prefersSecond = flagOf(fieldOf(info, 'useFallbackStratum')) === true
  return { rows, first, second: second === first ? null : second, prefersSecond }
}

function slot(value: unknown): number | null {
  const id = finiteNumber(value)
  return id !== null && Number.isInteger(id) && id >= 0 && id < MOST_ROWS ? id : null
}

/** Host and port of an address that the board can hold. */
export function placeOf(url: string): { host: string; port: number } | null {
  const match = /^(?:stratum\+tcp:\/\/)?([^:/\s]+):(\d{1,5})\/?$/.exec(poolUrl(url) ?? '')
  const port = Number(match?.[2])
  return match?.[1] === undefined || port < 1 || port > 65_535 ? null : { host: match[1], port }
}

/**
 * What to write so that these pools are the first and the second: the rows in use are filled anew, all others stay. Null for addresses that
 * the board cannot hold.
 */
export function rowsFor(wishes: readonly PoolWish[], table: PoolTable): Row | null {
  const free = [0, 1].find((id) => id !== table.first) ?? 0
  const ids = [table.first, table.second ?? free]
  const pools: Row[] = []
  for (const [index, wish] of wishes.entries()) {
    const place = placeOf(wish.url)
    const id = ids[index]
    if (place === null || id === undefined) return null
    const present = table.rows.get(id) ?? {}
    const isSame =
      fieldOf(present, 'stratumURL') === place.host &&
      finiteNumber(fieldOf(present, 'stratumPort')) === place.port
    const password = wish.password ?? (isSame ? null : 'x')
    pools.push({
      ...Object.fromEntries(Object.entries(present).filter(([key]) => !/password/i.test(key))),
      ...{ id, stratumURL: place.host, stratumPort: place.port, stratumUser: wish.user },
      ...(isSame ? {} : { stratumProtocol: 'SV1', stratumTLS: 0 }),
      ...(password === null ? {} : { stratumPassword: password }),
    })
  }
  return {
    pools,
    ...(wishes.length > 1 && table.second === null ? { secondaryPoolIndex: ids[1] } : {}),
    ...(table.prefersSecond ? { useFallbackStratum: 0 } : {}),
  }
}

/** Whether the rows that were written are found when read back. */
export function sameRows(info: Row, written: unknown): boolean {
  const table = poolTable(info)
  if (table === null || !Array.isArray(written)) return false
  return written.filter(isRow).every((row) => {
    const found = table.rows.get(slot(fieldOf(row, 'id')) ?? -1)
    return (
      found !== undefined &&
      IMAGE_KEYS.every((key) => String(fieldOf(found, key) ?? '') === String(fieldOf(row, key) ?? ''))
    )
  })
}

/** The rows in use and what else a restore writes back. */
export function tableImage(content: Row, table: PoolTable): Row {
  const pools = [table.first, table.second]
    .map((id) => (id === null ? undefined : table.rows.get(id)))
    .filter((row) => row !== undefined)
    .map((row) => Object.fromEntries(IMAGE_KEYS.map((key) => [key, fieldOf(row, key)])))
  const kept = ['primaryPoolIndex', 'secondaryPoolIndex', 'useFallbackStratum', 'frequency', 'coreVoltage']
  return {
    pools,
    ...Object.fromEntries(
      kept
        .map((key) => [key, fieldOf(content, key)] as const)
        .filter(([, value]) => value !== undefined && value !== null),
    ),
  }
}

/** The two pools in use in the order of choice, with the fields that older versions report on their own. */
export function tableSlots(table: PoolTable): { url: unknown; port: unknown; user: unknown }[] {
  return [table.first, table.second].map((id) => {
    const row = id === null ? {} : (table.rows.get(id) ?? {})
    return {
      url: fieldOf(row, 'stratumURL'),
      port: fieldOf(row, 'stratumPort'),
      user: textOf(fieldOf(row, 'stratumUser'), 200),
    }
  })
}
