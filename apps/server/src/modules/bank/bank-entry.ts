/** One movement of an account, as it appears on a statement; it may have been imported before. */
export type StatementLine = {
  statementId: string
  accountIban: string
  /** ISO date. */
  bookedOn: string
  /** Signed: outgoing is negative. */
  amountCents: number
  currency: string
  /** Structured creditor reference; null when there is none, or more than one: then all of them are in `remittance`. */
  reference: string | null
  remittance: string
  counterpartyName: string | null
  counterpartyIban: string | null
  /** The bank's own reference of the entry; null when there is none, or none that identifies it. */
  bankReference: string | null
  /** The reference of one transaction within an entry of several, or the one that the first bank gave it. */
  transactionReference: string | null
  /** Chosen by the payer: distinguishes two entries, but proves nothing. */
  endToEndId: string | null
  /** Total of the entry that this transaction is part of; null when it is an entry of its own. Signed. */
  batchTotalCents: number | null
  /** Reverses an earlier booking. */
  isReturn: boolean
  source: 'camt' | 'mt940'
  /** From a notification (CAMT.054): it may tell a part of the day, so that a later one of the same day tells other entries. */
  isNotification?: true
}

/** What a file of a bank holds. */
export type StatementReading =
  | {
      ok: true
      statementIds: string[]
      /** Of every account in the file, also those without entries. */
      accounts: string[]
      lines: StatementLine[]
      notBooked: number
    }
  | { ok: false; reason: string }

/**
 * A reference that identifies something, or null: banks and payers use many placeholders.
 *
 * @example realReference(' NotProvided ') // null
 */
export function realReference(text: string): string | null {
  const trimmed = text.trim()
  const letters = trimmed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const isNothing = /^(NOTPROVIDED|NOTPROVED|NOTAVAILABLE|NOREF|NONREF|NOREFERENCE|NONE|NULL|NA|0*)$/.test(
    letters,
  )
  return isNothing ? null : trimmed
}

/** Whether the ISO date is a day that exists. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
