/**
 * Revenue of a fleet of 10,000 miners with 13 months of daily values: totals from the ships' own daily sums, corrected for solo miners, by
 * ship and miner by miner; for an owner of 50 miners and for one of them all.
 */

import { sql } from 'kysely'
import pino from 'pino'
import { createCoinMarket } from '../apps/server/src/modules/market/coins.service.ts'
import { createMarket } from '../apps/server/src/modules/market/market.service.ts'
import { createRevenue, type Revenue } from '../apps/server/src/modules/revenue/revenue.service.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import { findPostgresql, openEmbeddedBench, openPostgresqlBench } from './lib/databases.ts'
import { ownerId, writeFleetHistory } from './lib/fleet-history.ts'
import { chooseSize } from './lib/options.ts'
import { ms, printTable, type Row, say, times } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { withWorkspace } from './lib/workspace.ts'

const owners = 200
const minersPerOwner = 50
const soloMiners = 100
const days = 396
const barMs = 50
const calls = chooseSize(40, 200)
const extremeCalls = chooseSize(8, 30)
const heavyCalls = chooseSize(1, 5)
const now = Date.UTC(2026, 9, 20, 12)

/** Daily values of every miner, by day and then by miner as they would have come, and the ships' sums of them. */
async function fill(store: Store): Promise<void> {
  const db = store.maintenance
  await writeFleetHistory(
    store,
    { owners, minersPerOwner, days: 0, deepOwners: 0, recentOwners: 0, now },
    () => undefined,
  )
  const lastDay = new Date(now).toISOString().slice(0, 10)
  for (let ago = days - 1; ago >= 0; ago--)
    await sql`
      INSERT INTO miner_1d (controller_id, miner_id, day, hash_gh, blind_hash_gh, energy_j, difficulty_milli, n, difficulty_n, seconds,
        mining_seconds, hashrate_seconds, power_seconds)
      SELECT controller_id, id, ${lastDay}::date - ${ago}::int, 22032000000, 0, 457920000, 5129000000000 + id * 7919 + ${ago}::int, 2880, 2880, 86400,
        86400, 86400, 86400 FROM miners ORDER BY id`.execute(db)
  await sql`
    INSERT INTO controller_1d (controller_id, day, hash_gh, blind_hash_gh, energy_j, difficulty_milli, n, difficulty_n, seconds, mining_seconds,
      hashrate_seconds, power_seconds, miner_buckets, buckets)
    SELECT controller_id, day, sum(hash_gh), 0, sum(energy_j), sum(difficulty_milli), sum(n), sum(difficulty_n), sum(seconds), sum(mining_seconds),
      sum(hashrate_seconds), sum(power_seconds), count(*) * 288, 288 FROM miner_1d GROUP BY day, controller_id ORDER BY day, controller_id`.execute(
    db,
  )
  await sql`
    INSERT INTO network_days (day, difficulty, height, subsidy_sat, fees_sat_per_block, source, observed_at)
    SELECT ${lastDay}::date - g, 150000000000000 - (g / 14) * 1000000000001, 920000 - g * 144, 312500000, 2500000 + g, 'bench', ${new Date(now)}
    FROM generate_series(1, ${days}) g`.execute(db)
  await sql`VACUUM (ANALYZE)`.execute(db)
}

function revenueOn(store: Store): Revenue {
  const clock = () => now
  const logger = pino({ level: 'silent' })
  const market = createMarket({ store, clock, logger, networkSources: [], priceSources: [] })
  return createRevenue({
    store,
    clock,
    market,
    coins: createCoinMarket({
      store,
      clock,
      logger,
      sources: [],
      listWanted: async () => [],
      bitcoin: market,
    }),
    poolFeeBasisPoints: 200,
    ownersFuel: async () => ({
      ships: [],
      total: { fuelGrams: null, co2Grams: null, fuelCents: null, heldSeconds: 0 },
    }),
    networkInputs: async () => {
      const { source, observedAt, builtIn, ...network } = await market.network()
      return {
        ...network,
        networkSource: source,
        networkObservedAt: observedAt,
        networkBuiltIn: builtIn,
        centsPerBtc: null,
        priceSource: null,
        priceObservedAt: null,
        poolFeeBasisPoints: 200,
      }
    },
  })
}

