import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../test/build-test-app.ts'
import {
  areVaried,
  type Export,
  exportArb,
  type Format,
  type Movement,
  mostPaidFor,
  movementsArb,
  movementsOf,
  paidOrders,
  sumCents,
} from '../../../test/papers/bank-movements.ts'
import { camtSample, type SampleEntry } from '../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../test/place-order.ts'
import type { Store } from '../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { type BankDeps, setEntryAside } from './bank.service.ts'
import { importStatement, listImports, readImport, resumeImports } from './statement-imports.service.ts'

const iban = 'NL91ABNA0417164300'
const grossCents = 1_750_000
const shell = { name: 'shell', operatorId: null }

/** `dies`: nothing works any more from that query on; `stumbles`: that one alone fails, as at a lost connection. */
type Fault = { atQuery: number; kind: 'dies' | 'stumbles' }

const stepArb = fc.record({
  export: exportArb,
  // An import makes some fifteen queries, and thirty for each booking; a short one ends before.
  fault: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 3,
      arbitrary: fc.record({
        atQuery: fc.noBias(fc.nat(90)),
        kind: fc.constantFrom<Fault['kind']>('dies', 'stumbles'),
      }),
    },
  ),
  /** Afterwards a person sets the oldest entry aside that waits. */
  setsAside: fc.boolean(),
})

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const references = (movement: Movement) =>
  movement.parts.map(({ order }) => paidOrders[order]?.reference ?? '')

function camtEntry(movement: Movement, isSplit: boolean): SampleEntry {
  const { amountCents, bookedOn, bankReference, counterpartyIban, remittance, reference, parts } = movement
  const entry: SampleEntry = {
    amount: euros(amountCents),
    direction: amountCents < 0 ? 'DBIT' : 'CRDT',
    day: bookedOn,
    reversal: movement.isReturn,
    text: parts.length > 0 ? references(movement).join(' ') : remittance,
    ...(reference === null ? {} : { reference }),
    ...(bankReference === null ? {} : { bankReference }),
    ...(counterpartyIban === null ? {} : { iban: counterpartyIban }),
  }
  if (!isSplit || parts.length === 0) return entry
  const named = references(movement)
  return {
    ...entry,
    parts: parts.map(({ cents }, at) => ({
      amount: euros(cents),
      reference: named[at] ?? '',
      id: `T${at}`,
    })),
  }
}

function mt940Line(movement: Movement, format: Format): string {
  const { amountCents, bookedOn, bankReference, counterpartyIban, isReturn, reference } = movement
  const isNamed = format === 'mt940'
  const day = bookedOn.slice(2).replaceAll('-', '')
  const isIn = amountCents > 0
  const mark = isReturn ? (isIn ? 'RD' : 'RC') : isIn ? 'C' : 'D'
  const bank = isNamed && bankReference !== null ? `//${bankReference}` : ''
  const text = [reference, movement.remittance, ...references(movement)].filter(Boolean).join(' ')
  const other = isNamed && counterpartyIban !== null ? `/IBAN/${counterpartyIban}` : ''
  return [
    `:61:${day}${day.slice(2)}${mark}${euros(amountCents).replace('.', ',')}NTRFNONREF${bank}`,
    `:86:/TRTP/SEPA OVERBOEKING${other}/REMI/${text.toUpperCase()}/EREF/NOTPROVIDED`,
  ].join('\r\n')
}

/** The file as a bank writes it; the name of the statement is new each time. */
function fileOf(
  movements: readonly Movement[],
  { format, isSplit, isBackwards }: Export,
  id: string,
): string {
  const inOrder = isBackwards ? movements.toReversed() : movements
  if (format === 'camt') {
    const version = id.length % 2 === 0 ? '02' : '08'
    return camtSample(
      inOrder.map((movement) => camtEntry(movement, isSplit)),
      { id, version },
    )
  }
  return [
    `:20:${id}`,
    `:25:${iban}`,
    ':28C:00001/001',
    ':60F:C260502EUR1000,00',
    ...inOrder.map((movement) => mt940Line(movement, format)),
    ':62F:C260506EUR1000,00',
    '-',
  ].join('\r\n')
}

/** The same database for a process that has such a fault. */
function faulty(store: Store, { atQuery, kind }: Fault): Store {
  let left = atQuery
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1
      if (kind === 'dies' ? left < 0 : left === -1) throw new Error('the connection is gone')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...store, db: store.db.withPlugin(plugin) }
}

