/**
 * Storing samples: rows a second through the server's own `ingestBatch` (its number, devices, samples, four roll-ups and the live signal,
 * in one transaction a batch, answered after the commit), against COPY of as many rows into a table like `miner_5m` on the same database.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Sample } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import { createTelemetry, type Telemetry } from '../apps/server/src/modules/telemetry/telemetry.service.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import {
  type BenchDatabase,
  findPostgresql,
  openEmbeddedBench,
  openPostgresqlBench,
} from './lib/databases.ts'
import { chooseSize } from './lib/options.ts'
import { ms, percent, perSecond, printTable, type Row, round, say } from './lib/report.ts'
import { interleave, median, medianRatio, quantile } from './lib/stats.ts'
import { withWorkspace } from './lib/workspace.ts'

const batchRows = 1_000
const batchesARound = chooseSize(20, 40)
const rounds = chooseSize(7, 15)
const writers = 4
const periodMs = 30_000
const copyColumns =
  'bucket, mask, miner_id, hash_gh, blind_hash_gh, energy_j, difficulty_milli, accepted, rejected, stale, n, difficulty_n, seconds, mining_seconds, hashrate_seconds, power_seconds, temp_max_dc, controller_id'

/** Samples of so many miners, poll after poll, a thousand at a time. */
function* batchesOf(miners: number, firstAt: number): Generator<Sample[]> {
  let at = firstAt
  for (;;) {
    const samples: Sample[] = []
    while (samples.length < batchRows) {
      for (let miner = 0; miner < miners; miner++)
        samples.push({
          deviceKey: `serial:bench-${miner}`,
          sampledAt: at + miner,
          periodSeconds: periodMs / 1000,
          state: 'mining',
          hashrateGhs: 255_000 + ((at / 1000 + miner * 7919) % 4_000),
          powerWatts: 5_300 + (miner % 200),
          temperatureDeciC: 500 + (miner % 150),
          uptimeSeconds: 86_400 + Math.floor((at - firstAt) / 1000),
          acceptedShares: miner % 5,
          rejectedShares: 0,
          staleShares: miner % 50 === 0 ? 1 : 0,
          acceptedDifficultyMilli: (miner % 5) * 65_536_000,
          flags: [],
        })
      at += periodMs
    }
    yield samples
  }
}

type Stream = { next(): Promise<number> }

/** A ship that sends one batch after the other; `next` stores one and reports how long that took. */
async function createStream(
  store: Store,
  telemetry: Telemetry,
  miners: number,
  firstAt: number,
): Promise<Stream> {
  const controllerId = `SM-${randomBytes(4).toString('hex').toUpperCase()}`
  await store.db
    .insertInto('controllers')
    .values({ id: controllerId, name: controllerId, claimKeyHash: randomBytes(32) })
    .execute()
  // As the box does, which shows its memory when it connects; without one its number is looked up for each batch.
  const shown = { epoch: randomUUID(), mark: null, lastSeq: null }
  const { epochId } = await telemetry.meetMemory(controllerId, shown, Date.now())
  if (epochId === null) throw new Error('the memory of a new box was refused')
  const batches = batchesOf(miners, firstAt)
  let seq = 0
  return {
    async next() {
      const samples = batches.next().value as Sample[]
      seq += 1
      const batch = { seq, samples, devices: [], events: [] }
      const started = performance.now()
      const { stored } = await telemetry.ingestBatch({
        controllerId,
        batch,
        memory: { epochId, content: batch },
        clockOffsetMs: 0,
        receivedAt: Date.now(),
      })
      if (stored !== samples.length) throw new Error(`${stored} of ${samples.length} samples stored`)
      return performance.now() - started
    },
  }
}

