/** Whether a name is that of a time zone, such as 'Europe/Amsterdam'. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The moment (ms) at which a day `2026-11-23` begins in a zone. */
export function startOfDay(timeZone: string, day: string): number {
  return localMidnight(Date.parse(day), timeZone)
}

/** The moment at which the day begins in the zone; `utcMidnightMs` is its date at midnight UTC. */
export function localMidnight(utcMidnightMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  let atMs = utcMidnightMs
  // The second round is for zones whose clock changes between the guess and the midnight.
  for (let round = 0; round < 2; round += 1) {
    const part = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const shown = Date.UTC(
      part.get('year') ?? 0,
      (part.get('month') ?? 1) - 1,
      part.get('day') ?? 1,
      part.get('hour') ?? 0,
      part.get('minute') ?? 0,
    )
    atMs -= shown - utcMidnightMs
  }
  return atMs
}
