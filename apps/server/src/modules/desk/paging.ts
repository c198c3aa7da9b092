const farthestMs = 8.64e15
const perRead = 500

/** A time from a query; null when there is none, or it is beyond the range of a date. */
export function cursorOf(before: number | undefined): Date | null {
  return before === undefined || Math.abs(before) > farthestMs ? null : new Date(before)
}

/** Cursor of the next page; null when this was the last. */
export function nextOf(atMs: number | undefined, rows: number, limit: number): number | null {
  return rows < limit ? null : (atMs ?? null)
}

/**
 * As many rows of a list as are wanted, and at most a page more, read page after page so that the calls of others get their turn between them.
 * Pages include the rows of the same time as their last one.
 */
export async function readWhole<Row>(
  limit: number,
  read: (page: { cursor: Date | null; limit: number }) => Promise<Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: Date | null = null
  do {
    const page: Row[] = await read({ cursor, limit: perRead })
    rows.push(...page)
    const last = page.at(-1)
    cursor = last === undefined || page.length < perRead ? null : timeOf(last)
  } while (cursor !== null && rows.length < limit)
  return rows
}
