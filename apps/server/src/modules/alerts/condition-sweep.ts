import { type EnvironmentSample, EnvironmentSampleSchema } from '@shipminer/contract/environment'
import { type AlertKind, type AlertWish, alertKinds, ruleInForce } from '@shipminer/domain/alerts/alert-kinds'
import {
  type MinerCondition,
  type MinerView,
  minerConditions,
} from '@shipminer/domain/alerts/miner-conditions'
import { planAlerts, type Verdict } from '@shipminer/domain/alerts/plan-alerts'
import type { Store } from '../../platform/db/store.ts'
import { flagsOfBits } from '../telemetry/telemetry.port.ts'
import { clearAlerts, listOpenCauses, raiseAlert } from './alerts.repository.ts'
import {
  addWaiting,
  type ConditionRow,
  type FollowerRow,
  insertEventAlert,
  listConditionRows,
  listFollowers,
  listRules,
  listWaiting,
  moveMark,
  removeWaiting,
} from './conditions.repository.ts'

export type ConditionSweepDeps = { store: Store; clock: () => number }

type Cause = { controllerId: string; minerId: number | null; kind: AlertKind }

const defaultPollIntervalMs = 30_000
/** A command explains for so long what a miner does; a stock Antminer takes minutes to sleep and longer to reach its rate. */
const commandExplainsMs = 20 * 60_000
/** A follower that said nothing for so long is told by other alerts. */
const followerFreshMs = 120_000
const minerKinds = Object.keys(minerConditions) as MinerCondition[]
const followerKinds = ['overload-repeated', 'readings-lost', 'device-disobedient'] as const
const sweptKinds: readonly AlertKind[] = [...minerKinds, ...followerKinds]
const keyOf = ({ controllerId, minerId, kind }: Cause) => `${controllerId} ${minerId} ${kind}`

/**
 * Judges what miners and followers say, raises what has held for its time, clears what is over, and tells what changed once. Works from
 * what is stored, so that it does not matter which server does it or when the values came: old values are not judged.
 */
export async function sweepConditions(deps: ConditionSweepDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const at = new Date(now)
  const [rows, followers, rules, waiting, open] = await Promise.all([
    listConditionRows(store.db, at, new Date(now - commandExplainsMs), defaultPollIntervalMs),
    listFollowers(store.db, at, followerFreshMs),
    listRules(store.db),
    listWaiting(store.db),
    listOpenCauses(store.db, sweptKinds),
  ])
  const wishes = new Map<string, AlertWish>(rules.map((rule) => [`${rule.userId} ${rule.kind}`, rule]))
  const since = new Map(waiting.map((row) => [keyOf(row), row.since.getTime()]))
  const openIds = new Map(open.map((row) => [keyOf(row), row.id]))
  const samples = new Map(followers.map((row) => [row.controllerId, followerSample(row)]))

  const verdicts: Verdict<Cause>[] = [
    ...rows.flatMap((row) => {
      const view = viewOf(row, samples.get(row.controllerId) ?? null)
      return minerKinds.map((kind) => {
        const cause = { controllerId: row.controllerId, minerId: row.minerId, kind }
        return evaluateCause(cause, row.ownerId, (limit) =>
          minerConditions[kind](view, limit, openIds.has(keyOf(cause))),
        )
      })
    }),
    ...followers.flatMap((row) =>
      followerKinds.map((kind) => {
        const cause = { controllerId: row.controllerId, minerId: null, kind }
        return evaluateCause(cause, row.ownerId, (limit) => followerHolds(kind, row, limit))
      }),
    ),
  ]

  function evaluateCause(
    cause: Cause,
    ownerId: string,
    holds: (limit: number) => boolean | null,
  ): Verdict<Cause> {
    const rule = ruleInForce(cause.kind, wishes.get(`${ownerId} ${cause.kind}`))
    return rule === null
      ? { cause, holds: false, forMs: 0 }
      : { cause, holds: holds(rule.limit), forMs: rule.forMs }
  }

  const plan = planAlerts({
    now,
    verdicts,
    waitingSince: (cause) => since.get(keyOf(cause)) ?? null,
    isOpen: (cause) => openIds.has(keyOf(cause)),
  })
  const touched = new Set(
    [...plan.wait, ...plan.forget, ...plan.raise, ...plan.clear].map(({ controllerId }) => controllerId),
  )
  for (const controllerId of touched) {
    const of = (causes: readonly Cause[]) => causes.filter((cause) => cause.controllerId === controllerId)
    await store.db.transaction().execute(async (trx) => {
      await removeWaiting(trx, controllerId, of(plan.forget))
      await addWaiting(
        trx,
        of(plan.wait).map((cause) => ({ ...cause, since: at })),
      )
      const ids = of(plan.clear).flatMap((cause) => openIds.get(keyOf(cause)) ?? [])
      await clearAlerts(trx, ids, at)
      for (const cause of of(plan.raise))
        await raiseAlert(trx, controllerId, cause, alertKinds[cause.kind].severity, at)
      if (ids.length > 0 || of(plan.raise).length > 0)
        await store.notify('alerts', JSON.stringify({ controllerId }), trx)
    })
  }
  for (const row of rows) await tellChanges(deps, row, wishes, at)
}

