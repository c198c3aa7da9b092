/** One row of an answer, as parsed and not yet trusted: any key may be missing, any value of any kind. */
export type Row = Readonly<Record<string, unknown>>

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i
const SCALED_NUMBER = /^(\d+(?:\.\d+)?)\s*([kmgtpe])?$/i
const LEADING_NUMBER = /^(\d+(?:\.\d+)?)(?:\s|[a-z°]|$)/i
const CLOCK_DURATION = /^(\d{1,5}):([0-5]?\d):([0-5]?\d)$/
const MAC_ADDRESS = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$|^[0-9a-f]{12}$/i
const SCALE: Record<string, number> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15, e: 1e18 }

/** The largest count that stays exact; anything above is a counter gone wrong. */
const LARGEST_COUNT = Number.MAX_SAFE_INTEGER
/** Largest believable rate of one device, GH/s: 4 PH/s, more than three times that of any machine, and less than a counter of 32 bits as MH/s. */
const LARGEST_HASHRATE_GHS = 4e6
/** Largest believable power of one device, W. */
const LARGEST_POWER_WATTS = 1e6
/** Largest believable sum of difficulty, far above anything one device can earn. */
const LARGEST_DIFFICULTY = 1e24

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of the first key that is there at all (own keys only). */
export function fieldOf(row: Row | null | undefined, ...keys: string[]): unknown {
  if (row === null || row === undefined) return undefined
  for (const key of keys) if (Object.hasOwn(row, key)) return row[key]
  return undefined
}

