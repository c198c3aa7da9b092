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
  ['W in 64 bits', { type: 'int64', scale: 0.001 }, [0, 0, 0, 42_000], 42],
  ['a negative number in 64 bits', { type: 'int64' }, [0xffff, 0xffff, 0xffff, 0xfffe], -2],
  ['W in 64 bits, low word first', { type: 'uint64', wordOrder: 'low-first' }, [42, 1, 0, 0], 65_578],
  ['a double', { type: 'float64' }, [0x4045, 0x2000, 0, 0], 42.25],
  ['a double, low word first', { type: 'float64', wordOrder: 'low-first' }, [0, 0, 0x2000, 0x4045], 42.25],
  ['bytes swapped', { type: 'int16', byteOrder: 'low-first' }, [0xfeff], -2],
  ['a float, bytes swapped', { type: 'float32', byteOrder: 'low-first' }, [0x2942, 0x0000], 42.25],
  [
    'a float, bytes and words swapped',
    { type: 'float32', byteOrder: 'low-first', wordOrder: 'low-first' },
    [0x0000, 0x2942],
    42.25,
  ],
  ['no value, int64', { type: 'int64' }, [0x8000, 0, 0, 0], null],
  ['no value, uint64', { type: 'uint64' }, [0xffff, 0xffff, 0xffff, 0xffff], null],
  ['NaN in 64 bits', { type: 'float64' }, [0x7ff8, 0, 0, 0], null],
  ['too few registers for 64 bits', { type: 'uint64' }, [0, 0, 1], null],
  ['no value, bytes swapped', { type: 'int16', byteOrder: 'low-first' }, [0x0080], null],
  ['NaN', { type: 'float32' }, [0x7fc0, 0], null],
  ['infinity', { type: 'float32' }, [0x7f80, 0], null],
  ['no value, int16', { type: 'int16' }, [0x8000], null],
  ['no value, uint16', { type: 'uint16' }, [0xffff], null],
  ['no value, int32', { type: 'int32' }, [0x8000, 0], null],
  ['no value, uint32', { type: 'uint32' }, [0xffff, 0xffff], null],
  ['the highest is a figure of most meters', { type: 'int32' }, [0x7fff, 0xffff], 0x7fff_ffff],
  ['no value of those that put the highest', { type: 'int32', noValue: 'highest' }, [0x7fff, 0xffff], null],
  ['no value of those, int64', { type: 'int64', noValue: 'highest' }, [0x7fff, 0xffff, 0xffff, 0xffff], null],
  ['the eighth highest', { type: 'int16', noValue: 'eight-highest' }, [0x7ff8], null],
  ['the ninth highest', { type: 'int16', noValue: 'eight-highest' }, [0x7ff7], 0x7ff7],
  ['minus one where the eight highest mean none', { type: 'int16', noValue: 'eight-highest' }, [0xffff], -1],
  ['the eighth highest, unsigned', { type: 'uint32', noValue: 'eight-highest' }, [0xffff, 0xfff8], null],
  [
    'the ninth highest, unsigned',
    { type: 'uint32', noValue: 'eight-highest' },
    [0xffff, 0xfff7],
    0xffff_fff7,
  ],
  ['too few registers', { type: 'int32' }, [1], null],
  ['no registers', { type: 'int16' }, [], null],
])('%s', (_, over, words, expected) => {
  const kw = registerValueKw(register(over), words)
  if (expected === null) expect(kw).toBeNull()
  else expect(kw).toBeCloseTo(expected, 9)
})
test('a scale of 0 would make every load 0', () =>
  expect(RegisterSchema.safeParse({ address: 0, type: 'int16', scale: 0 }).success).toBe(false))
