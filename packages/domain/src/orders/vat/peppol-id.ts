import { mod97 } from '../../payments/bank/mod97.ts'
import { readVatNumber } from './vat-number.ts'

/** Peppol participant as it is written: scheme of the list of electronic addresses (EAS), a colon, and the number. */
export type PeppolIdReading =
  | { ok: true; id: string; scheme: string; value: string }
  | { ok: false; reason: 'wrong-form' | 'unknown-scheme' | 'wrong-number' }

type Scheme = { readonly form: RegExp; readonly check?: (value: string) => boolean }

/** Schemes of VAT numbers, by the letters that the numbers begin with. */
export const vatSchemes: Readonly<Partial<Record<string, string>>> = {
  AT: '9914',
  BE: '9925',
  DE: '9930',
  FR: '9957',
  LU: '9938',
  NL: '9944',
  RO: '9947',
}

const vatScheme = ([letters, scheme]: [string, string | undefined]): [string, Scheme] => [
  scheme ?? '',
  { form: new RegExp(`^${letters}[A-Z0-9]+$`), check: isVat },
]

/** The schemes of businesses and authorities that buy from us. To add one: its form here, and its check digits where they are published. */
const schemes: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  // France: SIRENE and SIRET. Sweden. Global Location Number. Denmark. Switzerland. Netherlands: KvK and OIN. Norway.
  ['0002', { form: /^\d{9}$/ }],
  ['0007', { form: /^\d{10}$/ }],
  ['0009', { form: /^\d{14}$/ }],
  ['0088', { form: /^\d{13}$/, check: isGln }],
  ['0106', { form: /^\d{8}$/ }],
  ['0183', { form: /^CHE\d{9}$/ }],
  ['0184', { form: /^\d{8}$/ }],
  ['0190', { form: /^\d{20}$/ }],
  ['0192', { form: /^\d{9}$/ }],
  // German authorities (Leitweg-ID), Belgian enterprises, Italian VAT numbers.
  ['0204', { form: /^\d{2,12}(-[A-Z0-9]{1,30})?-\d{2}$/, check: isLeitweg }],
  ['0208', { form: /^[01]\d{9}$/, check: (value) => isVat(`BE${value}`) }],
  ['0211', { form: /^IT\d{11}$/, check: isVat }],
  ...Object.entries(vatSchemes).map(vatScheme),
])

/**
 * Reads a Peppol participant as people write it (any case, spaces, the `iso6523-actorid-upis::` in front) and checks scheme, form and check
 * digits. Whether it receives invoices, only the network knows.
 *
 * @example readPeppolId('0106: 1234 5678') // { ok: true, id: '0106:12345678', scheme: '0106', value: '12345678' }
 */
export function readPeppolId(text: string): PeppolIdReading {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s.]/g, '')
    .replace(/^ISO6523-ACTORID-UPIS::/, '')
  const parts = /^(\d{4}):([A-Z0-9-]{1,50})$/.exec(plain)
  if (!parts) return { ok: false, reason: 'wrong-form' }
  const [, scheme = '', value = ''] = parts
  const known = schemes.get(scheme)
  if (!known) return { ok: false, reason: 'unknown-scheme' }
  if (!known.form.test(value) || known.check?.(value) === false) return { ok: false, reason: 'wrong-number' }
  return { ok: true, id: `${scheme}:${value}`, scheme, value }
}

/**
 * The participant that a business probably is: from a number that was typed without its scheme, else from its VAT number. Null: nothing can be
 * derived, or what was typed is one already.
 *
 * @example suggestPeppolId({ typed: '12345678', vatNumber: '', country: 'NL' }) // '0106:12345678'
 */
export function suggestPeppolId({
  typed,
  vatNumber,
  country,
}: {
  typed: string
  vatNumber: string
  /** ISO code of the billing address. */
  country: string
}): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s.]/g, '')
  if (plain === '') return ofVatNumber(vatNumber, country)
  const guesses =
    country === 'NL' ? [`0106:${plain}`, `0190:${plain}`] : country === 'DE' ? [`0204:${plain}`] : []
  const guess = guesses.find((id) => readPeppolId(id).ok)
  return guess ?? (readPeppolId(plain).ok ? null : ofVatNumber(plain, country))
}

/** Belgian enterprises are known by their number alone, which is that of the VAT without its letters. */
function ofVatNumber(text: string, country: string): string | null {
  const reading = readVatNumber(text, country)
  if (!reading.ok) return null
  const { number } = reading.vatNumber
  const scheme = vatSchemes[number.slice(0, 2)]
  if (number.startsWith('BE')) return `0208:${number.slice(2)}`
  return scheme === undefined ? null : `${scheme}:${number}`
}

function isVat(value: string): boolean {
  return readVatNumber(value, value.slice(0, 2)).ok
}

/** The digits before the last, from the right by 3 and 1, and the last make a multiple of ten (GS1). */
function isGln(value: string): boolean {
  const sum = [...value].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** ISO 7064, mod 97,10, over everything but the dashes. */
function isLeitweg(value: string): boolean {
  return mod97(value.replaceAll('-', '')) === 1
}
