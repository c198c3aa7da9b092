import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { readSystemInfo, readWorkMode, type SystemInfo } from '../antminer/antminer-web.ts'
import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { modelName } from '../cgminer/cgminer-identity.ts'
import { readFigures } from '../cgminer/read-singly.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import { readOnlyControl } from '../device-control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { createStockLogin, type StockLoginOptions } from '../http/stock-login.ts'
import { identityKey } from '../identity-key.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading, withUnknownRest } from '../reading.ts'
import { sidePorts } from '../side-ports.ts'
import { hammerReading, typeIn } from './hammer-reading.ts'

const REALM = /blackminer/i
/** Time the web pages may take during a poll. */
const WEB_MS = 1500
const SLEEP_MODE = 1

/** Hammer and VolcMiner machines (scrypt), by the cgminer API and, for name and rest, their web pages. Reads only. */
export function createHammerDriver(options: StockLoginOptions = {}): Driver {
  const loginFor = createStockLogin(REALM, options)

  async function systemInfo(
    address: DeviceAddress,
    key: string | null,
    budget: Budget,
  ): Promise<SystemInfo | null> {
    const { web } = sidePorts(address)
    return web === null ? null : readSystemInfo({ host: address.host, port: web }, budget, loginFor(key))
  }

  /** Null: its page cannot be read. */
  async function isAsleep(address: DeviceAddress, key: string, budget: Budget): Promise<boolean | null> {
    const { web } = sidePorts(address)
    const reported =
      web === null ? null : await readWorkMode({ host: address.host, port: web }, budget, loginFor(key))
    return reported === null ? null : reported.mode === SLEEP_MODE
  }

  return {
    name: 'hammer',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || evidence.cgminer.starting) return null
      const { make, firmware } = recognise(evidence)
      if ((make !== 'Hammer' && make !== 'VolcMiner') || firmware !== null) return null
      const at = { ...address, port: evidence.cgminer.port }
      const budget = budgetFrom(context)
      const system = (await systemInfo(at, null, budget)) ?? (await systemInfo(at, null, budget))
      const type = textOf(fieldOf(evidence.cgminer.version, 'Type'), 120) ?? system?.model ?? null
      const compiled = textOf(fieldOf(evidence.cgminer.version, 'CompileTime'), 160)
      return {
        ...nameless(at, system),
        make,
        model: type === null ? null : modelName(type),
        firmware: compiled,
      }
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const expected = { ...known, ipAddress: address.host, port: address.port }
      const read = await readFigures(address, budget)
      if (read.kind === 'failed') return { ok: false, reason: read.reason }
      if (read.kind === 'starting') return { ok: true, identity: expected, reading: emptyReading('starting') }
      const { replies } = read
      const type = typeIn(replies.stats)
      const isOther = type !== null && known.model !== null && modelName(type) !== known.model
      const reading = isOther ? null : hammerReading(replies)
      if (reading === null) return { ok: false, reason: 'garbled' }
      const system = await systemInfo(address, known.key, partOf(budget, WEB_MS))
      const isAnother =
        system !== null && system.macAddress !== null && system.macAddress !== known.macAddress
      const identity = isAnother
        ? { ...nameless(address, system), make: known.make, model: known.model, firmware: known.firmware }
        : expected
      if (reading.state !== 'idle') return { ok: true, identity, reading }
      const asleep = await isAsleep(address, known.key, budget)
      if (asleep === null) return { ok: true, identity, reading: withUnknownRest(reading) }
      return { ok: true, identity, reading: asleep ? { ...reading, state: 'sleeping' } : reading }
    },

    ...readOnlyControl,
  }
}

function nameless(address: DeviceAddress, system: SystemInfo | null): DeviceIdentity {
  const mac = system?.macAddress ?? null
  return {
    key: identityKey(mac, null, address),
    driver: 'hammer',
    make: null,
    model: null,
    firmware: null,
    serial: null,
    macAddress: mac,
    hostname: system?.hostname ?? null,
    ipAddress: address.host,
    port: address.port,
  }
}
