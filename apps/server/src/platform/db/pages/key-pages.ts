/** Where a page of a list begins that is read by key: after a row or, going back, before one. Neither: at the beginning. */
export type KeyPosition = { after?: number | undefined; before?: number | undefined }

/** Rows to read, in the order of the list; `isBack`: those before the key, the nearest first. */
export type KeyRead = { key: number | null; isBack: boolean; limit: number }

export type KeyPage<Row> = {
  rows: Row[]
  /** What the page behind begins after; null: this is the last one. */
  next: number | null
  /** What the page in front ends before; null: this is the first one. */
  previous: number | null
}

/** Reads a page, and what those beside it are found by. Beyond either end it is the first page. */
export async function readKeyPage<Row>(
  { after, before }: KeyPosition,
  perPage: number,
  read: (wanted: KeyRead) => Promise<Row[]>,
  keyOf: (row: Row) => number,
): Promise<KeyPage<Row>> {
  const limit = perPage + 1
  if (before !== undefined) {
    const back = await read({ key: before, isBack: true, limit })
    const rows = back.slice(0, perPage).reverse()
    const [first, last] = [rows[0], rows.at(-1)]
    if (back.length === limit && first && last) return { rows, next: keyOf(last), previous: keyOf(first) }
  }
  const found = after === undefined ? [] : await read({ key: after, isBack: false, limit })
  const [first] = found
  const isBehind = first !== undefined
  const ahead = isBehind ? found : await read({ key: null, isBack: false, limit })
  const rows = ahead.slice(0, perPage)
  const last = rows.at(-1)
  return {
    rows,
    next: ahead.length === limit && last ? keyOf(last) : null,
    previous: isBehind ? keyOf(first) : null,
  }
}
