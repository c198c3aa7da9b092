import { expect, test } from 'vitest'
import { type Register, RegisterSchema, registerValueKw } from './register-value.ts'

const register = (over: Partial<Register>): Register =>
  RegisterSchema.parse({ address: 0, type: 'int16', scale: 1, ...over })

test.each<[string, Partial<Register>, number[], number | null]>([
  ['tenths of a kW', { type: 'uint16', scale: 0.1 }, [425], 42.5],
  ['a negative number', { type: 'int16' }, [0xfffe], -2],
  ['a meter that counts the other way', { type: 'int16', scale: -0.001 }, [0xd8f0], 10],
  ['W in 32 bits', { type: 'int32', scale: 0.001 }, [0, 42_000], 42],
  ['W in 32 bits, low word first', { type: 'int32', scale: 0.001, wordOrder: 'low-first' }, [42_000, 0], 42],
  ['more than 31 bits', { type: 'uint32' }, [0x8000, 0], 0x8000_0000],
  ['a float', { type: 'float32' }, [0x4229, 0x0000], 42.25],
  ['a float, low word first', { type: 'float32', wordOrder: 'low-first' }, [0x0000, 0x4229], 42.25],
  ['NaN', { type: 'float32' }, [0x7fc0, 0], null],
  ['infinity', { type: 'float32' }, [0x7f80, 0], null],
  ['no value, int16', { type: 'int16' }, [0x8000], null],
  ['no value, uint16', { type: 'uint16' }, [0xffff], null],
  ['no value, int32', { type: 'int32' }, [0x8000, 0], null],
  ['no value, uint32', { type: 'uint32' }, [0xffff, 0xffff], null],
  ['too few registers', { type: 'int32' }, [1], null],
  ['no registers', { type: 'int16' }, [], null],
])('%s', (_, over, words, expected) => {
  const kw = registerValueKw(register(over), words)
  if (expected === null) expect(kw).toBeNull()
  else expect(kw).toBeCloseTo(expected, 9)
})
test('a scale of 0 would make every load 0', () =>
  expect(RegisterSchema.safeParse({ address: 0, type: 'int16', scale: 0 }).success).toBe(false))
