import type { StatementReading } from './bank-entry.ts'
import { readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'

/** Reads a file of a bank in any of the formats that are understood: CAMT.052, .053, .054 and MT940. Never throws. */
export function readStatement(text: string, ownIban: string | null): StatementReading {
  return isMt940(text) ? readMt940(text, ownIban) : readCamt(text.replace(/^\uFEFF/, '').trimStart())
}
