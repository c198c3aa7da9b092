import type { DeskHit } from '@shipminer/contract/desk/search'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/store.ts'

type Kind = DeskHit['kind']
type Row = { id: string; title: string; detail: string | null; amountCents: number | null }

/** The words of each table as its index has them (migration 0046). */
const words = {
  customer: sql`desk_words(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, ''))`,
  order: sql`desk_words(number || ' ' || email || ' ' || bank_reference || ' ' || coalesce(buyer->>'firstName', '') || ' ' || coalesce(buyer->>'lastName', '') || ' ' || coalesce(buyer->>'company', ''))`,
  invoice: sql`desk_words(number)`,
  ship: sql`desk_words(name || ' ' || coalesce(registration_number, '') || ' ' || coalesce(home_port, ''))`,
  controller: sql`desk_words(id || ' ' || name || ' ' || coalesce(location, ''))`,
  box: sql`desk_words(serial)`,
  miner: sql`desk_words(coalesce(name, '') || ' ' || coalesce(serial, '') || ' ' || coalesce(mac_address, '') || ' ' || coalesce(hostname, ''))`,
  intent: sql`desk_words(address)`,
  transaction: sql`desk_words(tx_id)`,
  bank: sql`desk_words(coalesce(counterparty_name, '') || ' ' || coalesce(counterparty_iban, '') || ' ' || coalesce(reference, '') || ' ' || remittance)`,
  report: sql`desk_words(reference || ' ' || coalesce(ship_name, '') || ' ' || coalesce(miner_name, ''))`,
  lead: sql`desk_words(reference || ' ' || coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, ''))`,
}
const buyerName = sql`trim(coalesce(buyer->>'firstName', '') || ' ' || coalesce(buyer->>'lastName', ''))`

type Asked = { query: string | null; amountCents: number | null; limit: number }

/** Rows of a kind, newest first, each found by the index of its table before anything is joined to it. */
export async function searchKind(db: Queryable, kind: Kind, asked: Asked): Promise<Row[]> {
  const statement = statements[kind](asked)
  if (statement === null) return []
  return (await statement.execute(db)).rows
}

type Statement = (asked: Asked) => RawBuilder<Row> | null

const byWords =
  (make: (query: string, limit: number) => RawBuilder<Row>): Statement =>
  ({ query, limit }) =>
    query === null ? null : make(query, limit)

/** By words, by an amount, or by either. */
const matches = (of: RawBuilder<unknown>, amount: RawBuilder<unknown>, { query, amountCents }: Asked) => {
  const byQuery = sql`${of} @@ to_tsquery('simple', ${query})`
  const byAmount = sql`${amount} = ${amountCents}`
  if (query === null) return byAmount
  return amountCents === null ? byQuery : sql`(${byQuery} OR ${byAmount})`
}

