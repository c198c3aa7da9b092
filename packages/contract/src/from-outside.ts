import * as z from 'zod/mini'

/**
 * Values that devices and ships send. A value that cannot be what it claims becomes unknown instead of an error, so that one odd field
 * never holds up the rest of the message.
 */

/** Largest and smallest number of a 32-bit column. */
export const int32 = { min: -2_147_483_648, max: 2_147_483_647 }

/**
 * Text as every store and every JSON reader can take it: well-formed, without NUL, at most `max` UTF-16 units.
 * @example cleanText('a\u0000b\ud800', 10) // 'ab\ufffd'
 */
export function cleanText(text: string, max: number): string {
  const short = text.length > max ? text.slice(0, max) : text
  return (short.includes('\u0000') ? short.replaceAll('\u0000', '') : short).toWellFormed()
}

/** Text of a device or a ship, cleaned and cut to length. */
export const outsideText = (max: number) => z.string().check(z.overwrite((text) => cleanText(text, max)))

/** The same where it may be missing; anything but text is unknown. */
export const outsideWords = (max: number) => z.catch(z.nullable(outsideText(max)), null)

/** A whole number between two bounds; anything else is unknown. */
export const outsideInt = (min: number = int32.min, max: number = int32.max) =>
  z.catch(z.nullable(z.int().check(z.minimum(min), z.maximum(max))), null)

/** Beyond this no measured figure has a meaning. */
const farthest = 1e18

/** A finite figure of a sane size; anything else is unknown. */
export const outsideNumber = () =>
  z.catch(z.nullable(z.number().check(z.minimum(-farthest), z.maximum(farthest))), null)

/** Whether text holds what no text column takes: NUL, or half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** How deep a value from outside is examined. Nothing in the product is nested deeper. */
const deepest = 64

/**
 * The first place in a parsed JSON value whose text cannot be stored, keys included, or that is nested too deeply; null when there is none.
 * @example findUnstorable({ a: ['b\u0000'] }) // ['a', '0']
 */
export function findUnstorable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  if (path.length > deepest) return path
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorableText(key)) return path
    const found = findUnstorable(inner, [...path, key])
    if (found) return found
  }
  return null
}

/** Id of a row, as pages send it: 1 to 2,147,483,647, which is all that a column of ids holds. */
export const RowIdSchema = z.string().check(
  z.regex(/^[1-9]\d{0,9}$/),
  z.refine((text) => Number(text) <= int32.max, 'is larger than any id'),
)

/** Last millisecond of the year 9999: databases and browsers write later moments differently. */
export const lastMoment = 253_402_300_799_999

/** A moment or a place in a list as pages send it in an address: whole milliseconds (or an id) from 0 to the end of the year 9999. */
export const MomentQuerySchema = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(lastMoment))

/** The page of a list, counted from 1. */
export const PageQuerySchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))

/** Which way a list is sorted. */
export const DirectionQuerySchema = z.enum(['ascending', 'descending'])

/** Words that are looked for in a list. */
export const SearchQuerySchema = z.string().check(z.trim(), z.maxLength(100), z.regex(/^\P{Cc}*$/u))

const notYearZero = z.refine((text) => !String(text).startsWith('0000'), 'there is no year 0')
/** A day of the calendar, `2026-11-20`. */
export const DaySchema = z.iso.date().check(notYearZero)
/** A moment in words, `2026-11-20T12:00:00Z`. */
export const DateTimeSchema = z.iso.datetime().check(notYearZero)

/** Why somebody at the desk does something. */
export const ReasonSchema = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u))
