type Ids = { limit(most: number): { execute(): Promise<{ id: string }[]> } }

const few = 500

/**
 * What a search finds, when that is little: a page of it is chosen among these, and they are counted, without looking through all rows again for
 * either. Null: it is more, and a page is read in its order, which is soon full.
 */
export async function findFew(ids: Ids): Promise<string[] | null> {
  const found = await ids.limit(few + 1).execute()
  return found.length > few ? null : found.map(({ id }) => id)
}
