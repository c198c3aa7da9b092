/*
 * As much of the protocol buffers as the calls of this driver need: fields of numbers and of bytes.
 * https://protobuf.dev/programming-guides/encoding
 */

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** A field with a whole number of at least 0. */
export function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + VARINT), varint(value)])
}

/** A field with a text, bytes or another message. */
export function bytesField(field: number, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(field * 8 + BYTES), varint(bytes.length), bytes])
}

/** The fields of a message, the last of each number; null when it is none. Numbers beyond 2^53 are not exact. */
export function readFields(message: Uint8Array): ReadonlyMap<number, number | Buffer> | null {
  const fields = new Map<number, number | Buffer>()
  let at = 0
  const readVarint = (): number | null => {
    let value = 0
    for (let place = 0; place < 10 && at < message.length; place += 1) {
      const byte = message[at++] ?? 0
      value += (byte % 128) * 128 ** place
      if (byte < 128) return value
    }
    return null
  }
  while (at < message.length) {
    const tag = readVarint()
    if (tag === null) return null
    const [field, kind] = [Math.floor(tag / 8), tag % 8]
    const value =
      kind === VARINT || kind === BYTES ? readVarint() : kind === FIXED64 ? 8 : kind === FIXED32 ? 4 : null
    if (value === null) return null
    if (kind === VARINT) {
      fields.set(field, value)
      continue
    }
    if (at + value > message.length) return null
    if (kind === BYTES) fields.set(field, Buffer.from(message.subarray(at, at + value)))
    at += value
  }
  return fields
}
