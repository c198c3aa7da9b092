/**
 * The provider's fleet page over all owners with 10,000 and 100,000 miners, on both engines: totals, first page, searches that find
 * many, few, the last one only, and none, and those of each health: of a fleet that mines, of one that rests as ordered, and of one that is
 * silent. The past is empty: nothing of it is read there.
 */
import { sql } from 'kysely'
import pino from 'pino'
import {
  createFleetTotals,
  listFleetMiners,
  readFleet,
} from '../apps/server/src/modules/desk/fleet/desk-fleet.service.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import {
  type BenchDatabase,
  findPostgresql,
  openEmbeddedBench,
  openPostgresqlBench,
} from './lib/databases.ts'
import { writeFleetHistory } from './lib/fleet-history.ts'
import { chooseSize, options } from './lib/options.ts'
import { ms, printTable, type Row, say } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { until, withWorkspace } from './lib/workspace.ts'

const minersPerOwner = 50
const sizes = options.miners ? [options.miners] : [10_000, 100_000]
const calls = chooseSize(40, 200)
const now = Date.UTC(2026, 9, 20, 12)
const healths = ['mining', 'curtailed', 'idle', 'alert', 'offline', 'unknown', 'stale'] as const
const newest = { direction: 'descending' } as const
const barOf = (miners: number) => (miners <= 10_000 ? 50 : 100)

/**
 * Ships, seven models, eleven firmwares, names of which a third is given, warnings about one in a hundred; of a thousand one is gone, one
 * asleep by its owner's stop, one idle, one that nobody understands, one slow, and one that has not answered for a moment.
 */
async function vary(store: Store): Promise<void> {
  const db = store.maintenance
  await sql`INSERT INTO ships (user_id, name) SELECT owner_id, 'Barge ' || id FROM controllers`.execute(db)
  await sql`UPDATE controllers c SET ship_id = s.id FROM ships s WHERE s.user_id = c.owner_id`.execute(db)
  await sql`
    UPDATE miners SET serial = 'HYD' || upper(substr(md5(id::text), 1, 12)), model = 'S' || (19 + id % 7) || ' Hyd.',
      firmware = 'Braiins OS 25.' || (id % 11), name = CASE WHEN id % 3 = 0 THEN 'Engine room ' || id END`.execute(
    db,
  )
  await sql`UPDATE miners SET serial = 'ZZ-LAST-OF-ALL' WHERE id = (SELECT max(id) FROM miners)`.execute(db)
  await sql`
    UPDATE miner_state SET
      sampled_at = sampled_at - CASE miner_id % 1000 WHEN 7 THEN interval '1 day' WHEN 23 THEN interval '95 seconds' ELSE '0' END,
      state = CASE miner_id % 1000 WHEN 11 THEN 'sleeping' WHEN 13 THEN 'sleeping' WHEN 17 THEN NULL ELSE state END,
      hashrate_ghs = CASE miner_id % 1000 WHEN 11 THEN 0 WHEN 13 THEN 0 WHEN 17 THEN NULL WHEN 19 THEN hashrate_ghs / 2 ELSE hashrate_ghs END
    WHERE miner_id % 1000 IN (7, 11, 13, 17, 19, 23)`.execute(db)
  await sql`UPDATE miners SET stopped_at = ${new Date(now - 3_600_000)} WHERE id % 1000 = 11`.execute(db)
  await sql`
    INSERT INTO alerts (controller_id, miner_id, kind, severity, status, raised_at)
    SELECT controller_id, id, 'overheat', 'warning', 'active', ${new Date(now)} FROM miners WHERE id % 100 = 0`.execute(
    db,
  )
}

/** All owners stop what mines: everything rests as ordered, but for the few that already were something else. */
async function stopAll({ maintenance: db }: Store): Promise<void> {
  await sql`UPDATE miners SET stopped_at = ${new Date(now - 3_600_000)} WHERE id % 1000 NOT IN (7, 11, 13, 17, 19, 23)`.execute(
    db,
  )
  await sql`
    UPDATE miner_state SET state = 'sleeping', hashrate_ghs = 0, power_watts = 20
    WHERE miner_id % 1000 NOT IN (7, 11, 13, 17, 19, 23)`.execute(db)
  await sql`VACUUM (ANALYZE)`.execute(db)
}

/** No box has reported for a day, but for the first hundred. */
async function silenceAll({ maintenance: db }: Store): Promise<void> {
  await sql`UPDATE miner_state SET sampled_at = sampled_at - interval '1 day' WHERE controller_id > 'SM-B00100'`.execute(
    db,
  )
  await sql`VACUUM (ANALYZE)`.execute(db)
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await work(item))
  return done
}

/** Times one call after the other; `settle` comes between them, untimed. */
const rowOf =
  (miners: number) =>
  async (
    what: string,
    work: (index: number) => Promise<unknown>,
    settle?: () => Promise<void>,
  ): Promise<Row> => {
    for (let index = 0; index < 3; index++) {
      await work(index)
      await settle?.()
    }
    const took: number[] = []
    for (let index = 0; index < calls; index++) {
      const startedAt = performance.now()
      await work(index)
      took.push(performance.now() - startedAt)
      await settle?.()
    }
    const measured = `${ms(median(took))} (p95 ${ms(quantile(took, 0.95))})`
    const bar = barOf(miners)
    say(`${miners}: ${what}: ${measured}`)
    return {
      what: `${miners}: ${what}`,
      measured,
      bar: `p95 ≤ ${bar} ms`,
      met: quantile(took, 0.95) <= bar,
    }
  }

