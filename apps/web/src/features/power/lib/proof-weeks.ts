const dayMs = 86_400_000

/** Mondays of the week that runs and the twelve before, newest first, as `2026-11-16`. `today` likewise. */
export function proofWeeks(today: string): string[] {
  const at = Date.parse(today)
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs
  return Array.from({ length: 13 }, (_, back) =>
    new Date(monday - back * 7 * dayMs).toISOString().slice(0, 10),
  )
}
