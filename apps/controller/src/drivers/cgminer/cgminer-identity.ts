import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import type { DeviceAddress } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import type { CgminerEvidence } from '../judge/evidence.ts'
import type { Recognition } from '../judge/markers.ts'
import { type CommandReply, isSuccess, sectionOf } from './parse-reply.ts'
import { fieldOf, macAddress, type Row, textOf } from './values.ts'

/** Keys of VERSION that are no program's name and version. */
const NOT_A_PROGRAM = new Set([
  'API',
  'CompileTime',
  'Type',
  'Miner',
  'Miner type',
  'MAC',
  'DNA',
  'PROD',
  'MODEL',
  'HWTYPE',
  'SWTYPE',
])

/** What a device said of itself in its replies to `version` and `devdetails`. */
export function cgminerEvidence(
  port: number,
  version: CommandReply | null,
  devdetails: CommandReply | null,
): CgminerEvidence {
  const message = isSuccess(version?.status ?? null) ? version?.message : null
  return {
    port,
    version: sectionOf(version, 'VERSION').rows[0] ?? message ?? {},
    devdetails: sectionOf(devdetails, 'DEVDETAILS').rows,
    description: version?.status?.description ?? null,
    starting: false,
  }
}

/** Who a cgminer-like device is, from what it said of itself. `extra` is a further row that may name its MAC. */
export function identityFromEvidence(
  address: DeviceAddress,
  evidence: CgminerEvidence,
  recognition: Recognition,
  extra: Row | null,
): DeviceIdentity {
  const { version } = evidence
  const mac =
    macAddress(fieldOf(version, 'MAC', 'mac')) ??
    macAddress(fieldOf(extra, 'MAC', 'mac')) ??
    macFromMinerId(textOf(fieldOf(version, 'miner_id')))
  const serial = textOf(fieldOf(version, 'DNA', 'Serial', 'serial'), 120)
  return {
    key: identityKey(mac, serial, address),
    driver: 'cgminer',
    make: recognition.make,
    model: modelOf(version, extra, evidence.devdetails),
    firmware: firmwareOf(version, extra, recognition),
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(extra, 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

/** Whatsminer's `miner_id` begins with the digits of its MAC. */
function macFromMinerId(minerId: string | null): string | null {
  return minerId !== null && /^[0-9A-F]{20}$/i.test(minerId) ? macAddress(minerId.slice(0, 12)) : null
}

function modelOf(version: Row, extra: Row | null, devdetails: readonly Row[]): string | null {
  const named =
    textOf(fieldOf(version, 'Type', 'PROD', 'miner_type', 'MODEL'), 120) ??
    textOf(fieldOf(extra, 'miner_type', 'model'), 120)
  if (named !== null) return modelName(named)
  for (const row of devdetails) {
    const model = textOf(fieldOf(row, 'Model'), 120)
    if (model !== null) return modelName(model)
  }
  return null
}

/** `Antminer S19 (with extras)` → `Antminer S19`. */
export function modelName(text: string): string {
  return text.split(' (')[0]?.trim() || text
}

function firmwareOf(version: Row, extra: Row | null, recognition: Recognition): string | null {
  const named = textOf(
    fieldOf(version, 'fw_ver', 'LVERSION') ?? fieldOf(extra, 'fw_ver', 'Firmware Version'),
    120,
  )
  const program = programOf(version)
  if (recognition.firmware !== null)
    return `${recognition.firmware} ${named ?? program ?? ''}`.trim().slice(0, 160)
  return named ?? program
}

/** The program's own name and version, whatever it is called: `{"CGMiner":"4.11.1"}` → `CGMiner 4.11.1`. */
function programOf(version: Row): string | null {
  for (const [name, value] of Object.entries(version)) {
    const text = textOf(value, 60)
    if (text === null || NOT_A_PROGRAM.has(name) || !/miner/i.test(name)) continue
    return `${textOf(name, 40) ?? ''} ${text}`.trim()
  }
  return null
}
