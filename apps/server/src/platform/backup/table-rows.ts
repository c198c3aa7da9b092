import { sql } from 'kysely'
import type { Trx } from '../db/store.ts'
import { quoteName, type TableShape } from './backup-catalog.ts'

/** Maximum rows in memory at a time. */
const rowsAtOnce = 500

/**
 * The rows of a table as lines of a backup, in an order that is the same on every database; a few at a time, however large the table is.
 */
export async function* readTableLines(trx: Trx, table: TableShape): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `${quoteName(name)}::text`).join(', ')
  await sql`
    DECLARE backup_rows NO SCROLL CURSOR FOR
    SELECT array_to_json(ARRAY[${sql.raw(values)}])::text AS line FROM ${sql.raw(quoteName(table.name))}
    ORDER BY ${sql.raw(table.orderBy)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{
      line: string
    }>`FETCH ${sql.raw(String(rowsAtOnce))} FROM backup_rows`.execute(trx)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < rowsAtOnce) break
  }
  await sql`CLOSE backup_rows`.execute(trx)
}

/** Inserts lines of a backup into a table. @param columns those of the lines, in their order. */
export async function writeTableLines(
  trx: Trx,
  table: TableShape,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, index) => `(line->>${index})::${typeOf.get(name)}`).join(', ')
  await sql`
    INSERT INTO ${sql.raw(quoteName(table.name))} (${sql.raw(columns.map(quoteName).join(', '))}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.raw(values)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) AS line`.execute(
    trx,
  )
}
