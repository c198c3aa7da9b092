import { type MatchableOrder, matchStatement } from '@shipminer/domain/payments/match-statement'
import { createRfReference } from '@shipminer/domain/payments/rf-reference'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StatementLine } from './bank-entry.ts'
import { type BankEntry, classifyEntries, identifyLines } from './entry-identity.policy.ts'
import { outcomeOf, statementEntry } from './statement-entries.policy.ts'

/*
 * Random orders and random statements of them: twins, batches with and without amounts, typing errors, returns, exports of any span in any
 * order and overlap, in two formats that say the same in other words. Whatever happens, the sum of what was booked, waits for a person, was set aside as known or was outgoing equals the
 * statement, and no order gets more than what was really paid for it.
 */
const days = ['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06'] as const
const orders: readonly (MatchableOrder & { id: string })[] = [1, 2, 3, 4].map((sequence) => {
  const number = `SM-2026-00000${sequence}`
  return {
    id: `id-${sequence}`,
    number,
    rfReference: createRfReference(number) ?? '',
    totalCents: sequence * 10_000,
    receivedCents: 0,
    bankReceivedCents: 0,
    hasRefunds: false,
    buyerNames: ['Jan de Vries'],
  }
})
const idOf = new Map(orders.map(({ number, id }) => [number, id]))

/** One movement as it really was; a batch has parts. */
type Movement = Omit<StatementLine, 'statementId' | 'batchTotalCents'> & {
  parts: { cents: number; order: number }[]
}

const movementArb: fc.Arbitrary<Movement> = fc
  .record({
    day: fc.constantFrom(...days),
    cents: fc.constantFrom(1, 100, 10_000, 20_000, 30_000),
    order: fc.integer({ min: 0, max: 3 }),
    words: fc.constantFrom('reference', 'text', 'typing-error', 'two-references', 'nothing'),
    kind: fc.constantFrom('in', 'in', 'in', 'return', 'out', 'returned-to-us', 'batch'),
    iban: fc.constantFrom(null, 'DE89370400440532013000'),
    /** Banks that give their entries references, and those that write a placeholder. */
    named: fc.boolean(),
    serial: fc.nat(),
  })
  .map(({ day, cents, order, words, kind, iban, named, serial }) => {
    const reference = orders[order]?.rfReference ?? ''
    const other = orders[(order + 1) % 4]?.rfReference ?? ''
    const text = {
      reference: '',
      text: `betaling ${reference}`,
      'typing-error': `betaling ${reference.slice(0, -1)}`,
      'two-references': `${reference} ${other}`,
      nothing: 'huur',
    }[words]
    return {
      accountIban: 'NL91ABNA0417164300',
      bookedOn: day,
      amountCents: kind === 'return' || kind === 'out' ? -cents : kind === 'batch' ? 2 * cents : cents,
      currency: 'EUR',
      reference: words === 'reference' && kind !== 'batch' ? reference : null,
      remittance: kind === 'batch' ? '' : text,
      counterpartyName: null,
      counterpartyIban: iban,
      bankReference: named ? `B${serial}` : null,
      transactionReference: null,
      endToEndId: null,
      isReturn: kind === 'return' || kind === 'returned-to-us',
      source: 'camt' as const,
      parts: kind === 'batch' ? [order, (order + 1) % 4].map((one) => ({ cents, order: one })) : [],
    }
  })

/** A file of some days, whole: batches as one entry without amounts, or split. */
const exportArb = fc.record({
  from: fc.integer({ min: 0, max: 3 }),
  length: fc.integer({ min: 1, max: 4 }),
  isSplit: fc.boolean(),
  isBackwards: fc.boolean(),
  /** The other format names batches as a whole, may leave the bank's reference or the account of the other side out, and words the text its own way. */
  format: fc.constantFrom<Format>('camt', 'camt', 'mt940', 'mt940-without-references'),
})
type Format = 'camt' | 'mt940' | 'mt940-without-references'

function inFormat(line: StatementLine, format: Format): StatementLine {
  if (format === 'camt') return line
  const isNamed = format === 'mt940'
  return {
    ...line,
    source: 'mt940',
    bankReference: isNamed ? line.bankReference : null,
    counterpartyIban: isNamed ? line.counterpartyIban : null,
    remittance: line.remittance === '' ? '' : `/REMI/${line.remittance.toUpperCase()}/`,
  }
}

function linesOf(movement: Movement, isSplit: boolean, statementId: string): StatementLine[] {
  const { parts, ...line } = movement
  const whole = { ...line, statementId, batchTotalCents: null }
  if (parts.length === 0) return [whole]
  const references = parts.map(({ order }) => orders[order]?.rfReference ?? '')
  if (!isSplit) return [{ ...whole, remittance: references.join(' ') }]
  return parts.map(({ cents }, at) => ({
    ...whole,
    amountCents: cents,
    reference: references[at] ?? null,
    transactionReference: `T${at}`,
    batchTotalCents: line.amountCents,
  }))
}

type Kept = { entry: BankEntry; result: string; order: string | null; isSuspect: boolean }