/** Another pool or worker, or a block: told once, and remembered in the same transaction. */
async function tellChanges(
  { store }: ConditionSweepDeps,
  row: ConditionRow,
  wishes: ReadonlyMap<string, AlertWish>,
  at: Date,
): Promise<void> {
  if (!row.isFresh) return
  const before = row.hasMark ? { pool: row.markedPool, blocksFound: row.markedBlocks } : null
  const seen = {
    pool: row.primaryPool ?? row.markedPool,
    blocksFound: row.blocksFound ?? row.markedBlocks,
  }
  if (before && before.pool === seen.pool && before.blocksFound === seen.blocksFound) return
  const wants = (kind: AlertKind) => ruleInForce(kind, wishes.get(`${row.ownerId} ${kind}`)) !== null
  const happened: AlertKind[] = []
  if (before?.pool && seen.pool !== before.pool && !row.wasCommanded && wants('pool-changed'))
    happened.push('pool-changed')
  // A counter that went down is a device that started to count anew.
  if (before?.blocksFound != null && (seen.blocksFound ?? 0) > before.blocksFound && wants('block-found'))
    happened.push('block-found')
  await store.db.transaction().execute(async (trx) => {
    if (!(await moveMark(trx, row.minerId, seen, before))) return
    const { controllerId, minerId } = row
    for (const kind of happened)
      await insertEventAlert(trx, { controllerId, minerId, kind, severity: alertKinds[kind].severity, at })
    if (happened.length > 0) await store.notify('alerts', JSON.stringify({ controllerId }), trx)
  })
}

function followerSample(row: FollowerRow): EnvironmentSample | null {
  const parsed = EnvironmentSampleSchema.safeParse(row.sample)
  return row.isFresh && parsed.success ? parsed.data : null
}

/** Followers in these states may have put miners to sleep or be bringing them back. */
const givingWay: readonly EnvironmentSample['state'][] = [
  'curtailed',
  'holding',
  'restoring',
  'load-unknown',
  'master-stop',
  'quiet-hours',
  'shore-power',
]

function viewOf(row: ConditionRow, follower: EnvironmentSample | null): MinerView {
  const isMining = row.state === 'mining'
  return {
    state: row.state as MinerView['state'],
    isFresh: row.isFresh,
    isCurtailed: row.wasCommanded || (follower !== null && givingWay.includes(follower.state) && !isMining),
    uptimeSeconds: row.uptimeSeconds,
    hashrateGhs: row.hashrateGhs,
    expectedHashrateGhs: row.expectedGhs,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    isOverheatFlagged: flagsOfBits(row.flags).includes('overheat'),
    isHydro: /hyd/i.test(row.model ?? ''),
    deadBoards: row.deadBoards,
    fansStill: row.fansStill,
    fansTurning: row.fansTurning,
    pools:
      row.poolsUsable === null
        ? null
        : {
            alive: row.poolsAlive ?? 0,
            usable: row.poolsUsable,
            isFallbackActive: row.isFallbackActive === true,
          },
    accepted: row.accepted,
    rejected: row.rejected,
  }
}

function followerHolds(
  kind: (typeof followerKinds)[number],
  row: FollowerRow,
  limit: number,
): boolean | null {
  if (kind === 'overload-repeated') return row.overloads >= limit
  const sample = followerSample(row)
  if (sample === null) return null
  return kind === 'readings-lost' ? sample.state === 'load-unknown' : sample.disobedientDevices > 0
}
