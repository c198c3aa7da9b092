import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/store.ts'
import { forEachIsolated } from '../jobs/for-each-isolated.ts'
import type { SecretKey } from './secret-key.ts'

/** A value that stays sealed for longer than a day: its row, and how it is read and put back. */
type SealedPlace = {
  name: string
  table: string
  id: string
  value: RawBuilder<unknown>
  set: (sealed: string | Uint8Array) => RawBuilder<unknown>
  /** What it was sealed for; null: a text. */
  use: 'webhook-secret' | null
}

const column = (name: string, table: string, id: string, value: string, use: SealedPlace['use'] = null) => ({
  ...{ name, table, id, use, value: sql.ref(value) },
  set: (sealed: string | Uint8Array) => sql`${sql.ref(value)} = ${sealed}`,
})

/** To seal another: one line here. A test compares this list with the columns of the database. */
export const sealedPlaces: readonly SealedPlace[] = [
  column('second factors', 'operator_secrets', 'user_id', 'sealed_secret'),
  column('keys for orders', 'command_keys', 'id', 'sealed_seed'),
  column('key of push messages', 'push_keys', 'id', 'sealed_key'),
  column('secrets of webhooks', 'webhook_endpoints', 'id', 'sealed_secret', 'webhook-secret'),
  {
    name: 'tokens of Telegram bots',
    table: 'alert_channels',
    id: 'user_id',
    use: null,
    value: sql`channels #>> '{telegram,sealedToken}'`,
    set: (sealed) =>
      sql`channels = jsonb_set(channels, '{telegram,sealedToken}', to_jsonb(${sealed as string}::text))`,
  },
]

/**
 * Seals with the key in force what an accepted one has sealed. May be repeated and interrupted at any moment.
 * @returns how many values
 * @throws SweepError naming those that could not be; the others were.
 */
export async function resealAll(db: Queryable, secretKey: SecretKey): Promise<number> {
  let resealed = 0
  await forEachIsolated(
    eachValue(db),
    ({ place, row }) => `${place.name} of ${row.id}`,
    async ({ place, row }) => {
      const { table, id, value, set } = place
      const sealed = resealOne(secretKey, place, row.value)
      if (sealed === null) return
      // Unless it has been replaced meanwhile.
      const { numAffectedRows } = await sql`
        UPDATE ${sql.table(table)} SET ${set(sealed)} WHERE ${sql.ref(id)} = ${row.id} AND ${value} = ${row.value}`.execute(
        db,
      )
      resealed += Number(numAffectedRows ?? 0)
    },
  )
  return resealed
}

async function* eachValue(db: Queryable) {
  for (const place of sealedPlaces) for (const row of await readPlace(db, place)) yield { place, row }
}

/** How many values an accepted key has sealed that is not in force, by what they are. */
export async function countSealedByOthers(
  db: Queryable,
  secretKey: SecretKey,
): Promise<{ name: string; count: number }[]> {
  const counts: { name: string; count: number }[] = []
  for (const place of sealedPlaces) {
    const rows = await readPlace(db, place)
    const count = rows.filter(({ value }) => resealOne(secretKey, place, value) !== null).length
    if (count > 0) counts.push({ name: place.name, count })
  }
  return counts
}

async function readPlace(db: Queryable, { table, id, value }: SealedPlace) {
  const { rows } = await sql<{ id: unknown; value: string | Uint8Array }>`
    SELECT ${sql.ref(id)} AS id, ${value} AS value FROM ${sql.table(table)} WHERE ${value} IS NOT NULL`.execute(
    db,
  )
  return rows
}

const resealOne = (secretKey: SecretKey, { use }: SealedPlace, value: string | Uint8Array) =>
  use === null ? secretKey.resealText(value as string) : secretKey.reseal(use, value as Uint8Array)
