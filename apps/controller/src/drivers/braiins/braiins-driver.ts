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
import type { DeviceControl, DeviceCredentials } from '../device-control.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../driver.ts'
import { wholeRow } from '../http/json-call.ts'
import { identityKey } from '../identity-key.ts'
import { faultFromWords, loggedFaultMs } from '../judge/faults.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading, withUnknownRest } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { webEndpoint } from '../web-endpoint.ts'
import { createBraiinsControl } from './braiins-control.ts'
import { createBraiinsFirmware } from './braiins-firmware.ts'
import { braiinsReading, MINER_STATUS } from './braiins-rest.ts'
import { createBraiinsSessions, openBraiins } from './braiins-session.ts'

export type BraiinsOptions = {
  loginOf?: (deviceKey: string) => DeviceCredentials | null
  /** Port of the public API, where it is not the usual one. */
  grpcPort?: number
  /** Decides what of the log of errors is of now; the board's clock. */
  now?: () => number
}

/**
 * Braiins OS. Reads over the cgminer API, which asks for no login; the REST interface says who it is and whether it is
 * paused, where the login is known. Where the cgminer API is closed, the REST interface says everything. Power is what the firmware's
 * tuner estimates, and marked so.
 */
export function createBraiinsDriver(options: BraiinsOptions = {}): Driver {
  const base = createCgminerDriver()
  const loginOf = options.loginOf ?? (() => null)
  const now = options.now ?? Date.now
  const errors = createSlowLook()
  const sessions = createBraiinsSessions()

  async function readDetails(
    address: DeviceAddress,
    credentials: DeviceCredentials | null,
    budget: Budget,
  ): Promise<Row | null> {
    const session = await openBraiins(address, credentials, budget)
    return session.ok ? wholeRow(await session.call('miner/details')) : null
  }

  async function identifyByWeb(address: DeviceAddress, budget: Budget): Promise<DeviceIdentity | null> {
    const session = await openBraiins(address, null, budget)
    if (!session.ok) return session.problem === 'login' && session.isRefused ? nameless(address) : null
    const details = wholeRow(await session.call('miner/details'))
    return isBraiinsDetails(details) ? withDetails(nameless(address), address, details) : null
  }

  /** Everything by the REST interface. */
  async function pollByWeb(
    address: DeviceAddress,
    known: DeviceIdentity,
    budget: Budget,
  ): Promise<PollOutcome> {
    const identity = { ...known, ipAddress: address.host, port: address.port }
    const session = await sessions(address, loginOf(known.key), budget)
    if (!session.ok) {
      if (session.problem === 'unreachable') return { ok: false, reason: session.reason }
      // One that never reported its name may still be the same; one that did would have to report it again.
      const isSilent = session.problem === 'login' && session.isRefused && known.macAddress === null
      return isSilent ? { ok: true, identity, reading: emptyReading(null) } : { ok: false, reason: 'garbled' }
    }
    const rowOf = async (name: string) => wholeRow(await session.call(name))
    const details = await rowOf('miner/details')
    const stats = await rowOf('miner/stats')
    const pools = await session.call('pools/')
    const reading = braiinsReading({
      details,
      stats,
      pools: pools.ok && !pools.partial && Array.isArray(pools.value) ? pools.value : null,
      hashboards: await rowOf('miner/hw/hashboards'),
      cooling: await rowOf('cooling/state'),
    })
    if (reading === null) return { ok: false, reason: 'garbled' }
    const isIdentified = isBraiinsDetails(details)
    if (!isIdentified && known.macAddress === null) return { ok: false, reason: 'garbled' }
    const answered = isIdentified ? withDetails(nameless(address), address, details) : identity
    const look = async () => braiinsFaults(await rowOf('miner/errors'), now())
    return { ok: true, identity: answered, reading: await errors.add(answered.key, reading, look) }
  }

  /** Over the cgminer API, with what only the REST interface says beside it. */
  async function pollByApi(
    address: DeviceAddress,
    known: DeviceIdentity,
    budget: Budget,
  ): Promise<PollOutcome> {
    const { signal } = budget
    const outcome = await base.poll(address, known, {
      timeoutMs: budget.remainingMs(),
      ...(signal === undefined ? {} : { signal }),
    })
    if (!outcome.ok) return outcome
    const identity = { ...known, ipAddress: address.host, port: address.port }
    const watts = outcome.reading.powerWatts ?? (await readTunerPower(address, budget))
    const isEstimated = outcome.reading.powerWatts === null && watts !== null
    const read: DeviceReading = {
      ...outcome.reading,
      powerWatts: watts,
      flags: isEstimated ? [...outcome.reading.flags, 'power-estimated' as const] : outcome.reading.flags,
    }
    const look = () => readErrors(address, loginOf(known.key), budget, now())
    const reading = await errors.add(known.key, read, look)
    if (reading.hashrateGhs !== 0) return { ok: true, identity, reading }
    const details = await readDetails(address, loginOf(known.key), budget)
    const isPaused = fieldOf(details, 'status') === MINER_STATUS.paused
    const answered = details === null ? identity : withDetails(identity, address, details)
    return {
      ok: true,
      identity: answered.macAddress === null || known.macAddress === null ? identity : answered,
      reading: isPaused
        ? { ...reading, state: 'sleeping' }
        : details === null
          ? withUnknownRest(reading)
          : reading,
    }
  }

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'braiins',

    async identify(address, evidence, context) {
      if (recognise(evidence).firmware !== 'Braiins OS') return null
      const budget = budgetFrom(context)
      if (evidence.cgminer === null)
        return evidence.http === null ? null : identifyByWeb({ ...address, port: evidence.http.port }, budget)
      const identity = await base.identify(address, evidence, context)
      if (identity === null) return null
      const details = await readDetails(address, null, budget)
      return details === null
        ? { ...identity, driver: 'braiins' }
        : withDetails({ ...identity, driver: 'braiins' }, address, details)
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      // Known by its web pages: there is no other port.
      if (webEndpoint(address).port === address.port) {
        const byWeb = await pollByWeb(address, known, budget)
        if (byWeb.ok || byWeb.reason === 'refused' || byWeb.reason === 'no-route') return byWeb
        // Else it may be an API on an unusual port, without pages beside it.
        const byApi = await pollByApi(address, known, budget)
        return byApi.ok ? byApi : byWeb
      }
      const outcome = await pollByApi(address, known, budget)
      if (outcome.ok || outcome.reason !== 'refused') return outcome
      // Its API may have been closed since.
      const byWeb = await pollByWeb(address, known, budget)
      return byWeb.ok ? byWeb : outcome
    },
  }
  const firmware = createBraiinsFirmware(reader.poll, options.grpcPort)
  return { ...reader, ...createBraiinsControl(reader.poll), firmware }
}