/** What an import does with a file, but without a database. */
function importLines(kept: Kept[], lines: readonly StatementLine[]): { cents: number; result: string }[] {
  const entries = identifyLines(lines)
  const newness = classifyEntries(
    entries,
    kept.map(({ entry }) => entry),
  )
  const sums = new Map<string, number>()
  for (const { entry, result, order } of kept)
    if (result === 'booked' && order) sums.set(order, (sums.get(order) ?? 0) + entry.amountCents)
  const now = orders.map((order) => {
    const receivedCents = sums.get(order.number) ?? 0
    return { ...order, receivedCents, bankReceivedCents: receivedCents }
  })
  const known = new Set(entries.flatMap(({ entryKey }, at) => (newness[at] === 'known' ? entryKey : [])))
  const certain = entries.filter((_, at) => newness[at] !== 'suspect')
  const matches = new Map(
    matchStatement(certain.map(statementEntry), now, known).map((match, at) => [certain[at], match]),
  )
  return entries.map((entry, at) => {
    const [alone] = matchStatement([statementEntry(entry)], now, new Set())
    const match = matches.get(entry) ?? alone
    if (!match) throw new Error('no match')
    const { result, matches: found } = outcomeOf(match, newness[at] === 'suspect', idOf)
    if (result !== 'known')
      kept.push({ entry, result, order: found[0]?.orderNumber ?? null, isSuspect: newness[at] === 'suspect' })
    return { cents: entry.amountCents, result }
  })
}

/** True twins share everything except what the bank does not state. */
const movementsArb = fc
  .array(fc.tuple(movementArb, fc.constantFrom(1, 1, 1, 2)), { maxLength: 12 })
  .map((list) =>
    list.flatMap(([movement, times]) =>
      Array.from({ length: movement.bankReference === null ? times : 1 }, () => movement),
    ),
  )

const sum = (values: readonly number[]) => values.reduce((total, cents) => total + cents, 0)

test('the sum of booked, open, known and outgoing is the statement, and nothing is booked twice', () => {
  fc.assert(
    fc.property(movementsArb, fc.array(exportArb, { minLength: 1, maxLength: 6 }), (movements, exports) => {
      const kept: Kept[] = []
      const covered = new Set<Movement>()
      const isVaried = new Set(exports.map(({ isSplit, format }) => `${isSplit} ${format}`)).size > 1
      exports.forEach(({ from, length, isSplit: mayBeSplit, isBackwards, format }, at) => {
        const isSplit = mayBeSplit && format === 'camt'
        const inside = movements.filter(({ bookedOn }) => {
          const day = days.indexOf(bookedOn as (typeof days)[number])
          return day >= from && day < from + length
        })
        const lines = inside
          .flatMap((movement) => linesOf(movement, isSplit, `S-${at}`))
          .map((line) => inFormat(line, format))
        const shown = importLines(kept, isBackwards ? lines.toReversed() : lines)
        for (const movement of inside) covered.add(movement)
        expect(sum(shown.map(({ cents }) => cents))).toBe(sum(inside.map(({ amountCents }) => amountCents)))
      })
      const all = movements.filter((movement) => covered.has(movement))
      const real = sum(all.map(({ amountCents }) => amountCents))
      // Nothing is stored twice; a person may have to decide only about what comes in other words: batches whole and split, another format.
      const total = sum(kept.map(({ entry }) => entry.amountCents))
      if (!isVaried) expect(total).toBe(real)
      // Nothing is lost in either direction, and what nobody has to decide is counted once.
      for (const sign of [1, -1]) {
        const ofSign = (cents: readonly number[]) => sum(cents.map((one) => Math.max(0, sign * one)))
        const really = ofSign(all.map(({ amountCents }) => amountCents))
        const certain = kept.filter(({ isSuspect }) => !isSuspect)
        expect(ofSign(kept.map(({ entry }) => entry.amountCents))).toBeGreaterThanOrEqual(really)
        expect(ofSign(certain.map(({ entry }) => entry.amountCents))).toBeLessThanOrEqual(really)
      }
      for (const { number, rfReference } of orders) {
        const paid = all.flatMap(({ amountCents, reference, remittance, isReturn, parts }) => {
          const ofParts = parts
            .filter(({ order }) => orders[order]?.number === number)
            .map(({ cents }) => cents)
          const isNamed = reference === rfReference || remittance.includes(rfReference)
          return isNamed && !isReturn && amountCents > 0 ? [amountCents, ...ofParts] : ofParts
        })
        const booked = kept.flatMap(({ entry, result, order }) =>
          result === 'booked' && order === number ? [entry.amountCents] : [],
        )
        expect(sum(booked)).toBeLessThanOrEqual(sum(paid))
        expect(sum(booked)).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: Number(process.env.STATEMENT_RUNS ?? 1_000) },
  )
})

test('importing everything once more changes nothing', () => {
  fc.assert(
    fc.property(movementsArb, fc.boolean(), (movements, isSplit) => {
      const kept: Kept[] = []
      const lines = movements.flatMap((movement) => linesOf(movement, isSplit, 'S-1'))
      importLines(kept, lines)
      const before = kept.length
      const again = importLines(kept, lines.toReversed())
      expect(kept).toHaveLength(before)
      expect(again.every(({ result }) => result === 'known')).toBe(true)
    }),
    { numRuns: 500 },
  )
})
