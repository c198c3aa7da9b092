export type Results<Row> = {
  done: readonly Row[]
  refused: readonly Row[]
  /** Why the first of them was refused; null: none was. */
  error: unknown
}

/** Does one thing with each row, one after the other; what is refused for one keeps none of the others from it. */
export async function forEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<Results<Row>> {
  const done: Row[] = []
  const refused: Row[] = []
  let error: unknown = null
  for (const row of rows) {
    try {
      await act(row)
      done.push(row)
    } catch (thrown) {
      if (refused.length === 0) error = thrown
      refused.push(row)
    }
  }
  return { done, refused, error }
}
