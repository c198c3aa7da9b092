import { parseVatCases } from '@shipminer/domain/orders/vat/vat-case'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { findSellable } from '../catalogue/catalogue.port.ts'
import { createDeskOrders } from './desk/desk-orders.ts'
import { createDeskReading } from './desk/desk-reading.service.ts'
import { refundQuotesJob } from './money/refund-quotes.job.ts'
import { createOrderEffects } from './order-effects.ts'
import type { OrderDeps } from './orders.deps.ts'
import { ordersJob } from './orders.job.ts'
import { orderRoutes } from './orders.routes.ts'
import { createAgreedOrders } from './placing/agreed-order.service.ts'
import { createVatChecker } from './placing/vat-checker.ts'

export type OrdersPorts = Pick<OrderDeps, 'payments' | 'invoices' | 'webhooks'>

/** Orders from quote to completion, for buyers and for the desk. */
export function openOrders(context: Context, ports: OrdersPorts) {
  const deps = orderDeps(context, ports)
  const reading = createDeskReading(deps)
  return {
    port: {
      ...createDeskOrders(deps),
      reading,
      agreed: createAgreedOrders(deps),
      unconfirmedBank: () => deps.bankHold.findUnconfirmed(deps.store.db),
    },
    routes: ({ router }: Http) => orderRoutes(router, deps),
    jobs: [ordersJob(deps), refundQuotesJob(deps)],
    /** What a mail names `packing-slip:<order>`, as the order is when it leaves. */
    attachments: async (name: string) => {
      const id = /^packing-slip:([0-9a-f-]{36})$/.exec(name)?.[1]
      const slip = id === undefined ? null : await reading.slip(deps.store.db, id)
      if (slip === null) return null
      const { filename, pdf } = await deps.invoices.packingSlip(slip, new Date(deps.clock()))
      return [{ filename, contentType: 'application/pdf', content: pdf }]
    },
  }
}

/** What the steps of an order need. */
export function orderDeps(context: Context, { payments, invoices, webhooks }: OrdersPorts): OrderDeps {
  const { store, clock, logger, settings, idempotency, fetch, config, productName, production } = context
  const { guesses, secretKey, randomBytes } = context
  const { PAYMENT_TEST_PRODUCT: withDevOnly, VAT_PERCENT: vatPercent, bank } = config
  const effects = createOrderEffects(context, { invoices, webhooks })
  return {
    ...effects,
    store,
    clock,
    logger,
    settings,
    idempotency,
    payments,
    invoices,
    findProduct: (db, id) => findSellable(db, id, { productName, withDevOnly }),
    vatChecker: createVatChecker({
      url: config.VIES_URL === 'off' ? null : config.VIES_URL,
      requester: config.company.vatId.example ? null : config.company.vatId.value,
      fetch,
      clock,
      logger,
    }),
    guesses,
    holds: {
      guestOpenOrders: config.GUEST_OPEN_ORDERS,
      accountOpenOrders: config.ACCOUNT_OPEN_ORDERS,
      verifiedFromQuantity: config.VERIFIED_FROM_QUANTITY,
    },
    unplannedDays: config.UNPLANNED_ORDER_DAYS,
    secretKey,
    randomBytes,
    vatPercent,
    // Checked with the other settings.
    vatTreatments: parseVatCases(config.VAT_CASES) ?? [],
    bank,
    offersBank: async () => !(bank.example && production) && !(await effects.bankHold.isHeld(store.db)),
  }
}
