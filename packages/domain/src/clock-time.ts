/** Minutes after midnight of a time of day, `'22:30'` → 1350. The form is the caller's to check. */
export function minuteOfClock(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The time of day of minutes after midnight, 1350 → `'22:30'`. */
export function clockOfMinute(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
