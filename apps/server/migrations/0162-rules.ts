import { type Kysely, sql } from 'kysely'

/** Rules that boxes carry out by themselves: what owners set, whether each box has it, and what a rule did and told a miner last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE rule_settings (
      ship_id uuid PRIMARY KEY REFERENCES ships ON DELETE CASCADE,
      version int NOT NULL,
      settings jsonb NOT NULL,
      changed_at timestamptz NOT NULL,
      changed_by uuid REFERENCES users ON DELETE SET NULL
    )`.execute(db)
  await sql`ALTER TABLE power_state ADD COLUMN knows_rules boolean, ADD COLUMN rules jsonb`.execute(db)
  await sql`ALTER TABLE power_events ADD COLUMN rule jsonb`.execute(db)
  await sql`
    ALTER TABLE miners
      ADD COLUMN rule_told text CHECK (rule_told IN ('rest', 'lower', 'run')),
      ADD COLUMN rule_told_at timestamptz`.execute(db)
}
