import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentedOrder, dueDocuments, type StandingDocument } from './order-documents.ts'
import { totalsUnder } from './vat/vat-case.ts'

const order = { vatCents: 303_719, grossCents: 1_750_000, stage: 'before-delivery' as const }

/** Follows the advice, as the server does. */
function settle(now: DocumentedOrder, standing: StandingDocument[], serial: () => number) {
  const { credit, issue } = dueDocuments(now, standing)
  const left = standing.filter(({ number }) => !credit.includes(number))
  if (!issue) return { left, credit, issue }
  const isPaid = now.stage === 'before-delivery'
  return {
    left: [...left, { ...issue, number: String(serial()), isPaid, isOfBefore: false, isOutdated: false }],
    credit,
    issue,
  }
}

const counter = () => {
  let value = 0
  return () => ++value
}
const sum = (documents: readonly StandingDocument[], key: 'vatCents' | 'grossCents') =>
  documents.reduce((all, one) => all + one[key], 0)

test('each payment has its document; the one that went back is the one taken back', () => {
  const serial = counter()
  let standing: StandingDocument[] = []
  const said = []
  for (const receivedCents of [500_000, 800_000, 300_000, 300_000, 0, 1_750_000, 2_000_000]) {
    const { left, credit, issue } = settle({ ...order, receivedCents }, standing, serial)
    standing = left
    said.push([credit, issue?.kind, issue?.grossCents])
  }
  expect(said).toEqual([
    [[], 'prepayment', 500_000],
    [[], 'prepayment', 300_000],
    [['1'], undefined, undefined],
    [[], undefined, undefined],
    [['2'], undefined, undefined],
    [[], 'invoice', 1_750_000],
    [[], undefined, undefined],
  ])
})

test('an invoice that asks for the whole stays until a part is paid; one of before stays', () => {
  const asks: StandingDocument = {
    ...order,
    number: 'I',
    kind: 'invoice',
    isPaid: false,
    isOfBefore: false,
    isOutdated: false,
  }
  const due = (receivedCents: number, change: Partial<StandingDocument> = {}) =>
    dueDocuments({ ...order, receivedCents }, [{ ...asks, ...change }])
  expect(due(0)).toEqual({ credit: [], issue: null })
  expect(due(1_750_000)).toEqual({ credit: [], issue: null })
  expect(due(175_000)).toEqual({
    credit: ['I'],
    issue: { kind: 'prepayment', grossCents: 175_000, vatCents: 30_372 },
  })
  expect(due(0, { isPaid: true })).toEqual({ credit: ['I'], issue: null })
  expect(due(175_000, { isOfBefore: true })).toEqual({ credit: [], issue: null })
  expect(dueDocuments({ ...order, receivedCents: 0, stage: 'over' }, [asks]).credit).toEqual(['I'])
})

test('whatever is paid and goes back, documents state it to the cent, once, and deductions fit', () => {
  const cents = fc.oneof(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 0, max: 2_000_000 }))
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_900_000 })),
      fc.constantFrom(0, 21, 19, 9),
      fc.array(cents, { maxLength: 25 }),
      fc.constantFrom('delivered' as const, 'over' as const),
      (grossCents, percent, sums, end) => {
        const vatCents = grossCents - Math.round((grossCents * 100) / (100 + percent))
        const serial = counter()
        let standing: StandingDocument[] = []
        for (const receivedCents of sums) {
          const now = { grossCents, vatCents, receivedCents, stage: 'before-delivery' as const }
          standing = settle(now, standing, serial).left
          const due = Math.min(Math.max(0, receivedCents), grossCents)
          expect(sum(standing, 'grossCents')).toBe(due)
          if (due === grossCents) expect(sum(standing, 'vatCents')).toBe(vatCents)
          for (const one of standing) {
            expect(one.vatCents).toBeGreaterThanOrEqual(0)
            expect(one.vatCents).toBeLessThanOrEqual(one.grossCents)
          }
          const leftVat = vatCents - sum(standing, 'vatCents')
          expect(leftVat).toBeGreaterThanOrEqual(0)
          expect(leftVat).toBeLessThanOrEqual(grossCents - due)
          expect(dueDocuments(now, standing)).toEqual({ credit: [], issue: null })
        }
        const last = { grossCents, vatCents, receivedCents: sums.at(-1) ?? 0, stage: end }
        standing = settle(last, standing, serial).left
        expect(dueDocuments(last, standing).issue).toBeNull()
        expect(standing.filter(({ kind }) => kind === 'invoice')).toHaveLength(end === 'delivered' ? 1 : 0)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('another treatment of the VAT takes every document back, and states what was received anew', () => {
  const serial = counter()
  const paid = settle({ ...order, receivedCents: 500_000 }, [], serial).left
  const untaxed = { vatCents: 0, grossCents: 1_446_281 }
  const changed = paid.map((one) => ({ ...one, isOutdated: true }))
  const again = settle({ ...order, ...untaxed, receivedCents: 500_000 }, changed, serial)
  expect(again.credit).toEqual(['1'])
  expect(again.issue).toEqual({ kind: 'prepayment', grossCents: 500_000, vatCents: 0 })
  expect(dueDocuments({ ...order, ...untaxed, receivedCents: 500_000 }, again.left)).toEqual({
    credit: [],
    issue: null,
  })
  const delivered = { ...order, ...untaxed, receivedCents: 1_750_000, stage: 'delivered' as const }
  const final = settle({ ...order, receivedCents: 1_750_000, stage: 'delivered' }, paid, serial).left
  const corrected = settle(
    delivered,
    final.map((one) => ({ ...one, isOutdated: true })),
    serial,
  )
  expect(corrected.credit).toEqual(final.map(({ number }) => number))
  expect(corrected.issue).toEqual({ kind: 'invoice', ...untaxed })
})

test('whatever is paid and however often the treatment changes, what stands has the VAT of now', () => {
  const agreed = 1_750_000
  const step = fc.record({
    receivedCents: fc.integer({ min: 0, max: 1_800_000 }),
    percent: fc.constantFrom(0, 19, 21),
    isDelivered: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const serial = counter()
      let standing: (StandingDocument & { percent: number })[] = []
      let stage: DocumentedOrder['stage'] = 'before-delivery'
      for (const { receivedCents, percent, isDelivered } of steps) {
        if (isDelivered) stage = 'delivered'
        const { netCents, vatCents, grossCents } = totalsUnder(
          { vatCase: 'local', percent },
          { grossCents: agreed, vatPercent: 21 },
          false,
        )
        const now = { vatCents, grossCents, receivedCents, stage }
        const marked = standing.map((one) => ({ ...one, isOutdated: one.percent !== percent }))
        const { left, credit } = settle(now, marked, serial)
        for (const { number, isOutdated } of marked) if (isOutdated) expect(credit).toContain(number)
        standing = left.map((one) => ({ ...one, percent }))
        expect(dueDocuments(now, standing)).toEqual({ credit: [], issue: null })
        const whole = standing.find(({ kind }) => kind === 'invoice')
        if (stage === 'delivered') expect(whole).toMatchObject({ vatCents, grossCents })
        else expect(sum(standing, 'grossCents')).toBe(Math.min(receivedCents, grossCents))
        expect(netCents + vatCents).toBe(grossCents)
      }
    }),
    { numRuns: 1_000 },
  )
})
