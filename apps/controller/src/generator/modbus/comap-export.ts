import type { Register } from './register-value.ts'

/** The registers of a controller whose map is made anew for each configuration. */
type ComapMap = {
  phases: Register[]
  total: Register | null
  voltages: Register[]
  currents: Register[]
  frequency: Register
}

/**
 * The communication objects of the generator's figures. They are the same in every controller of this maker, while registers are made anew
 * with each configuration and names are translated.
 */
const objects = {
  total: 8_202,
  phases: [8_524, 8_525, 8_526],
  voltages: [8_192, 8_193, 8_194],
  currents: [8_198, 8_199, 8_200],
  frequency: 8_210,
} as const

/** What one of a unit is in the unit that counts here: kW, V, A, Hz. */
const units: Readonly<Record<string, { is: 'kW' | 'V' | 'A' | 'Hz'; times: number }>> = {
  W: { is: 'kW', times: 0.001 },
  kW: { is: 'kW', times: 1 },
  MW: { is: 'kW', times: 1_000 },
  V: { is: 'V', times: 1 },
  A: { is: 'A', times: 1 },
  Hz: { is: 'Hz', times: 1 },
}

/** Numbers from here on count from it, as older programs write holding registers; others are as on the wire. */
const firstHolding = 40_001
const longestRow = 400

/** One row: register or registers, object, name, unit, type, bytes, decimals. What is no whole number of two or four bytes is of no use here. */
const rowOf =
  /^(\d{5})(?:\s*-\s*\d{5}\s*\(\s*\d+\s*\))?\s+(\d{4,5})\s(.*)\s(\w+)\s+(?:Integer|Unsigned)\s+([24])\s+(\d)\s/

/** The registers in a list that ComAp's programs export; null: a figure is missing, or it is no such list. */
export function readComapExport(text: string): ComapMap | null {
  const found = new Map<number, { register: Register; is: string }>()
  for (const row of text.split(/\r?\n/)) {
    const parts = row.length > longestRow ? null : rowOf.exec(row)
    if (parts === null) continue
    const [, number = '', object = '', , unit = '', bytes, decimals = '0'] = parts
    const known = Object.hasOwn(units, unit) ? units[unit] : undefined
    const address = Number(number) >= firstHolding ? Number(number) - firstHolding : Number(number)
    if (known === undefined || found.has(Number(object))) continue
    found.set(Number(object), {
      is: known.is,
      register: {
        kind: 'holding',
        address,
        // Unsigned ones as well: 0x8000 is "no value" in all of them, and no figure of a set is as high.
        type: bytes === '4' ? 'int32' : 'int16',
        wordOrder: 'high-first',
        byteOrder: 'high-first',
        scale: known.times / 10 ** Number(decimals),
        noValue: 'usual',
      },
    })
  }
  const one = (object: number, unit: string): Register | null => {
    const figure = found.get(object)
    return figure?.is === unit ? figure.register : null
  }
  const each = (three: readonly number[], unit: string) =>
    three.map((object) => one(object, unit)).filter((register) => register !== null)
  const phases = each(objects.phases, 'kW')
  const voltages = each(objects.voltages, 'V')
  const currents = each(objects.currents, 'A')
  const frequency = one(objects.frequency, 'Hz')
  const total = one(objects.total, 'kW')
  const hasAll = voltages.length === 1 || voltages.length === 3
  if (frequency === null || !hasAll || (phases.length < 3 && total === null)) return null
  return {
    // Rounded one by one, so that they do not add up to the total: one or the other.
    phases: phases.length === 3 ? phases : [],
    total: phases.length === 3 ? null : total,
    voltages,
    currents,
    frequency,
  }
}
