import type { OrderByExpression, SelectQueryBuilder } from 'kysely'

/** Which rows of a sorted list: so many, after so many. */
export type Page = { isAscending: boolean; offset: number; limit: number }

/** A page of what is found, sorted by columns in one direction; the last of them is different in every row, so that pages do not overlap. */
export function takePage<DB, TB extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly OrderByExpression<DB, TB, Row>[],
  { isAscending, offset, limit }: Page,
): SelectQueryBuilder<DB, TB, Row> {
  return sortBy(found, columns, isAscending).limit(limit).offset(offset)
}

/** As `takePage`, all of it. */
export function sortBy<DB, TB extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly OrderByExpression<DB, TB, Row>[],
  isAscending: boolean,
): SelectQueryBuilder<DB, TB, Row> {
  let sorted = found
  for (const column of columns) sorted = sorted.orderBy(column, isAscending ? 'asc' : 'desc')
  return sorted
}
