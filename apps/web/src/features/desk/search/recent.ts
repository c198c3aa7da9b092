import * as z from 'zod/mini'
import type { Choice } from './hits.ts'

const keptAt = 'shipminer.desk-recent'
const most = 8

const RecentSchema = z.array(
  z.object({
    key: z.string(),
    icon: z.string(),
    title: z.string(),
    detail: z.nullable(z.string()),
    to: z.string(),
  }),
)

/** What was opened from the search last, newest first. Kept in this tab only: it names people. */
export function readRecent(): Choice[] {
  try {
    const kept = RecentSchema.safeParse(JSON.parse(sessionStorage.getItem(keptAt) ?? '[]'))
    if (!kept.success) return []
    return kept.data.map((one) => ({
      ...one,
      icon: one.icon as Choice['icon'],
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
