import { type Kysely, sql } from 'kysely'

/**
 * What a miner does by its newest sample alone, in one word with an index, so that the desk finds those of one health among 100,000 without
 * passing by all others. The database keeps it; it changes rarely, so that storing a sample stays as cheap as it was. The rate that is
 * expected of a miner is copied to its newest sample for it. What hashes below 80 percent of that is slow, as everywhere; of the flags only a dead
 * board (4), overheating (32) and a fault (64) make a difference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE miner_state ADD COLUMN expected_ghs float8 CHECK (expected_ghs >= 0 AND expected_ghs <= 1e12)`.execute(
    db,
  )
  await sql`
    UPDATE miner_state s SET expected_ghs = m.expected_ghs FROM miners m
    WHERE m.controller_id = s.controller_id AND m.id = s.miner_id AND m.expected_ghs IS NOT NULL`.execute(db)
  await sql`
    ALTER TABLE miner_state ADD COLUMN work text GENERATED ALWAYS AS (CASE
      WHEN sampled_at IS NULL THEN 'never'
      WHEN state = 'fault' THEN 'fault'
      WHEN hashrate_ghs IS NULL AND coalesce(state NOT IN ('mining', 'idle', 'starting', 'sleeping'), true) THEN 'mute'
      WHEN CASE WHEN hashrate_ghs IS NULL THEN state = 'mining' ELSE hashrate_ghs > 0 END THEN CASE
        WHEN flags & 4 <> 0 THEN 'flagged'
        WHEN hashrate_ghs::float8 * 100 < expected_ghs * 80 THEN 'slow'
        ELSE 'works' END
      WHEN flags & 100 <> 0 THEN 'faint'
      ELSE 'rests' END) STORED`.execute(db)
  await sql`CREATE INDEX miner_state_work ON miner_state (work, miner_id)`.execute(db)
  await sql`CREATE INDEX miners_stopped ON miners (stopped_at)`.execute(db)
  await sql`
    CREATE FUNCTION copy_expected_ghs() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE miner_state SET expected_ghs = NEW.expected_ghs WHERE controller_id = NEW.controller_id AND miner_id = NEW.id;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER miners_expected_ghs AFTER UPDATE ON miners FOR EACH ROW
    WHEN (OLD.expected_ghs IS DISTINCT FROM NEW.expected_ghs) EXECUTE FUNCTION copy_expected_ghs()`.execute(
    db,
  )
  // What a backup brings is kept: it brings the samples before the miners.
  await sql`
    CREATE FUNCTION take_expected_ghs() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.expected_ghs := coalesce(NEW.expected_ghs, (SELECT expected_ghs FROM miners WHERE id = NEW.miner_id));
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER miner_state_expected_ghs BEFORE INSERT ON miner_state FOR EACH ROW EXECUTE FUNCTION take_expected_ghs()`.execute(
    db,
  )
}
