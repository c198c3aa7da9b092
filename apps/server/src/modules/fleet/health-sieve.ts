import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { stalePeriods } from '@shipminer/domain/fleet/freshness'
import { slowBelowPercent, stopsWithinMs } from '@shipminer/domain/fleet/miner-state'
import { type RawBuilder, sql } from 'kysely'
import { defaultPollIntervalMs, followerFreshMs } from '../telemetry/telemetry.port.ts'

/** Times are stored to the microsecond and compared here to the millisecond: at its boundary a miner is on both sides. */
const slackMs = 2

const staleMs = sql`(coalesce(c.poll_interval_ms, ${sql.lit(defaultPollIntervalMs)}) * ${sql.lit(stalePeriods)})`
const hashing = sql`CASE WHEN s.hashrate_ghs IS NULL THEN s.state IS NOT DISTINCT FROM 'mining' ELSE s.hashrate_ghs > 0 END`
/** What is hashing and says that it is broken is judged by its fault. */
const atWork = sql`(${hashing} AND s.state IS DISTINCT FROM 'fault')`
const slow = sql`coalesce(s.hashrate_ghs * 100.0 < m.expected_ghs::float8 * ${sql.lit(slowBelowPercent)}, false)`
const ordered = sql`(m.stopped_at IS NOT NULL OR m.rule_told IS NOT NULL OR m.follower_told IS NOT NULL OR p.controller_id IS NOT NULL)`

/**
 * What is true of every miner that has a health, and of few others, in words that a database looks up by itself: of `m` a miner, `s` its
 * newest sample, `c` its box, `p` what the follower of its ship said. Whether it has it, `healthOf` says of those that are read.
 */
export function canHaveHealth(
  health: MinerHealth,
  { now, offlineAfterMs }: { now: number; offlineAfterMs: number },
): RawBuilder<boolean> {
  const before = (ms: number) => sql`${new Date(now - ms)}::timestamptz`
  const since = (age: RawBuilder<unknown>, slack: number) =>
    sql`(${before(slack)} - ${age} * interval '1 millisecond')`
  const fresh = sql`s.sampled_at >= ${since(staleMs, slackMs)}`
  const late = sql`s.sampled_at <= ${since(staleMs, -slackMs)}`
  const offlineMs = sql`greatest(${offlineAfterMs}::float8, ${staleMs})`
  const loud = sql`m.id IN (
    SELECT miner_id FROM alerts WHERE status <> 'resolved' AND severity <> 'info' AND miner_id IS NOT NULL)`
  const followed = sql`(p.sampled_at > ${before(followerFreshMs - slackMs)} AND m.follower_told = 'rest'
    AND p.sample ->> 'state' IN ('curtailed', 'holding', 'restoring', 'not-worth'))`
  const allRest = sql`(p.sampled_at > ${before(followerFreshMs - slackMs)}
    AND p.sample ->> 'state' IN ('master-stop', 'quiet-hours', 'load-unknown', 'shore-power', 'no-cooling'))`
  switch (health) {
    case 'offline':
      return sql<boolean>`s.sampled_at <= ${since(offlineMs, -slackMs)}`
    case 'stale':
      return sql<boolean>`(${late} AND s.sampled_at >= ${since(offlineMs, slackMs)})`
    case 'unknown':
      return sql<boolean>`(s.sampled_at IS NULL OR (${fresh} AND s.hashrate_ghs IS NULL
        AND coalesce(s.state NOT IN ('mining', 'idle', 'starting', 'sleeping', 'fault'), true)))`
    case 'mining':
      return sql<boolean>`(${fresh} AND ${atWork} AND (NOT ${slow} OR ${ordered}) AND NOT ${loud})`
    case 'curtailed':
      return sql<boolean>`(${fresh} AND NOT ${atWork} AND ${ordered} AND NOT ${loud})`
    case 'idle':
      return sql<boolean>`(${fresh} AND (NOT ${atWork} OR ${slow}) AND NOT ${loud} AND (s.hashrate_ghs IS NULL OR ${atWork}
        OR (m.stopped_at IS NULL AND ${followed} IS NOT TRUE AND ${allRest} IS NOT TRUE)))`
    case 'alert':
      return sql<boolean>`(${fresh} AND (s.flags <> 0 OR s.state = 'fault' OR (${hashing} AND (${slow} OR m.stopped_at <= ${before(stopsWithinMs - slackMs)}))
        OR ${loud}))`
  }
}
