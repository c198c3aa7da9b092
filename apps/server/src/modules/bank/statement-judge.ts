import { gunzipSync, gzipSync } from 'node:zlib'
import type { ImportCounts, ImportedEntry } from '@shipminer/contract/desk/bank'
import { decodeStatement } from '@shipminer/domain/payments/bank/decode-statement'
import { type MatchableOrder, matchStatement } from '@shipminer/domain/payments/bank/match-statement'
import { type BankEntry, classifyEntries, identifyLines, type KeptEntry } from './entry-identity.policy.ts'
import { readStatement } from './read-statement.ts'
import { movementOf, outcomeOf, statementEntry } from './statement-entries.policy.ts'

export type Outcome = Pick<ImportedEntry, 'result' | 'why' | 'matches'>
/** An entry with what becomes of it. */
export type Decided = { entry: BankEntry; outcome: Outcome; isSuspect: boolean }
export type JudgedOrder = MatchableOrder & { id: string }

/** Longest statement, bytes: a year of a busy account is a tenth of it. */
export const longestFile = 20_000_000
/** How many entries an answer lists. */
const mostListed = 500
/** How many are handed over at a time. */
const takenAtOnce = 100

export type JudgeReading =
  | {
      ok: true
      statementIds: string[]
      accounts: string[]
      notBooked: number
      total: number
      days: string[]
      references: string[]
    }
  | { ok: false; reason: string }

/**
 * Reads one statement and decides what becomes of its entries: all that takes computing, apart from the database, so that a long one can be assessed
 * in a thread of its own. Every call hands over a small part, so that neither side is kept busy for long.
 */
export type StatementJudge = {
  /** `file` is compressed, in whatever character set the bank used; `decided` continues an import that was cut off. */
  open(input: { file: Uint8Array; ownIban: string | null; decided: Uint8Array | null }): JudgeReading
  addKept(rows: KeptEntry[]): void
  addOrders(orders: JudgedOrder[]): void
  /** Decides with what was added; to be stored, so that it holds after a crash as well. */
  decide(): { decided: Uint8Array; counts: ImportCounts }
  /** The next ones to be stored; none: all were handed over. */
  take(): Decided[]
  /** What is shown of it, after those with these keys could not be booked. */
  result(failedKeys: string[]): { counts: ImportCounts; entries: ImportedEntry[] }
}

export function createStatementJudge(): StatementJudge {
  let entries: BankEntry[] = []
  let outcomes: Omit<Decided, 'entry'>[] = []
  let taken = 0
  const kept: KeptEntry[] = []
  const orders: JudgedOrder[] = []
  return {
    open({ file, ownIban, decided }) {
      const text = decodeFile(file)
      const reading = text === null ? null : readStatement(text, ownIban)
      if (!reading) return { ok: false, reason: 'the file is too large, or damaged' }
      if (!reading.ok) return reading
      entries = identifyLines(reading.lines)
      if (decided) outcomes = JSON.parse(gunzipSync(decided).toString('utf8'))
      const { statementIds, accounts, notBooked } = reading
      const days = [...new Set(entries.map(({ bookedOn }) => bookedOn))]
      const references = [...new Set(entries.flatMap(({ bankReference }) => bankReference ?? []))]
      return { ok: true, statementIds, accounts, notBooked, total: entries.length, days, references }
    },
    addKept: (rows) => void kept.push(...rows),
    addOrders: (more) => void orders.push(...more),
    decide() {
      outcomes = decideOutcomes(entries, kept, orders)
      return { decided: gzipSync(JSON.stringify(outcomes)), counts: countResults(outcomes) }
    },
    take() {
      const found: Decided[] = []
      for (; taken < entries.length && found.length < takenAtOnce; taken++) {
        const [entry, outcome] = [entries[taken], outcomes[taken]]
        if (entry && outcome && outcome.outcome.result !== 'known') found.push({ entry, ...outcome })
      }
      return found
    },
    result(failedKeys) {
      const failed = new Set(failedKeys)
      const all = entries.map((entry, at): ImportedEntry => {
        const outcome = outcomes[at]?.outcome ?? { result: 'open', why: 'failed', matches: [] }
        const isFailed = failed.has(entry.entryKey) && outcome.result === 'booked'
        return { ...movementOf(entry), ...outcome, ...(isFailed ? { result: 'open', why: 'failed' } : {}) }
      })
      const counts = countResults(all.map((outcome) => ({ outcome })))
      return { counts, entries: all.length <= mostListed ? all : firstToLookAt(all) }
    },
  }
}

/** Of a long statement what needs a person comes first. */
function firstToLookAt(all: readonly ImportedEntry[]): ImportedEntry[] {
  const rank = { open: 0, booked: 1, outgoing: 2, known: 3 } as const
  return all.toSorted((a, b) => rank[a.result] - rank[b.result]).slice(0, mostListed)
}

function countResults(all: readonly { outcome: Pick<Outcome, 'result'> }[]): ImportCounts {
  const counts = { booked: 0, open: 0, known: 0, outgoing: 0 }
  for (const { outcome } of all) counts[outcome.result] += 1
  return counts
}

function decodeFile(file: Uint8Array): string | null {
  try {
    return decodeStatement(gunzipSync(file, { maxOutputLength: longestFile }))
  } catch {
    return null
  }
}

/** Matches every entry with orders and stored entries. */
export function decideOutcomes(
  entries: readonly BankEntry[],
  kept: readonly KeptEntry[],
  orders: readonly JudgedOrder[],
): Omit<Decided, 'entry'>[] {
  const idOf = new Map(orders.map(({ number, id }) => [number, id]))
  const newness = classifyEntries(entries, kept)
  const known = new Set(entries.flatMap(({ entryKey }, at) => (newness[at] === 'known' ? entryKey : [])))
  const suspects = new Set(entries.filter((_, at) => newness[at] === 'suspect'))
  // Suspect entries pay nothing, so they are left out of the sums that the others are compared with.
  const certain = entries.filter((entry) => !suspects.has(entry))
  const matches = matchStatement(certain.map(statementEntry), orders, known)
  const matchOf = new Map(certain.map((entry, at) => [entry, matches[at]]))
  const suspectMatches = new Map(
    [...suspects].map((entry) => [entry, matchStatement([statementEntry(entry)], orders, known)[0]]),
  )
  return entries.map((entry) => {
    const match = matchOf.get(entry) ?? suspectMatches.get(entry)
    if (!match) throw new Error('every entry has a match, if only none')
    const isSuspect = suspects.has(entry)
    return { outcome: outcomeOf(match, isSuspect, idOf), isSuspect }
  })
}