async function measure(database: BenchDatabase, barShare: number): Promise<Row[]> {
  const { store } = database
  const telemetry = createTelemetry(store)
  const firstAt = Math.floor((Date.now() - 3 * 86_400_000) / 300_000) * 300_000
  await store.db.transaction().execute(async (trx) => {
    await sql`CREATE TABLE bench_copy (LIKE miner_5m INCLUDING ALL)`.execute(trx)
  })
  const one = await createStream(store, telemetry, batchRows, firstAt)
  const backlog = await createStream(store, telemetry, 100, firstAt)
  const several = await Promise.all(
    Array.from({ length: writers }, () => createStream(store, telemetry, batchRows, firstAt)),
  )
  const batchMs: number[] = []
  const rate = (rows: number, startedAt: number) => rows / ((performance.now() - startedAt) / 1000)
  const through = async (stream: Stream, seen: number[] = []) => {
    const started = performance.now()
    for (let batch = 0; batch < batchesARound; batch++) seen.push(await stream.next())
    return rate(batchesARound * batchRows, started)
  }

  let copied = 0
  const copyText = () => {
    copied += 1
    const at = new Date(firstAt + copied * 300_000).toISOString()
    return Array.from(
      { length: batchRows },
      (_, miner) =>
        `${at}\t1023\t${miner}\t${2_560_000_000 + miner}\t0\t1590000\t${miner * 65_536_000}\t15\t0\t1\t10\t10\t300\t300\t300\t300\t${500 + (miner % 150)}\tSM-BENCH01\n`,
    ).join('')
  }
  const copy = async () => {
    const texts = Array.from({ length: batchesARound }, copyText)
    const started = performance.now()
    for (const text of texts) await database.copy('bench_copy', copyColumns, text)
    return rate(batchesARound * batchRows, started)
  }
  const inParallel = async () => {
    const started = performance.now()
    await Promise.all(several.map((stream) => through(stream)))
    return rate(writers * batchesARound * batchRows, started)
  }

  say(`${database.name}: ${rounds} rounds`)
  const isServer = store.engine === 'postgresql'
  const taken = await interleave(rounds, {
    one: () => through(one, batchMs),
    copy,
    backlog: () => through(backlog),
    ...(isServer ? { inParallel } : {}),
  })
  const row = (what: string, figures: readonly number[], bar?: number): Row => {
    const share = medianRatio(figures, taken.copy)
    return {
      what: `${database.name}: ${what}`,
      measured: perSecond(median(figures)),
      reference: `COPY ${perSecond(median(taken.copy))}`,
      ratio: percent(share),
      ...(bar === undefined ? {} : { bar: `≥ ${percent(bar)}`, met: share >= bar }),
    }
  }
  const parallel = isServer ? taken.inParallel : undefined
  return [
    row(`${batchRows} miners, one sample each a batch`, taken.one, barShare),
    row('backlog of a ship of 100 miners, ten polls a batch', taken.backlog, barShare),
    ...(parallel ? [row(`${writers} controllers at the same time`, parallel)] : []),
    {
      what: `${database.name}: one batch, from call to commit`,
      measured: `${ms(median(batchMs))} (p95 ${ms(quantile(batchMs, 0.95))})`,
    },
    {
      what: `${database.name}: what 10,000 miners every 30 s need`,
      measured: perSecond(10_000 / 30),
      ratio: `${round(median(taken.one) / (10_000 / 30))} × that`,
    },
  ]
}

await withWorkspace(async (folder, stopLater) => {
  const rows: Row[] = []
  const embedded = await openEmbeddedBench(join(folder, 'db'))
  stopLater(() => embedded.close())
  rows.push(...(await measure(embedded, 0.25)))
  await embedded.close()
  const binaries = findPostgresql()
  if (binaries) {
    const postgresql = await openPostgresqlBench(binaries)
    stopLater(() => postgresql.close())
    rows.push(...(await measure(postgresql, 0.5)))
  } else rows.push({ what: 'PostgreSQL', measured: 'skipped: none on this machine', met: 'skipped' })
  printTable(
    'ingest: samples a second into the database',
    [
      `batches of ${batchRows} rows, one transaction each, flushed to disk before the answer; ${batchesARound} batches a round, ${rounds} rounds in turns, medians of the quotients`,
      'reference: COPY of as many rows a commit into a table like miner_5m with its key, text made beforehand; on PostgreSQL from the client, embedded from a file beside the tables',
    ],
    rows,
  )
})
