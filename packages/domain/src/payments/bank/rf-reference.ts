import { mod97 } from './mod97.ts'

/**
 * Makes a structured creditor reference (ISO 11649) of a text: `RF`, two check digits, then up to 21 letters and digits. Other characters of
 * the text are left out. Null when nothing or too much is left.
 *
 * @example createRfReference('SM-2026-000123') // 'RF70SM2026000123'
 */
export function createRfReference(text: string): string | null {
  const body = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (body.length < 1 || body.length > 21) return null
  return `RF${String(98 - mod97(`${body}RF00`)).padStart(2, '0')}${body}`
}

/** Reads a reference as it is printed or typed: any case, spaces anywhere. Null when its check digits are wrong. */
export function parseRfReference(text: string): string | null {
  const reference = text.toUpperCase().replace(/\s/g, '')
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) return null
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : null
}

/** In groups of four, as it is printed. */
export function formatRfReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ')
}
