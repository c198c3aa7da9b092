import type { DeviceFault, DeviceIdentity } from '@shipminer/contract/telemetry'
import { budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { createCgminerDriver } from '../cgminer/cgminer-driver.ts'
import { replyTo } from '../cgminer/parse-reply.ts'
import { fieldOf, flagOf, macAddress, textOf } from '../cgminer/values.ts'
import type { DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver, ReadContext } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading, withUnknownRest } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { faultsFromCodes } from './error-codes.ts'
import { createV2Control } from './v2-control.ts'

/**
 * Whatsminers that speak the second API, which reads in the form of cgminer. A unit that hashes nothing is queried whether
 * it was switched off, which is rest and not a fault.
 */
export function createWhatsminerDriver(): Driver {
  const base = createCgminerDriver()
  const errors = createSlowLook()

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'whatsminer',

    async identify(address, evidence, context) {
      const { make, firmware } = recognise(evidence)
      const isSilent = evidence.cgminer !== null && Object.keys(evidence.cgminer.version).length === 0
      if (firmware !== null || (make !== 'Whatsminer' && !(make === null && isSilent))) return null
      const identity = await base.identify(address, evidence, context)
      return identity?.make === 'Whatsminer' ? { ...identity, driver: 'whatsminer' } : null
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const outcome = await base.poll(address, known, context)
      // The first generation stops its mining program to sleep: then its summary is missing, or a front-end says that it starts.
      if (!outcome.ok && outcome.reason !== 'garbled' && outcome.reason !== 'closed') return outcome
      const rest = { ...context, timeoutMs: budget.remainingMs() }
      if (!outcome.ok) {
        if (!(await isMinerOff(address, rest))) return outcome
        const identity = await identifySilent(known, address, rest)
        return { ok: true, identity, reading: { ...emptyReading('sleeping'), hashrateGhs: 0 } }
      }
      const isSilent = outcome.reading.hashrateGhs === null
      const answered = isSilent ? await identifySilent(outcome.identity, address, rest) : outcome.identity
      const identity = { ...answered, driver: known.driver }
      const isHashing = (outcome.reading.hashrateGhs ?? 0) !== 0
      const isOff = isHashing ? false : await isMinerOff(address, rest)
      const hashrateGhs = isOff ? 0 : outcome.reading.hashrateGhs
      const reported = isOff === null ? withUnknownRest(outcome.reading) : outcome.reading
      const read = { ...reported, hashrateGhs, state: isOff ? ('sleeping' as const) : reported.state }
      const look = () => readErrorCodes(address, { ...context, timeoutMs: budget.remainingMs() })
      // The first generation names its codes in the summary already.
      const reading = read.faults.length > 0 ? read : await errors.add(identity.key, read, look)
      return { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createV2Control(reader.poll) }
}

/** Null: not reported. */
async function isMinerOff(address: DeviceAddress, context: ReadContext): Promise<boolean | null> {
  const outcome = await readCommand(address, 'status', budgetFrom(context))
  const status = outcome.ok ? (replyTo(outcome.parsed, 'status')?.message ?? null) : null
  return flagOf(fieldOf(status, 'mineroff'))
}

async function readErrorCodes(address: DeviceAddress, context: ReadContext): Promise<DeviceFault[] | null> {
  const outcome = await readCommand(address, 'get_error_code', budgetFrom(context))
  const message = outcome.ok ? (replyTo(outcome.parsed, 'get_error_code')?.message ?? null) : null
  return message === null ? null : faultsFromCodes(fieldOf(message, 'error_code'))
}

/** Without a summary to say who answers, the MAC is asked for: at its address another may be at rest. */
async function identifySilent(
  known: DeviceIdentity,
  address: DeviceAddress,
  context: ReadContext,
): Promise<DeviceIdentity> {
  const expected = { ...known, ipAddress: address.host, port: address.port }
  const outcome = await readCommand(address, 'get_miner_info', budgetFrom(context))
  const info = outcome.ok ? (replyTo(outcome.parsed, 'get_miner_info')?.message ?? null) : null
  const mac = macAddress(fieldOf(info, 'mac', 'MAC'))
  if (mac === null || mac === known.macAddress) return expected
  const hostname = textOf(fieldOf(info, 'hostname'), 120)
  const named = { ...expected, key: identityKey(mac, null, address), macAddress: mac, hostname }
  // A device known by its address alone has got its name; any other is another one, of which nothing else is known.
  return known.key.startsWith('net:') ? named : { ...named, serial: null, model: null, firmware: null }
}
