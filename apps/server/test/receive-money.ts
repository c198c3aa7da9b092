import type { SourceBalance } from '../src/modules/orders/orders.port.ts'
import type { TestApp } from './build-test-app.ts'

/** What a source has received for an order in all; the bank, unless `change` names another. */
export function receiveMoney(
  app: TestApp,
  orderId: string,
  receivedCents: number,
  change: Partial<SourceBalance> = {},
) {
  return app.store.db.transaction().execute((trx) =>
    app.orders.setSourceBalance(trx, {
      orderId,
      source: 'bank',
      pendingCents: 0,
      receivedCents,
      actor: 'system',
      note: null,
      at: new Date(app.clock.now()),
      ...change,
    }),
  )
}
