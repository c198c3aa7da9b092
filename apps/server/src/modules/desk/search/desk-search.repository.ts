import type { DeskHit } from '@shipminer/contract/desk/search'
import { type RawBuilder, sql } from 'kysely'
import { isBox } from '../../../platform/db/is-box.ts'
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

/** What is common is among these; each is looked through by its words. */
const lookedAt = 100

/** Rows of a kind, newest first, each found by the index of its table before anything is joined to it. */
export async function searchKind(db: Queryable, kind: Kind, asked: Asked): Promise<Row[]> {
  const newest = newestOf[kind]
  if (newest) {
    const rows = await run(db, kind, { ...asked, among: newest })
    if (rows.length >= asked.limit) return rows
  }
  return run(db, kind, asked)
}

async function run(
  db: Queryable,
  kind: Kind,
  asked: Asked & { among?: RawBuilder<unknown> },
): Promise<Row[]> {
  const statement = statements[kind](asked)
  return statement === null ? [] : (await statement.execute(db)).rows
}

/** The newest rows of what there may be 100,000 of. */
const newestOf: Partial<Record<Kind, RawBuilder<unknown>>> = {
  customer: sql`(SELECT * FROM users ORDER BY created_at DESC LIMIT ${sql.lit(lookedAt)})`,
  order: sql`(SELECT * FROM orders ORDER BY placed_at DESC LIMIT ${sql.lit(lookedAt)})`,
}

/**
 * The newest of all that fit. They are found before they are put in order: a database that expects many walks through a table by its time
 * instead, and takes its words apart row by row, for seconds when there are few.
 */
const newestFirst = (
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  { by, limit }: { by: RawBuilder<unknown>; limit: number },
) =>
  sql`(SELECT * FROM (SELECT ${columns} FROM ${from} WHERE ${where} OFFSET 0) found ORDER BY ${by} DESC LIMIT ${limit})`

const fits = (of: RawBuilder<unknown>, query: string) => sql`${of} @@ to_tsquery('simple', ${query})`

type Statement = (asked: Asked & { among?: RawBuilder<unknown> }) => RawBuilder<Row> | null

const byWords =
  (make: (query: string, limit: number, among?: RawBuilder<unknown>) => RawBuilder<Row>): Statement =>
  ({ query, limit, among }) =>
    query === null ? null : make(query, limit, among)

/** By words, by an amount, or by either. */
const matches = (of: RawBuilder<unknown>, amount: RawBuilder<unknown>, { query, amountCents }: Asked) => {
  const byAmount = sql`${amount} = ${amountCents}`
  if (query === null) return byAmount
  const byQuery = fits(of, query)
  return amountCents === null ? byQuery : sql`(${byQuery} OR ${byAmount})`
}

