/** One movement of an account, as a statement has it; not yet known whether it was imported before. */
export type StatementLine = {
  statementId: string
  accountIban: string
  /** ISO date. */
  bookedOn: string
  /** Signed: what went out is negative. */
  amountCents: number
  currency: string
  /** Structured creditor reference; null when there is none, or more than one: then all of them stand in `remittance`. */
  reference: string | null
  remittance: string
  counterpartyName: string | null
  counterpartyIban: string | null
  /** What the account's bank calls the entry; null when it says nothing, or nothing that identifies. */
  bankReference: string | null
  /** Of one transaction within an entry of several, or what the first bank called it. */
  transactionReference: string | null
  /** Chosen by the payer: tells two entries apart, proves nothing. */
  endToEndId: string | null
  /** Total of the entry that this is one transaction of; null when it is an entry of its own. Signed. */
  batchTotalCents: number | null
  /** Takes back what was booked before. */
  isReturn: boolean
  source: 'camt' | 'mt940'
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
 * A reference that identifies something, or null: banks and payers write many words for nothing.
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

/** Whether there is such a day; ISO date. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
