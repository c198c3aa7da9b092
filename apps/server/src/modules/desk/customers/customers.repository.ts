import { sql } from 'kysely'
import { isBox } from '../../../platform/db/is-box.ts'
import { isOneOfEmails } from '../../../platform/db/is-one-of-emails.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'

type PageOfCustomers = {
  /** For `to_tsquery`; null: everyone. */
  query: string | null
  /** So many have the words that those of a page are soon met in its order. */
  isCommon?: boolean
  sort: 'createdAt' | 'name'
  isAscending: boolean
  limit: number
  offset: number
}

/** As the index of migration 0046 has them. */
const words = sql`desk_words(name || ' ' || coalesce(email, '') || ' ' || coalesce(company, '') || ' ' || coalesce(phone, ''))`
const matchesWords = (query: string | null) =>
  query === null ? sql<boolean>`true` : sql<boolean>`${words} @@ to_tsquery('simple', ${query})`

/** A page of people, what belongs to each counted only for those of the page. */
export async function listCustomers(
  db: Queryable,
  { query, isCommon = false, sort, isAscending, limit, offset }: PageOfCustomers,
) {
  const direction = isAscending ? sql`ASC` : sql`DESC`
  const by = sort === 'name' ? sql`lower(name)` : sql`created_at`
  const { rows } = await sql<{
    id: string
    name: string
    company: string | null
    email: string | null
    createdAt: Date
    orders: number
    ships: number
    controllers: number
  }>`
    SELECT u.*,
      (SELECT count(*)::int FROM orders o WHERE o.user_id = u.id) AS orders,
      (SELECT count(*)::int FROM ships s WHERE s.user_id = u.id) AS ships,
      (SELECT count(*)::int FROM controllers c WHERE c.owner_id = u.id AND ${isBox('c.id')}) AS controllers
    FROM (SELECT id, name, company, email, created_at, lower(name) AS low FROM ${
      query === null || isCommon
        ? sql`users WHERE ${matchesWords(query)}`
        : // Found before they are put in order: walking through all by their order takes the words of each apart.
          sql`(SELECT * FROM users WHERE ${matchesWords(query)} OFFSET 0) found`
    } ORDER BY ${by} ${direction}, id LIMIT ${limit} OFFSET ${offset}) u
    ORDER BY ${sort === 'name' ? sql`u.low` : sql`u.created_at`} ${direction}, u.id`.execute(db)
  return rows
}

