import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { MeterError, type MeterFigures } from '../meter/meter-figures.ts'
import { identityOf } from '../meter/meter-identity.ts'
import { registersText } from './register-value.ts'

/** Where a device may have its map, in the order in which it is looked for. */
const sunspecBases = [40_000, 0, 50_000] as const
const sunspecMark = [0x5375, 0x6e53] as const
const endOfModels = 0xffff
const mostModels = 100
/** The model that says who the device is, before those of what it measures. */
const commonModel = 1

/** The fields of the common model, from its id register on. */
const commonFields = { maker: [2, 16], model: [18, 16], serial: [50, 16] } as const
/** Registers from its id on that hold them. */
const commonRegisters = 66

/** Who the device is, by its common model. */
function readCommonModel(words: readonly number[]): Record<keyof typeof commonFields, string> {
  const text = ([at, count]: readonly [number, number]) => registersText(words.slice(at, at + count))
  return {
    maker: text(commonFields.maker),
    model: text(commonFields.model),
    serial: text(commonFields.serial),
  }
}

/** Registers of a device; null where it refuses them. */
type Read = (address: number, count: number) => Promise<readonly number[] | null>

/** Who a device is, by the common model at `commonAt`; null where it has none, or says nothing there. */
export async function readSunspecIdentity(
  commonAt: number | null,
  read: Read,
): Promise<MeterIdentity | null> {
  const words = commonAt === null ? null : await read(commonAt, commonRegisters)
  return words?.[0] === commonModel ? identityOf('sunspec', readCommonModel(words)) : null
}

/** Meter models: 201 single phase, 202 split phase, 203 wye, 204 delta; 211 to 214 the same as floating point. */
const wholeModels = [201, 202, 203, 204]
const floatModels = [211, 212, 213, 214]
const isMeterModel = (id: number): boolean => wholeModels.includes(id) || floatModels.includes(id)
const isFloatModel = (id: number): boolean => floatModels.includes(id)

/** Looks for the map of a device: its meter's model with the common one that says who it is, each null where there is none. Null: no device of SunSpec. */
export async function findSunspec(
  read: Read,
): Promise<{ meter: { id: number; at: number } | null; commonAt: number | null } | null> {
  for (const base of sunspecBases) {
    const mark = await read(base, 2)
    if (mark?.[0] !== sunspecMark[0] || mark[1] !== sunspecMark[1]) continue
    let at = base + 2
    // Behind an inverter the meter has one of its own, after the inverter's.
    let commonAt: number | null = null
    for (let models = 0; models < mostModels && at < 0xffff; models += 1) {
      const [id, length] = (await read(at, 2)) ?? []
      if (id === undefined || length === undefined || id === endOfModels) break
      if (isMeterModel(id)) return { meter: { id, at }, commonAt }
      if (id === commonModel) commonAt = at
      at += 2 + length
    }
    return { meter: null, commonAt }
  }
  return null
}

/** How many phases a model has: delta has the power of each as wye does, where it has it at all. */
const phaseCount = (id: number): number => Math.min(3, id % 10)

/** Registers from the model's id on that hold every figure with its scale: read in one request, since a scale may change at any time. */
export const modelRegisters = (id: number): number => (isFloatModel(id) ? 36 : 23)

/** The figures of a meter model, from its id register on. Throws a `MeterError` where it has no power. */
export function readMeterModel(
  id: number,
  words: readonly number[],
  options: { ratio: number; isReversed: boolean },
): Omit<MeterFigures, 'arrivedAt'> {
  const figures = isFloatModel(id) ? floatFigures(words) : wholeFigures(words)
  const toKw = (kw: number) => ((options.isReversed ? -kw : kw) * options.ratio) / 1_000
  const phases = figures.phaseWatts.filter((watts) => watts !== null)
  // Without a total every phase has to be there: one that is not known is not 0.
  if (figures.watts === null && phases.length < phaseCount(id))
    throw new MeterError('the meter gives no power')
  const fromLines = figures.lineVolts.map((volts) => volts / Math.sqrt(3))
  return {
    totalKw: figures.watts === null ? null : toKw(figures.watts),
    phasesKw: phases.map(toKw),
    // A delta meter knows no neutral.
    voltages: figures.phaseVolts.length > 0 ? figures.phaseVolts : fromLines,
    currents: figures.amps.map((amps) => amps * options.ratio),
    frequencyHz: figures.hz,
  }
}

type Figures = {
  amps: number[]
  phaseVolts: number[]
  lineVolts: number[]
  hz: number | null
  watts: number | null
  phaseWatts: (number | null)[]
}
const keepKnown = (figures: (number | null)[]): number[] => figures.filter((figure) => figure !== null)
const three = (read: (at: number) => number | null, first: number, step = 1) =>
  [0, 1, 2].map((phase) => read(first + phase * step))

/** No value, and what a 16-bit figure that is too small for the power stands still at. */
const unknownCodes = new Set([0x8000, 0x7fff])

function wholeFigures(words: readonly number[]): Figures {
  const scaleWith = (scaleAt: number) => {
    const scale = signed16(words[scaleAt] ?? 0x8000)
    return (at: number): number | null => {
      const raw = words[at] ?? 0x8000
      return Math.abs(scale) > 10 || unknownCodes.has(raw) ? null : signed16(raw) * 10 ** scale
    }
  }
  const [amps, volts, hz, watts] = [scaleWith(6), scaleWith(15), scaleWith(17), scaleWith(22)]
  return {
    amps: keepKnown(three(amps, 3)),
    phaseVolts: keepKnown(three(volts, 8)),
    lineVolts: keepKnown(three(volts, 12)),
    hz: hz(16),
    watts: watts(18),
    phaseWatts: three(watts, 19),
  }
}

function floatFigures(words: readonly number[]): Figures {
  const read = (at: number): number | null => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt16BE(words[at] ?? 0x7fc0, 0)
    bytes.writeUInt16BE(words[at + 1] ?? 0, 2)
    const figure = bytes.readFloatBE()
    return Number.isFinite(figure) ? figure : null
  }
  return {
    amps: keepKnown(three(read, 4, 2)),
    phaseVolts: keepKnown(three(read, 12, 2)),
    lineVolts: keepKnown(three(read, 20, 2)),
    hz: read(26),
    watts: read(28),
    phaseWatts: three(read, 30, 2),
  }
}

const signed16 = (word: number): number => (word >= 0x8000 ? word - 0x1_0000 : word)
