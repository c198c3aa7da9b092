import { type RawBuilder, sql } from 'kysely'
import { ArrayParameter } from '../../platform/db/statements/array-parameter.ts'

export type Cell = number | bigint | boolean | string | null

/** One column of rows that are passed to a statement. Texts must need no quoting in an array literal: no commas, braces, quotes, spaces. */
export type SourceColumn = { name: string; type: string; values: readonly Cell[] }

const isSame = ({ values }: SourceColumn) => {
  const first = values[0]
  return values.every((value) => value === first)
}

/**
 * Many rows as a table of a statement: each column is one array, the cheapest way on both engines. A column with the same value in
 * every row is sent once. The first column is the key and always an array. The arrays are unfolded side by side, row by row: as functions
 * of FROM each of them would be written into a table of its own first.
 * @example sql`SELECT * FROM ${rowSource([{ name: 'id', type: 'int', values: [1, 2] }])} AS i`
 */
export function rowSource(columns: readonly [SourceColumn, ...SourceColumn[]]): RawBuilder<unknown> {
  const parts = columns.map((column, index) => ({ column, isConstant: index > 0 && isSame(column) }))
  const arrays = parts.filter(({ isConstant }) => !isConstant).map(({ column }) => column)
  const selected = parts.map(({ column: { name, type, values }, isConstant }) => {
    if (!isConstant) return sql.ref(name)
    const value = values[0] ?? null
    return sql`${value === null ? null : String(value)}::${sql.raw(type)} AS ${sql.ref(name)}`
  })
  const unnested = arrays.map(
    ({ name, type, values }) =>
      sql`unnest(${new ArrayParameter(values, type)}::${sql.raw(type)}[]) AS ${sql.ref(name)}`,
  )
  return sql`(SELECT ${sql.join(selected)} FROM (SELECT ${sql.join(unnested)}) AS u)`
}

/** An array literal of numbers, typed so that the planner sees how many there are. */
export const numberArray = (values: readonly number[], type = 'int') =>
  sql`${new ArrayParameter(values, type)}::${sql.raw(type)}[]`
