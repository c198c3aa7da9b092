import { mod97 } from './mod97.ts'

/** Length of an IBAN in the countries of SEPA (and Serbia), as the IBAN registry has it. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

/**
 * Reads an IBAN of the single euro payments area: any case, spaces anywhere. Null when country, length or check digits are wrong.
 *
 * @example parseIban('nl91 abna 0417 1643 00') // 'NL91ABNA0417164300'
 */
export function parseIban(text: string): string | null {
  const iban = text.toUpperCase().replace(/\s/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null
  if (ibanLengths[iban.slice(0, 2)] !== iban.length) return null
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null
}

/** In groups of four, as it is printed. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Reads the code of a bank (ISO 9362: 8 or 11 characters), or null. */
export function parseBic(text: string): string | null {
  const bic = text.toUpperCase().replace(/\s/g, '')
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null
}
