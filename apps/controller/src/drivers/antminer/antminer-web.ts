import type { Budget } from '../budget.ts'
import { fieldOf, finiteNumber, macAddress, textOf } from '../cgminer/values.ts'
import { type DigestOptions, digestRequest } from '../http/digest-request.ts'
import { jsonBody } from '../http/json-body.ts'

export const ANTMINER_REALM = /antminer/i

type Endpoint = { host: string; port: number }

/** What `get_system_info.cgi` reports of the machine. */
export type SystemInfo = {
  model: string | null
  macAddress: string | null
  serial: string | null
  hostname: string | null
  firmware: string | null
}

/** Reads the system page; null when the login is refused or nothing readable came. */
export async function readSystemInfo(
  endpoint: Endpoint,
  budget: Budget,
  login: DigestOptions,
): Promise<SystemInfo | null> {
  const outcome = await digestRequest(endpoint, '/cgi-bin/get_system_info.cgi', budget, login)
  if (!outcome.ok || outcome.answer.status !== 200) return null
  const row = jsonBody(outcome.answer)?.row
  if (row === undefined) return null
  return {
    model: textOf(fieldOf(row, 'minertype'), 120),
    macAddress: macAddress(fieldOf(row, 'macaddr')),
    serial: textOf(fieldOf(row, 'serinum'), 120),
    hostname: textOf(fieldOf(row, 'hostname'), 120),
    firmware: textOf(fieldOf(row, 'system_filesystem_version'), 160),
  }
}

/** 0 normal, 1 sleep, 2 high, 3 low; null when it cannot be read. Firmware writes number or text, under either key. */
export async function readWorkMode(
  endpoint: Endpoint,
  budget: Budget,
  login: DigestOptions,
): Promise<number | null> {
  const outcome = await digestRequest(endpoint, '/cgi-bin/get_miner_conf.cgi', budget, login)
  if (!outcome.ok || outcome.answer.status !== 200) return null
  const row = jsonBody(outcome.answer)?.row
  if (row === undefined) return null
  return finiteNumber(fieldOf(row, 'bitmain-work-mode')) ?? finiteNumber(fieldOf(row, 'miner-mode'))
}