const statements: Record<Kind, Statement> = {
  customer: byWords((query, limit, among) => {
    const columns = sql`id, name, company, email, created_at`
    const from = among ? sql`${among} users` : sql`users`
    const by = sql`created_at`
    return sql<Row>`
      SELECT id::text AS id, name AS title, coalesce(company, email) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, from, fits(words.customer, query), { by, limit })} u ORDER BY ${by} DESC`
  }),
  order: (asked) => {
    const columns = sql`id, number, buyer, gross_cents, placed_at`
    const from = asked.among ? sql`${asked.among} orders` : sql`orders`
    const by = sql`placed_at`
    return sql<Row>`
      SELECT id::text AS id, number AS title, ${buyerName} AS detail, gross_cents AS amount_cents
      FROM ${newestFirst(columns, from, matches(words.order, sql`gross_cents`, asked), { by, limit: asked.limit })} o
      ORDER BY ${by} DESC`
  },
  invoice: byWords((query, limit) => {
    const columns = sql`number, order_id, issued_at`
    const by = sql`issued_at`
    return sql<Row>`
      SELECT i.order_id::text AS id, i.number AS title, ${buyerName} AS detail, o.gross_cents AS amount_cents
      FROM ${newestFirst(columns, sql`invoices`, fits(words.invoice, query), { by, limit })} i
      JOIN orders o ON o.id = i.order_id ORDER BY i.issued_at DESC`
  }),
  ship: byWords((query, limit) => {
    const columns = sql`name, user_id, created_at`
    const by = sql`created_at`
    return sql<Row>`
      SELECT s.name AS id, s.name AS title, u.name AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`ships`, fits(words.ship, query), { by, limit })} s
      JOIN users u ON u.id = s.user_id ORDER BY s.created_at DESC`
  }),
  controller: byWords((query, limit) => {
    const columns = sql`id, name, owner_id, created_at`
    const by = sql`created_at`
    const where = sql`${fits(words.controller, query)} AND ${isBox('id')}`
    return sql<Row>`
      SELECT c.id, c.id AS title, concat_ws(', ', c.name, u.name) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`controllers`, where, { by, limit })} c
      LEFT JOIN users u ON u.id = c.owner_id ORDER BY c.created_at DESC`
  }),
  box: byWords((query, limit) => {
    const columns = sql`serial, product_id, order_id, changed_at`
    const by = sql`changed_at`
    return sql<Row>`
      SELECT b.serial AS id, b.serial AS title, concat_ws(', ', b.product_id, o.number) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`boxes`, fits(words.box, query), { by, limit })} b
      LEFT JOIN orders o ON o.id = b.order_id ORDER BY b.changed_at DESC`
  }),
  miner: byWords((query, limit) => {
    const columns = sql`id, name, serial, mac_address, hostname, model, controller_id`
    const where = sql`${fits(words.miner, query)} AND hidden_at IS NULL`
    return sql<Row>`
      SELECT coalesce(m.serial, m.mac_address, m.hostname, m.name, m.controller_id) AS id,
        coalesce(m.name, m.hostname, m.model, m.controller_id) AS title,
        concat_ws(', ', m.serial, c.name) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`miners`, where, { by: sql`id`, limit })} m
      JOIN controllers c ON c.id = m.controller_id ORDER BY m.id DESC`
  }),
  payment: byWords((query, limit) => {
    const columns = sql`address, order_id, price_cents, created_at`
    // Not by an OR, which would have every payment looked at.
    const where = sql`id IN (SELECT id FROM payment_intents WHERE ${fits(words.intent, query)}
      UNION SELECT intent_id FROM observed_payments WHERE ${fits(words.transaction, query)})`
    return sql<Row>`
      SELECT o.id::text AS id, p.address AS title, o.number AS detail, p.price_cents AS amount_cents
      FROM ${newestFirst(columns, sql`payment_intents`, where, { by: sql`created_at`, limit })} p
      JOIN orders o ON o.id = p.order_id ORDER BY p.created_at DESC`
  }),
  bank: (asked) => {
    const columns = sql`id, counterparty_name, counterparty_iban, statement_id, booked_on, amount_cents`
    const where = matches(words.bank, sql`amount_cents`, asked)
    return sql<Row>`
      SELECT id::text AS id, coalesce(counterparty_name, counterparty_iban, statement_id) AS title,
        concat_ws(', ', booked_on::text, counterparty_iban) AS detail, amount_cents
      FROM ${newestFirst(columns, sql`bank_entries`, where, { by: sql`id`, limit: asked.limit })} e ORDER BY e.id DESC`
  },
  report: byWords((query, limit) => {
    const columns = sql`id, reference, ship_name, miner_name, user_id, opened_at`
    const by = sql`opened_at`
    return sql<Row>`
      SELECT r.id::text AS id, r.reference AS title, concat_ws(', ', r.ship_name, r.miner_name, u.name) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`fault_reports`, fits(words.report, query), { by, limit })} r
      JOIN users u ON u.id = r.user_id ORDER BY r.opened_at DESC`
  }),
  lead: byWords((query, limit) => {
    const columns = sql`id, name, email, reference, created_at`
    const by = sql`created_at`
    return sql<Row>`
      SELECT id::text AS id, coalesce(name, email) AS title, concat_ws(', ', reference, nullif(email, name)) AS detail, NULL::int8 AS amount_cents
      FROM ${newestFirst(columns, sql`inquiries`, fits(words.lead, query), { by, limit })} l ORDER BY ${by} DESC`
  }),
}
