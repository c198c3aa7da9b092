type Page = { next: number | null }

/** The first pages of a list, one after another, each from where the one before ended. At least one, fewer than requested where the list ends. */
export async function readPages<One extends Page>(
  count: number,
  load: (before: number | null) => Promise<One>,
): Promise<One[]> {
  const pages: One[] = []
  let before: number | null = null
  do {
    const page: One = await load(before)
    pages.push(page)
    before = page.next
  } while (before !== null && pages.length < count)
  return pages
}
