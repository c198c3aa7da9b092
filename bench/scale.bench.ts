/**
 * A fleet with a year behind it, packed by the product itself: what a miner-year takes on disk, and what reading, storing, the sweeps, the
 * packing and a backup cost then. `--miners=1000 --days=396` choose its size; every miner has every 5-minute value of every day.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import pino from 'pino'
import { openAlerts } from '../apps/server/src/modules/alerts/alerts.port.ts'
import { listFleetMiners, readFleet } from '../apps/server/src/modules/desk/fleet/desk-fleet.service.ts'
import { createFleet } from '../apps/server/src/modules/fleet/fleet.service.ts'
import { createMarket } from '../apps/server/src/modules/market/market.service.ts'
import { createPartitions } from '../apps/server/src/modules/telemetry/partitions/partitions.ts'
import { createTelemetry, type Telemetry } from '../apps/server/src/modules/telemetry/telemetry.service.ts'
import { writeBackup } from '../apps/server/src/platform/backup/write-backup.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import {
  type BenchDatabase,
  findPostgresql,
  openEmbeddedBench,
  openPostgresqlBench,
} from './lib/databases.ts'
import { controllerId, ownerId, writeFleetHistory } from './lib/fleet-history.ts'
import { chooseSize, options } from './lib/options.ts'
import { bytesOf, packAll, writeMadeDay } from './lib/packed-past.ts'
import { megabytes, printTable, type Row, round, say, times } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { figureOf, timesOf } from './lib/wide-measures.ts'
import { withWorkspace } from './lib/workspace.ts'

const dayMs = 86_400_000
const minersPerOwner = 50
const owners = Math.ceil((options.miners ?? chooseSize(100, 1_000)) / minersPerOwner)
const miners = owners * minersPerOwner
const days = options.days ?? chooseSize(31, 396)
const calls = chooseSize(40, 200)
const chartBarMs = 50
const barMegabytes = 3
/** Noon, when the day before has been packed. */
const now = Date.UTC(2026, 9, 20, 12)
const today = Math.floor(now / dayMs) * dayMs
const origin = {
  createdAt: new Date(now).toISOString(),
  version: '0.0.0',
  secretKey: null,
  secretKeyPrint: '0'.repeat(16),
  otherSecretKeys: [],
  otherSecretKeyPrints: [],
  settings: [],
}

type Filled = { rowBytes: number; packMs: number[] }

/** @returns what a miner-day took as rows, and how long packing one took. */
async function fill(store: Store, telemetry: Telemetry): Promise<Filled> {
  await writeFleetHistory(
    store,
    { owners, minersPerOwner, days: 0, deepOwners: 0, recentOwners: 0, now },
    () => undefined,
  )
  const partitions = createPartitions(store)
  const filled: Filled = { rowBytes: 0, packMs: [] }
  for (let ago = days; ago >= 0; ago--) {
    const dayAt = today - ago * dayMs
    await partitions.ensure([dayAt])
    await writeMadeDay(store, dayAt)
    if (ago === 0) break
    filled.rowBytes = (await bytesOf(store, 'miner_5m')) / miners
    filled.packMs.push(await packAll(telemetry, dayAt + 2 * dayMs))
    if (ago % 30 === 0) say(`${store.engine}: ${days - ago} of ${days} days`)
  }
  await sql`VACUUM (ANALYZE)`.execute(store.maintenance)
  return filled
}

async function sizes(store: Store, { rowBytes }: Filled): Promise<Row[]> {
  const aYear = (bytes: number, overDays: number) => (bytes / miners / overDays) * 365 * 1e-6
  const shown = (megabytesAYear: number) => `${round(megabytesAYear, 2)} MB`
  const asRows = aYear(rowBytes * miners, 1)
  const parts = {
    'packed days': aYear(await bytesOf(store, 'packed_days'), days),
    'past hours, rows': aYear(await bytesOf(store, 'past_hours'), days),
    'days, rows': aYear(await bytesOf(store, 'miner_1d'), days + 1),
    // With the room of what was moved this month, which is there whatever the length of the past.
    'the last hours, rows': ((await bytesOf(store, 'miner_1h')) / miners) * 1e-6,
    // Of today and, until six in the morning, of yesterday: there whatever the length of the past.
    'the last one and a half days, rows': 1.5 * rowBytes * 1e-6,
  }
  const all = Object.values(parts).reduce((sum, part) => sum + part, 0)
  return [
    ...Object.entries(parts).map(([what, part]) => ({
      what: `a miner-year: ${what}`,
      measured: shown(part),
    })),
    {
      what: 'a miner-year in all',
      measured: shown(all),
      reference: `5-minute values as rows: ${shown(asRows)}`,
      ratio: times(all / asRows),
      bar: `≤ ${barMegabytes} MB`,
      met: all <= barMegabytes,
    },
  ]
}

/** Gives the last miner a serial number that no other has. */
async function nameLastMiner(store: Store): Promise<string> {
  const serial = 'ZZ-LAST-OF-ALL'
  await sql`UPDATE miners SET serial = ${serial} WHERE id = (SELECT max(id) FROM miners)`.execute(store.db)
  return serial
}

