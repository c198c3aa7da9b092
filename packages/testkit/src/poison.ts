/**
 * What broken and hostile senders put where something else belongs. To add one: a name and the value as JavaScript reads it; values that
 * JSON cannot write (NaN, bigint) do not belong here.
 */
export const poisons: readonly (readonly [name: string, value: unknown])[] = [
  ['half of a surrogate pair', 'a\ud800b'],
  ['NUL', 'a\u0000b'],
  ['an empty text', ''],
  ['64 kB of text', 'x'.repeat(65_536)],
  ['64 kB of NUL and halves', '\u0000\udc00'.repeat(32_768)],
  ['1e308', 1e308],
  ['-1e308', -1e308],
  ['2^31', 2 ** 31],
  ['2^32 - 1', 2 ** 32 - 1],
  ['2^53', 2 ** 53],
  ['-0', -0],
  ['minus one', -1],
  ['a fraction', 0.1],
  ['NaN as text', 'NaN'],
  ['a number as text', '1'],
  ['the year 1', Date.parse('0001-01-01T00:00:00Z')],
  ['the end of dates', 8.64e15],
  ['a date as text', '+275760-09-13T00:00:00.000Z'],
  ['true', true],
  ['null', null],
  ['a list', [[]]],
  ['an object', { constructor: { prototype: 1 } }],
  ['SQL', "'; DROP TABLE miners; --"],
  ['deep nesting', nestValue(200)],
]

function nestValue(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value }
  return value
}

/** JSON as a sender in another language may write it: `JSON.stringify` makes 0 of -0. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (Object.is(inner, -0) ? '\u0000-0\u0000' : inner)).replaceAll(
    '"\\u0000-0\\u0000"',
    '-0',
  )

export type Path = readonly (string | number)[]

/** The places of all leaves of a value: what is neither a list nor an object, and empty ones of those. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.length === 0 ? [path] : entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

/** The value with something else at one place; the value itself is not changed. */
export function withAt(value: unknown, path: Path, poison: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return poison
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? withAt(inner, rest, poison) : inner))
  return {
    ...(value as object),
    [key]: withAt((value as Record<string, unknown>)[key as string], rest, poison),
  }
}
