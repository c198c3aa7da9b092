import type { RunState } from './run-events.ts'

const NAMES_SHOWN = 2
/** Before this share is done, an estimate would be a guess. */
const KNOWN_SHARE = 0.05

/** `journeys 41 of 165, 2:10 gone, about 5:20 left, now: purchase.spec.ts` */
export function formatProgress(state: RunState, goneMs: number): string {
  const { unit, total, done, count, now } = state
  const parts = [
    total === 0 ? 'starting' : `${unit} ${done} of ${total}`,
    ...(count.failed > 0 ? [`${count.failed} FAILED`] : []),
    `${formatClock(goneMs)} gone`,
  ]
  const leftMs = estimateLeftMs(done, total, goneMs)
  if (leftMs !== null) parts.push(`about ${formatClock(leftMs)} left`)
  const names = now.slice(0, NAMES_SHOWN).map((name) => name.replace(/^.*\//, ''))
  if (names.length > 0) parts.push(`now: ${names.join(', ')}`)
  return parts.join(', ')
}

export function estimateLeftMs(done: number, total: number, goneMs: number): number | null {
  if (done === 0 || done < total * KNOWN_SHARE) return null
  return (goneMs / done) * Math.max(0, total - done)
}

/** `2:10` */
function formatClock(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
