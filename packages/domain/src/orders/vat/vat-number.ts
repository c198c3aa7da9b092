import { mod97 } from '../../payments/bank/mod97.ts'

/** A VAT number in one spelling. `country` is the ISO code (GR although the number begins with EL). */
export type VatNumber = { country: string; number: string }

export type VatNumberReading =
  | { ok: true; vatNumber: VatNumber; checked: 'digits' | 'form' }
  | { ok: false; reason: 'unknown-country' | 'wrong-form' | 'wrong-digits' }

type Scheme = { readonly form: RegExp; readonly check?: (body: string) => boolean }

/**
 * What follows the country's letters (EU Commission, VIES question 11), and the check digits where the member state has published how they are
 * made. To add a country: its form here, and its check below.
 */
const schemes: Readonly<Record<string, Scheme>> = {
  AT: { form: /^U\d{8}$/, check: isAustrian },
  BE: { form: /^[01]\d{9}$/, check: (body) => 97 - (number(body, 0, 8) % 97) === number(body, 8, 10) },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^[1-9]\d{8}$/, check: isMod11x10 },
  DK: { form: /^[1-9]\d{7}$/, check: (body) => sumWeighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: {
    form: /^\d{9}$/,
    check: (body) => (10 - (sumWeighted(body, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === number(body, 8, 9),
  },
  EL: {
    form: /^\d{9}$/,
    check: (body) => (sumWeighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === number(body, 8, 9),
  },
  ES: { form: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/ },
  FI: {
    form: /^\d{8}$/,
    check: (body) => sumWeighted(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: { form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, check: isFrench },
  HR: { form: /^\d{11}$/, check: isMod11x10 },
  HU: { form: /^\d{8}$/, check: (body) => sumWeighted(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { form: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { form: /^\d{11}$/, check: isLuhn },
  LT: { form: /^(\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/, check: (body) => number(body, 0, 6) % 89 === number(body, 6, 8) },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/, check: (body) => sumWeighted(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { form: /^\d{9}B\d{2}$/, check: isDutch },
  PL: {
    form: /^\d{10}$/,
    check: (body) => sumWeighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === number(body, 9, 10),
  },
  PT: {
    form: /^[1-9]\d{8}$/,
    check: (body) =>
      ((11 - (sumWeighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === number(body, 8, 9),
  },
  RO: { form: /^[1-9]\d{1,9}$/, check: isRomanian },
  SE: { form: /^\d{10}01$/, check: (body) => isLuhn(body.slice(0, 10)) },
  SI: {
    form: /^[1-9]\d{7}$/,
    check: (body) => {
      const digit = 11 - (sumWeighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)
      return digit !== 11 && digit % 10 === number(body, 7, 8)
    },
  },
  SK: { form: /^[1-9]\d[2346-9]\d{7}$/, check: (body) => Number(body) % 11 === 0 },
  XI: { form: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/ },
}

/**
 * Reads a VAT number of the Union as people write it (spaces, dots, dashes, any case, with or without the country's letters) and checks what
 * can be checked offline. Whether it is in use, only VIES knows.
 *
 * @param country ISO code of the billing address; the number's own letters, where it has them, go first
 * @example readVatNumber('nl 0000.99.998 b57', 'NL') // { ok: true, vatNumber: { country: 'NL', number: 'NL000099998B57' }, checked: 'digits' }
 */
export function readVatNumber(text: string, country: string): VatNumberReading {
  const plain = text.toUpperCase().replace(/[\s.\-_/]/g, '')
  const own = /^[A-Z]{2}/.exec(plain)?.[0] ?? ''
  const spelled = own === 'GR' ? 'EL' : own
  const expected = country === 'GR' ? 'EL' : country
  // French keys may be two letters, as a country is: they count as the country only where they name the one expected, or what follows fits.
  const hasPrefix =
    own !== '' && spelled in schemes && (spelled === expected || fits(spelled, plain.slice(2)))
  const prefix = hasPrefix ? spelled : expected
  const scheme = schemes[prefix]
  if (!scheme) return { ok: false, reason: 'unknown-country' }
  const body = complete(prefix, hasPrefix ? plain.slice(2) : plain)
  if (!scheme.form.test(body)) return { ok: false, reason: 'wrong-form' }
  if (scheme.check && !scheme.check(body)) return { ok: false, reason: 'wrong-digits' }
  const vatNumber = { country: prefix === 'EL' ? 'GR' : prefix, number: `${prefix}${body}` }
  return { ok: true, vatNumber, checked: scheme.check ? 'digits' : 'form' }
}

function fits(prefix: string, body: string): boolean {
  return schemes[prefix]?.form.test(complete(prefix, body)) ?? false
}

/** Belgian numbers had nine digits once; a zero in front makes them ten. */
function complete(prefix: string, body: string): string {
  return prefix === 'BE' && /^\d{9}$/.test(body) ? `0${body}` : body
}

function number(body: string, start: number, end: number): number {
  return Number(body.slice(start, end))
}

/** Sum of the first digits, each times its weight. */
function sumWeighted(body: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * number(body, index, index + 1), 0)
}

/** Companies: the old number by 11. Sole traders since 2020: the whole by 97. */
function isDutch(body: string): boolean {
  const remainder = sumWeighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
  return (remainder < 10 && remainder === number(body, 8, 9)) || mod97(`NL${body}`) === 1
}

function isAustrian(body: string): boolean {
  const digits = [...body.slice(1, 8)].map(Number)
  const sum = digits.reduce((total, digit, index) => {
    return total + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10))
  }, 0)
  return (96 - sum) % 10 === number(body, 8, 9)
}

/** ISO 7064, mod 11,10: the last digit checks the others. */
function isMod11x10(body: string): boolean {
  let product = 10
  for (const digit of body.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(body.at(-1))
}

function isRomanian(body: string): boolean {
  const padded = body.padStart(10, '0')
  return ((sumWeighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === number(padded, 9, 10)
}

const frenchKeyLetters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A SIREN after a key of digits (by 97) or, for newer ones, with letters. Monaco has no SIREN, and no such check digit. */
function isFrench(body: string): boolean {
  const siren = body.slice(2)
  if (!siren.startsWith('000') && !isLuhn(siren)) return false
  if (/^\d{2}/.test(body)) return (Number(siren) * 100 + 12) % 97 === number(body, 0, 2)
  const [first, second] = [frenchKeyLetters.indexOf(body.charAt(0)), frenchKeyLetters.indexOf(body.charAt(1))]
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11
}

function isLuhn(body: string): boolean {
  const sum = [...body].toReversed().reduce((total, character, index) => {
    const digit = Number(character)
    return total + (index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10))
  }, 0)
  return sum % 10 === 0
}
