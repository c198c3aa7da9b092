const farthestMs = 8.64e15

/** A moment out of a query; null when there is none, or it is beyond time. */
export function cursorOf(before: number | undefined): Date | null {
  return before === undefined || Math.abs(before) > farthestMs ? null : new Date(before)
}

/** Where the next page begins; null when this was the last. */
export function nextOf(atMs: number | undefined, rows: number, limit: number): number | null {
  return rows < limit ? null : (atMs ?? null)
}
