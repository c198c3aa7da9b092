import { writeCsv } from './write-csv.ts'

/** Each field of a line by the name of its column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/** A line a row. Times are ISO 8601, amounts in euros with a point, unknown is empty. */
export function csvTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const fields = Object.values(columns)
  return writeCsv([Object.keys(columns), ...rows.map((row) => fields.map((field) => field(row)))])
}

export const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
export const inEuro = (cents: number): string => (cents / 100).toFixed(2)
