import type { MinerHealth } from '@shipminer/contract/desk/fleet'
import { stalePeriods } from '@shipminer/domain/fleet/freshness'
import { stopsWithinMs } from '@shipminer/domain/fleet/miner-state'
import { type RawBuilder, sql } from 'kysely'
import { defaultPollIntervalMs, followerFreshMs } from '../telemetry/telemetry.port.ts'

/** What a miner can do by its newest sample alone, as the database keeps it: migration 0358 says when it is which. */
type Work = 'never' | 'mute' | 'works' | 'flagged' | 'slow' | 'fault' | 'faint' | 'rests'
/** What a miner of a health can do; what an age alone decides names none. */
const worksOf: Partial<Record<MinerHealth, readonly Work[]>> = {
  mining: ['works', 'slow', 'flagged'],
  curtailed: ['rests', 'faint', 'fault'],
  idle: ['rests', 'faint', 'fault', 'mute', 'slow'],
  alert: ['slow', 'flagged', 'fault', 'faint', 'mute'],
  unknown: ['never', 'mute'],
}

/** Times are stored to the microsecond and compared here to the millisecond: at its boundary a miner is on both sides. */
const slackMs = 2

const staleMs = sql`(coalesce(c.poll_interval_ms, ${sql.lit(defaultPollIntervalMs)}) * ${sql.lit(stalePeriods)})`
const does = (...works: readonly Work[]) => sql`s.work = ANY(${sql.val([...works])}::text[])`
/** Somebody may have ordered that it rests, or takes less power. */
const ordered = sql`(m.stopped_at IS NOT NULL OR m.rule_told IS NOT NULL OR m.follower_told IS NOT NULL OR p.controller_id IS NOT NULL)`
/** Miners about which a warning is open. */
export const loudMiners = sql`SELECT miner_id FROM alerts WHERE status <> 'resolved' AND severity <> 'info' AND miner_id IS NOT NULL`

/** When something is assessed; ms. */
export type HealthMoment = { now: number; offlineAfterMs: number }

function timesOf({ now, offlineAfterMs }: HealthMoment) {
  const before = (ms: number) => sql`${new Date(now - ms)}::timestamptz`
  return {
    before,
    since: (age: RawBuilder<unknown>, slack: number) =>
      sql`(${before(slack)} - ${age} * interval '1 millisecond')`,
    offlineMs: sql`greatest(${offlineAfterMs}::float8, ${staleMs})`,
  }
}

/** Where a list of miners goes on: after an id, or, walking back, before it. */
export type Walk = { after?: number | undefined; isBack?: boolean | undefined }

/** The order of such a list, and what lies ahead in it. */
export function walkOf({ after, isBack = false }: Walk) {
  const from = after ?? (isBack ? 2_147_483_647 : 0)
  return {
    order: isBack ? sql`DESC` : sql`ASC`,
    isAhead: (id: RawBuilder<unknown>) => (isBack ? sql`${id} < ${from}` : sql`${id} > ${from}`),
  }
}

/**
 * Ids of the first miners of a walk that can have a health, in order, and of some that cannot: each kind is a range of an index.
 * Fewer than `count`: there are no more.
 */
