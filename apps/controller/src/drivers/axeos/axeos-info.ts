import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import type { Budget } from '../budget.ts'
import { fieldOf, macAddress, type Row, textOf } from '../cgminer/values.ts'
import type { DeviceAddress, FailureReason } from '../driver.ts'
import { httpGet } from '../http/http-client.ts'
import { jsonBody } from '../http/json-body.ts'
import { identityKey } from '../identity-key.ts'

const INFO_PATH = '/api/system/info'
type InfoOutcome = { ok: true; info: Row; partial: boolean } | { ok: false; reason: FailureReason }

/** A truncated answer is requested once more before what there is of it is used. */
export async function readInfo(address: DeviceAddress, budget: Budget): Promise<InfoOutcome> {
  const first = await askInfo(address, budget)
  const needsSecondTry = first.ok ? first.partial : first.reason === 'garbled'
  if (!needsSecondTry || budget.remainingMs() === 0) return first
  const second = await askInfo(address, budget)
  return second.ok ? second : first
}

async function askInfo(address: DeviceAddress, budget: Budget): Promise<InfoOutcome> {
  const outcome = await httpGet(address, INFO_PATH, budget)
  if (!outcome.ok) return outcome
  if (outcome.answer.status !== 200) return { ok: false, reason: 'garbled' }
  const body = jsonBody(outcome.answer)
  return body === null
    ? { ok: false, reason: 'garbled' }
    : { ok: true, info: body.row, partial: body.partial }
}

/** Who a board says it is. `deviceModel` is NerdQAxe's; a Bitaxe has a chip and a board version instead. */
export function identityFromInfo(address: DeviceAddress, info: Row): DeviceIdentity {
  const mac = macAddress(fieldOf(info, 'macAddr'))
  const deviceModel = textOf(fieldOf(info, 'deviceModel'), 120)
  const isNerd = (deviceModel !== null && /nerd/i.test(deviceModel)) || Object.hasOwn(info, 'asicTemps')
  return {
    key: identityKey(mac, null, address),
    driver: 'axeos',
    make: isNerd ? 'NerdQAxe' : 'Bitaxe',
    model: deviceModel ?? bitaxeModel(info),
    firmware: textOf(fieldOf(info, 'version', 'axeOSVersion'), 160),
    serial: null,
    macAddress: mac,
    hostname: textOf(fieldOf(info, 'hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}

function bitaxeModel(info: Row): string | null {
  const chip = textOf(fieldOf(info, 'ASICModel'), 60)
  const board = textOf(fieldOf(info, 'boardVersion'), 40)
  return [chip, board].filter((part) => part !== null).join(' ') || null
}
