/**
 * What is left of a time, as `m:ss`, or `h:mm:ss` from an hour up; null when it is over.
 *
 * @example countdown(0, 65_000) // '1:05'
 */
export function countdown(nowMs: number, endMs: number): string | null {
  const seconds = Math.ceil((endMs - nowMs) / 1000)
  if (!(seconds > 0)) return null
  const two = (part: number) => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
