export type ParsedTime = { ok: true; at: number } | { ok: false; reason: string }

const clock = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`
const iso = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${clock}$`)
const us = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${clock}$`)

/**
 * A moment (ms) as pools write it: `2026-11-20`, with or without a time and a zone, `2026/11/20`, the American `11/20/2026 1:05 PM`, and
 * seconds or milliseconds since 1970. Without a zone it is UTC. Anything else is refused, and so is `20/11/2026`: in `04/03/2026`
 * the order of day and month would be ambiguous.
 *
 * @example parsePayoutTime('11/20/2026 1:05 PM') // { ok: true, at: 1795179900000 }
 */
export function parsePayoutTime(text: string): ParsedTime {
  const trimmed = text.trim()
  const refused: ParsedTime = {
    ok: false,
    reason: `"${trimmed}" is no date of the form 2026-11-20 or 11/20/2026 (month first)`,
  }
  if (/^\d{10}$/.test(trimmed)) return { ok: true, at: Number(trimmed) * 1000 }
  if (/^\d{13}$/.test(trimmed)) return { ok: true, at: Number(trimmed) }
  const year = iso.exec(trimmed)
  const [, a, b, c, hours = '0', minutes = '0', seconds = '0', half, zone] = year ?? us.exec(trimmed) ?? []
  if (a === undefined || b === undefined || c === undefined) return refused
  const [y, m, d] = (year ? [a, b, c] : [c, a, b]).map(Number) as [number, number, number]
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return refused
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return refused
  const at = Date.UTC(y, m - 1, d, hour, Number(minutes), Number(seconds))
  const day = new Date(at)
  if (day.getUTCFullYear() !== y || day.getUTCMonth() !== m - 1 || day.getUTCDate() !== d) return refused
  return { ok: true, at: at - offsetMs(zone) }
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
