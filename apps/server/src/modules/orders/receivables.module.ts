import type { Context } from '../../platform/context.ts'
import type { InvoicesPort } from '../invoices/invoices.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import { listOtherPayments } from './money/payment-records.ts'
import { createOrderEffects } from './order-effects.ts'
import { createReceivables } from './receivables.ts'

/** What is owed for orders and what was received: below payments and the bank, which report to it, and below orders, which query them. */
export function openReceivables(context: Context, ports: { invoices: InvoicesPort; webhooks: WebhooksPort }) {
  const receivables = createReceivables({ ...createOrderEffects(context, ports), guesses: context.guesses })
  return { port: { ...receivables, listOtherPayments } }
}
