import { createLinkKeys, type LinkKeys } from '../../platform/auth/link-keys.ts'
import type { Context } from '../../platform/context.ts'
import { type BankHold, createBankHold, type InvoicesPort } from '../invoices/invoices.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import { createOrderMails } from './order-mails.ts'
import type { EffectDeps } from './orders.deps.ts'

/** What every change of an order entails, no matter who makes the change. */
export function createOrderEffects(
  context: Context,
  { invoices, webhooks }: { invoices: InvoicesPort; webhooks: WebhooksPort },
): EffectDeps & { keys: LinkKeys; bankHold: BankHold } {
  const keys = createLinkKeys(context.secretKey, 'order')
  const bankHold = createBankHold(context)
  const mails = createOrderMails({ ...context, bank: context.config.bank, bankHold, keys })
  return { invoices, webhooks, keys, mails, bankHold }
}
