import { sql } from 'kysely'
import { migrateToLatest } from '../migrate.ts'
import type { StoreLogger } from '../store.ts'
import { openEmbeddedStore } from './embedded-store.ts'

/**
 * The victim of the kill test: writes one batch after the other into the embedded store in `argv[2]`, with checkpoints between, and prints
 * the number of each on its own line once it is committed. Runs until it is killed.
 */
const dir = process.argv[2]
if (!dir) throw new Error('usage: crash-writer <folder>')
const say = (text: string) => process.stdout.write(`${text}\n`)
const logger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}

const store = await openEmbeddedStore({ dir, logger, statementLimitMs: 30_000 })
await migrateToLatest(store)
const { rows } = await sql<{
  last: number
}>`SELECT coalesce(max(count), 0)::int8 AS last FROM board_events`.execute(store.db)
say('open')
const controllerId = 'SM-KILLED'
await sql`INSERT INTO controllers (id, name, claim_key_hash) VALUES (${controllerId}, 'killed', '\\x01') ON CONFLICT DO NOTHING`.execute(
  store.db,
)
for (let batch = (rows[0]?.last ?? 0) + 1; ; batch += 1) {
  await store.db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO board_events (controller_id, at, kind, count)
      SELECT ${controllerId}, now(), 'kill-test', ${batch}::int8 FROM generate_series(1, 20)`.execute(trx)
    await sql`UPDATE controllers SET set_aside_unkept = set_aside_unkept + 1 WHERE id = ${controllerId}`.execute(
      trx,
    )
  })
  say(String(batch))
  if (batch % 25 === 0) await sql`CHECKPOINT`.execute(store.db)
}
