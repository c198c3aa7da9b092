/** How far before a reduction its earlier price has to look back: 30 days (Directive 98/6/EC, article 6a). */
export const earlierPriceWindowMs = 30 * 86_400_000

/** What held from `at` (ms) on. `isOffered`: buyers could order at it; a price that no one could buy at does not count as a price. Cents. */
export type PriceRecord = {
  at: number
  priceCents: number
  originalPriceCents: number | null
  isOffered: boolean
}

export type EarlierPriceLimit = {
  /** The highest earlier price that may be shown beside the price; null: none may. Cents. */
  highestCents: number | null
  /** When the price was reduced to what it is, ms. */
  reducedAt: number
  /** Whether the records cover all 30 days before that. */
  isProven: boolean
}

/**
 * The highest earlier price that may be shown beside a price: the lowest that was asked in the 30 days before the reduction to it. With a
 * shorter history what is known of those days counts. A price that holds since the records began keeps the earlier price that it came
 * with, unproven.
 *
 * @param history oldest first
 * @param next the price that is to hold at a moment: the present one, or one under consideration
 * @example earlierPriceLimit([{ at: 0, priceCents: 1_750_000, originalPriceCents: null, isOffered: true }],
 *   { at: 31 * 86_400_000, priceCents: 1_600_000 }) // { highestCents: 1750000, reducedAt: 2678400000, isProven: true }
 */
export function earlierPriceLimit(
  history: readonly PriceRecord[],
  next: { at: number; priceCents: number },
): EarlierPriceLimit {
  const spans = history
    .map((record, index) => ({ ...record, to: history[index + 1]?.at ?? next.at }))
    .filter(({ at, to, isOffered }) => isOffered && at < to)
  let reducedAt = next.at
  for (const span of spans.toReversed()) {
    if (span.priceCents !== next.priceCents) break
    reducedAt = span.at
  }
  const from = reducedAt - earlierPriceWindowMs
  const before = spans.filter(({ at }) => at < reducedAt)
  const asked = before.filter(({ to }) => to > from).map(({ priceCents }) => priceCents)
  const first = history[0]
  const found = before.length === 0 ? (first?.originalPriceCents ?? null) : lowest(asked)
  return {
    highestCents: found !== null && found > next.priceCents ? found : null,
    reducedAt,
    isProven: first !== undefined && first.at <= from,
  }
}

function lowest(cents: readonly number[]): number | null {
  return cents.length === 0 ? null : Math.min(...cents)
}

/** What is wrong with an earlier price beside a price; null: nothing, or there is none. Cents. */
export function earlierPriceProblem(
  prices: { priceCents: number; originalPriceCents: number | null },
  { highestCents }: Pick<EarlierPriceLimit, 'highestCents'>,
): 'too-high' | 'not-higher' | null {
  const { priceCents, originalPriceCents } = prices
  if (originalPriceCents === null) return null
  if (originalPriceCents <= priceCents) return 'not-higher'
  return highestCents === null || originalPriceCents > highestCents ? 'too-high' : null
}
