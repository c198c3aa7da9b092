const farthestMs = 8.64e15

/** A time from a query; null when there is none, or it is beyond the range of a date. */
export function cursorOf(before: number | undefined): Date | null {
  return before === undefined || Math.abs(before) > farthestMs ? null : new Date(before)
}

/** Cursor of the next page; null when this was the last. */
export function nextOf(atMs: number | undefined, rows: number, limit: number): number | null {
  return rows < limit ? null : (atMs ?? null)
}
