import { sql } from 'kysely'
import type { Queryable } from '../db/store.ts'
import type { Partition } from './backup-format.ts'

/** A table that holds rows: an ordinary one, or one partition. */
export type TableShape = {
  name: string
  /** Without generated columns, which the database computes again. */
  columns: { name: string; type: string }[]
  /** Orders the rows in the same way on every database. */
  orderBy: string
}

const plainName = /^[a-z_][a-z0-9_]*$/

/** @throws when a name is not one of ours, because names from a file become part of a statement. */
export function quoteName(name: string): string {
  if (!plainName.test(name)) throw new Error(`"${name}" is not the name of a table or column of ours`)
  return `"${name}"`
}

/** Every table with rows of its own, by name; the list of applied migrations is in the header of a backup instead. */
export async function listTables(db: Queryable): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string; columns: { name: string; type: string }[]; key: string | null }>`
    SELECT c.relname AS name,
      (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attname)
        FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT string_agg(format(CASE WHEN a.attcollation = 0 THEN '%I' ELSE '%I COLLATE "C"' END, a.attname), ', '
          ORDER BY array_position(i.indkey::int2[], a.attnum))
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey::int2[])
        WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely\\_%'
    ORDER BY c.relname COLLATE "C"`.execute(db)
  return rows.map(({ name, columns, key }) => ({
    name,
    columns,
    orderBy:
      key ?? columns.map((column) => `${quoteName(column.name)}::text COLLATE "C" NULLS FIRST`).join(', '),
  }))
}

/** Days and months of telemetry, which are created while the server runs and so are in no migration. */
export async function listPartitions(db: Queryable): Promise<Partition[]> {
  const { rows } = await sql<{ table: string; parent: string; bound: string; options: string[] | null }>`
    SELECT c.relname AS table, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound, c.reloptions AS options
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname COLLATE "C"`.execute(
    db,
  )
  return rows.map(({ table, parent, bound, options }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? []
    if (!from || !to) throw new Error(`the partition ${table} has a bound that is not understood: ${bound}`)
    const fill = options?.find((option) => option.startsWith('fillfactor='))?.slice('fillfactor='.length)
    const [fromAt, toAt] = [from, to].map((text) => new Date(text.replace(/(?<=:\d\d)([+-]\d\d)$/, '$1:00')))
    return {
      table,
      parent,
      from: fromAt?.toISOString() ?? '',
      to: toAt?.toISOString() ?? '',
      fillfactor: fill ? Number(fill) : null,
    }
  })
}

/** The last number that each sequence issued; null when it never issued one. */
export async function listSequences(db: Queryable): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** The references between tables, as statements that drop them and add them again (which checks every row). */
export async function listReferences(db: Queryable): Promise<{ drop: string; add: string }[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0 ORDER BY 1`.execute(
    db,
  )
  return rows
}

/** Names of the tables in a database, without partitions; none: it is empty. */
export async function listTopTables(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
