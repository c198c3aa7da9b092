type Value = number | bigint | boolean | string | null

/** Element types with their number in the catalogue of PostgreSQL, and their size in bytes. */
const binaryTypes: Readonly<Record<string, { oid: number; size: 1 | 2 | 4 | 8 }>> = {
  boolean: { oid: 16, size: 1 },
  int2: { oid: 21, size: 2 },
  int: { oid: 23, size: 4 },
  int4: { oid: 23, size: 4 },
  int8: { oid: 20, size: 8 },
}
const headerBytes = 20
const twoTo32 = 2 ** 32

/** Writes one value. @returns false when its type cannot hold it: the database is to say so, about its text. */
function write(
  view: DataView,
  at: number,
  value: Exclude<Value, string | null>,
  size: 1 | 2 | 4 | 8,
): boolean {
  if (size === 1) {
    if (typeof value !== 'boolean') return false
    view.setUint8(at, value ? 1 : 0)
    return true
  }
  if (typeof value === 'bigint') {
    if (size !== 8 || BigInt.asIntN(64, value) !== value) return false
    view.setBigInt64(at, value)
    return true
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return false
  if (size === 8) {
    view.setInt32(at, Math.floor(value / twoTo32))
    view.setInt32(at + 4, value | 0)
    return true
  }
  const most = size === 4 ? 0x7fff_ffff : 0x7fff
  if (value > most || value < -most - 1) return false
  if (size === 4) view.setInt32(at, value)
  else view.setInt16(at, value)
  return true
}

/**
 * An array as a parameter of a statement. PostgreSQL gets numbers as it keeps them, which costs both sides half of what a text does; the embedded
 * engine gets the text. Texts must need no quoting in an array literal: no commas, braces, quotes, spaces.
 */
export class ArrayParameter {
  readonly values: readonly Value[]
  readonly type: string

  constructor(values: readonly Value[], type: string) {
    this.values = values
    this.type = type
  }

  /** As an array literal. */
  toString(): string {
    const { values } = this
    return `{${(values.includes(null) ? values.map((value) => value ?? 'NULL') : values).join(',')}}`
  }

  /** Called by the `pg` client, which sends a buffer as it is. */
  toPostgres(): Buffer | string {
    return this.toBinary() ?? this.toString()
  }

  private toBinary(): Buffer | null {
    const { values } = this
    const type = binaryTypes[this.type]
    if (!type || values.length === 0) return null
    const { oid, size } = type
    const buffer = Buffer.allocUnsafe(headerBytes + values.length * (4 + size))
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    let hasNull = 0
    let at = headerBytes
    for (const value of values) {
      if (value === null) {
        hasNull = 1
        view.setInt32(at, -1)
        at += 4
        continue
      }
      view.setInt32(at, size)
      if (typeof value === 'string' || !write(view, at + 4, value, size)) return null
      at += 4 + size
    }
    view.setInt32(0, 1)
    view.setInt32(4, hasNull)
    view.setInt32(8, oid)
    view.setInt32(12, values.length)
    view.setInt32(16, 1)
    return buffer.subarray(0, at)
  }
}
