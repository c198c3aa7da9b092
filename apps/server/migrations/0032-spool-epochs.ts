import { type Kysely, sql } from 'kysely'

/**
 * Which memory of a box a batch came from. Numbers alone do not say it: a restored card or a copy uses numbers again for other content.
 * A batch is known by controller, epoch, number and a digest of its content; digests are kept of recent numbers only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spool_epochs (
      id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      epoch text NOT NULL,
      started_at timestamptz NOT NULL,
      replaced_at timestamptz,
      last_seq int8 NOT NULL DEFAULT 0,
      kept_mark jsonb,
      given_mark jsonb,
      UNIQUE (controller_id, epoch)
    ) WITH (fillfactor = 50)`.execute(db)
  await sql`CREATE UNIQUE INDEX spool_epochs_current ON spool_epochs (controller_id) WHERE replaced_at IS NULL`.execute(
    db,
  )
  await sql`
    CREATE TABLE batch_digests (
      controller_id text NOT NULL REFERENCES controllers ON DELETE CASCADE,
      seq int8 NOT NULL,
      epoch_id int8 NOT NULL REFERENCES spool_epochs ON DELETE CASCADE,
      digest bytea NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (controller_id, seq, epoch_id)
    )`.execute(db)
  await sql`CREATE INDEX batch_digests_epoch ON batch_digests (epoch_id)`.execute(db)
  // A box that shows no epoch has one on this side.
  await sql`
    INSERT INTO spool_epochs (controller_id, epoch, started_at, last_seq)
    SELECT id, 'server-' || gen_random_uuid(), now(), upper(stored_batches) - 1 FROM controllers WHERE NOT isempty(stored_batches)`.execute(
    db,
  )
  await sql`ALTER TABLE controllers DROP COLUMN stored_batches`.execute(db)
}
