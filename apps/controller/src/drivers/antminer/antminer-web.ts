import type { DeviceFault } from '@shipminer/contract/telemetry'
import type { FaultMeaning } from '@shipminer/domain/fleet/device-fault'
import type { Budget } from '../budget.ts'
import { fieldOf, finiteNumber, macAddress, type Row, rowsIn, textOf } from '../cgminer/values.ts'
import { type DigestOptions, digestRequest } from '../http/digest-request.ts'
import { jsonBody } from '../http/json-body.ts'
import { faultFromWords } from '../judge/faults.ts'

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
  return row === undefined ? null : systemInfoFrom(row)
}

export function systemInfoFrom(row: Row): SystemInfo {
  return {
    model: textOf(fieldOf(row, 'minertype'), 120),
    macAddress: macAddress(fieldOf(row, 'macaddr')),
    serial: textOf(fieldOf(row, 'serinum'), 120),
    hostname: textOf(fieldOf(row, 'hostname'), 120),
    firmware: textOf(fieldOf(row, 'system_filesystem_version'), 160),
  }
}

/** 0 normal, 1 sleep, 2 high, 3 low, null where the firmware has none; nothing when it cannot be read. Firmware writes number or text, under a key of its maker's. */
export async function readWorkMode(
  endpoint: Endpoint,
  budget: Budget,
  login: DigestOptions,
): Promise<{ mode: number | null } | null> {
  const outcome = await digestRequest(endpoint, '/cgi-bin/get_miner_conf.cgi', budget, login)
  if (!outcome.ok || outcome.answer.status !== 200) return null
  const body = jsonBody(outcome.answer)
  return body === null || body.partial ? null : workModeIn(body.row)
}

export function workModeIn(conf: Row): { mode: number | null } {
  const keys = ['bitmain-work-mode', 'miner-mode', 'fc-work-mode']
  return { mode: keys.map((key) => finiteNumber(fieldOf(conf, key))).find((mode) => mode !== null) ?? null }
}

/** What each line of the page's own state is about, where its words do not say more. */
const meaningOfType: Readonly<Record<string, FaultMeaning>> = {
  rate: 'rate-low',
  network: 'network',
  fans: 'fan-still',
  temp: 'too-hot',
}

/** What the page shows as its state: rate, network, fans and temperature, each well or not; null when it cannot be read. */
export async function readWebFaults(
  endpoint: Endpoint,
  budget: Budget,
  login: DigestOptions,
): Promise<DeviceFault[] | null> {
  const outcome = await digestRequest(endpoint, '/cgi-bin/summary.cgi', budget, login)
  if (!outcome.ok || outcome.answer.status !== 200) return null
  const body = jsonBody(outcome.answer)
  return body === null || body.partial ? null : webFaults(body.row)
}

export function webFaults(answer: Row): DeviceFault[] | null {
  const [summary] = rowsIn(answer, 'SUMMARY')
  if (summary === undefined || !Array.isArray(fieldOf(summary, 'status'))) return null
  return rowsIn(summary, 'status').flatMap((line) => {
    const state = textOf(fieldOf(line, 'status'))?.toLowerCase()
    if (state === undefined || state === 's') return []
    const type = textOf(fieldOf(line, 'type'), 40) ?? ''
    const number = finiteNumber(fieldOf(line, 'code'))
    const code = number === null || number === 0 ? null : `${type} ${number}`.trim()
    const fault = faultFromWords(textOf(fieldOf(line, 'msg'), 200) ?? '', { code })
    return [fault.meaning === 'unknown' ? { ...fault, meaning: meaningOfType[type] ?? 'unknown' } : fault]
  })
}