/** What is made beside the calls of others. */
const withoutBar = ({ what, measured }: Row): Row => ({ what, measured })

async function measure(database: BenchDatabase, miners: number): Promise<Row[]> {
  const { store } = database
  const owners = Math.ceil(miners / minersPerOwner)
  say(`${database.name}: writing ${miners} miners`)
  // Made of all rows at once in the end; row by row it takes minutes.
  const { rows: indexes } = await sql<{ made: string }>`
    SELECT indexdef AS made FROM pg_indexes WHERE indexname = 'miners_search'`.execute(store.db)
  await sql`DROP INDEX miners_search`.execute(store.maintenance)
  await writeFleetHistory(
    store,
    { owners, minersPerOwner, days: 0, deepOwners: 0, recentOwners: 0, now },
    () => undefined,
  )
  await vary(store)
  for (const { made } of indexes) await sql.raw(made).execute(store.maintenance)
  await sql`ALTER INDEX miners_search ALTER COLUMN 1 SET STATISTICS 0`.execute(store.maintenance)
  await sql`VACUUM (ANALYZE)`.execute(store.maintenance)
  const desk = { store, clock: () => now, offlineAfterMs: 120_000 }
  const row = rowOf(miners)
  const search = (text: string) => listFleetMiners(desk, { search: text })
  const eachHealth = (fleet: string) =>
    inTurn(healths, (health) =>
      row(`${fleet}those that are ${health}`, () => listFleetMiners(desk, { health })),
    )
  const eachBack = (fleet: string) =>
    inTurn(healths, async (health) => {
      const { next } = await listFleetMiners(desk, { health })
      const second = await listFleetMiners(desk, { health, after: next ?? 0 })
      const before = second.previous ?? miners
      return row(`${fleet}back to those that are ${health}`, () => listFleetMiners(desk, { health, before }))
    })
  const changed = async (fleet: string, change: (store: Store) => Promise<void>) => {
    await change(store)
    return [
      ...(await eachHealth(`${fleet}: `)),
      ...(await eachBack(`${fleet}: `)),
      withoutBar(await row(`${fleet}: totals added up anew`, () => readFleet(desk))),
    ]
  }
  let moment = now
  // So far apart that each finds the last sum too old, and the next is made beside it.
  const { read: totals } = createFleetTotals({
    ...desk,
    clock: () => moment,
    logger: pino({ level: 'silent' }),
  })
  const askedLater = () => {
    moment += 15_000
    return totals()
  }
  const addedUp = () => until(async () => (await totals()).at === moment, 30_000, 'the sum')
  return [
    await row('totals as a page gets them', askedLater, addedUp),
    withoutBar(await row('totals added up anew, for which nobody waits', () => readFleet(desk))),
    await row('the first page', () => listFleetMiners(desk, {})),
    await row('the page in the middle', () => listFleetMiners(desk, { after: miners / 2 })),
    await row('the page before the middle', () => listFleetMiners(desk, { before: miners / 2 })),
    await row('the newest', () => listFleetMiners(desk, newest)),
    await row('a search that finds all', () => search('hyd')),
    await row('a search that finds all, newest first', () =>
      listFleetMiners(desk, { search: 'hyd', ...newest }),
    ),
    await row('one that finds the first miners of a ship, newest first', () =>
      listFleetMiners(desk, { search: 'barge SM-B00001', ...newest }),
    ),
    await row('one that finds the last miner only', () => search('last-of-all')),
    await row('one that finds a ship', (index) =>
      search(`barge SM-B${String(owners - index).padStart(5, '0')}`),
    ),
    await row('one that finds an owner', (index) => search(`owner ${owners - index}`)),
    await row('one that finds a MAC address', (index) =>
      search(`:00:${(index % 32).toString(16).padStart(2, '0')}:0a`),
    ),
    await row('one that finds nobody', () => search('no such miner')),
    ...(await eachHealth('')),
    ...(await eachBack('')),
    await row('those of one model', () => listFleetMiners(desk, { model: 'S25 Hyd.' })),
    await row('those with a kind of warning', () => listFleetMiners(desk, { alert: 'overheat' })),
    ...(await changed('all at rest', stopAll)),
    ...(await changed('all silent', silenceAll)),
  ]
}

await withWorkspace(async (folder, stopLater) => {
  const binaries = findPostgresql()
  for (const open of [
    ...(binaries ? [() => openPostgresqlBench(binaries, { durable: false })] : []),
    (miners: number) => openEmbeddedBench(`${folder}/db-${miners}`),
  ]) {
    const rows: Row[] = []
    let name = ''
    for (const miners of sizes) {
      const database = await open(miners)
      stopLater(() => database.close())
      name = database.name
      rows.push(...(await measure(database, miners)))
      await database.close()
    }
    printTable(
      `desk-fleet: all owners' miners at the desk, ${name}`,
      [
        `owners with ${minersPerOwner} miners each on one controller`,
        `${calls} calls each, one after the other; by service`,
      ],
      rows,
    )
  }
})
