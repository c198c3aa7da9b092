import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EnvironmentSample, EnvironmentSampleSchema } from '@shipminer/contract/power/environment'
import { DeviceFaultsSchema } from '@shipminer/contract/telemetry'
import { type AlertKind, type AlertWish, alertKinds, ruleInForce } from '@shipminer/domain/alerts/alert-kinds'
import { isForAll } from '@shipminer/domain/alerts/fold-causes'
import {
  faultsToTell,
  graceMsOf,
  type MinerCondition,
  type MinerView,
  minerConditions,
} from '@shipminer/domain/alerts/miner-conditions'
import { planAlerts, type Verdict } from '@shipminer/domain/alerts/plan-alerts'
import { faultsOfAlert, newFaults } from '@shipminer/domain/fleet/device-fault'
import { orderExplainsMs } from '@shipminer/domain/fleet/miner-state'
import { isPermanentFailure } from '../../../platform/db/failures/is-permanent-failure.ts'
import type { Store } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import {
  defaultPollIntervalMs,
  flagsOfBits,
  followerFreshMs,
  stateOfRow,
} from '../../telemetry/telemetry.port.ts'
import { faultsOfDetail, otherMeterOfDetail } from '../alerts.port.ts'
import { clearAlerts, listOpenCauses, type OpenCause, raiseAlert } from '../alerts.repository.ts'
import type { ChangedControllers } from './changed-controllers.ts'
import {
  addWaiting,
  type ConditionRow,
  type FollowerRow,
  insertEventAlert,
  listClaimedIds,
  listFollowers,
  listRules,
  listWaiting,
  listWatched,
  moveMark,
  removeWaiting,
  type WatchRow,
} from './conditions.repository.ts'
import { createKnownDetails, type KnownDetails } from './known-details.ts'

export type ConditionSweepDeps = {
  store: Store
  clock: () => number
  offlineAfterMs: number
  startedAt: number
  /** Which controllers changed since the last sweep; left out: all are looked at. */
  changes?: Pick<ChangedControllers, 'take' | 'lookAtAll'>
  /** What earlier sweeps read of the devices; left out: all of it is read anew. */
  details?: KnownDetails
}

type Cause = { controllerId: string; minerId: number | null; kind: AlertKind }

/** For this long a run against the owner's stop stays an alert, though the miner was stopped again. */
const ranCountsMs = 15 * 60_000
const minerKinds = Object.keys(minerConditions) as MinerCondition[]
const followerKinds = ['overload-repeated', 'readings-lost', 'meter-doubted', 'device-disobedient'] as const
/** Conditions that are one thing when they hold for all miners of a controller. */
const forAll = { 'pool-down': 'all-pools-down', 'miner-idle': 'all-miners-idle' } as const
const foldedKinds = Object.keys(forAll) as (keyof typeof forAll)[]
const sweptKinds: readonly AlertKind[] = [
  ...minerKinds,
  ...followerKinds,
  ...Object.values(forAll),
  'stranger-silent',
]
const keyOf = ({ controllerId, minerId, kind }: Cause) => `${controllerId} ${minerId} ${kind}`

type Known = {
  now: number
  wishes: ReadonlyMap<string, AlertWish>
  since: ReadonlyMap<string, number>
  openAlerts: ReadonlyMap<string, OpenCause>
  /** Controllers of which something waits for its time, or an alert is open. */
  pending: ReadonlySet<string>
}

/**
 * Assesses what miners and followers report: raises conditions that have held for their time, clears those that are over, and raises an
 * alert once for each change. Works from stored values only, so that it does not matter which server runs it or when the values arrived;
 * old values are not assessed. Each controller is assessed by itself, so that the values of one cannot hold back the alerts of others.
 * @throws SweepError naming the controllers that could not be assessed; the others were.
 */
