import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachEngine } from '../testing.ts'
import { ArrayParameter } from './array-parameter.ts'

type Values = ConstructorParameters<typeof ArrayParameter>[0]

const examples: [string, Values][] = [
  [
    'int8',
    [
      0,
      1,
      -1,
      4_294_967_296,
      -4_294_967_297,
      2_147_483_648,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ],
  ],
  ['int8', [0n, 1n, -1n, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, null, 5]],
  ['int', [0, 2_147_483_647, -2_147_483_648, null]],
  ['int4', [7]],
  ['int2', [32_767, -32_768, null, 0]],
  ['boolean', [true, false, null]],
  ['text', ['mining', null, 'idle']],
  ['int8', [null, null]],
  ['int8', []],
]
/** What a type cannot hold: it is refused as its text is, not bent into something else. */
const refused: [string, Values, string][] = [
  ['int4', [2_147_483_648], '22003'],
  ['int2', [1, -32_769], '22003'],
  ['int8', [9_223_372_036_854_775_808n], '22003'],
  ['int8', [1.5], '22P02'],
  ['int4', [Number.NaN], '22P02'],
  ['int4', [1n], ''],
  ['boolean', [2], '22P02'],
]

describeEachEngine('an array as a parameter', ({ store }) => {
  const read = async (parameter: unknown, type: string) => {
    const { rows } = await sql<{
      text: string
    }>`SELECT (${parameter}::${sql.raw(type)}[])::text AS text`.execute(store().db)
    return rows[0]?.text
  }

  test.each(examples)('of %s holds %s', async (type, values) => {
    const parameter = new ArrayParameter(values, type)
    expect(await read(parameter, type)).toBe(await read(parameter.toString(), type))
  })

  test.each(refused)('of %s refuses %s', async (type, values, code) => {
    const parameter = new ArrayParameter(values, type)
    if (code === '') expect(await read(parameter, type)).toBe('{1}')
    else await expect(read(parameter, type)).rejects.toMatchObject({ code })
  })
})

test('numbers go to PostgreSQL as they are, texts as a literal', () => {
  expect(new ArrayParameter([1, null], 'int8').toPostgres()).toBeInstanceOf(Buffer)
  expect(new ArrayParameter(['mining'], 'text').toPostgres()).toBe('{mining}')
})