type Question = { title: string; ask(revenue: Revenue, userId: string): Promise<unknown> }
const analysis = (title: string, period: '30d' | '12m', by: 'total' | 'ship' | 'miner'): Question => ({
  title,
  ask: (revenue, userId) => revenue.analysis(userId, { period, by }),
})
const totals = [
  analysis('totals, 30 days', '30d', 'total'),
  analysis('totals, 12 months', '12m', 'total'),
  {
    title: 'today, month and balance',
    ask: (revenue: Revenue, userId: string) => revenue.summary(userId),
  },
]
const details = [
  analysis('ship by ship, 30 days', '30d', 'ship'),
  analysis('miner by miner, 30 days', '30d', 'miner'),
  analysis('miner by miner, 12 months', '12m', 'miner'),
]

async function timeCalls(question: Question, revenue: Revenue, users: readonly string[], count: number) {
  const took: number[] = []
  const warmUp = count > heavyCalls ? 2 : 0
  for (let turn = -warmUp; turn < count; turn++) {
    const user = users[(turn + warmUp) % users.length] ?? ''
    const started = performance.now()
    await question.ask(revenue, user)
    if (turn >= 0) took.push(performance.now() - started)
  }
  return took
}

const figure = (values: readonly number[]) => `${ms(median(values))} (p95 ${ms(quantile(values, 0.95))})`

async function measure(engine: string, store: Store): Promise<Row[]> {
  say(`${engine}: writing`)
  await fill(store)
  say(`${engine}: asking`)
  const revenue = revenueOn(store)
  const rows: Row[] = []
  const small = Array.from({ length: owners }, (_, index) => ownerId((index * 37) % owners))
  for (const question of [...totals, ...details]) {
    const took = await timeCalls(question, revenue, small, calls)
    const isTotal = totals.includes(question)
    rows.push({
      what: `owner of ${minersPerOwner}: ${question.title}`,
      measured: figure(took),
      ...(isTotal ? { bar: `p95 ≤ ${barMs} ms`, met: quantile(took, 0.95) <= barMs } : {}),
    })
  }
  const everything = ownerId(owners)
  await sql`UPDATE controllers SET owner_id = ${everything}::uuid`.execute(store.db)
  const plain = new Map<string, number[]>()
  for (const question of [...totals, ...details]) {
    const isTotal = totals.includes(question)
    const took = await timeCalls(question, revenue, [everything], isTotal ? extremeCalls : heavyCalls)
    plain.set(question.title, took)
    rows.push({
      what: `owner of all ${owners * minersPerOwner}: ${question.title}`,
      measured: figure(took),
      ...(isTotal ? { bar: `p95 ≤ ${barMs} ms`, met: quantile(took, 0.95) <= barMs } : {}),
    })
  }
  await sql`
    UPDATE miners SET detail = jsonb_set(detail, '{pools,0,url}', '"solo.ckpool.org:3333"') WHERE id % 100 = 0`.execute(
    store.db,
  )
  for (const question of totals) {
    const took = await timeCalls(question, revenue, [everything], extremeCalls)
    const without = plain.get(question.title) ?? []
    rows.push({
      what: `the same with ${soloMiners} solo miners among them: ${question.title}`,
      measured: figure(took),
      reference: `none solo: ${figure(without)}`,
      ratio: times(median(took) / median(without)),
    })
  }
  return rows
}

const print = (engine: string, rows: readonly Row[]) =>
  printTable(
    `revenue at ${owners * minersPerOwner} miners and 13 months, ${engine}`,
    [
      `${owners} owners with ${minersPerOwner} miners each on one controller; ${days} days of every miner and of every ship`,
      `${calls} calls each after warming up; for the owner of all miners and all ${owners} controllers ${extremeCalls}, and ${heavyCalls} where it is not totals; nothing is kept between calls`,
      'totals are valued in whole fractions and rounded once; where miners times days are more than 5,000 rows the answer tells whole spans',
    ],
    rows,
  )

await withWorkspace(async (folder, stopLater) => {
  const binaries = findPostgresql()
  if (binaries) {
    const database = await openPostgresqlBench(binaries, { durable: false })
    stopLater(() => database.close())
    print(database.name, await measure('PostgreSQL', database.store))
    await database.close()
  }
  const embedded = await openEmbeddedBench(`${folder}/db`)
  stopLater(() => embedded.close())
  print('embedded', await measure('embedded', embedded.store))
  await embedded.close()
})
