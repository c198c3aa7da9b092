import { z } from 'zod'

/** One figure in a device's register map. */
export const RegisterSchema = z.object({
  kind: z.enum(['holding', 'input']).default('holding'),
  /** On the wire, from 0: a manual's 40001 is holding register 0, its 30001 input register 0. */
  address: z.number().int().min(0).max(65_535),
  type: z.enum(['int16', 'uint16', 'int32', 'uint32', 'float32']),
  /** Which of two registers comes first. */
  wordOrder: z.enum(['high-first', 'low-first']).default('high-first'),
  /** The figure in kW is the register times this: 0.001 for W, 0.1 for tenths of a kW, -1 where the meter counts the other way. */
  scale: z.number().refine((scale) => scale !== 0, 'must not be 0'),
})
export type Register = z.infer<typeof RegisterSchema>

/** The number of registers that a figure takes. */
export const registerCount = ({ type }: Pick<Register, 'type'>): 1 | 2 =>
  type === 'int16' || type === 'uint16' ? 1 : 2

/** What meters put where they have no value. */
const noValue: Readonly<Record<Register['type'], readonly number[]>> = {
  int16: [-0x8000],
  uint16: [0xffff],
  int32: [-0x8000_0000],
  uint32: [0xffff_ffff],
  float32: [],
}

/** The figure in kW, or null where the device has none: too few registers, not a number, or its sign for no value. */
export function registerValueKw(register: Register, words: readonly number[]): number | null {
  const count = registerCount(register)
  if (words.length < count) return null
  const bytes = Buffer.alloc(4)
  const [first = 0, second = 0] = words
  const [high, low] = count === 1 || register.wordOrder === 'high-first' ? [first, second] : [second, first]
  bytes.writeUInt16BE(high, 0)
  bytes.writeUInt16BE(low, 2)
  const raw = {
    int16: () => bytes.readInt16BE(0),
    uint16: () => bytes.readUInt16BE(0),
    int32: () => bytes.readInt32BE(0),
    uint32: () => bytes.readUInt32BE(0),
    float32: () => bytes.readFloatBE(0),
  }[register.type]()
  if (!Number.isFinite(raw) || noValue[register.type].includes(raw)) return null
  return raw * register.scale
}
