/** A time of day without mining, in minutes after midnight of the ship's clock; `from` after `to` runs over midnight. */
export type QuietHours = { fromMinute: number; toMinute: number }

/** Whether a minute of the day lies in one of the spans. The end is outside; equal ends mean the whole day. */
export function isQuiet(minuteOfDay: number, hours: readonly QuietHours[]): boolean {
  return hours.some(({ fromMinute, toMinute }) =>
    fromMinute < toMinute
      ? minuteOfDay >= fromMinute && minuteOfDay < toMinute
      : minuteOfDay >= fromMinute || minuteOfDay < toMinute,
  )
}