async function reading(store: Store, telemetry: Telemetry): Promise<Row[]> {
  const month = (index: number, stepSeconds: number) =>
    telemetry.miner({
      controllerId: controllerId(index % owners),
      minerId: (index % owners) * minersPerOwner + 1 + (index % minersPerOwner),
      from: now - Math.min(days, 30) * dayMs,
      to: now,
      stepSeconds,
    })
  const clock = () => now
  const logger = pino({ level: 'silent' })
  const fleet = createFleet({
    store,
    market: createMarket({ store, clock, logger, networkSources: [], priceSources: [] }),
    series: telemetry,
    openAlerts: (owner) => openAlerts(store, owner),
    clock,
    offlineAfterMs: 120_000,
    poolFeeBasisPoints: 200,
  })
  const desk = { store, clock, offlineAfterMs: 120_000 }
  const lastSerial = await nameLastMiner(store)
  await timesOf(5, (index) => month(index, 300))
  const hours = await timesOf(calls, (index) => month(index, 3_600))
  const against = (what: string, took: number[]): Row => ({
    what,
    measured: figureOf(took),
    reference: `hours, rows: ${figureOf(hours)}`,
    ratio: times(median(took) / median(hours)),
    bar: `p95 ≤ ${chartBarMs} ms`,
    met: quantile(took, 0.95) <= chartBarMs,
  })
  return [
    against('a month of one miner in 5 minutes', await timesOf(calls, (index) => month(index, 300))),
    against('a month of one miner in 15 minutes', await timesOf(calls, (index) => month(index, 900))),
    against(
      "list of an owner's 50 miners",
      await timesOf(calls, (index) => fleet.miners(ownerId(index % owners))),
    ),
    against(
      "totals of an owner's 50 miners",
      await timesOf(calls, (index) => fleet.dashboard(ownerId(index % owners))),
    ),
    against(`desk: the totals of all ${miners} miners`, await timesOf(calls, () => readFleet(desk))),
    against(
      `desk: the first page of all ${miners} miners`,
      await timesOf(calls, () => listFleetMiners(desk, {})),
    ),
    against(
      'desk: a search that finds the last miner only',
      await timesOf(calls, () => listFleetMiners(desk, { search: lastSerial })),
    ),
  ]
}

async function working(
  database: BenchDatabase,
  telemetry: Telemetry,
  { packMs }: Filled,
  folder: string,
): Promise<Row[]> {
  const { store } = database
  let seq = 0
  const samples = (at: number): Sample[] =>
    Array.from({ length: minersPerOwner }, (_, miner) => ({
      deviceKey: `serial:bench-${miner + 1}`,
      sampledAt: at,
      periodSeconds: 30,
      state: 'mining',
      hashrateGhs: 255_000 + miner,
      powerWatts: 5_300,
      temperatureDeciC: 580,
      uptimeSeconds: 1_000,
      acceptedShares: 2,
      rejectedShares: 0,
      staleShares: 0,
      acceptedDifficultyMilli: 131_072_000,
      flags: [],
    }))
  const ingest = (at: number) =>
    telemetry.ingestBatch({
      controllerId: controllerId(0),
      batch: { seq: ++seq, samples: samples(at), devices: [], events: [] },
      clockOffsetMs: 0,
      receivedAt: now + 3_600_000,
    })
  const fresh = await timesOf(calls, (index) => ingest(now + 300_000 + index * 30_000))
  const late = await timesOf(calls, (index) => ingest(today - 5 * dayMs + 15_000 + index * 30_000))
  const repacked = await timesOf(1, () => telemetry.pack(now))
  const nothingToPack = await timesOf(5, () => telemetry.pack(now))
  const sweep = await timesOf(5, () => telemetry.sweep(now))
  const file = join(folder, `${store.engine}.backup`)
  const startedAt = performance.now()
  await writeBackup(store, file, origin)
  const backupS = (performance.now() - startedAt) / 1000
  return [
    {
      what: 'packing one day of one miner',
      measured: figureOf(packMs),
      reference: `100,000 miners, reckoned: ${round((median(packMs) * 100_000) / 60_000)} minutes a day`,
    },
    { what: 'a turn of packing with nothing to do', measured: figureOf(nothingToPack) },
    { what: 'packing 50 miners again after late samples', measured: figureOf(repacked) },
    {
      what: 'storing 50 late samples of a packed day',
      measured: figureOf(late),
      reference: `50 new ones: ${figureOf(fresh)}`,
      ratio: times(median(late) / median(fresh)),
    },
    { what: 'the sweep of silent miners', measured: figureOf(sweep) },
    {
      what: 'backup into one file',
      measured: `${round(backupS, 1)} s, ${megabytes(statSync(file).size)}`,
      reference: `10,000 miners and 396 days, reckoned by miner-days: ${round((backupS * 10_000 * 396) / (miners * days) / 60)} minutes`,
    },
  ]
}

async function measure(database: BenchDatabase, folder: string): Promise<void> {
  const { store } = database
  const telemetry = createTelemetry(store)
  const filled = await fill(store, telemetry)
  printTable(
    `scale: ${miners} miners with ${days} packed days, ${database.name}`,
    [
      `${owners} owners with ${minersPerOwner} miners each on one controller; every 5-minute value of every day, made at random with 2 % of the hours off, packed day by day by the product`,
      `${calls} calls each; sizes with keys; a miner-year is 365 days of what one took`,
      'reckoned: in proportion, not run',
    ],
    [
      ...(await sizes(store, filled)),
      ...(await reading(store, telemetry)),
      ...(await working(database, telemetry, filled, folder)),
    ],
  )
}

await withWorkspace(async (folder, stopLater) => {
  const binaries = findPostgresql()
  if (binaries) {
    const database = await openPostgresqlBench(binaries, { durable: false })
    stopLater(() => database.close())
    await measure(database, folder)
    await database.close()
  }
  const embedded = await openEmbeddedBench(`${folder}/db`)
  stopLater(() => embedded.close())
  await measure(embedded, folder)
  await embedded.close()
})