export async function sweepConditions(deps: ConditionSweepDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const at = new Date(now)
  const changes = deps.changes?.take(now) ?? null
  const details = deps.details ?? createKnownDetails()
  // Nothing is known for sure after a line to the database that broke: it may be another database.
  if (deps.changes && changes === null) details.forget()
  const list = (controllerIds: readonly string[]) =>
    details.read(store.db, {
      now: at,
      commandedSince: new Date(now - orderExplainsMs),
      ranSince: new Date(now - ranCountsMs),
      defaultPollIntervalMs,
      controllerIds,
    })
  const [claimed, followers, watched, rules, waiting, open] = await Promise.all([
    listClaimedIds(store.db),
    listFollowers(store.db, at, followerFreshMs),
    listWatched(store.db),
    listRules(store.db),
    listWaiting(store.db),
    listOpenCauses(store.db, sweptKinds),
  ])
  details.keep(claimed)
  // What waits for its time, and what may be over, is looked at each time.
  const pending = new Set([...waiting, ...open].map(({ controllerId }) => controllerId))
  const known: Known = {
    now,
    pending,
    wishes: new Map(rules.map((rule) => [`${rule.userId} ${rule.kind}`, rule])),
    // Nobody looked while the server was off, so that time does not count.
    since: new Map(waiting.map((row) => [keyOf(row), Math.max(row.since.getTime(), deps.startedAt)])),
    openAlerts: new Map(open.map((row) => [keyOf(row), row])),
  }
  const followerOf = new Map(followers.map((row) => [row.controllerId, row]))
  const watchOf = new Map(watched.map((row) => [row.controllerId, row]))
  const silent = open.flatMap((row) => (row.kind === 'stranger-silent' ? [row.controllerId] : []))
  const due = claimed.filter(
    (id) => changes === null || changes.changed.has(id) || pending.has(id) || changes.isDue(id),
  )
  const ids = [...new Set([...due, ...silent])]
  const readRows = readAhead(ids, list)
  try {
    await forEachIsolated(ids, String, async (id) => {
      const rows = await readRows(id)
      await judgeController(deps, id, rows, followerOf.get(id) ?? null, watchOf.get(id) ?? null, known)
    })
  } catch (error) {
    deps.changes?.lookAtAll()
    throw error
  }
}

/** Controllers read with one query: nobody else waits for all of them. */
const controllersAtOnce = 20
/** Miners assessed before others are served: boxes of a hundred each would keep them waiting. */
const assessedAtOnce = 300

/**
 * Reads the rows of some controllers together, those of the next when they are asked for. When something stored cannot be read together with
 * the rest, each of those controllers is read by itself, so that only the faulty one fails.
 */
function readAhead(ids: readonly string[], list: (ids: readonly string[]) => Promise<ConditionRow[]>) {
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  let part: { number: number; rowsOf: ReadonlyMap<string, ConditionRow[]> | null } | null = null
  let assessed = 0
  return async (id: string): Promise<ConditionRow[]> => {
    const number = Math.floor((placeOf.get(id) ?? 0) / controllersAtOnce)
    if (part?.number !== number) {
      const some = ids.slice(number * controllersAtOnce, (number + 1) * controllersAtOnce)
      const rows = await list(some).catch((error: unknown) => {
        if (isPermanentFailure(error)) return null
        throw error
      })
      part = { number, rowsOf: rows && Map.groupBy(rows, ({ controllerId }) => controllerId) }
      await nextTurn()
    }
    const rows = part.rowsOf ? (part.rowsOf.get(id) ?? []) : await list([id])
    assessed += rows.length
    if (assessed > assessedAtOnce) {
      assessed = rows.length
      await nextTurn()
    }
    return rows
  }
}

async function judgeController(
  deps: ConditionSweepDeps,
  controllerId: string,
  rows: readonly ConditionRow[],
  follower: FollowerRow | null,
  watch: WatchRow | null,
  { now, wishes, since, openAlerts, pending }: Known,
): Promise<void> {
  const { store } = deps
  const at = new Date(now)
  const judgeCause = (
    cause: Cause,
    ownerId: string,
    holds: (limit: number) => boolean | null,
  ): Verdict<Cause> => {
    const rule = ruleInForce(cause.kind, wishes.get(`${ownerId} ${cause.kind}`))
    return rule === null
      ? { cause, holds: false, forMs: 0 }
      : { cause, holds: holds(rule.limit), forMs: rule.forMs }
  }
  const views = new Map(rows.map((row) => [row, viewOf(row, now, deps.offlineAfterMs)]))
  const kindsOf = kindsToJudge(pending.has(controllerId), rows[0]?.ownerId, wishes)
  const verdicts = [...views].flatMap(([row, view]) =>
    kindsOf(view).map((kind): Verdict<Cause> => {
      const cause = { controllerId, minerId: row.minerId, kind }
      const open = openAlerts.get(keyOf(cause))
      const verdict = judgeCause(cause, row.ownerId, (limit) =>
        minerConditions[kind](view, limit, open !== undefined),
      )
      const isMore =
        open !== undefined && newFaults(faultsToTell(kind, view), faultsOfDetail(open.detail)).length > 0
      return { ...verdict, forMs: verdict.forMs + graceMsOf(kind, view), isMore }
    }),
  )
  const faultsOf = new Map([...views].map(([row, { faults }]) => [row.minerId as number | null, faults]))
  const ownerId = rows[0]?.ownerId
  for (const kind of ownerId === undefined ? [] : foldedKinds) {
    const cause = { controllerId, minerId: null, kind: forAll[kind] }
    const isOpen = openAlerts.has(keyOf(cause))
    const { known, graceMs } = foldable(kind, [...views.values()])
    const assessed = judgeCause(cause, ownerId ?? '', () => isForAll(known, isOpen))
    const folded = { ...assessed, forMs: assessed.forMs + graceMs }
    verdicts.push(folded)
    if (!folded.holds) continue
    // Until the one alert is there the others keep their time, or a miner that comes and goes would start it anew for all of them.
    for (const verdict of verdicts) if (verdict.cause.kind === kind) verdict.holds &&= isOpen ? false : null
  }
  for (const kind of follower ? followerKinds : []) {
    const cause = { controllerId, minerId: null, kind }
    if (follower)
      verdicts.push(judgeCause(cause, follower.ownerId, (limit) => followerHolds(kind, follower, limit)))
  }
  const silence = { controllerId, minerId: null, kind: 'stranger-silent' } as const
  verdicts.push(judgeCause(silence, watch?.ownerId ?? '', () => watch?.isSilent === true))
  const plan = planAlerts({
    now,
    verdicts,
    waitingSince: (cause) => since.get(keyOf(cause)) ?? null,
    isOpen: (cause) => openAlerts.has(keyOf(cause)),
  })
  if ([plan.wait, plan.forget, plan.raise, plan.clear].some((causes) => causes.length > 0))
    await store.db.transaction().execute(async (trx) => {
      await removeWaiting(trx, controllerId, plan.forget)
      await addWaiting(
        trx,
        plan.wait.map((cause) => ({ ...cause, since: at })),
      )
      const ids = plan.clear.flatMap((cause) => openAlerts.get(keyOf(cause))?.id ?? [])
      await clearAlerts(trx, ids, at)
      for (const cause of plan.raise) {
        const described = describeCause(cause, faultsOf.get(cause.minerId) ?? [], follower)
        await raiseAlert(trx, controllerId, described, alertKinds[cause.kind].severity, at)
      }
      if (ids.length > 0 || plan.raise.length > 0)
        await store.notify('alerts', JSON.stringify({ controllerId }), trx)
    })
  for (const row of rows) await tellChanges(deps, row, wishes, at)
}

