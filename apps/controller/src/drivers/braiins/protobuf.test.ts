import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesField, numberField, readFields } from './protobuf.ts'

describe('fields of protocol buffers', () => {
  test('of the examples of their specification', () => {
    expect(numberField(1, 150).toString('hex')).toBe('089601')
    expect(bytesField(2, 'testing').toString('hex')).toBe('120774657374696e67')
    expect(readFields(Buffer.from('089601120774657374696e67', 'hex'))).toEqual(
      new Map<number, unknown>([
        [1, 150],
        [2, Buffer.from('testing')],
      ]),
    )
  })

  test('are read as they were written, the unknown kinds of fixed length passed over', () => {
    const number = fc.maxSafeNat()
    const field = fc.integer({ min: 1, max: 536_870_911 })
    fc.assert(
      fc.property(field, number, fc.uint8Array({ maxLength: 300 }), (at, value, content) => {
        const fixed = Buffer.from('190102030405060708', 'hex')
        expect(readFields(Buffer.concat([fixed, numberField(at, value)]))?.get(at)).toBe(value)
        expect(readFields(bytesField(at, content))?.get(at)).toEqual(Buffer.from(content))
      }),
    )
  })

  test('of any bytes end, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const fields = readFields(bytes)
        if (fields !== null) for (const field of fields.values()) expect(field).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })
})
