import { z } from 'zod'

/** One figure in a device's register map. */
export const RegisterSchema = z.object({
  kind: z.enum(['holding', 'input']).default('holding'),
  /** On the wire, from 0: a manual's 40001 is holding register 0, its 30001 input register 0. */
  address: z.number().int().min(0).max(65_535),
  type: z.enum(['int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64']),
  /** Which of several registers comes first. */
  wordOrder: z.enum(['high-first', 'low-first']).default('high-first'),
  /** Which byte of each register comes first. The protocol says the high one; some devices swap them. */
  byteOrder: z.enum(['high-first', 'low-first']).default('high-first'),
  /** The figure in kW is the register times this: 0.001 for W, 0.1 for tenths of a kW, -1 where the meter counts the other way. */
  scale: z.number().refine((scale) => scale !== 0, 'must not be 0'),
  /**
   * Which codes of a whole number mean "no value", besides the usual one (the lowest of a signed type, the highest of an unsigned one):
   * the highest of either, or the eight highest.
   */
  noValue: z.enum(['usual', 'highest', 'eight-highest']).default('usual'),
})
export type Register = z.infer<typeof RegisterSchema>

type RegisterType = Register['type']

/** How each type is read from big-endian bytes. */
const types: Readonly<
  Record<
    RegisterType,
    { count: 1 | 2 | 4; read: (bytes: Buffer) => number | bigint; whole?: 'signed' | 'unsigned' }
  >
> = {
  int16: { count: 1, read: (bytes) => bytes.readInt16BE(), whole: 'signed' },
  uint16: { count: 1, read: (bytes) => bytes.readUInt16BE(), whole: 'unsigned' },
  int32: { count: 2, read: (bytes) => bytes.readInt32BE(), whole: 'signed' },
  uint32: { count: 2, read: (bytes) => bytes.readUInt32BE(), whole: 'unsigned' },
  int64: { count: 4, read: (bytes) => bytes.readBigInt64BE(), whole: 'signed' },
  uint64: { count: 4, read: (bytes) => bytes.readBigUInt64BE(), whole: 'unsigned' },
  float32: { count: 2, read: (bytes) => bytes.readFloatBE() },
  float64: { count: 4, read: (bytes) => bytes.readDoubleBE() },
}

/** Whether a number is one of the codes that meters put where they have no value. */
function isNoValue(raw: number | bigint, { type, noValue }: Pick<Register, 'type' | 'noValue'>): boolean {
  const { count, whole } = types[type]
  if (whole === undefined) return !Number.isFinite(Number(raw))
  const bits = BigInt(16 * count)
  const highest = whole === 'signed' ? 2n ** (bits - 1n) - 1n : 2n ** bits - 1n
  const code = BigInt(raw)
  if (noValue === 'eight-highest') return code > highest - 8n || code === -highest - 1n
  if (code === highest) return whole === 'unsigned' || noValue === 'highest'
  return whole === 'signed' && code === -highest - 1n
}

/** The number of registers that a figure takes. */
export const registerCount = ({ type }: Pick<Register, 'type'>): 1 | 2 | 4 => types[type].count

/** The figure in kW, or null where the device has none: too few registers, not a number, or its sign for no value. */
export function registerValueKw(register: Register, words: readonly number[]): number | null {
  const { count, read } = types[register.type]
  if (words.length < count) return null
  const own = words.slice(0, count)
  const bytes = Buffer.alloc(2 * count)
  for (const [index, word] of (register.wordOrder === 'high-first' ? own : own.reverse()).entries())
    bytes.writeUInt16BE(word, 2 * index)
  if (register.byteOrder === 'low-first') bytes.swap16()
  const raw = read(bytes)
  return isNoValue(raw, register) ? null : Number(raw) * register.scale
}

/** Text in registers, two signs in each, up to where it ends. */
export function registersText(words: readonly number[]): string {
  const bytes = Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]))
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}
