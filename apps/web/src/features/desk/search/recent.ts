import * as z from 'zod/mini'
import { iconNames } from '../shell/icons.tsx'
import type { Choice } from './hits.ts'

const keptAt = 'shipminer.desk-recent'
const most = 8

const RecentSchema = z.array(
  z.object({
    key: z.string(),
    icon: z.enum(iconNames),
    title: z.string().check(z.maxLength(300)),
    detail: z.nullable(z.string().check(z.maxLength(300))),
    // Only what this search leads to.
    to: z.string().check(z.maxLength(500), z.regex(/^\/desk(?:[/?][^\\]*)?$/)),
  }),
)

/** What was opened from the search last, newest first. Kept in this tab only: it names people. */
export const readRecent = (): Choice[] => readRecentFrom({ getItem: (key) => sessionStorage.getItem(key) })

export function readRecentFrom(store: Pick<Storage, 'getItem'>): Choice[] {
  try {
    const kept = RecentSchema.safeParse(JSON.parse(store.getItem(keptAt) ?? '[]'))
    if (!kept.success) return []
    return kept.data.map((one) => ({
      ...one,
      group: 'recent',
      amountCents: null,
    }))
  } catch {
    return []
  }
}

export function rememberRecent({ key, icon, title, detail, to }: Choice): void {
  try {
    const others = readRecent().filter((one) => one.key !== key)
    const next = [{ key, icon, title, detail, to }, ...others].slice(0, most)
    sessionStorage.setItem(keptAt, JSON.stringify(next))
  } catch {
    // Without a place to keep it nothing is recent.
  }
}
