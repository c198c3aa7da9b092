import { NamespaceSchema } from '@shipminer/contract/account/account'
import { crewRoles } from '@shipminer/contract/account/crew'
import { mailingAudiences } from '@shipminer/contract/desk/mailings'
import { proposalKinds } from '@shipminer/contract/desk/proposals'
import { apiKeyScopes } from '@shipminer/contract/endpoint'
import { operatorRoles } from '@shipminer/contract/operator-roles'
import { ConsentSourceSchema } from '@shipminer/contract/shop/newsletter'
import { AssetSchema } from '@shipminer/contract/shop/payments'
import { leadStages } from '@shipminer/domain/lead-stage'
import {
  fulfilmentStates,
  orderActors,
  orderStates,
  paymentMethods,
  paymentStates,
} from '@shipminer/domain/orders/order'
import { refundWays } from '@shipminer/domain/orders/refund-proof'
import { vatCases } from '@shipminer/domain/orders/vat/vat-case'
import { payoutRunStates } from '@shipminer/domain/payouts/payout-run'
import { minedCoins } from '@shipminer/domain/revenue/pool-coin'
import { reportStates } from '@shipminer/domain/service/fault-report'
import { boxStates } from '@shipminer/domain/stock/box-stock'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documentKinds } from './modules/invoices/invoice.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * Columns in which the database takes only what a list says. Where the code has that list, too, they are the same, so that nothing new is refused
 * by a constraint that was forgotten when the list grew.
 */
const lists: Readonly<Record<string, readonly string[]>> = {
  'api_keys.scope': apiKeyScopes,
  'boxes.state': boxStates,
  'crew_invitations.role': crewRoles,
  'fault_reports.state': reportStates,
  'inquiries.stage': leadStages,
  'invoices.kind': documentKinds,
  'mailings.audience': mailingAudiences,
  'newsletter_consents.source': ConsentSourceSchema.options,
  'operator_secrets.role': operatorRoles,
  'order_events.actor': orderActors,
  'orders.fulfilment': fulfilmentStates,
  'orders.method': paymentMethods,
  'orders.payment': paymentStates,
  'orders.state': orderStates,
  'orders.vat_case': vatCases,
  'payment_intents.asset': AssetSchema.options,
  'payout_runs.state': payoutRunStates,
  'pool_profiles.coin': minedCoins,
  'proposals.kind': proposalKinds,
  'receipts.coin': minedCoins,
  'refunds.claim_way': refundWays,
  'refunds.paid_way': refundWays,
  'ship_crew.role': crewRoles,
  'wallets.namespace': NamespaceSchema.options,
}

describeEachEngine('lists that the database checks', ({ store }) => {
  test('are those of the code', async () => {
    const { rows } = await sql<{ table: string; check: string }>`
      SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS check FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`.execute(store().db)
    const checked = rows.flatMap(({ table, check }) => {
      const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check) ?? []
      return values ? [[`${table}.${column}`, values.match(/(?<=')[^',]+(?='::text)/g)?.sort()] as const] : []
    })
    expect(checked.length).toBeGreaterThan(50)
    const known = Object.fromEntries(checked.filter(([column]) => column in lists))
    expect(known).toEqual(
      Object.fromEntries(Object.entries(lists).map(([column, values]) => [column, [...values].sort()])),
    )
  })
})