const statements: Record<Kind, Statement> = {
  customer: byWords(
    (query, limit) => sql<Row>`
      SELECT id::text AS id, name AS title, coalesce(company, email) AS detail, NULL::int8 AS amount_cents FROM users
      WHERE ${words.customer} @@ to_tsquery('simple', ${query}) ORDER BY created_at DESC LIMIT ${limit}`,
  ),
  order: (asked) => sql<Row>`
    SELECT id::text AS id, number AS title, ${buyerName} AS detail, gross_cents AS amount_cents FROM orders
    WHERE ${matches(words.order, sql`gross_cents`, asked)} ORDER BY placed_at DESC LIMIT ${asked.limit}`,
  invoice: byWords(
    (query, limit) => sql<Row>`
      SELECT i.order_id::text AS id, i.number AS title, ${buyerName} AS detail, o.gross_cents AS amount_cents
      FROM (SELECT number, order_id, issued_at FROM invoices WHERE ${words.invoice} @@ to_tsquery('simple', ${query})
        ORDER BY issued_at DESC LIMIT ${limit}) i JOIN orders o ON o.id = i.order_id ORDER BY i.issued_at DESC`,
  ),
  ship: byWords(
    (query, limit) => sql<Row>`
      SELECT s.name AS id, s.name AS title, u.name AS detail, NULL::int8 AS amount_cents
      FROM (SELECT name, user_id, created_at FROM ships WHERE ${words.ship} @@ to_tsquery('simple', ${query})
        ORDER BY created_at DESC LIMIT ${limit}) s JOIN users u ON u.id = s.user_id ORDER BY s.created_at DESC`,
  ),
  controller: byWords(
    (query, limit) => sql<Row>`
      SELECT c.id, c.id AS title, concat_ws(', ', c.name, u.name) AS detail, NULL::int8 AS amount_cents
      FROM (SELECT id, name, owner_id, created_at FROM controllers WHERE ${words.controller} @@ to_tsquery('simple', ${query})
        ORDER BY created_at DESC LIMIT ${limit}) c LEFT JOIN users u ON u.id = c.owner_id ORDER BY c.created_at DESC`,
  ),
  box: byWords(
    (query, limit) => sql<Row>`
      SELECT b.serial AS id, b.serial AS title, concat_ws(', ', b.product_id, o.number) AS detail, NULL::int8 AS amount_cents
      FROM (SELECT serial, product_id, order_id, changed_at FROM boxes WHERE ${words.box} @@ to_tsquery('simple', ${query})
        ORDER BY changed_at DESC LIMIT ${limit}) b LEFT JOIN orders o ON o.id = b.order_id ORDER BY b.changed_at DESC`,
  ),
  miner: byWords(
    (query, limit) => sql<Row>`
      SELECT coalesce(m.serial, m.mac_address, m.hostname, m.name, m.controller_id) AS id,
        coalesce(m.name, m.hostname, m.model, m.controller_id) AS title,
        concat_ws(', ', m.serial, c.name) AS detail, NULL::int8 AS amount_cents
      FROM (SELECT id, name, serial, mac_address, hostname, model, controller_id FROM miners
        WHERE ${words.miner} @@ to_tsquery('simple', ${query}) AND hidden_at IS NULL ORDER BY id DESC LIMIT ${limit}) m
      JOIN controllers c ON c.id = m.controller_id ORDER BY m.id DESC`,
  ),
  payment: byWords(
    (query, limit) => sql<Row>`
      SELECT o.id::text AS id, p.address AS title, o.number AS detail, p.price_cents AS amount_cents
      FROM (SELECT address, order_id, price_cents, created_at FROM payment_intents
        WHERE ${words.intent} @@ to_tsquery('simple', ${query})
          OR id IN (SELECT intent_id FROM observed_payments WHERE ${words.transaction} @@ to_tsquery('simple', ${query}))
        ORDER BY created_at DESC LIMIT ${limit}) p JOIN orders o ON o.id = p.order_id ORDER BY p.created_at DESC`,
  ),
  bank: (asked) => sql<Row>`
    SELECT id::text AS id, coalesce(counterparty_name, counterparty_iban, statement_id) AS title,
      concat_ws(', ', booked_on::text, counterparty_iban) AS detail, amount_cents FROM bank_entries
    WHERE ${matches(words.bank, sql`amount_cents`, asked)} ORDER BY id DESC LIMIT ${asked.limit}`,
  report: byWords(
    (query, limit) => sql<Row>`
      SELECT r.id::text AS id, r.reference AS title, concat_ws(', ', r.ship_name, r.miner_name, u.name) AS detail, NULL::int8 AS amount_cents
      FROM (SELECT id, reference, ship_name, miner_name, user_id, opened_at FROM fault_reports
        WHERE ${words.report} @@ to_tsquery('simple', ${query}) ORDER BY opened_at DESC LIMIT ${limit}) r
      JOIN users u ON u.id = r.user_id ORDER BY r.opened_at DESC`,
  ),
  lead: byWords(
    (query, limit) => sql<Row>`
      SELECT id::text AS id, coalesce(name, email) AS title, concat_ws(', ', reference, nullif(email, name)) AS detail, NULL::int8 AS amount_cents
      FROM inquiries WHERE ${words.lead} @@ to_tsquery('simple', ${query}) ORDER BY created_at DESC LIMIT ${limit}`,
  ),
}
