import { type MatchableOrder, matchStatement } from '@shipminer/domain/payments/bank/match-statement'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areVaried,
  exportArb,
  type Format,
  type Movement,
  mostPaidFor,
  movementsArb,
  movementsOf,
  paidOrders,
  sumCents,
} from '../../../test/papers/bank-movements.ts'
import type { StatementLine } from './bank-entry.ts'
import { type BankEntry, classifyEntries, identifyLines } from './entry-identity.policy.ts'
import { outcomeOf, statementEntry } from './statement-entries.policy.ts'

/*
 * Random orders and random statements of them: twins, batches with and without amounts, typing errors, returns, exports of any span in any
 * order and overlap, in two formats that say the same in other words. Whatever happens, the sum of what was booked, waits for a person, was set aside as known or was outgoing equals the
 * statement, and no order gets more than what was really paid for it.
 */
const orders: readonly (MatchableOrder & { id: string })[] = paidOrders.map(({ number, reference }, at) => ({
  id: `id-${at + 1}`,
  number,
  rfReference: reference,
  totalCents: (at + 1) * 10_000,
  receivedCents: 0,
  bankReceivedCents: 0,
  hasRefunds: false,
  buyerNames: ['Jan de Vries'],
}))
const idOf = new Map(orders.map(({ number, id }) => [number, id]))

const movementsOfTest = movementsArb([1, 100, 10_000, 20_000, 30_000])

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
  const references = parts.map(({ order }) => paidOrders[order]?.reference ?? '')
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

test('the sum of booked, open, known and outgoing is the statement, and nothing is booked twice', () => {
  fc.assert(
    fc.property(
      movementsOfTest,
      fc.array(exportArb, { minLength: 1, maxLength: 6 }),
      (movements, exports) => {
        const kept: Kept[] = []
        const covered = new Set<Movement>()
        for (const [at, one] of exports.entries()) {
          const inside = movementsOf(movements, one)
          const lines = inside
            .flatMap((movement) => linesOf(movement, one.isSplit, `S-${at}`))
            .map((line) => inFormat(line, one.format))
          const shown = importLines(kept, one.isBackwards ? lines.toReversed() : lines)
          for (const movement of inside) covered.add(movement)
          expect(sumCents(shown.map(({ cents }) => cents))).toBe(
            sumCents(inside.map(({ amountCents }) => amountCents)),
          )
        }
        const all = movements.filter((movement) => covered.has(movement))
        const real = sumCents(all.map(({ amountCents }) => amountCents))
        // Nothing is stored twice; a person may have to decide only about what comes in other words: batches whole and split, another format.
        const total = sumCents(kept.map(({ entry }) => entry.amountCents))
        if (!areVaried(exports)) expect(total).toBe(real)
        // Nothing is lost in either direction, and what nobody has to decide is counted once.
        for (const sign of [1, -1]) {
          const ofSign = (cents: readonly number[]) => sumCents(cents.map((one) => Math.max(0, sign * one)))
          const really = ofSign(all.map(({ amountCents }) => amountCents))
          const certain = kept.filter(({ isSuspect }) => !isSuspect)
          expect(ofSign(kept.map(({ entry }) => entry.amountCents))).toBeGreaterThanOrEqual(really)
          expect(ofSign(certain.map(({ entry }) => entry.amountCents))).toBeLessThanOrEqual(really)
        }
        for (const order of paidOrders) {
          const booked = kept.flatMap(({ entry, result, order: number }) =>
            result === 'booked' && number === order.number ? [entry.amountCents] : [],
          )
          expect(sumCents(booked)).toBeLessThanOrEqual(mostPaidFor(all, order))
          expect(sumCents(booked)).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: Number(process.env.STATEMENT_RUNS ?? 1_000) },
  )
})

test('importing everything once more changes nothing', () => {
  fc.assert(
    fc.property(movementsOfTest, fc.boolean(), (movements, isSplit) => {
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
