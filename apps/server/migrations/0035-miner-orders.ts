import { type Kysely, sql } from 'kysely'

/**
 * What decides the state of a miner beside its values: whether its owner stopped it, what the follower of the generator told it last, and
 * whether any pool of it answers. And the name it was first known by, so that a missing worker does not rename it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE miners
      ADD COLUMN stopped_at timestamptz,
      ADD COLUMN wished_at timestamptz,
      ADD COLUMN commanded_at timestamptz,
      ADD COLUMN follower_told text CHECK (follower_told IN ('rest', 'run')),
      ADD COLUMN follower_told_at timestamptz,
      ADD COLUMN called text,
      ADD COLUMN pool_health text GENERATED ALWAYS AS (CASE
        WHEN jsonb_path_exists(detail, '$.pools[*] ? (@.status == "alive")') THEN 'alive'
        WHEN jsonb_path_exists(detail, '$.pools[*] ? (@.status == "unknown")') THEN NULL
        WHEN jsonb_path_exists(detail, '$.pools[*] ? (@.status == "dead")') THEN 'dead'
        WHEN jsonb_path_exists(detail, '$.pools[*]') THEN 'none' END) STORED`.execute(db)
  await sql`
    UPDATE miners m SET wished_at = k.issued_at,
      stopped_at = CASE WHEN k.action IN ('stop', 'sleep') THEN coalesce(k.finished_at, k.issued_at) END
    FROM (
      SELECT DISTINCT ON (miner_id) miner_id, action, issued_at, finished_at FROM commands
      WHERE miner_id IS NOT NULL AND restore_of IS NULL AND action IN ('start', 'stop', 'sleep', 'wake')
        AND state IN ('running', 'confirmed', 'unconfirmed', 'refused', 'unreachable', 'unsupported')
      ORDER BY miner_id, issued_at DESC
    ) k WHERE k.miner_id = m.id`.execute(db)
  await sql`
    UPDATE miners m SET follower_told = CASE e.kind WHEN 'curtailed' THEN 'rest' ELSE 'run' END, follower_told_at = e.at
    FROM (
      SELECT DISTINCT ON (controller_id, device_key) controller_id, device_key, kind, at FROM power_events
      WHERE device_key IS NOT NULL AND kind IN ('curtailed', 'restored') ORDER BY controller_id, device_key, at DESC, id DESC
    ) e WHERE e.controller_id = m.controller_id AND e.device_key = m.device_key`.execute(db)
  await sql`
    UPDATE miners SET called = substring(
      jsonb_path_query_first(detail, '$.pools[*] ? (@.active == true).user') #>> '{}' FROM '\\.([^.[:space:]]{1,40})$')
    WHERE detail IS NOT NULL`.execute(db)
}
