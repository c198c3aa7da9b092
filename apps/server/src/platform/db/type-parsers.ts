/**
 * How a value of PostgreSQL becomes one of JavaScript, the same on both engines:
 * int8 is a number and must be a safe one (cast to text otherwise), numeric and date stay text (`'2026-11-20'`),
 * timestamps are `Date`, bytea is `Uint8Array`, json is parsed. A type that is not listed stays text.
 */
export type TypeParser = (text: string) => unknown

/** @throws RangeError beyond ±(2^53 − 1): read sums that may be larger as `::text`. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`int8 ${text} is not a safe integer, select it as text`)
  return value
}

/** PostgreSQL writes the years after 9999 as they are and those before 1 with `BC`; JavaScript wants a sign and six digits for both. */
function withSignedYear(text: string): string {
  const [, year = '', rest = '', era] = /^(\d+)(-.*?)( BC)?$/.exec(text) ?? []
  if (era === undefined && year.length <= 4) return text
  const astronomical = era === undefined ? Number(year) : 1 - Number(year)
  return `${astronomical < 0 ? '-' : '+'}${String(Math.abs(astronomical)).padStart(6, '0')}${rest}`
}

/** As nearly all are; the longer way of reading the others costs several times as much. */
const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

/** The first and the last moment that a Date can be. */
const firstMs = -8.64e15
const lastMs = 8.64e15

/**
 * What lies outside of what a Date can be is its end: no such moment is ever stored on purpose, and one row that holds one must not be what
 * a query over all rows fails of.
 * @throws RangeError for what is no moment.
 */
export function parseTimestamp(text: string): Date {
  if (text === 'infinity') return new Date(lastMs)
  if (text === '-infinity') return new Date(firstMs)
  if (usual.test(text)) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  const iso = withSignedYear(text)
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
  const date = new Date(/[+-]\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`)
  if (Number.isNaN(date.getTime()) && /^[+]\d{6}-/.test(iso)) return new Date(lastMs)
  if (Number.isNaN(date.getTime())) throw new RangeError(`timestamp ${text} is not a date`)
  return date
}

const parseText: TypeParser = (text) => text
const parseBytea = (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

/** Reads PostgreSQL's array text, nested ones too: `{1,NULL,"a \"b\""}`. */
export function parseArray(text: string, parseElement: TypeParser): unknown[] {
  let position = text.indexOf('{') + 1
  const readQuoted = () => {
    let value = ''
    position += 1
    while (text[position] !== '"') {
      if (text[position] === '\\') position += 1
      value += text[position]
      position += 1
    }
    position += 1
    return parseElement(value)
  }
  const readBare = () => {
    const start = position
    while (text[position] !== ',' && text[position] !== '}') position += 1
    const value = text.slice(start, position)
    return value === 'NULL' ? null : parseElement(value)
  }
  const readList = (): unknown[] => {
    const list: unknown[] = []
    while (position < text.length && text[position] !== '}') {
      if (text[position] === ',') position += 1
      else if (text[position] === '{') {
        position += 1
        list.push(readList())
      } else list.push(text[position] === '"' ? readQuoted() : readBare())
    }
    position += 1
    return list
  }
  return readList()
}

const scalars: Record<number, { array: number; parse: TypeParser }> = {
  16: { array: 1000, parse: (text) => text === 't' },
  17: { array: 1001, parse: parseBytea },
  20: { array: 1016, parse: parseInt8 },
  21: { array: 1005, parse: Number },
  23: { array: 1007, parse: Number },
  25: { array: 1009, parse: parseText },
  26: { array: 1028, parse: Number },
  114: { array: 199, parse: JSON.parse as TypeParser },
  700: { array: 1021, parse: Number },
  701: { array: 1022, parse: Number },
  1042: { array: 1014, parse: parseText },
  1043: { array: 1015, parse: parseText },
  1082: { array: 1182, parse: parseText },
  1083: { array: 1183, parse: parseText },
  1114: { array: 1115, parse: parseTimestamp },
  1184: { array: 1185, parse: parseTimestamp },
  1186: { array: 1187, parse: parseText },
  1700: { array: 1231, parse: parseText },
  2950: { array: 2951, parse: parseText },
  3802: { array: 3807, parse: JSON.parse as TypeParser },
}

/** Parser by type number (OID), arrays included. */
export const typeParsers: Readonly<Record<number, TypeParser>> = Object.fromEntries(
  Object.entries(scalars).flatMap(([oid, { array, parse }]) => [
    [oid, parse],
    [array, (text: string) => parseArray(text, parse)],
  ]),
)

export function typeParserOf(oid: number): TypeParser {
  return typeParsers[oid] ?? parseText
}
