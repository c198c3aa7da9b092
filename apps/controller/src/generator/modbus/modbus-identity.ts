import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import type { z } from 'zod'
import { identityOf } from '../meter/meter-identity.ts'
import type { MeterPresetSchema } from './meter-presets.ts'
import type { ModbusClient } from './modbus-client.ts'
import { readRegisters } from './read-registers.ts'
import { registersText } from './register-value.ts'

type Preset = z.infer<typeof MeterPresetSchema>
type Parts = Parameters<typeof identityOf>[1]
/** Where a meter says who it is, in one request, and what that means. */
type IdentityRegisters = {
  kind: 'holding' | 'input'
  address: number
  count: number
  read: (words: readonly number[]) => Parts
}

/** A whole number; all zeros or all ones were never programmed. */
const number32 = ([high = 0, low = 0]: readonly number[]): string | null => {
  const value = high * 0x1_0000 + low
  return value === 0 || value === 0xffff_ffff ? null : String(value)
}
const serialNumber = (address: number): IdentityRegisters => ({
  kind: 'holding',
  address,
  count: 2,
  read: (words) => ({ serial: number32(words) }),
})

/**
 * Registers by which meters say who they are, as on the wire. Only those that a register list or an open program that reads these meters names:
 * Eastron's is in sdm_modbus (nmakel), Carlo Gavazzi's, ABB's and Deep Sea's (page 3 of GenComm) in Victron's dbus-modbus-client,
 * Schneider's (130 in its list, which counts from 1) in programs for the iEM3155 and the PM5100, Shelly's in its own documentation.
 */
const identityRegisters: Partial<Record<Preset, IdentityRegisters>> = {
  'eastron-sdm630': serialNumber(0xfc00),
  'carlo-gavazzi-em24-ethernet': {
    kind: 'holding',
    address: 0x5000,
    count: 7,
    read: (words) => ({ serial: registersText(words) }),
  },
  'schneider-iem3155': serialNumber(129),
  'schneider-pm5000': serialNumber(129),
  'abb-b23-b24': serialNumber(0x8900),
  'deep-sea': {
    kind: 'holding',
    address: 768,
    count: 4,
    read: ([maker = 0, model = 0, ...serial]) => ({
      // Numbers, that only together name a product. The eight highest mean that there is none.
      model: maker >= 0xfff8 || model >= 0xfff8 || maker + model === 0 ? null : `${maker}-${model}`,
      serial: (serial[0] ?? 0) === 0xffff && (serial[1] ?? 0) >= 0xfff8 ? null : number32(serial),
    }),
  },
  'shelly-pro-3em': {
    kind: 'input',
    address: 0,
    count: 16,
    read: (words) => ({ serial: registersText(words.slice(0, 6)), model: registersText(words.slice(6)) }),
  },
}

/** Reads who a Modbus meter is: by the registers of its preset, or where that has none by function 43/14 of the protocol itself. */
export function createIdentityReader(
  client: ModbusClient,
  preset: Preset | null,
): (withinMs: number) => Promise<MeterIdentity | null> {
  const registers = preset === null ? undefined : identityRegisters[preset]
  if (registers !== undefined)
    return async (withinMs) => {
      const { kind, address, count, read } = registers
      const words = await readRegisters(client, { kind, address, count }, { withinMs })
      return words && identityOf(`modbus/${preset}`, read(words))
    }
  // A device that does not know the function may keep a bus busy by not answering: it is queried once.
  let isUnknown = false
  return async (withinMs) => {
    if (isUnknown) return null
    const answer = await client.ask({ kind: 'identification' }, { withinMs })
    if (answer.ok)
      return identityOf('modbus/43-14', { maker: answer.objects?.get(0), model: answer.objects?.get(1) })
    isUnknown = true
    return null
  }
}
