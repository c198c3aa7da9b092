const dayMs = 86_400_000

/** A day so many days later (or before), ISO dates. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The Monday of the week of a day, ISO dates. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))
}

/** The seven days of the week of a day, Monday first. */
export function weekOf(day: string): string[] {
  const monday = mondayOf(day)
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count))
}
