/** Nothing was measured before this product existed: a clock that says so was never set. */
const EARLIEST = Date.UTC(2025, 0, 1)
/** A run whose offset changes by more than this was not one: the board slept, or the clock on shore was set. */
const BROKEN_MS = 60_000
/** No board is up again sooner; so the times of two runs do not overlap either. */
const SHORTEST_RESTART_MS = 5_000

/**
 * Batches from `fromSeq` on whose times are of one clock that never jumped: those of one run of the controller. `offsetMs` is what to
 * add for the server's time, null until a handshake measured it. `wallAheadMs`: how far the board's own clock was ahead of this one
 * when it was last looked at.
 */
export type ClockSpan = {
  fromSeq: number
  startedAt: number
  /** Time of the last batch; null while the span lasts. */
  endedAt: number | null
  offsetMs: number | null
  wallAheadMs: number
}

/** `spans` are in order and the last is the present one. */
export function startSpan(
  spans: readonly ClockSpan[],
  start: { fromSeq: number; at: number; lastBatchAt: number | null },
): ClockSpan[] {
  const before = spans.filter(({ fromSeq }) => fromSeq < start.fromSeq)
  const last = before.at(-1)
  if (last !== undefined) before[before.length - 1] = { ...last, endedAt: start.lastBatchAt }
  return [
    ...before,
    { fromSeq: start.fromSeq, startedAt: start.at, endedAt: null, offsetMs: null, wallAheadMs: 0 },
  ]
}

/** The spans after a handshake measured the offset of the present one. */
export function agreeOnOffset(
  spans: readonly ClockSpan[],
  agreed: { offsetMs: number; nextSeq: number; at: number; wallAheadMs: number },
): ClockSpan[] {
  const { offsetMs, wallAheadMs } = agreed
  const present = spans.at(-1)
  const isBroken =
    present !== undefined &&
    present.offsetMs !== null &&
    present.fromSeq < agreed.nextSeq &&
    Math.abs(present.offsetMs - offsetMs) > BROKEN_MS
  const continued = isBroken
    ? startSpan(spans, { fromSeq: agreed.nextSeq, at: agreed.at, lastBatchAt: agreed.at })
    : spans
  return withPresent(continued, { offsetMs, wallAheadMs })
}

/** The board's own clock was looked at. */
export const withWallAhead = (spans: readonly ClockSpan[], wallAheadMs: number): ClockSpan[] =>
  withPresent(spans, { wallAheadMs })

function withPresent(spans: readonly ClockSpan[], changes: Partial<ClockSpan>): ClockSpan[] {
  return spans.map((span, index) => (index === spans.length - 1 ? { ...span, ...changes } : span))
}

/** Without the spans of which nothing has to be sent any more, except the last before those: it bounds them. */
export function neededSpans(spans: readonly ClockSpan[], firstUnsentSeq: number | null): ClockSpan[] {
  if (firstUnsentSeq === null) return spans.slice(-1)
  const first = spans.findLastIndex(({ fromSeq }) => fromSeq <= firstUnsentSeq)
  return spans.slice(Math.max(0, first - 1))
}

/**
 * What to add to the times of a batch for the server's time. A span that was never measured is placed by the board's own clock, as it is
 * known since; where that cannot be (it would end after the next began, or lie before anything was known), it ends shortly before the next begins.
 * Null: not even the present offset is known.
 */
export function offsetOfBatch(spans: readonly ClockSpan[], seq: number): number | null {
  const wanted = spans.findLastIndex(({ fromSeq }) => fromSeq <= seq)
  let later: { span: ClockSpan; offsetMs: number } | null = null
  for (let index = spans.length - 1; index >= Math.max(0, wanted); index -= 1) {
    const span = spans[index] as ClockSpan
    const offsetMs: number | null =
      span.offsetMs ?? (later === null ? null : estimate(span, later, earliestStart(spans, index)))
    if (offsetMs === null) return null
    later = { span, offsetMs }
  }
  return later?.offsetMs ?? null
}

function estimate(span: ClockSpan, next: { span: ClockSpan; offsetMs: number }, earliest: number): number {
  const byBoardClock = next.offsetMs - next.span.wallAheadMs + span.wallAheadMs
  if (span.endedAt === null) return byBoardClock
  const latest = next.span.startedAt + next.offsetMs - SHORTEST_RESTART_MS - span.endedAt
  return byBoardClock > latest || span.startedAt + byBoardClock < earliest ? latest : byBoardClock
}

/** When the span began at the earliest, by the server's clock. */
function earliestStart(spans: readonly ClockSpan[], index: number): number {
  const known = spans
    .slice(0, index)
    .findLast(({ offsetMs, endedAt }) => offsetMs !== null && endedAt !== null)
  return known === undefined ? EARLIEST : Number(known.endedAt) + Number(known.offsetMs)
}
