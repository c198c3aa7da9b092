import type { DeviceFault, DeviceIdentity, DeviceReading } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { createCgminerDriver } from '../cgminer/cgminer-driver.ts'
import { modelName } from '../cgminer/cgminer-identity.ts'
import { replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import {
  countOf,
  fieldOf,
  isRow,
  macAddress,
  powerWatts,
  type Row,
  rowsIn,
  textOf,
} from '../cgminer/values.ts'
import type { DeviceControl, DeviceCredentials } from '../control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { faultFromWords } from '../faults.ts'
import { wholeRow } from '../http/json-call.ts'
import { identityKey } from '../identity-key.ts'
import { recognise } from '../markers.ts'
import { createSlowLook } from '../slow-look.ts'
import { createBraiinsControl } from './braiins-control.ts'
import { openBraiins } from './braiins-session.ts'

/** `status` of the miner's details while it is paused. */
const PAUSED = 3

export type BraiinsOptions = { loginOf?: (deviceKey: string) => DeviceCredentials | null }

/**
 * Braiins OS. Reads over the cgminer API, which asks for no login; the REST interface says who it is and whether it is
 * paused, where the login is known. Power is what the firmware's tuner estimates, and marked so.
 */
export function createBraiinsDriver(options: BraiinsOptions = {}): Driver {
  const base = createCgminerDriver()
  const loginOf = options.loginOf ?? (() => null)
  const errors = createSlowLook()

  async function readDetails(
    address: DeviceAddress,
    credentials: DeviceCredentials | null,
    budget: Budget,
  ): Promise<Row | null> {
    const session = await openBraiins(address, credentials, budget)
    return session.ok ? wholeRow(await session.call('miner/details')) : null
  }

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'braiins',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || recognise(evidence).firmware !== 'Braiins OS') return null
      const budget = budgetFrom(context)
      const identity = await base.identify(address, evidence, context)
      if (identity === null) return null
      const details = await readDetails(address, null, budget)
      return details === null
        ? { ...identity, driver: 'braiins' }
        : withDetails({ ...identity, driver: 'braiins' }, address, details)
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const outcome = await base.poll(address, known, context)
      if (!outcome.ok) return outcome
      const identity = { ...known, ipAddress: address.host, port: address.port }
      const watts = outcome.reading.powerWatts ?? (await readTunerPower(address, budget))
      const isEstimated = outcome.reading.powerWatts === null && watts !== null
      const read: DeviceReading = {
        ...outcome.reading,
        powerWatts: watts,
        flags: isEstimated ? [...outcome.reading.flags, 'power-estimated' as const] : outcome.reading.flags,
      }
      const look = () => readErrors(address, loginOf(known.key), budget)
      const reading = await errors.add(known.key, read, look)
      if (reading.hashrateGhs !== 0) return { ok: true, identity, reading }
      const details = await readDetails(address, loginOf(known.key), budget)
      const isPaused = fieldOf(details, 'status') === PAUSED
      const answered = details === null ? identity : withDetails(identity, address, details)
      return {
        ok: true,
        identity: answered.macAddress === null || known.macAddress === null ? identity : answered,
        reading: isPaused ? { ...reading, state: 'sleeping' } : reading,
      }
    },
  }
  return { ...reader, ...createBraiinsControl(reader.poll) }
}

/** What the REST interface lists as errors; null without its login, or in releases that have no such list. */
async function readErrors(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<DeviceFault[] | null> {
  const session = await openBraiins(address, credentials, budget)
  return session.ok ? braiinsFaults(wholeRow(await session.call('miner/errors'))) : null
}

export function braiinsFaults(answer: Row | null): DeviceFault[] | null {
  const list = fieldOf(answer, 'errors')
  if (!Array.isArray(list)) return null
  return list.filter(isRow).map((row) => {
    const [code] = rowsIn(row, 'error_codes')
    const [component] = rowsIn(row, 'components')
    const part = textOf(fieldOf(component, 'name'), 60) ?? ''
    const index = /fan|board/i.test(part) ? countOf(component ?? null, 'index') : null
    const text = textOf(fieldOf(row, 'message'), 200) ?? textOf(fieldOf(code, 'reason'), 200) ?? ''
    const more = { code: textOf(fieldOf(code, 'code'), 60), place: index === null ? null : index + 1 }
    const fault = faultFromWords(text, more)
    return fault.meaning === 'unknown' ? { ...faultFromWords(part, more), text } : fault
  })
}

/** Watts that the tuner estimates, by `tunerstatus`. */
async function readTunerPower(address: DeviceAddress, budget: Budget): Promise<number | null> {
  const outcome = await readCommand(address, 'tunerstatus', budget)
  const section = sectionOf(outcome.ok ? replyTo(outcome.parsed, 'tunerstatus') : null, 'TUNERSTATUS')
  return section.complete ? powerWatts(fieldOf(section.rows[0], 'ApproximateMinerPowerConsumption')) : null
}

function withDetails(identity: DeviceIdentity, address: DeviceAddress, details: Row): DeviceIdentity {
  const mac = macAddress(fieldOf(details, 'mac_address'))
  const serial = textOf(fieldOf(details, 'serial_number'), 120) ?? identity.serial
  const about = fieldOf(details, 'miner_identity')
  const version = fieldOf(details, 'bos_version')
  const model = isRow(about) ? textOf(fieldOf(about, 'name', 'miner_model'), 120) : null
  const release = isRow(version) ? textOf(fieldOf(version, 'current'), 100) : null
  return {
    ...identity,
    key: mac === null ? identity.key : identityKey(mac, serial, address),
    model: model === null ? identity.model : modelName(model),
    make: model !== null && /antminer/i.test(model) ? 'Antminer' : identity.make,
    firmware: release === null ? identity.firmware : `Braiins OS ${release}`,
    serial,
    macAddress: mac ?? identity.macAddress,
    hostname: textOf(fieldOf(details, 'hostname'), 120) ?? identity.hostname,
  }
}