export function firstOfHealth(
  health: MinerHealth,
  moment: HealthMoment,
  walk: Walk,
  count: number,
): RawBuilder<{ id: number }> {
  const { before } = timesOf(moment)
  const { order, isAhead } = walkOf(walk)
  const first = (id: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
    sql`(SELECT DISTINCT ${id} AS id ${rest} AND ${isAhead(id)} ORDER BY 1 ${order} LIMIT ${count})`
  const sources = (worksOf[health] ?? []).map((work) =>
    first(sql`s.miner_id`, sql`FROM miner_state s WHERE s.work = ${work}`),
  )
  if (health === 'offline' || health === 'stale')
    // Only the age decides. What is younger than every box allows need not be held against its own.
    sources.push(
      first(
        sql`s.miner_id`,
        sql`FROM miner_state s JOIN controllers c ON c.id = s.controller_id AND c.revoked_at IS NULL
          WHERE s.sampled_at <= ${before(-slackMs)} - ${youngestMs(health, moment)} * interval '1 millisecond'
            AND ${canHaveHealth(health, moment)}`,
      ),
    )
  if (health === 'unknown')
    sources.push(
      first(
        sql`m.id`,
        sql`FROM miners m WHERE m.hidden_at IS NULL AND NOT EXISTS (SELECT FROM miner_state s WHERE s.miner_id = m.id)`,
      ),
    )
  if (health === 'alert')
    sources.push(
      first(sql`loud.miner_id`, sql`FROM (${loudMiners}) loud WHERE true`),
      // All of them first: in order, one after the other, those that ought to be at rest and hash would be looked for among all that hash.
      first(
        sql`late.id`,
        sql`FROM (
          SELECT m.id FROM miners m JOIN miner_state s ON s.controller_id = m.controller_id AND s.miner_id = m.id AND s.work = 'works'
          WHERE m.stopped_at <= ${before(stopsWithinMs - slackMs)} OFFSET 0
        ) late WHERE true`,
      ),
    )
  return sql<{
    id: number
  }>`SELECT id FROM (${sql.join(sources, sql` UNION `)}) first ORDER BY id ${order} LIMIT ${count}`
}

/** No box lets a miner be of such a health sooner. */
const youngestMs = (health: 'offline' | 'stale', { offlineAfterMs }: HealthMoment) =>
  health === 'offline'
    ? sql`${offlineAfterMs}::float8`
    : sql`(SELECT coalesce(min(coalesce(poll_interval_ms, ${sql.lit(defaultPollIntervalMs)})), 0) * ${sql.lit(stalePeriods)} FROM controllers)`

/** Somebody ordered that it rests, whatever its ship does beside. */
const surelyOrdered = ({ before }: ReturnType<typeof timesOf>) => sql`(m.stopped_at IS NOT NULL
  OR coalesce(m.rule_told = 'rest', false)
  OR coalesce(m.follower_told = 'rest' AND coalesce(p.sample ->> 'state' NOT IN ('free', 'off'), true), false)
  OR coalesce(p.sampled_at > ${before(followerFreshMs - slackMs)}
    AND p.sample ->> 'state' IN ('master-stop', 'quiet-hours', 'load-unknown', 'shore-power', 'no-cooling'), false))`

/**
 * What is true of every miner that has a health, and of few others, in words that a database looks up by itself: of `m` a miner, `s` its
 * newest sample, `c` its box, `p` what the follower of its ship said. Whether it has it, `healthOf` says of those that are read.
 */
export const canHaveHealth = (health: MinerHealth, moment: HealthMoment): RawBuilder<boolean> =>
  sql`(${sql.join(waysToHealth(health, moment), sql` OR `)})`

/** The same one by one: a plan looks each up in its own way. */
export function waysToHealth(health: MinerHealth, moment: HealthMoment): RawBuilder<boolean>[] {
  const times = timesOf(moment)
  const { before, since, offlineMs } = times
  const fresh = sql`s.sampled_at >= ${since(staleMs, slackMs)}`
  const late = sql`s.sampled_at <= ${since(staleMs, -slackMs)}`
  const loud = sql`m.id IN (${loudMiners})`
  const works = does(...(worksOf[health] ?? []))
  switch (health) {
    case 'offline':
      return [sql`s.sampled_at <= ${since(offlineMs, -slackMs)}`]
    case 'stale':
      return [sql`(${late} AND s.sampled_at >= ${since(offlineMs, slackMs)})`]
    case 'unknown':
      return [sql`s.sampled_at IS NULL`, sql`(${works} AND ${fresh})`]
    case 'mining':
      return [sql`(${works} AND ${fresh} AND (s.work = 'works' OR ${ordered}) AND NOT ${loud})`]
    case 'curtailed':
      return [sql`(${works} AND ${fresh} AND ${ordered} AND NOT ${loud})`]
    case 'idle':
      return [
        sql`(${does('mute', 'slow')} AND ${fresh} AND NOT ${loud})`,
        // Nearly all may rest as their owners want: the others are few then.
        sql`(${works} AND m.stopped_at IS NULL AND NOT ${surelyOrdered(times)} AND ${fresh} AND NOT ${loud})`,
      ]
    case 'alert':
      return [
        sql`(${does('flagged', 'slow', 'fault', 'faint')} AND ${fresh})`,
        sql`(s.work = 'mute' AND s.flags & 96 <> 0 AND ${fresh})`,
        sql`(s.work = 'works' AND m.stopped_at <= ${before(stopsWithinMs - slackMs)} AND ${fresh})`,
        sql`(${loud} AND ${fresh})`,
      ]
  }
}

/** The health that a miner has for sure; null where only `healthOf` says it. `isLoud`: whether a warning about it is open. */
export function sureHealth(
  moment: HealthMoment,
  isLoud: RawBuilder<unknown>,
): RawBuilder<MinerHealth | null> {
  const times = timesOf(moment)
  const { since, offlineMs } = times
  return sql<MinerHealth | null>`CASE
    WHEN s.sampled_at IS NULL THEN 'unknown'
    WHEN s.sampled_at < ${since(offlineMs, slackMs)} THEN 'offline'
    WHEN s.sampled_at <= ${since(offlineMs, -slackMs)} THEN NULL
    WHEN s.sampled_at < ${since(staleMs, slackMs)} THEN 'stale'
    WHEN s.sampled_at <= ${since(staleMs, -slackMs)} THEN NULL
    WHEN ${isLoud} THEN 'alert'
    WHEN s.work = 'works' AND m.stopped_at IS NULL THEN 'mining'
    WHEN s.work = 'rests' AND ${surelyOrdered(times)} THEN 'curtailed' END`
}