/** The rows of a list; none where there is no list. */
export function rowsIn(row: Row | null | undefined, name: string): Row[] {
  const value = fieldOf(row, name)
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** The object under a name; null where there is none. */
export function rowIn(row: Row | null | undefined, name: string): Row | null {
  const value = fieldOf(row, name)
  return isRow(value) ? value : null
}

/** A finite number out of a number or a plain decimal text (`"37603.30"`); null for all else, the empty text too. */
export function finiteNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (!PLAIN_NUMBER.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

/** The first of the keys that holds a usable number of at least zero. */
export function amountOf(row: Row | null | undefined, ...keys: string[]): number | null {
  for (const key of keys) {
    const number = finiteNumber(fieldOf(row, key))
    if (number !== null && number >= 0) return number
  }
  return null
}

/** A counter: whole, not negative, exact. Fractions are cut, since some firmware writes `4057.0`. */
export function countOf(row: Row | null | undefined, ...keys: string[]): number | null {
  const amount = amountOf(row, ...keys)
  return amount === null || amount > LARGEST_COUNT ? null : Math.trunc(amount)
}

/** A difficulty as number or as text with a scale: `524288`, `"524K"`, `"4.2M"`, `"483k"`, `"1.5 G"`. */
export function difficultyOf(row: Row | null | undefined, ...keys: string[]): number | null {
  for (const key of keys) {
    const difficulty = scaledNumber(fieldOf(row, key))
    if (difficulty !== null && difficulty <= LARGEST_DIFFICULTY) return difficulty
  }
  return null
}

/** A number of at least zero that may end in a letter of scale (k, M, G, T, P, E; decimal steps). */
export function scaledNumber(value: unknown): number | null {
  const plain = finiteNumber(value)
  if (plain !== null) return plain >= 0 ? plain : null
  if (typeof value !== 'string') return null
  const match = SCALED_NUMBER.exec(value.trim())
  if (match === null) return null
  const number = Number(match[1]) * (SCALE[(match[2] ?? '').toLowerCase()] ?? 1)
  return Number.isFinite(number) ? number : null
}

/** The number at the start of a text with a unit: `"3250 W"` → 3250, `"63.5C"` → 63.5. */
export function leadingNumber(value: unknown): number | null {
  const plain = finiteNumber(value)
  if (plain !== null) return plain
  if (typeof value !== 'string') return null
  const match = LEADING_NUMBER.exec(value.trim())
  return match === null ? null : finiteNumber(match[1])
}

/** A rate in GH/s out of a figure in units of `unitGhs` GH/s, null when not believable. */
export function hashrateGhs(value: unknown, unitGhs: number): number | null {
  const number = finiteNumber(value)
  if (number === null || number < 0) return null
  const rate = number * unitGhs
  return rate <= LARGEST_HASHRATE_GHS ? rate : null
}

/** A power in W, null when absent, negative or beyond belief. */
export function powerWatts(value: unknown): number | null {
  const number = leadingNumber(value)
  return number !== null && number >= 0 && number <= LARGEST_POWER_WATTS ? number : null
}

/** A fan's speed in revolutions a minute; 0 is a fan that does not turn. */
export function fanRpm(value: unknown): number | null {
  const number = leadingNumber(value)
  return number !== null && number >= 0 && number <= 100_000 ? Math.round(number) : null
}

/** The most fans of one device. */
const MOST_FANS = 16

/** The speeds of fans that are reported one by one; those that are not reported are left out. */
export function fanSpeeds(values: readonly unknown[]): number[] {
  return values
    .slice(0, MOST_FANS)
    .map(fanRpm)
    .filter((rpm) => rpm !== null)
}

/**
 * A temperature in °C. Exactly 0 and figures no miner can have (below −40, above 200) are what absent
 * sensors report (`0`, `-1`, `255`, `-273`), so they are unknown.
 */
export function temperatureC(value: unknown): number | null {
  const number = leadingNumber(value) ?? finiteNumber(value)
  if (number === null || number === 0 || number === -1 || number < -40 || number > 200) return null
  return number
}

/** All sensors of a joined text such as `"78-50-69-70"`, of a list, or of one figure; absent ones left out. */
export function temperaturesC(value: unknown): number[] {
  const parts = Array.isArray(value)
    ? value
    : typeof value === 'string' && /^\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)+$/.test(value.trim())
      ? value.trim().split('-')
      : [value]
  return parts.map(temperatureC).filter((temperature) => temperature !== null)
}

/** The hottest of many, null of none. */
export function hottest(temperatures: readonly (number | null)[]): number | null {
  let most: number | null = null
  for (const temperature of temperatures) {
    if (temperature !== null && (most === null || temperature > most)) most = temperature
  }
  return most
}

/** Sum of what is known, null when nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  let sum: number | null = null
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value
  return sum
}

/** Sum of all, null when one of them is unknown. */
export function sumOfAll(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sumOf(values)
}

/** Text without control characters, cut to `longest`, null when nothing is left. */
export function textOf(value: unknown, longest = 120): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
  if (text === null) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' ').trim()
  if (clean === '') return null
  // Counted in characters, so that none is cut in two; a text without that many units has no more of them.
  if (clean.length <= longest) return clean
  return Array.from(clean).slice(0, longest).join('').trim()
}

/** A yes or no in any of the forms devices use; null when it is none of them. */
export function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase()
  if (text === 'true' || text === 'y' || text === 'yes' || text === '1') return true
  if (text === 'false' || text === 'n' || text === 'no' || text === '0') return false
  return null
}

/**
 * Seconds since the last share as devices report it: an age `"0:00:03"`, an epoch second (needs `nowEpochSeconds`,
 * the device's own `When`), or empty. Null when unknown.
 */
export function shareAgeSeconds(value: unknown, nowEpochSeconds: number | null): number | null {
  if (typeof value === 'string') {
    const match = CLOCK_DURATION.exec(value.trim())
    if (match !== null) return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])
  }
  const epoch = finiteNumber(value)
  if (epoch === null || epoch < 1e9 || nowEpochSeconds === null) return null
  const age = nowEpochSeconds - epoch
  return age >= 0 ? age : null
}

/** A MAC address in lower case with colons; null for anything that is not one, all zeros and broadcast included. */
export function macAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (!MAC_ADDRESS.test(text)) return null
  const digits = text.replace(/[:-]/g, '').toLowerCase()
  if (digits === '000000000000' || digits === 'ffffffffffff') return null
  return (digits.match(/../g) ?? []).join(':')
}
