import { z } from 'zod'
import type { Register } from './register-value.ts'

/** The registers of a meter: phases and total scaled to kW, voltages to V, currents to A, frequency to Hz. */
type MeterRegisters = {
  voltages: Register[]
  currents: Register[]
  phases: Register[]
  total: Register | null
  frequency: Register
}

type Format = Pick<Register, 'kind' | 'type'> & Partial<Pick<Register, 'wordOrder' | 'noValue'>>
/** Where a figure of each phase stands, what one count of it is, and its type where that is another. */
type Three = { at: readonly [number, number, number]; one: number; type?: Register['type'] }
type One = { at: number; one: number; type?: Register['type'] }

function meter(
  { kind, type, wordOrder = 'high-first', noValue = 'usual' }: Format,
  figures: { volts: Three; amps: Three; kw: Three; totalKw: One | null; hz: One },
): MeterRegisters {
  const register = (address: number, figure: { one: number; type?: Register['type'] }): Register => ({
    kind,
    address,
    type: figure.type ?? type,
    wordOrder,
    byteOrder: 'high-first',
    scale: figure.one,
    noValue,
  })
  const each = (figure: Three) => figure.at.map((address) => register(address, figure))
  return {
    voltages: each(figures.volts),
    currents: each(figures.amps),
    phases: each(figures.kw),
    total: figures.totalKw === null ? null : register(figures.totalKw.at, figures.totalKw),
    frequency: register(figures.hz.at, figures.hz),
  }
}

/** Three figures, one after the other. */
const from = (first: number, step = 2): [number, number, number] => [first, first + step, first + 2 * step]

const inputFloat = { kind: 'input', type: 'float32' } as const
const holdingFloat = { kind: 'holding', type: 'float32' } as const
const carloGavazzi = (hz: One) =>
  meter(
    { kind: 'input', type: 'int32', wordOrder: 'low-first' },
    {
      volts: { at: from(0), one: 0.1 },
      amps: { at: from(12), one: 0.001 },
      kw: { at: from(18), one: 0.0001 },
      totalKw: { at: 40, one: 0.0001 },
      hz,
    },
  )
const schneider = meter(holdingFloat, {
  volts: { at: from(3027), one: 1 },
  amps: { at: from(2999), one: 1 },
  kw: { at: from(3053), one: 1 },
  totalKw: { at: 3059, one: 1 },
  hz: { at: 3109, one: 1 },
})
const janitza = (volts: number, amps: number, watts: number, total: number, hz: number) =>
  meter(holdingFloat, {
    volts: { at: from(volts), one: 1 },
    amps: { at: from(amps), one: 1 },
    kw: { at: from(watts), one: 0.001 },
    totalKw: { at: total, one: 0.001 },
    hz: { at: hz, one: 1 },
  })

/**
 * Meters by name, with addresses as on the wire. Taken from public register lists and from open programs that read these meters; not tried by us
 * on each device: every reading has to pass the checks of `judgeLoad` before it counts.
 */
export const meterPresets = {
  'eastron-sdm630': meter(inputFloat, {
    volts: { at: from(0), one: 1 },
    amps: { at: from(6), one: 1 },
    kw: { at: from(12), one: 0.001 },
    totalKw: { at: 52, one: 0.001 },
    hz: { at: 70, one: 1 },
  }),
  'carlo-gavazzi-em24-rs485': carloGavazzi({ at: 55, one: 0.1, type: 'int16' }),
  'carlo-gavazzi-em24-ethernet': carloGavazzi({ at: 51, one: 0.1, type: 'uint16' }),
  'carlo-gavazzi-em340': carloGavazzi({ at: 51, one: 0.1, type: 'uint16' }),
  'carlo-gavazzi-em530': carloGavazzi({ at: 51, one: 0.1, type: 'uint16' }),
  'schneider-iem3155': schneider,
  'schneider-pm5000': schneider,
  'janitza-umg96rm': janitza(19_000, 19_012, 19_020, 19_026, 19_050),
  'janitza-umg604': janitza(1_317, 1_325, 1_333, 1_369, 1_439),
  'janitza-umg511': janitza(3_845, 3_853, 3_861, 3_925, 3_995),
  'abb-b23-b24': meter(
    { kind: 'holding', type: 'int32', noValue: 'highest' },
    {
      volts: { at: from(0x5b00), one: 0.1, type: 'uint32' },
      amps: { at: from(0x5b0c), one: 0.01, type: 'uint32' },
      kw: { at: from(0x5b16), one: 0.00001 },
      totalKw: { at: 0x5b14, one: 0.00001 },
      hz: { at: 0x5b2c, one: 0.01, type: 'uint16' },
    },
  ),
  /** GenComm page 4. The total is on a page that not every model has, so the phases are added up. */
  'deep-sea': meter(
    { kind: 'holding', type: 'int32', noValue: 'eight-highest' },
    {
      volts: { at: from(1_032), one: 0.1, type: 'uint32' },
      amps: { at: from(1_044), one: 0.1, type: 'uint32' },
      kw: { at: from(1_052), one: 0.001 },
      totalKw: null,
      hz: { at: 1_031, one: 0.1, type: 'uint16' },
    },
  ),
  /** InteliLite 4 and 9 with the map as delivered. Whole kW only, so the phases do not add up to its total. */
  'comap-intelilite': meter(
    { kind: 'holding', type: 'int16' },
    {
      volts: { at: from(1_037, 1), one: 1 },
      amps: { at: from(1_043, 1), one: 1 },
      kw: { at: from(1_021, 1), one: 1 },
      totalKw: null,
      hz: { at: 1_036, one: 0.1 },
    },
  ),
  /** A generator set as the GX shows it; the unit is its device instance. It answers 0 for "no value", which the voltage tells apart. */
  'victron-gx-genset': meter(
    { kind: 'holding', type: 'int32' },
    {
      volts: { at: from(3_200, 1), one: 0.1, type: 'uint16' },
      amps: { at: from(3_203, 1), one: 0.1, type: 'int16' },
      kw: { at: from(3_230), one: 0.001 },
      totalKw: null,
      hz: { at: 3_209, one: 0.01, type: 'uint16' },
    },
  ),
  'shelly-pro-3em': meter(
    { kind: 'input', type: 'float32', wordOrder: 'low-first' },
    {
      volts: { at: from(1_020, 20), one: 1 },
      amps: { at: from(1_022, 20), one: 1 },
      kw: { at: from(1_024, 20), one: 0.001 },
      totalKw: { at: 1_013, one: 0.001 },
      hz: { at: 1_033, one: 1 },
    },
  ),
} as const satisfies Record<string, MeterRegisters>

/** A meter by name whose registers are its own: they were read from the list that its maker's program exports. */
export const exportedMap = 'comap-export'

export const MeterPresetSchema = z.enum([
  ...(Object.keys(meterPresets) as (keyof typeof meterPresets)[]),
  exportedMap,
])
