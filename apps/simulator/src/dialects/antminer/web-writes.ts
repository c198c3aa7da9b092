import { flash } from '../../device/flash.ts'
import type { PoolSetting } from '../../device/pools.ts'
import type { Unit } from '../../device/unit.ts'
import type { HttpAnswer, HttpRequest } from '../dialect.ts'

type Fields = Readonly<Record<string, unknown>>

const MODES: Readonly<Record<number, 'normal' | 'sleep' | 'high' | 'low'>> = {
  0: 'normal',
  1: 'sleep',
  2: 'high',
  3: 'low',
}

const done = { stats: 'success', code: 'M000', msg: 'OK!' }
const failed = { stats: 'error', code: 'M001', msg: 'Illegal request!' }

/** The pages that change something, by path. Each answers the document of the firmware. */
export const writes: Readonly<Record<string, (unit: Unit, request: HttpRequest) => unknown>> = {
  '/cgi-bin/set_miner_conf.cgi': setMinerConf,
  '/cgi-bin/upgrade.cgi': upgrade,
  '/cgi-bin/blink.cgi': (unit, request) => {
    const blink = fieldsOf(request)?.blink
    unit.change({ blink: blink === true || blink === 'true' })
    return { code: unit.view().settings.blink ? 'B000' : 'B100' }
  },
}

/** A stock control board is away for a minute and more while it writes and starts. */
const UPGRADE_MS = 90_000

/** Takes the one file of a form, as newer stock firmware does: it answers a document, checks the signature, and restarts by itself. */
function upgrade(unit: Unit, request: HttpRequest): unknown {
  const start = request.bytes.indexOf('\r\n\r\n')
  const end = request.bytes.lastIndexOf('\r\n--')
  const file = start < 0 || end <= start ? Buffer.alloc(0) : request.bytes.subarray(start + 4, end)
  return flash(unit, file, UPGRADE_MS)
    ? { stats: 'success', code: 'U000', msg: 'OK!' }
    : { stats: 'error', code: 'U001', msg: 'Signature verification failed!' }
}

/** `reboot.cgi`: old firmware takes it as GET only, newer as POST; both go away a moment later. */
export function reboot(unit: Unit, request: HttpRequest, takes: 'GET' | 'POST'): HttpAnswer | null {
  if (request.method !== takes) return null
  unit.reboot()
  return { status: 200, headers: { 'Content-Type': 'text/html' }, body: '' }
}

/**
 * Takes the configuration as the firmware does: what is not in the document is empty afterwards, pools included. The
 * mode counts as `miner-mode` where it is there, else as `bitmain-work-mode`; the mining program restarts, and takes its time over it
 * when it is to sleep.
 */
function setMinerConf(unit: Unit, request: HttpRequest): unknown {
  const fields = fieldsOf(request)
  if (fields === null) return failed
  const settings = unit.view().settings
  if (!settings.writable) return failed
  const mode = MODES[Number(fields['miner-mode'] ?? fields['bitmain-work-mode'] ?? 0)] ?? 'normal'
  const pools = Array.isArray(fields.pools) ? fields.pools.map(poolFrom) : []
  unit.change({
    ...(mode === 'sleep' ? {} : { asleep: false }),
    workMode: mode === 'sleep' ? settings.workMode : mode,
    pools,
    custom: { ...settings.custom, freqLevel: String(fields['freq-level'] ?? '') },
  })
  if (mode === 'sleep') unit.restLater()
  else unit.restart()
  return done
}

function fieldsOf(request: HttpRequest): Fields | null {
  try {
    const value: unknown = JSON.parse(request.body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

function poolFrom(value: unknown): PoolSetting {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Fields
  const match = /^(?:stratum\+tcp:\/\/)?([^:/]*)(?::(\d+))?/.exec(String(fields.url ?? ''))
  return {
    host: match?.[1] ?? '',
    port: Number(match?.[2] ?? 0),
    user: String(fields.user ?? ''),
    password: String(fields.pass ?? ''),
  }
}