export async function countCustomers(db: Queryable, query: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where(matchesWords(query))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findCustomer(db: Queryable, id: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'company', 'email', 'phone', 'preferredLanguage', 'newsletter', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The account that one is part of now, when it was merged; else the same id. */
export async function presentId(db: Queryable, id: string): Promise<string> {
  const row = await db
    .selectFrom('mergedAccounts')
    .select('userId')
    .where('formerId', '=', id)
    .executeTakeFirst()
  return row?.userId ?? id
}

/** Accounts that became part of this one, oldest first. */
export function listFormer(db: Queryable, userId: string) {
  return db
    .selectFrom('mergedAccounts')
    .select(['formerId', 'name', 'email', 'at'])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
}

export function listShips(db: Queryable, userId: string) {
  return db
    .selectFrom('ships')
    .select(['id', 'name', 'homePort'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** The ship of each of a person's controllers; null: none. */
export function listShipsOfControllers(db: Queryable, userId: string) {
  return db.selectFrom('controllers').select(['id', 'shipId']).where('ownerId', '=', userId).execute()
}

export function listMiners(db: Queryable, userId: string, limit: number) {
  return db
    .selectFrom('miners as m')
    .innerJoin('controllers as c', 'c.id', 'm.controllerId')
    .select(['m.id', 'm.name', 'm.model', 'm.serial', 'm.controllerId', 'm.hostname'])
    .where('c.ownerId', '=', userId)
    .where('m.hiddenAt', 'is', null)
    .orderBy('m.id')
    .limit(limit)
    .execute()
}

/** Ids of orders of the account, and of those that somebody placed with its address without signing in. */
export function listOrderIds(
  db: Queryable,
  person: { id: string; emails: readonly string[] },
  limit: number,
) {
  return db
    .selectFrom('orders')
    .select(['id', 'installedAt'])
    .where((is) =>
      is.or([
        is('userId', '=', person.id),
        is.and([is('userId', 'is', null), isOneOfEmails('email', person.emails)]),
      ]),
    )
    .orderBy('placedAt', 'desc')
    .limit(limit)
    .execute()
}

/** Boxes with a serial number that are on board, the last fitted first. */
export function listSerialBoxes(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('boxes as b')
    .innerJoin('orders as o', 'o.id', 'b.orderId')
    .innerJoin('products as p', 'p.id', 'b.productId')
    .innerJoin('orderLines as l', (join) =>
      join.onRef('l.orderId', '=', 'b.orderId').onRef('l.position', '=', 'b.orderPosition'),
    )
    .select(['b.serial', 'b.orderId', 'b.orderPosition', 'o.number', 'l.name', 'p.warrantyMonths'])
    .select([sql<string>`b.installed_on::text`.as('installedOn'), 'b.warrantyUntil as until'])
    .where('b.orderId', 'in', orderIds)
    .where('b.state', '=', 'installed')
    .orderBy('b.installedOn', 'desc')
    .orderBy('b.serial')
    .execute()
}

/** Installed boxes of orders with the warranty of their product. */
export function listBoxes(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('orderLines as l')
    .innerJoin('orders as o', 'o.id', 'l.orderId')
    .innerJoin('products as p', 'p.id', 'l.productId')
    .select(['l.orderId', 'l.position', 'o.number', 'l.name', 'l.quantity', 'p.warrantyMonths'])
    .select([
      sql<string>`o.installed_at::date::text`.as('installedOn'),
      sql<string>`(o.installed_at::date + make_interval(months => p.warranty_months))::date::text`.as(
        'until',
      ),
    ])
    .where('l.orderId', 'in', orderIds)
    .where('o.installedAt', 'is not', null)
    .orderBy('o.installedAt', 'desc')
    .execute()
}

export function listPayouts(db: Queryable, userId: string, limit: number) {
  return db
    .selectFrom('payouts')
    .select(['id', 'paidAt', 'amountSat', 'txid'])
    .where('userId', '=', userId)
    .orderBy('paidAt', 'desc')
    .limit(limit)
    .execute()
}

export function listLeadsOf(db: Queryable, emails: readonly string[], limit: number) {
  return db
    .selectFrom('inquiries')
    .select(['id', 'reference', 'kind', 'createdAt', 'handledAt'])
    .where(isOneOfEmails('email', emails))
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** What each source of money said it held for orders, oldest first. */
export function listMoney(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('orderEvents as e')
    .innerJoin('orders as o', 'o.id', 'e.orderId')
    .select(['e.at', 'e.orderId', 'o.number', 'e.data'])
    .where('e.orderId', 'in', orderIds)
    .where('e.kind', '=', 'money')
    .orderBy('e.id')
    .execute()
}

export function listOffersTo(db: Queryable, emails: readonly string[], limit: number) {
  return db
    .selectFrom('offers')
    .select(['id', 'number', 'createdAt', 'acceptedAt'])
    .where(isOneOfEmails('email', emails))
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** Also what they kept of controllers that are another's now, which ends where the key was revoked. */
export function listClaims(db: Queryable, userId: string) {
  return db
    .selectFrom('controllers')
    .select(['id', 'name', 'claimedAt', 'historyFrom', 'claimKeyRevokedAt'])
    .where('ownerId', '=', userId)
    .where('claimedAt', 'is not', null)
    .orderBy('claimedAt', 'desc')
    .execute()
}

/** Who had these controllers and who has them, each with what they kept. */
export function listOwnersOf(db: Queryable, controllerIds: readonly string[]) {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('controllers as c')
    .leftJoin('users as u', 'u.id', 'c.ownerId')
    .select(['c.id', 'c.name', 'c.claimedAt', 'c.claimKeyRevokedAt', 'u.name as owner'])
    .where(sql`split_part(c.id, '.', 1)`, '=', sql<string>`ANY(${controllerIds}::text[])`)
    .execute()
}

/** Without their text. */
export function listMailsTo(db: Queryable, emails: readonly string[], limit: number) {
  return db
    .selectFrom('mails')
    .select(['id', 'subject', 'createdAt', 'status'])
    .where(isOneOfEmails('recipient', emails))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findMailTo(db: Queryable, id: string, emails: readonly string[]) {
  const row = await db
    .selectFrom('mails')
    .select(['messageId', 'recipient', 'replyTo', 'subject', 'textBody', 'htmlBody', 'attachment'])
    .where('id', '=', Number(id))
    .where(isOneOfEmails('recipient', emails))
    .executeTakeFirst()
  return row ?? null
}

export function listNotes(db: Queryable, userId: string, limit: number) {
  return db
    .selectFrom('deskNotes')
    .select(['id', 'at', 'operator', 'text'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertNote(
  trx: Trx,
  note: { userId: string; at: Date; operator: string; text: string },
): Promise<void> {
  await trx.insertInto('deskNotes').values(note).execute()
}
