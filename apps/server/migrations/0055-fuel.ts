import { type Kysely, sql } from 'kysely'

/** What owners enter about fuel, the fuel that mining took, and the time in which miners held a set at its least load. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE fuel_settings (
      ship_id uuid PRIMARY KEY REFERENCES ships ON DELETE CASCADE,
      settings jsonb NOT NULL,
      changed_at timestamptz NOT NULL,
      changed_by uuid REFERENCES users ON DELETE SET NULL
    )`.execute(db)
  for (const table of ['power_5m', 'power_1h'])
    await sql`
      ALTER TABLE ${sql.table(table)}
        ADD COLUMN fuel_mg int8,
        ADD COLUMN fuel_mc int8,
        ADD COLUMN held_seconds int8 NOT NULL DEFAULT 0`.execute(db)
}
