import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Order, OrderActor } from '@shipminer/domain/orders/order'
import { type OrderEventType, transitionOrder } from '@shipminer/domain/orders/order-machine'
import { buildOrder } from '@shipminer/testkit/orders'
import { expect, test } from 'vitest'
import { callAdminSocket } from '../../apps/server/src/platform/admin/admin-socket.ts'
import { camtSample } from '../../apps/server/test/papers/camt-sample.ts'
import { orderBody, priceCents } from '../support/by-calls.ts'
import { openData } from '../support/open-data.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The server is killed again and again while people buy, click twice, cancel, and pay by transfer. Afterwards every purchase is there exactly
 * once, numbers have no gaps, and stock, money and states equal a recomputation from what was written down.
 *
 * Real: the server process, its database, its calls and its statement import. Simulated: the people, who try again until they are answered.
 */
const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 500 : 8
const buyers = 4
const initialStock = 100_000

/** A small seeded generator, so that a failure can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Purchase = {
  key: string
  quantity: number
  orderId: string
  orderKey: string
  reference: string
  /** Cents on statements that the import has acknowledged. */
  paidCents: number
  cancelled: boolean
}

test(`${kills} kills of the server while people buy lose no order, double none, and keep stock and money right`, {
  timeout: isLong ? 6_000_000 : 1_200_000,
}, async ({ signal }) => {
  const root = mkdtempSync(join(tmpdir(), 'sm-orders-'))
  const dataDir = join(root, 'server')
  const random = mulberry32(20_261_121)
  const server = await startServer({
    dataDir,
    env: {
      VIES_URL: 'off',
      LOG_LEVEL: 'warn',
      ORDERS_ENABLED: 'true',
      // Every buyer is another client.
      TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
    },
  })
  const purchases: Purchase[] = []
  let answers = 0
  let isOver = false
  try {
    const set = await callAdminSocket(dataDir, 'product:set', { id: 'sm19', stock: String(initialStock) })
    expect(set?.ok).toBe(true)

    /** Repeats the request until there is an answer that is not caused by the kill. */
    async function ask(path: string, body: unknown, headers: Record<string, string>) {
      const client = `198.51.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`
      for (;;) {
        try {
          const response = await fetch(`${server.url}/api${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': client, ...headers },
            body: JSON.stringify(body),
            signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
          })
          // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
          const answer = (await response.json()) as any
          const isWorking = response.status === 409 && answer.code === 'idempotency-in-progress'
          if (response.status < 500 && response.status !== 429 && !isWorking) {
            answers += 1
            return answer
          }
        } catch {
          // The server is dead or dying.
        }
        if (signal.aborted) throw new Error(`no answer from ${path}`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    }

    async function buy(): Promise<Purchase> {
      const key = randomUUID()
      const quantity = 1 + Math.floor(random() * 3)
      const buyer = { email: `${key}@rederij.example` }
      const body = orderBody({ quantity, buyer, expectedGrossCents: quantity * priceCents })
      const click = () => ask('/orders', body, { 'idempotency-key': key })
      const clicks = await Promise.all(random() < 0.3 ? [click(), click()] : [click()])
      for (const answer of clicks) expect(answer).toMatchObject({ success: true })
      const [{ data }] = clicks
      for (const answer of clicks) expect(answer.data.order.id).toBe(data.order.id)
      return {
        key,
        quantity,
        orderId: data.order.id,
        orderKey: data.orderKey,
        reference: data.order.bank.reference,
        paidCents: 0,
        cancelled: false,
      }
    }

    async function pay(purchase: Purchase, cents: number): Promise<void> {
      const id = randomUUID()
      const file = join(root, `${id}.xml`)
      const amount = (cents / 100).toFixed(2)
      const entry = { amount, reference: purchase.reference.replaceAll(' ', ''), bankReference: id }
      writeFileSync(file, camtSample([entry], { id }))
      for (;;) {
        const answer = await callAdminSocket(dataDir, 'import-statement', { file }).catch(() => null)
        if (answer?.ok) break
        if (signal.aborted) throw new Error(`no import: ${answer?.error}`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      answers += 1
      purchase.paidCents += cents
    }

    async function live(): Promise<void> {
      while (!isOver) {
        const purchase = await buy()
        purchases.push(purchase)
        const total = purchase.quantity * priceCents
        const fate = random()
        if (fate < 0.3) await pay(purchase, total)
        else if (fate < 0.45) {
          await pay(purchase, total / 2)
          await pay(purchase, total / 2 + 100)
        } else if (fate < 0.7) {
          const answer = await ask(
            `/orders/${purchase.orderId}/cancel`,
            {},
            { 'x-order-key': purchase.orderKey },
          )
          // Cancelled by the first try whose answer was lost: the second finds it so.
          expect(answer.success || answer.code === 'order-state-conflict').toBe(true)
          purchase.cancelled = true
          if (fate < 0.5) await pay(purchase, total)
        }
      }
    }

    const people = Promise.all(Array.from({ length: buyers }, live))
    let failure: unknown = null
    people.catch((error) => {
      failure = error
    })
    for (let killed = 0; killed < kills; killed += 1) {
      const goal = answers + 2 + Math.floor(random() * 16)
      const deadline = Date.now() + 60_000
      while (answers < goal && failure === null && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 1))
      if (failure !== null) throw failure
      await server.kill()
      await server.start()
    }
    isOver = true
    await people
    await server.stop()

    const store = await openData(dataDir)
    try {
      const { db } = store
      const orders = await db.selectFrom('orders').selectAll().orderBy('number').execute()
      const events = Map.groupBy(
        await db.selectFrom('orderEvents').selectAll().orderBy('id').execute(),
        ({ orderId }) => orderId,
      )
      const movements = Map.groupBy(
        await db.selectFrom('stockMovements').selectAll().execute(),
        ({ orderId }) => orderId,
      )
      const bookings = Map.groupBy(
        await db.selectFrom('bankBookings').selectAll().execute(),
        ({ orderId }) => orderId,
      )

      // No order is lost, and none is doubled.
      expect(purchases.length).toBeGreaterThanOrEqual(kills)
      expect(orders.map(({ id }) => id).toSorted()).toEqual(
        purchases.map(({ orderId }) => orderId).toSorted(),
      )
      expect(orders.map(({ number }) => Number(number.slice(-6)))).toEqual(
        orders.map((_, index) => index + 1),
      )
      const invoices = await db
        .selectFrom('invoices')
        .select(['sequence', 'kind', 'orderId'])
        .orderBy('sequence')
        .execute()
      expect(invoices.map(({ sequence }) => sequence)).toEqual(invoices.map((_, index) => index + 1))

      // Each was confirmed to its buyer once.
      const mails = await db.selectFrom('mails').select(['recipient', 'messageId']).execute()
      const confirmations = mails.filter(({ messageId }) => /^order\.[\w-]+\.placed\./.test(messageId))
      expect(confirmations.map(({ recipient }) => recipient).toSorted()).toEqual(
        purchases.map(({ key }) => `${key}@rederij.example`).toSorted(),
      )

      const byId = new Map(purchases.map((purchase) => [purchase.orderId, purchase]))
      for (const row of orders) {
        const purchase = byId.get(row.id)
        if (!purchase) throw new Error(`nobody bought ${row.number}`)
        const own = events.get(row.id) ?? []

        // The states are what the events make of a draft.
        let axes: Order = buildOrder({ state: 'draft', method: row.method })
        const balances = new Map<string, number>()
        for (const { kind, actor, data } of own) {
          const { to, source, receivedCents } = data as {
            to?: Order
            source?: string
            receivedCents?: number
          }
          if (kind === 'money' && source !== undefined) balances.set(source, receivedCents ?? 0)
          if (!to) continue
          const step = transitionOrder(axes, {
            type: kind as Exclude<OrderEventType, 'choose-method'>,
            actor: actor as OrderActor,
          })
          expect([row.number, kind, step]).toEqual([row.number, kind, { ok: true, order: to }])
          axes = to
        }
        expect({ ...axes }).toEqual({
          state: row.state,
          payment: row.payment,
          fulfilment: row.fulfilment,
          method: row.method,
        })

        // The money is what was booked, which is what was paid.
        const booked = (bookings.get(row.id) ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0)
        const told = [...balances.values()].reduce((sum, cents) => sum + cents, 0)
        expect([booked, told, row.receivedCents]).toEqual([
          purchase.paidCents,
          purchase.paidCents,
          purchase.paidCents,
        ])
        expect(row.state).toBe(
          purchase.cancelled ? 'cancelled' : purchase.paidCents >= row.grossCents ? 'confirmed' : 'placed',
        )

        // What was taken out of the stock is kept for the order, or back.
        const taken = (movements.get(row.id) ?? []).reduce((sum, { quantity }) => sum - quantity, 0)
        expect([row.number, taken, row.stockHeld]).toEqual([
          row.number,
          purchase.cancelled ? 0 : purchase.quantity,
          !purchase.cancelled,
        ])
      }

      const held = purchases.reduce((sum, { cancelled, quantity }) => sum + (cancelled ? 0 : quantity), 0)
      const { stock } = await db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', 'sm19')
        .executeTakeFirstOrThrow()
      expect(stock).toBe(initialStock - held)

      // What came for cancelled orders, and what was too much, is to be given back.
      const refunds = await db
        .selectFrom('refunds')
        .select('amountCents')
        .where('status', '=', 'requested')
        .execute()
      const owed = purchases.reduce(
        (sum, { paidCents, cancelled, quantity }) =>
          sum + (cancelled ? paidCents : Math.max(0, paidCents - quantity * priceCents)),
        0,
      )
      expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(owed)
    } finally {
      await store.close()
    }
  } finally {
    isOver = true
    await server.kill()
    rmSync(root, { recursive: true, force: true })
  }
})
