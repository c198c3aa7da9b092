import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTolerantJson } from './tolerant-json.ts'

const value = (text: string) => readTolerantJson(text).value

test.each([
  ['missing comma between rows', '{"STATS":[{"a":1}{"b":2}]}', { STATS: [{ a: 1 }, { b: 2 }] }],
  ['comma before the first row', '{"STATS":[,{"a":1}]}', { STATS: [{ a: 1 }] }],
  ['comma after the last member', '{"a":1,}', { a: 1 }],
  ['comma after the last item', '{"a":[1,2,]}', { a: [1, 2] }],
  ['body that begins with a comma', ',"id":1}', { id: 1 }],
  ['doubled quote before a key', '{"a":1,""temp0":62}', { a: 1, temp0: 62 }],
  ['missing comma between a text and the next key', '{"a":"x""temp0":62}', { a: 'x', temp0: 62 }],
  [
    'bare inf and nan',
    '{"a":inf,"b":nan,"c":-nan,"d":-inf,"e":NaN,"f":Infinity}',
    { a: null, b: null, c: null, d: null, e: null, f: null },
  ],
  ['number too large for a number', '{"a":1e999,"b":2}', { a: null, b: 2 }],
  ['raw control bytes in a text', '{"a":"x\u0001y\nz","b":1}', { a: 'xyz', b: 1 }],
  ['raw control bytes between values', '{\u0001"a":\u00021}', { a: 1 }],
  [
    'pairs written into a list',
    '{"error_code":["218":"2024-06-15 10:30:00","110":"2024-06-15 09:15:00"]}',
    { error_code: [{ 218: '2024-06-15 10:30:00' }, { 110: '2024-06-15 09:15:00' }] },
  ],
  ['unknown escape', '{"a":"\\x41","b":"\\u00e9\\n"}', { a: 'x41', b: 'é\n' }],
  ['missing brace before a bracket', '{"S":[{"a":1],"id":1}', { S: [{ a: 1 }], id: 1 }],
  ['key without quotes', '{a:1}', { a: 1 }],
  ['empty key', '{"":1}', { '': 1 }],
  ['leading plus', '{"a":+5}', { a: 5 }],
])('reads %s', (_name, text, expected) => {
  expect(value(text)).toEqual(expected)
})

test.each([
  ['a number that may be longer', '{"a":1,"b":12', { a: 1 }],
  ['a text', '{"a":1,"b":"xy', { a: 1 }],
  ['a key', '{"a":1,"b', { a: 1 }],
  ['before a value', '{"a":1,"b":', { a: 1 }],
  ['in a row', '{"S":[{"a":1},{"b":2,"c":3', { S: [{ a: 1 }, { b: 2 }] }],
  ['in a word', '{"a":tru', {}],
])('drops what is cut in %s, and marks the containers', (_name, text, expected) => {
  const result = readTolerantJson(text)
  expect(result.value).toEqual(expected)
  expect(result.clean).toBe(false)
  expect(result.cut.has(result.value as object)).toBe(true)
})

test('marks only the containers that were open at the end', () => {
  const { value: root, cut } = readTolerantJson('{"A":[{"x":1}],"B":[{"y":2},{"z":3')
  const { A, B } = root as { A: object[]; B: object[] }
  expect(cut.has(A)).toBe(false)
  expect(cut.has(B)).toBe(true)
  expect(cut.has(B[0] as object)).toBe(false)
  expect(cut.has(B[1] as object)).toBe(true)
})

test.each(['', '   ', 'hello', '<html>', '12', 'HTTP/1.1 400 Bad Request', ',', '"'])(
  'finds nothing in %j',
  (text) => {
    expect(value(text)).toBeUndefined()
  },
)

test('gives up on absurd nesting instead of overflowing the stack', () => {
  expect(() => readTolerantJson('['.repeat(100_000))).not.toThrow()
  expect(() => readTolerantJson('{"a":'.repeat(100_000))).not.toThrow()
})

test('never changes a prototype', () => {
  const parsed = value('{"__proto__":{"polluted":1},"a":1,}') as Record<string, unknown>
  expect(parsed).toEqual({ a: 1 })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('reads all correct JSON objects as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (object) => {
      const clean = JSON.parse(JSON.stringify(object)) as unknown
      const text = JSON.stringify(clean)
      fc.pre(!text.includes('"__proto__"') && !/\\[bf]|\\u00[01]|""[^:,\]}]/.test(text))
      expect(value(text)).toEqual(clean)
    }),
    { numRuns: 300 },
  )
})

test('never throws, whatever it is given', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'inf',
    '1',
    '-',
    'a',
    ' ',
    '\u0000',
    '"a":',
    '""',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      readTolerantJson(pieces.join(''))
    }),
    { numRuns: 2000 },
  )
})