/** What the database says of the account and of every order; it fails where two of its tables disagree. */
async function readBooks({ db }: Store) {
  const entries = await db.selectFrom('bankEntries').selectAll().orderBy('id').execute()
  const bookings = await db.selectFrom('bankBookings').selectAll().execute()
  const orders = await db.selectFrom('orders').selectAll().orderBy('number').execute()
  const balances = await db.selectFrom('orderBalances').selectAll().where('source', '=', 'bank').execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('status', '=', 'requested').execute()
  // Each entry that counts as booked was booked once, whole; no other one was.
  const isBooked = entries.filter(({ outcome }) => outcome === 'booked')
  expect(bookings.map(({ entryId, amountCents }) => [entryId, amountCents]).toSorted()).toEqual(
    isBooked.map(({ id, amountCents }) => [id, amountCents]).toSorted(),
  )
  const perOrder = orders.map(({ id, number, state, receivedCents }) => {
    const bookedCents = sumCents(
      bookings.flatMap(({ orderId, amountCents }) => (orderId === id ? [amountCents] : [])),
    )
    const balance = balances.find(({ orderId }) => orderId === id)
    expect(receivedCents).toBe(bookedCents)
    expect(balance?.receivedCents ?? 0).toBe(bookedCents)
    // What the order does not need is on its way back.
    const isOver = state === 'cancelled' || state === 'expired'
    const dueCents = sumCents(
      refunds.flatMap(({ orderId, amountCents }) => (orderId === id ? [amountCents] : [])),
    )
    expect(dueCents).toBe(Math.max(0, bookedCents - (isOver ? 0 : grossCents)))
    return { number, bookedCents }
  })
  return { entries, perOrder }
}

describeEachEngine('random statements through the import', ({ engine, store }) => {
  const numRuns = Number(process.env.IMPORT_RUNS ?? (engine === 'postgresql' ? 25 : 8))

  test('booked, open, set aside and outgoing are the statement, and nothing is booked twice, whatever dies in between', async () => {
    await fc.assert(
      fc
        .asyncProperty(
          movementsArb([1, 10_000, grossCents - 1, grossCents, grossCents, 2 * grossCents]),
          fc.array(stepArb, { minLength: 1, maxLength: 5 }),
          async (movements, steps) => {
            const app = await buildTestApp(store(), {
              settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', COMPANY_IBAN: iban },
            })
            const deps: BankDeps = { store: store(), clock: app.clock.now, orders: app.orders, iban }
            for (const { number } of paidOrders) {
              const buyer = testClient(app)
              const { order, withKey } = await placedOrder(buyer)
              expect(order.number).toBe(number)
              if (number === paidOrders[3]?.number) await buyer.post(`/orders/${number}/cancel`, {}, withKey)
            }
            const covered = new Set<Movement>()
            for (const [at, { export: one, fault, setsAside }] of steps.entries()) {
              const inside = movementsOf(movements, one)
              const text = fileOf(inside, one, `S-${at}`)
              const before = (await listImports(deps, 1))[0]?.id ?? null
              const by = fault ? { ...deps, store: faulty(store(), fault) } : deps
              await importStatement(by, { text }, shell).catch((error: Error) => {
                if (!fault) throw error
              })
              // Whoever held the work is dead, and the next one goes on with it.
              await store().db.updateTable('jobRuns').set({ leaseUntil: null }).execute()
              await resumeImports(deps)
              let id = (await listImports(deps, 1))[0]?.id ?? null
              // It died before it had stored the file, and said so: it is brought again.
              if (id === before) id = (await importStatement(deps, { text }, shell)).id
              const done = await readImport(deps, Number(id))
              expect(done).toMatchObject({ state: 'done', done: done.total })
              const { booked, open, known, outgoing } = done.counts ?? {}
              expect([booked, open, known, outgoing].map(Number).reduce((a, b) => a + b)).toBe(done.total)
              expect(sumCents(done.entries.map(({ amountCents }) => amountCents))).toBe(
                sumCents(inside.map(({ amountCents }) => amountCents)),
              )
              for (const movement of inside) covered.add(movement)
              const waiting = (await readBooks(store())).entries.find(({ outcome }) => outcome === 'open')
              if (setsAside && waiting)
                await setEntryAside(deps, waiting.id, 'not ours', async () => undefined)
              await readBooks(store())
            }
            const { entries, perOrder } = await readBooks(store())
            const all = movements.filter((movement) => covered.has(movement))
            const real = sumCents(all.map(({ amountCents }) => amountCents))
            if (!areVaried(steps.map((step) => step.export)))
              expect(sumCents(entries.map(({ amountCents }) => amountCents))).toBe(real)
            // Nothing is lost in either direction, and what nobody has to decide is counted once.
            for (const sign of [1, -1]) {
              const ofSign = (cents: readonly number[]) =>
                sumCents(cents.map((one) => Math.max(0, sign * one)))
              const really = ofSign(all.map(({ amountCents }) => amountCents))
              const certain = entries.filter(({ isSuspect }) => !isSuspect)
              expect(ofSign(entries.map(({ amountCents }) => amountCents))).toBeGreaterThanOrEqual(really)
              expect(ofSign(certain.map(({ amountCents }) => amountCents))).toBeLessThanOrEqual(really)
            }
            for (const order of paidOrders) {
              const bookedCents = perOrder.find(({ number }) => number === order.number)?.bookedCents
              expect(bookedCents).toBeGreaterThanOrEqual(0)
              expect(bookedCents).toBeLessThanOrEqual(mostPaidFor(all, order))
            }
            await app.server.close()
          },
        )
        .afterEach(() => resetTestStore(store())),
      { numRuns },
    )
  }, 120_000)
})