/** A cause with what miner and box said of it. */
const describeCause = (cause: Cause, faults: MinerView['faults'], follower: FollowerRow | null) => ({
  ...cause,
  faults: faultsOfAlert(cause.kind, faults),
  otherMeter:
    cause.kind === 'meter-doubted' ? otherMeterOfDetail({ otherMeter: follower?.otherMeter }) : null,
})

/**
 * Which kinds to judge of a miner. Where nothing waits and nothing is open, what does not hold changes nothing: so it is with nearly all boxes,
 * nearly always.
 */
function kindsToJudge(
  isPending: boolean,
  ownerId: string | undefined,
  wishes: Known['wishes'],
): (view: MinerView) => MinerCondition[] {
  if (isPending) return () => minerKinds
  const rules = minerKinds.flatMap((kind) => {
    const rule = ruleInForce(kind, wishes.get(`${ownerId} ${kind}`))
    return rule === null ? [] : [{ kind, limit: rule.limit }]
  })
  return (view) =>
    rules.flatMap(({ kind, limit }) => (minerConditions[kind](view, limit, false) === true ? [kind] : []))
}

/** Of each miner whether a condition holds that may be one thing for all of them, and how much longer than its rule says it has to. */
function foldable(kind: (typeof foldedKinds)[number], views: readonly MinerView[]) {
  // Whatever the owner wants to be notified of about single miners: these conditions have no limit.
  const each = views.map((view) => ({
    holds: minerConditions[kind](view, 0, false),
    graceMs: graceMsOf(kind, view),
  }))
  const graces = each.flatMap(({ holds, graceMs }) => (holds ? [graceMs] : []))
  const graceMs = graces.length === 0 ? 0 : Math.min(...graces)
  // Beside one that makes nothing for good, those that only start say nothing.
  return { known: each.map((one) => (one.graceMs > graceMs ? null : one.holds)), graceMs }
}

/** Another pool or worker, or a block found: alerted once, and remembered in the same transaction. */
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
  // A counter that decreased means that the device restarted.
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

function viewOf(row: ConditionRow, now: number, offlineAfterMs: number): MinerView {
  return {
    state: stateOfRow(row, now, offlineAfterMs),
    ranAgainstStop: row.ranAgainstStop,
    isGivenUp: row.isGivenUp,
    hashrateGhs: row.hashrateGhs,
    expectedHashrateGhs: row.expectedGhs,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    isOverheatFlagged: flagsOfBits(row.flags ?? 0).includes('overheat'),
    isHydro: /hyd/i.test(row.model ?? ''),
    deadBoards: row.deadBoards,
    fansStill: row.fansStill,
    fansTurning: row.fansTurning,
    faults: DeviceFaultsSchema.parse(row.faults),
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
  if (kind === 'readings-lost') return sample.state === 'load-unknown'
  return kind === 'meter-doubted' ? sample.heldBackBy === 'meter-doubted' : sample.disobedientDevices > 0
}
