import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeRequest, type ModbusRequest, takeAnswer } from './modbus-frame.ts'

const read: ModbusRequest = { kind: 'holding', address: 0x6b, count: 3 }
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** The answer of the specification's own example (MODBUS Application Protocol 1.1b3, 6.3), in a frame. */
const answer = hex('0007 0000 0009 01 03 06 022b 0000 0064')

test.each<[string, ModbusRequest, string]>([
  ['holding', read, '0007 0000 0006 01 03 006b 0003'],
  ['input', { kind: 'input', address: 8, count: 1 }, '0007 0000 0006 01 04 0008 0001'],
  ['coil on', { kind: 'write-coil', address: 0xac, on: true }, '0007 0000 0006 01 05 00ac ff00'],
  ['coil off', { kind: 'write-coil', address: 0xac, on: false }, '0007 0000 0006 01 05 00ac 0000'],
  ['identification', { kind: 'identification' }, '0007 0000 0005 01 2b 0e 01 00'],
])('%s', (_, request, bytes) => expect(encodeRequest(7, 1, request)).toEqual(hex(bytes)))

describe('an answer', () => {
  const take = (bytes: Buffer, request: ModbusRequest = read) => takeAnswer(bytes, 7, 1, request)
  test('is read', () =>
    expect(take(answer)).toEqual({
      kind: 'answer',
      answer: { ok: true, registers: [0x22b, 0, 0x64] },
      rest: Buffer.alloc(0),
    }))
  test('is waited for, byte by byte', () => {
    for (let end = 0; end < answer.length; end++)
      expect(take(answer.subarray(0, end))).toEqual({ kind: 'wait', rest: answer.subarray(0, end) })
  })
  test('to an older request is passed over', () => {
    const late = hex('0006 0000 0003 01 83 02')
    expect(take(Buffer.concat([late, answer]))).toMatchObject({ kind: 'answer', answer: { ok: true } })
    expect(take(late)).toMatchObject({ kind: 'wait' })
  })
  test('may be a refusal', () =>
    expect(take(hex('0007 0000 0003 01 83 02'))).toMatchObject({
      answer: { ok: false, reason: 'exception', code: 2 },
    }))
  test.each([
    ['of another unit', '0007 0000 0009 02 03 06 022b 0000 0064'],
    ['of another function', '0007 0000 0009 01 04 06 022b 0000 0064'],
    ['of another protocol', '0007 0001 0009 01 03 06 022b 0000 0064'],
    ['too short', '0007 0000 0007 01 03 04 022b 0000'],
    ['with a count that lies', '0007 0000 0009 01 03 04 022b 0000 0064'],
    ['longer than can be', '0007 0000 ffff 01 03'],
    ['without a body', '0007 0000 0001 01 03'],
  ])('%s is garbled', (_, bytes) =>
    expect(take(hex(bytes))).toMatchObject({ kind: 'answer', answer: { ok: false, reason: 'garbled' } }),
  )
  test('to a write is its echo', () => {
    const write: ModbusRequest = { kind: 'write-coil', address: 0, on: true }
    expect(take(hex('0007 0000 0006 01 05 0000 ff00'), write)).toMatchObject({ answer: { ok: true } })
    expect(take(hex('0007 0000 0006 01 05 0000 0000'), write)).toMatchObject({
      answer: { ok: false, reason: 'garbled' },
    })
  })
  test('of any bytes throws nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const taken = take(Buffer.from(bytes))
        if (taken.kind === 'answer' && taken.answer.ok) expect(taken.answer.registers).toHaveLength(3)
        take(Buffer.concat([hex('0007 0000 0030 01 2b 0e'), Buffer.from(bytes)]), { kind: 'identification' })
      }),
    )
  })
  describe('to the question who it is', () => {
    const ask: ModbusRequest = { kind: 'identification' }
    const framed = (text: string) => {
      const body = hex(text)
      const head = hex('0007 0000 0000')
      head.writeUInt16BE(body.length, 4)
      return Buffer.concat([head, body])
    }
    test('names maker and product', () =>
      expect(take(framed('01 2b 0e 01 01 00 00 02 00 04 41636d65 01 03 4d2033'), ask)).toMatchObject({
        answer: {
          ok: true,
          objects: new Map([
            [0, 'Acme'],
            [1, 'M 3'],
          ]),
        },
      }))
    test('may be that it does not know the question', () =>
      expect(take(framed('01 ab 01'), ask)).toMatchObject({
        answer: { ok: false, reason: 'exception', code: 1 },
      }))
    test.each([
      ['that ends too soon', '01 2b 0e 01 01 00 00 01 00 ff'],
      ['that names more than it has', '01 2b 0e 01 01 00 00 02 00 02 4142'],
      ['of another kind', '01 2b 0d 01 01 00 00 00'],
      ['without a count', '01 2b 0e 01 01'],
    ])('%s is garbled', (_, bytes) =>
      expect(take(framed(bytes), ask)).toMatchObject({ answer: { ok: false, reason: 'garbled' } }),
    )
  })
})
