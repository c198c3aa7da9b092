import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { openAlerts } from '../../apps/server/src/modules/alerts/alerts.port.ts'
import { createChangedControllers } from '../../apps/server/src/modules/alerts/conditions/changed-controllers.ts'
import { sweepConditions } from '../../apps/server/src/modules/alerts/conditions/condition-sweep.ts'
import { createKnownDetails } from '../../apps/server/src/modules/alerts/conditions/known-details.ts'
import { sweepSilence } from '../../apps/server/src/modules/alerts/conditions/silence-sweep.ts'
import {
  createFleetTotals,
  listFleetMiners,
  readFleet,
} from '../../apps/server/src/modules/desk/fleet/desk-fleet.service.ts'
import { createFleet } from '../../apps/server/src/modules/fleet/fleet.service.ts'
import { createMarket } from '../../apps/server/src/modules/market/market.service.ts'
import { assessRollouts } from '../../apps/server/src/modules/releases/rollouts.service.ts'
import type { Telemetry } from '../../apps/server/src/modules/telemetry/telemetry.service.ts'
import type { Store } from '../../apps/server/src/platform/db/store.ts'
import { controllerId, ownerId } from './fleet-history.ts'
import { createDatabaseTime, processorTime } from './processor-time.ts'
import { ms, percent, perSecond, type Row, round, say } from './report.ts'
import { median, quantile } from './stats.ts'
import { createBoxes, minersABox, type WideFleet } from './wide-fleet.ts'

const dayMs = 86_400_000
const chartBarMs = 50
const offlineAfterMs = 300_000
const logger = pino({ level: 'silent' })
export const figureOf = (took: readonly number[]): string =>
  `${ms(median(took))} (p95 ${ms(quantile(took, 0.95))})`

export async function timesOf(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await work(index)
    took.push(performance.now() - startedAt)
  }
  return took
}

/** What an owner and the desk wait for. */
export async function readWide(
  store: Store,
  telemetry: Telemetry,
  { boxes, made, days, recent, now }: WideFleet,
  calls: number,
): Promise<Row[]> {
  // Nothing kept between two calls is used.
  let clock = now
  const later = () => {
    clock += 16_000
    return clock
  }
  const month = (box: number, ago: number, stepSeconds: number) =>
    telemetry.miner({
      controllerId: controllerId(box),
      minerId: box * minersABox + 1 + (box % minersABox),
      from: now - Math.min(days, ago) * dayMs,
      to: now,
      stepSeconds,
    })
  const fleet = createFleet({
    store,
    market: createMarket({ store, clock: later, logger, networkSources: [], priceSources: [] }),
    series: telemetry,
    openAlerts: (owner) => openAlerts(store, owner),
    clock: later,
    offlineAfterMs,
    poolFeeBasisPoints: 200,
  })
  const desk = { store, clock: () => now, offlineAfterMs, logger }
  const { read: totals } = createFleetTotals(desk)
  await totals()
  const deep = Math.max(1, Math.floor(made / minersABox))
  // Boxes far apart, so that each call meets pages that no other has brought into memory.
  const far = (index: number) => (index * 797) % boxes
  const row = (what: string, took: number[], bar: number | null = chartBarMs): Row => ({
    what,
    measured: figureOf(took),
    ...(bar === null ? {} : { bar: `p95 ≤ ${bar} ms`, met: quantile(took, 0.95) <= bar }),
  })
  const near = Math.min(days, recent)
  return [
    row(`one miner, ${near} days in 5 minutes`, await timesOf(calls, (i) => month(far(i), near, 300))),
    row('one miner, 31 days in 5 minutes', await timesOf(calls, (i) => month(i % deep, 31, 300))),
    row('one miner, a year in days', await timesOf(calls, (i) => month(far(i), 365, 86_400))),
    row("list of an owner's 50 miners", await timesOf(calls, (i) => fleet.miners(ownerId(far(i))))),
    row("totals of an owner's 50 miners", await timesOf(calls, (i) => fleet.dashboard(ownerId(far(i))))),
    row('desk: totals of all miners, as a page gets them', await timesOf(calls, () => totals())),
    row('desk: totals of all miners, added up anew', await timesOf(3, () => readFleet(desk)), null),
    row('desk: first page of all miners', await timesOf(calls, () => listFleetMiners(desk, {}))),
    row(
      'desk: a search that finds the last miner only',
      await timesOf(calls, () => listFleetMiners(desk, { search: `hydro-${boxes * minersABox}` })),
    ),
  ]
}