/** What the REST interface lists as errors; null without its login, or in releases that have no such list. */
async function readErrors(
  address: DeviceAddress,
  credentials: DeviceCredentials | null,
  budget: Budget,
  now: number,
): Promise<DeviceFault[] | null> {
  const session = await openBraiins(address, credentials, budget)
  return session.ok ? braiinsFaults(wholeRow(await session.call('miner/errors')), now) : null
}

/**
 * What of it stands now: the list is a log, which keeps for months what went wrong once, and writes what goes on wrong anew. An entry without
 * a time counts. Of a miner whose clock is wrong nothing does.
 */
export function braiinsFaults(answer: Row | null, now: number): DeviceFault[] | null {
  const list = fieldOf(answer, 'errors')
  if (!Array.isArray(list)) return null
  const isOfNow = (row: Row) => {
    const at = Date.parse(textOf(fieldOf(row, 'timestamp'), 60) ?? '')
    return Number.isNaN(at) || Math.abs(now - at) <= loggedFaultMs
  }
  return list
    .filter((row) => isRow(row) && isOfNow(row))
    .map((row) => {
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

/** Before its details say more. */
function nameless(address: DeviceAddress): DeviceIdentity {
  return {
    key: identityKey(null, null, address),
    driver: 'braiins',
    make: null,
    model: null,
    firmware: 'Braiins OS',
    serial: null,
    macAddress: null,
    hostname: null,
    ipAddress: address.host,
    port: address.port,
  }
}

function isBraiinsDetails(details: Row | null): details is Row {
  return isRow(fieldOf(details, 'bos_version')) && isRow(fieldOf(details, 'miner_identity'))
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
