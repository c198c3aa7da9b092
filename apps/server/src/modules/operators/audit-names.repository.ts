import type { AuditName } from '@shipminer/contract/desk/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/store.ts'

type Row = { key: string; id: string; name: string | null }
type Lookup = { kind: AuditName['kind']; find: (keys: string[]) => RawBuilder<Row>; isById?: true }

const buyer = sql`concat_ws(', ', o.number, nullif(trim(concat_ws(' ', o.buyer->>'firstName', o.buyer->>'lastName')), ''))`
const lead = sql`coalesce(name, email)`
const report = sql`concat_ws(', ', reference, ship_name, miner_name)`

/** By what a subject names. Of what was known by its id alone the keys are ids. */
const lookups = {
  order: {
    kind: 'order',
    find: (keys) =>
      sql<Row>`SELECT o.number AS key, o.id::text, ${buyer} AS name FROM orders o WHERE o.number = ANY(${keys})`,
  },
  orderById: {
    kind: 'order',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT o.id::text AS key, o.id::text, ${buyer} AS name FROM orders o WHERE o.id = ANY(${keys}::uuid[])`,
  },
  payment: {
    kind: 'order',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT p.id::text AS key, o.id::text, ${buyer} AS name FROM payment_intents p JOIN orders o ON o.id = p.order_id
        WHERE p.id = ANY(${keys}::uuid[])`,
  },
  refund: {
    kind: 'order',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT r.id::text AS key, o.id::text, ${buyer} AS name FROM refunds r JOIN orders o ON o.id = r.order_id
        WHERE r.id = ANY(${keys}::uuid[])`,
  },
  offer: {
    kind: 'offer',
    find: (keys) =>
      sql<Row>`SELECT number AS key, id::text, concat_ws(', ', number, email) AS name FROM offers WHERE number = ANY(${keys})`,
  },
  lead: {
    kind: 'lead',
    find: (keys) =>
      sql<Row>`SELECT reference AS key, id::text, ${lead} AS name FROM inquiries WHERE reference = ANY(${keys})`,
  },
  leadById: {
    kind: 'lead',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT id::text AS key, id::text, ${lead} AS name FROM inquiries WHERE id = ANY(${keys}::uuid[])`,
  },
  customer: {
    kind: 'customer',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT asked.id::text AS key, u.id::text, u.name FROM unnest(${keys}::uuid[]) asked (id)
        LEFT JOIN merged_accounts m ON m.former_id = asked.id JOIN users u ON u.id = coalesce(m.user_id, asked.id)`,
  },
  controller: {
    kind: 'controller',
    find: (keys) =>
      sql<Row>`SELECT c.id AS key, c.id, concat_ws(', ', c.name, s.name, u.name) AS name FROM controllers c
        LEFT JOIN ships s ON s.id = c.ship_id LEFT JOIN users u ON u.id = c.owner_id WHERE c.id = ANY(${keys})`,
  },
  box: {
    kind: 'box',
    find: (keys) =>
      sql<Row>`SELECT b.serial AS key, b.id::text, concat_ws(', ', b.serial, p.name) AS name FROM boxes b
        LEFT JOIN products p ON p.id = b.product_id WHERE b.serial = ANY(${keys})`,
  },
  report: {
    kind: 'report',
    find: (keys) =>
      sql<Row>`SELECT reference AS key, id::text, ${report} AS name FROM fault_reports WHERE reference = ANY(${keys})`,
  },
  reportById: {
    kind: 'report',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT id::text AS key, id::text, ${report} AS name FROM fault_reports WHERE id = ANY(${keys}::uuid[])`,
  },
  rollout: {
    kind: 'release',
    isById: true,
    find: (keys) =>
      sql<Row>`SELECT id::text AS key, version AS id, version AS name FROM rollouts WHERE id = ANY(${keys}::uuid[])`,
  },
  product: {
    kind: 'product',
    find: (keys) => sql<Row>`SELECT id AS key, id, name FROM products WHERE id = ANY(${keys})`,
  },
} as const satisfies Record<string, Lookup>
export type AuditLookup = keyof typeof lookups

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Names of what some keys mean, by key; of what is there no more none. */
export async function findAuditNames(
  db: Queryable,
  by: AuditLookup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AuditName>> {
  const lookup: Lookup = lookups[by]
  const asked = [...new Set(keys)].filter((key) => lookup.isById !== true || uuid.test(key))
  if (asked.length === 0) return new Map()
  const { rows } = await lookup.find(asked).execute(db)
  return new Map(
    rows.map(({ key, id, name }) => [key, { kind: lookup.kind, id, name: name || key } satisfies AuditName]),
  )
}
