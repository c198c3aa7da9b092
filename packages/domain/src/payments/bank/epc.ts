import { parseBic, parseIban } from './iban.ts'
import { parseRfReference } from './rf-reference.ts'

/** A SEPA credit transfer as the payer's bank app is requested to make it. */
export type EpcTransfer = {
  /** Name of the payee; cut at 70 characters. */
  name: string
  iban: string
  bic: string | null
  /** 1 up to 99 999 999 999 cents. */
  amountCents: number
  /** Structured reference (ISO 11649). */
  rfReference: string
}

/** The most bytes that a QR code of version 13 and level M, the largest that the guideline allows, takes. */
export const epcMaxBytes = 331

/**
 * What the QR code for a bank transfer holds (EPC069-12, version 002, UTF-8): use error correction level M. Null when an account, reference or
 * amount is not valid.
 */
export function epcPayload({ name, iban, bic, amountCents, rfReference }: EpcTransfer): string | null {
  const account = parseIban(iban)
  const bank = bic === null ? '' : parseBic(bic)
  const reference = parseRfReference(rfReference)
  const holder = [...name.replace(/\s+/g, ' ').trim()].slice(0, 70).join('').trim()
  const isAmount = Number.isSafeInteger(amountCents) && amountCents >= 1 && amountCents <= 99_999_999_999
  if (account === null || bank === null || reference === null || holder === '' || !isAmount) return null
  const amount = `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
  const payload = ['BCD', '002', '1', 'SCT', bank, holder, account, amount, '', reference].join('\n')
  return new TextEncoder().encode(payload).length <= epcMaxBytes ? payload : null
}
