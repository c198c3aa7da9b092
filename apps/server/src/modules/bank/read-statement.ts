import type { StatementReading } from './bank-entry.ts'
import { readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'

/** Reads a file of a bank in any of the formats that are understood: CAMT.052, .053, .054 and MT940. Never throws. */
export function readStatement(text: string, ownIban: string | null): StatementReading {
  // Some programs pad with NUL, which no text column takes.
  const plain = text.replaceAll('\u0000', '')
  return isMt940(plain) ? readMt940(plain, ownIban) : readCamt(plain.replace(/^\uFEFF/, '').trimStart())
}
