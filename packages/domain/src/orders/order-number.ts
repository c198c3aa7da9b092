/** Number of an order or an invoice, taken apart. */
export type OrderNumber = { prefix: string; year: number; sequence: number }

/** Prefix of order numbers. Invoices have their own, with a sequence without gaps. */
export const orderNumberPrefix = 'SM'
export const invoiceNumberPrefix = 'INV'

/**
 * Writes a number of a yearly sequence. Past 999 999 it becomes longer and stays unique.
 *
 * @example formatOrderNumber({ prefix: 'SM', year: 2026, sequence: 123 }) // 'SM-2026-000123'
 */
export function formatOrderNumber({ prefix, year, sequence }: OrderNumber): string {
  return `${prefix}-${year}-${String(sequence).padStart(6, '0')}`
}

/** Reads a number as a person types it: any case, spaces or other dashes between the groups, or none. Null when it cannot be one. */
export function parseOrderNumber(text: string): OrderNumber | null {
  const match = /^([A-Z]{2,4})[\s\p{Pd}]*(\d{4})[\s\p{Pd}]*(\d{6,9})$/u.exec(text.trim().toUpperCase())
  if (!match) return null
  const number = { prefix: match[1] ?? '', year: Number(match[2]), sequence: Number(match[3]) }
  const isCanonical = String(number.sequence).padStart(6, '0') === match[3]
  return isCanonical && number.sequence > 0 ? number : null
}

/** The numbers with this prefix that a free text holds, in canonical form, each once. */
export function findOrderNumbers(text: string, prefix: string = orderNumberPrefix): string[] {
  const pattern = /(?<![A-Z0-9])([A-Z]{2,4})[\s\p{Pd}./]*(\d{4})[\s\p{Pd}./]*(\d{6,9})(?!\d)/gu
  const found = [...text.toUpperCase().matchAll(pattern)].flatMap(([, letters, year, digits]) => {
    const number = parseOrderNumber(`${letters}-${year}-${digits}`)
    return number && number.prefix === prefix ? [formatOrderNumber(number)] : []
  })
  return [...new Set(found)]
}
