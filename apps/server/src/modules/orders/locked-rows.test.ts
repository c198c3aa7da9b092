import { randomUUID } from 'node:crypto'
import { buildController } from '@shipminer/testkit/fleet'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../test/build-test-app.ts'
import { insertController } from '../../../test/fleet-rows.ts'
import { placedOrder } from '../../../test/place-order.ts'
import type { Trx } from '../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { lockController } from '../claims/controllers-of-provider.repository.ts'
import { lockIntentsOfOrder } from '../payments/intents/intents.repository.ts'
import { lockOrder } from './orders.repository.ts'

describeEachEngine('rows that are locked', ({ engine, store }) => {
  // The embedded engine runs one transaction at a time.
  describe.skipIf(engine === 'embedded')('keep each other out, and not what only names them', () => {
    const orderId = async () => {
      await resetTestStore(store())
      const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
      const { order } = await placedOrder(testClient(app))
      await app.server.close()
      return order.id
    }
    /** In another transaction, which hardly waits for anybody. */
    const atOnce = (task: (trx: Trx) => Promise<unknown>) =>
      store()
        .db.transaction()
        .execute(async (trx) => {
          await sql`SET LOCAL lock_timeout = '100ms'`.execute(trx)
          await task(trx)
        })
    const holding = (lock: (trx: Trx) => Promise<unknown>, meanwhile: () => Promise<void>) =>
      store()
        .db.transaction()
        .execute(async (trx) => {
          await lock(trx)
          await meanwhile()
        })

    test('an order', async () => {
      const id = await orderId()
      await holding(
        (trx) => lockOrder(trx, id),
        async () => {
          await expect(atOnce((trx) => lockOrder(trx, id))).rejects.toMatchObject({ code: '55P03' })
          await atOnce((trx) =>
            sql`INSERT INTO refund_codes (order_id, guesses, expires_at, first_sent_at, sent)
              VALUES (${id}, 0, now(), now(), 0)`.execute(trx),
          )
        },
      )
    })

    test('a payment', async () => {
      const id = await orderId()
      const intentId = randomUUID()
      await sql`
        INSERT INTO payment_intents (id, order_id, asset, chain, decimals, address, match_key, xpub_id, derivation_index, price_cents,
          amount_due, min_due, rate, rate_sources, rate_quotes, rate_at, confirmations_required, created_at, expires_at, monitor_until,
          status, exceptions, effective_expires_at)
        VALUES (${intentId}, ${id}, 'BTC', 'bitcoin', 8, 'a', 'a', 'x', 0, 1, 1, 1, '1', '{}', '[]', now(), 1, now(), now(), now(),
          'awaiting_transfer', '{}', now())`.execute(store().db)
      await holding(
        (trx) => lockIntentsOfOrder(trx, id),
        async () => {
          await expect(atOnce((trx) => lockIntentsOfOrder(trx, id))).rejects.toMatchObject({ code: '55P03' })
          await atOnce((trx) =>
            sql`INSERT INTO payment_intent_events (intent_id, at, kind, to_status, exceptions)
              VALUES (${intentId}, now(), 'opened', 'awaiting_transfer', '{}')`.execute(trx),
          )
        },
      )
    })

    test('a controller', async () => {
      await resetTestStore(store())
      const { id } = buildController()
      await insertController(store().db, { id })
      await holding(
        (trx) => lockController(trx, id),
        async () => {
          await expect(atOnce((trx) => lockController(trx, id))).rejects.toMatchObject({ code: '55P03' })
          await atOnce((trx) =>
            sql`INSERT INTO miners (controller_id, device_key) VALUES (${id}, 'one')`.execute(trx),
          )
        },
      )
    })
  })
})