/** Boxes report at the pace of their polls, and every ten seconds what is due is looked for, as in the product. */
export async function workWide(
  store: Store,
  telemetry: Telemetry,
  fleet: WideFleet,
  rounds: number,
): Promise<Row[]> {
  const roundMs = 10_000
  const pollMs = 30_000
  const lanes = 8
  const databaseMs = await createDatabaseTime(store)
  const changes = await createChangedControllers(store)
  const boxes = createBoxes(telemetry)
  const begun = performance.now()
  let pausedMs = 0
  const clock = () => fleet.now + Math.round(performance.now() - begun - pausedMs)
  const sweep = { store, clock, offlineAfterMs, startedAt: fleet.now - dayMs, details: createKnownDetails() }
  const due = { store, clock } as unknown as Parameters<typeof assessRollouts>[0]
  const sweeps: Record<string, () => Promise<unknown>> = {
    silence: () => sweepSilence(sweep),
    conditions: () => sweepConditions({ ...sweep, changes }),
    'closing of buckets, each minute': () => telemetry.sweep(clock()),
    'releases, each half minute': () => assessRollouts(due),
    'packing, nothing to do, each minute': () => telemetry.pack(fleet.now),
    'past hours, nothing to do, each ten minutes': () => telemetry.moveHours(fleet.now),
  }
  const everyMs = [10_000, 10_000, 60_000, 30_000, 60_000, 600_000]
  const used = new Map(Object.keys(sweeps).map((name) => [name, [] as number[]]))
  const lags: number[] = []
  const took: number[] = []
  let next = 0
  const share = { here: 0, database: 0, ms: 0 }
  // The first looks at everything, as after a start.
  const first = await processorTime(databaseMs, sweeps.conditions as () => Promise<unknown>)
  // Nobody reports meanwhile, and that is nobody's silence.
  pausedMs += performance.now() - begun
  say(`conditions of all: ${round(first.hereMs)} and ${round(first.databaseMs)} ms of a processor`)
  for (let turn = 0; turn < rounds; turn++) {
    const startedAt = performance.now()
    const startOf = next
    const perBoxMs = pollMs / fleet.boxes
    const lane = async () => {
      for (;;) {
        const mine = next
        const dueAt = startedAt + (mine - startOf) * perBoxMs
        if (dueAt >= startedAt + roundMs) return
        next += 1
        const waitMs = dueAt - performance.now()
        if (waitMs > 0) await sleep(waitMs)
        const at = fleet.now + 6_000 + Math.floor(mine / fleet.boxes) * pollMs
        const began = performance.now()
        await boxes.report(mine % fleet.boxes, at, Math.max(at, clock()))
        took.push(performance.now() - began)
        lags.push(performance.now() - dueAt)
      }
    }
    const cost = await processorTime(databaseMs, () => Promise.all(Array.from({ length: lanes }, lane)))
    share.here += cost.hereMs
    share.database += cost.databaseMs
    share.ms += performance.now() - startedAt
    const paused = performance.now()
    for (const [name, run] of Object.entries(sweeps)) {
      const { hereMs, databaseMs: there } = await processorTime(databaseMs, run)
      used.get(name)?.push(hereMs + there)
    }
    pausedMs += performance.now() - paused
  }
  await changes.close()
  const samples = (next * minersABox) / (share.ms / 1000)
  const wanted = (fleet.boxes * minersABox) / (pollMs / 1000)
  const costs = [...used].map(([name, list], index) => ({
    name,
    list,
    inTen: (median(list) * 10_000) / (everyMs[index] ?? 10_000),
  }))
  const all = costs.reduce((sum, { inTen }) => sum + inTen, 0)
  return [
    {
      what: `storing what ${fleet.boxes * minersABox} miners say each 30 s`,
      measured: perSecond(samples),
      reference: `${perSecond(wanted)} are due`,
      ratio: percent(samples / wanted),
      bar: '≥ 99 %',
      met: samples / wanted >= 0.99,
    },
    { what: 'one batch of 50, from call to commit', measured: figureOf(took) },
    { what: 'the same, behind the moment it was due', measured: figureOf(lags) },
    {
      what: 'processor for storing',
      measured: `${round((share.here + share.database) / share.ms, 2)} cores`,
      reference: `server ${round(share.here / share.ms, 2)}, database ${round(share.database / share.ms, 2)}`,
    },
    ...costs.map(({ name, list, inTen }) => ({
      what: `sweep: ${name}`,
      measured: `${round(median(list))} ms of a processor (most ${round(Math.max(...list))})`,
      ratio: `${round(inTen / 100, 1)} % of a core`,
    })),
    {
      what: 'sweeps together',
      measured: `${round(all / 100, 1)} % of a core`,
      bar: '≤ 5 %',
      met: all <= 500,
    },
    {
      what: 'conditions of all miners, once after a start',
      measured: `${round((first.hereMs + first.databaseMs) / 1000, 1)} s of a processor`,
    },
  ]
}

/** What is on disk. */
export async function sizeOf(store: Store): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`SELECT pg_database_size(current_database())::int8 AS bytes`.execute(store.db)
  return rows[0]?.bytes ?? 0
}
