import { deskHitKinds } from '@shipminer/contract/desk/search'
import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../../test/build-test-app.ts'
import { insertController, insertMiner, insertOwner, insertShip } from '../../../../test/fleet-rows.ts'
import { placedOrder } from '../../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { searchTerms } from '../../../platform/search-terms.ts'
import { searchKind } from './desk-search.repository.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

const many = 1_000

/** What differs between one row of a table and the next; everything else is alike, so some words are in every row. */
const differing: Record<string, string> = {
  users: `'name', 'Everybody' || n, 'email', 'person' || n || '@rederij.nl'`,
  ships: `'name', 'Everyship ' || n`,
  controllers: `'id', 'SM-' || n, 'claim_key_hash', '\\x' || md5(n::text)`,
  miners: `'id', 1000 + n, 'device_key', 'many:' || n, 'serial', 'SN' || n`,
  orders: `'number', 'SM-2026-' || 100000 + n, 'bank_reference', 'RF' || n, 'key_hash', '\\x' || md5(n::text)`,
  invoices: `'number', 'F-2026-' || 100000 + n, 'sequence', 1000 + n`,
  boxes: `'serial', 'B' || n`,
  payment_intents: `'address', 'bc1q' || n, 'match_key', 'k' || n, 'derivation_index', 1000 + n, 'status', 'expired'`,
  observed_payments: `'id', 1000 + n, 'tx_id', 'tx' || n`,
  bank_entries: `'id', 1000 + n, 'entry_key', 'e' || n, 'amount_cents', 5000 + n`,
  fault_reports: `'reference', 'F-' || n`,
  inquiries: `'reference', 'C-' || n, 'email', 'asking' || n || '@rederij.nl'`,
}

/** Makes an example of what would be run, and keeps the plan of each statement. */
function explaining(plans: Plan[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) =>
      RawNode.create(['EXPLAIN (FORMAT JSON) ', ''], [node]) as unknown as typeof node,
    async transformResult({ result }) {
      for (const row of result.rows)
        for (const said of Object.values(row)) plans.push((said as { Plan: Plan }[])[0]?.Plan as Plan)
      return { ...result, rows: [] }
    },
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A search that walks through a table takes the words of each of its rows apart: seconds with 100,000. */
describeEachEngine('how the search of the desk finds', ({ store, engine }) => {
  describe.skipIf(engine === 'embedded')('among many rows', () => {
    beforeAll(async () => {
      const { db } = store()
      const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
      const { order } = await placedOrder(testClient(app))
      await app.server.close()
      const userId = await insertOwner(db, { name: 'Everybody', email: 'person@rederij.nl' })
      const shipId = await insertShip(db, { userId, name: 'Everyship' })
      await insertController(db, { id: 'SM-0', name: 'Everybox', ownerId: userId, shipId })
      await insertMiner(db, { controllerId: 'SM-0', name: 'Everyminer' })
      await sql`
        INSERT INTO boxes (id, serial, product_id, state, created_at, changed_at)
        VALUES (gen_random_uuid(), 'B0', 'sm19', 'built', now(), now())`.execute(db)
      await sql`
        INSERT INTO payment_intents (id, order_id, asset, chain, decimals, address, match_key, xpub_id, derivation_index, price_cents, amount_due,
          min_due, rate, rate_sources, rate_quotes, rate_at, confirmations_required, created_at, expires_at, monitor_until, status, exceptions, effective_expires_at)
        VALUES (gen_random_uuid(), ${order.id}, 'BTC', 'bitcoin', 8, 'bc1q', 'k', 'x', 1, 1, 1, 1, '1', '{}', '[]', now(), 1, now(), now(), now(), 'expired', '{}', now())`.execute(
        db,
      )
      await sql`
        INSERT INTO observed_payments (intent_id, chain, tx_id, output_index, asset, decimals, amount, kind, spends, first_seen_at, confirmations)
        SELECT id, 'bitcoin', 'tx', 0, 'BTC', 8, 1, 'expected', '{}', now(), 1 FROM payment_intents`.execute(
        db,
      )
      await sql`
        INSERT INTO bank_entries (entry_key, statement_id, account_iban, booked_on, amount_cents, currency, remittance, outcome, why, imported_at, counterparty_name)
        VALUES ('e', 's', 'NL00', now(), 5000, 'EUR', 'Everypayment', 'ignored', 'none', now(), 'Everybody')`.execute(
        db,
      )
      await sql`
        INSERT INTO fault_reports (reference, user_id, ship_name, subject, opened_at, asked_at, moved_at, data)
        VALUES ('F-0', ${userId}, 'Everyship', 'other', now(), now(), now(), '{}')`.execute(db)
      await sql`
        INSERT INTO inquiries (reference, kind, name, email, language, created_at)
        VALUES ('C-0', 'contact', 'Everybody', 'asking@rederij.nl', 'nl', now())`.execute(db)
      for (const [table, changes] of Object.entries(differing)) await multiply(table, changes)
      await sql`ANALYZE`.execute(db)
    })
    afterAll(() => resetTestStore(store()))

    async function multiply(table: string, changes: string): Promise<void> {
      const { db } = store()
      const { rows } = await sql<{ name: string; id: boolean }>`
        SELECT attname AS name, attname = 'id' AND atttypid = 'uuid'::regtype AS id FROM pg_attribute
        WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
        db,
      )
      const columns = rows.map(({ name }) => `"${name}"`).join(', ')
      const id = rows.some((row) => row.id) ? `'id', gen_random_uuid(), ` : ''
      await sql
        .raw(
          `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM (
            SELECT (jsonb_populate_record(t, jsonb_build_object(${id}${changes}))).* FROM ${table} t, generate_series(1, ${many}) n WHERE t.ctid = (SELECT ctid FROM ${table} LIMIT 1)) many`,
        )
        .execute(db)
    }

    test.each([
      ['a word that one row has', 'person1234'],
      ['a number that one row has', '101234'],
      ['a word that no row has', 'nobodyhasthisname'],
      ['an amount', '62,34'],
      ['two words, one of which most rows have', 'every 1234'],
    ])('%s, by an index in every kind', async (_, text) => {
      const walked: string[] = []
      for (const kind of deskHitKinds) {
        const plans: Plan[] = []
        await searchKind(store().db.withPlugin(explaining(plans)), kind, { ...searchTerms(text), limit: 5 })
        expect(plans, kind).not.toEqual([])
        for (const plan of plans)
          for (const node of nodesOf(plan))
            if (node['Node Type'] === 'Seq Scan') walked.push(`${kind}: ${node['Relation Name']}`)
      }
      expect(walked).toEqual([])
    })
  })
})
