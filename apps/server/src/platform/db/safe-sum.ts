import { type RawBuilder, sql } from 'kysely'

const greatest = sql.lit(Number.MAX_SAFE_INTEGER)

/** A sum of whole numbers as one that JavaScript holds exactly; null of nothing. What is beyond that, which no true values reach, stops there. */
export const safeSum = (column: string, where: RawBuilder<unknown> = sql`TRUE`): RawBuilder<number> => {
  const sum = sql`sum(${sql.ref(column)}) FILTER (WHERE ${where})`
  return sql<number>`(CASE WHEN ${sum} IS NOT NULL THEN least(greatest(${sum}, -${greatest}), ${greatest}) END)::int8`
}
