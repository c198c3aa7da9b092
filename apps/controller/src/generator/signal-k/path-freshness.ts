import type { DeltaValue } from './delta.ts'

/** A first value is new when it was made at most this long before the line was opened, or after it; by the server's own clock, ms. */
const replayMs = 2_000
const aheadMs = 60_000

/** Distinguishes live values from those that the server only remembers. */
export type Freshness = {
  /** A line was opened; the server's time in its hello. */
  begin(serverTime: string | null): void
  /** A value of the stream: the first of each path and source after the opening is a replay, unless it was made just now. */
  isNew(value: DeltaValue): boolean
  /** A value that was requested: new when it was measured later than the one already known. */
  isNewer(value: DeltaValue): boolean
}

export function createFreshness(): Freshness {
  const known = new Map<string, string | null>()
  let openedAt = Number.NaN
  const keyOf = ({ path, source }: DeltaValue) => `${path} ${source ?? ''}`
  return {
    begin(serverTime) {
      known.clear()
      openedAt = Date.parse(serverTime ?? '')
    },
    isNew(one) {
      const isFirst = !known.has(keyOf(one))
      known.set(keyOf(one), one.timestamp ?? null)
      if (!isFirst) return true
      const age = openedAt - Date.parse(one.timestamp ?? '')
      return age <= replayMs && age >= -aheadMs
    },
    isNewer(one) {
      const before = known.get(keyOf(one))
      known.set(keyOf(one), one.timestamp ?? null)
      return before !== undefined && one.timestamp != null && one.timestamp !== before
    },
  }
}
