import { createRfReference } from '@shipminer/domain/payments/bank/rf-reference'
import fc from 'fast-check'
import type { StatementLine } from '../../src/modules/bank/bank-entry.ts'

/** Days on which random movements happen. */
const days = ['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06'] as const

/** The first orders of an empty shop, with the references that their buyers transfer with. */
export const paidOrders: readonly { number: string; reference: string }[] = [1, 2, 3, 4].map((sequence) => {
  const number = `SM-2026-00000${sequence}`
  return { number, reference: createRfReference(number) ?? '' }
})

/** One movement of an account as it really was; a batch has parts. `order`: place in `paidOrders`. */
export type Movement = Omit<StatementLine, 'statementId' | 'batchTotalCents'> & {
  parts: { cents: number; order: number }[]
}

const movementArb = (amounts: readonly number[]): fc.Arbitrary<Movement> =>
  fc
    .record({
      day: fc.constantFrom(...days),
      cents: fc.constantFrom(...amounts),
      order: fc.integer({ min: 0, max: 3 }),
      words: fc.constantFrom('reference', 'reference', 'text', 'typing-error', 'two-references', 'nothing'),
      kind: fc.constantFrom('in', 'in', 'in', 'return', 'out', 'returned-to-us', 'batch'),
      iban: fc.constantFrom(null, 'DE89370400440532013000'),
      /** Banks that give their entries references, and those that write a placeholder. */
      named: fc.boolean(),
      serial: fc.nat(),
    })
    .map(({ day, cents, order, words, kind, iban, named, serial }) => {
      const reference = paidOrders[order]?.reference ?? ''
      const other = paidOrders[(order + 1) % 4]?.reference ?? ''
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

/** Some days of an account. True twins share everything except what the bank does not state. */
export const movementsArb = (amounts: readonly number[]): fc.Arbitrary<Movement[]> =>
  fc
    .array(fc.tuple(movementArb(amounts), fc.constantFrom(1, 1, 1, 2)), { maxLength: 12, size: 'max' })
    .map((list) =>
      list.flatMap(([movement, times]) =>
        Array.from({ length: movement.bankReference === null ? times : 1 }, () => movement),
      ),
    )

/**
 * How a file says it: the other format names batches as a whole, may leave the bank's reference or the account of the other side out, and words the
 * text its own way.
 */
export type Format = 'camt' | 'mt940' | 'mt940-without-references'

/** A file of some days, whole: batches as one entry without amounts, or split. */
export type Export = {
  from: number
  length: number
  isSplit: boolean
  isBackwards: boolean
  format: Format
}

export const exportArb: fc.Arbitrary<Export> = fc
  .record({
    from: fc.integer({ min: 0, max: 3 }),
    length: fc.integer({ min: 1, max: 4 }),
    isSplit: fc.boolean(),
    isBackwards: fc.boolean(),
    format: fc.constantFrom<Format>('camt', 'camt', 'mt940', 'mt940-without-references'),
  })
  .map((one) => ({ ...one, isSplit: one.isSplit && one.format === 'camt' }))

/** The movements that a file tells of. */
export function movementsOf(movements: readonly Movement[], { from, length }: Export): Movement[] {
  return movements.filter(({ bookedOn }) => {
    const day = days.indexOf(bookedOn as (typeof days)[number])
    return day >= from && day < from + length
  })
}

/** Whether the files say the same money in different words, so that a person may have to decide. */
export const areVaried = (exports: readonly Export[]) =>
  new Set(exports.map(({ isSplit, format }) => `${isSplit} ${format}`)).size > 1

export const sumCents = (values: readonly number[]) => values.reduce((total, cents) => total + cents, 0)

/** What is most that movements may have paid for an order. */
export function mostPaidFor(
  movements: readonly Movement[],
  { number, reference }: (typeof paidOrders)[number],
) {
  return sumCents(
    movements.flatMap(({ amountCents, reference: structured, remittance, isReturn, parts }) => {
      const ofParts = parts
        .filter(({ order }) => paidOrders[order]?.number === number)
        .map(({ cents }) => cents)
      const isNamed = structured === reference || remittance.includes(reference)
      return isNamed && !isReturn && amountCents > 0 ? [amountCents, ...ofParts] : ofParts
    }),
  )
}
