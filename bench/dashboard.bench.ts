/**
 * The three queries of the dashboard (an owner's miners, their totals, a miner's last 24 hours) on a server with 10,000 miners, with a
 * short and a long past side by side: through the fleet service, and as calls to the whole server without the network.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../apps/server/src/app.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { openAlerts } from '../apps/server/src/modules/alerts/alerts.port.ts'
import { createFleet } from '../apps/server/src/modules/fleet/fleet.service.ts'
import { createMarket } from '../apps/server/src/modules/market/market.service.ts'
import { createTelemetry } from '../apps/server/src/modules/telemetry/telemetry.service.ts'
import { createSessions } from '../apps/server/src/platform/auth/sessions.ts'
import { databaseBytes } from '../apps/server/src/platform/db/embedded/embedded-store.ts'
import { migrations } from '../apps/server/src/platform/db/migrations.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import { SecretKey } from '../apps/server/src/platform/secret-key/secret-key.ts'
import { embeddedVersion, findPostgresql, openEmbeddedBench, openPostgresqlBench } from './lib/databases.ts'
import {
  controllerId,
  type FleetHistory,
  historyKey,
  ownerId,
  writeFleetHistory,
} from './lib/fleet-history.ts'
import { chooseSize } from './lib/options.ts'
import { megabytes, ms, printTable, type Row, say, times } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { cacheDir, withWorkspace } from './lib/workspace.ts'

const owners = 200
const minersPerOwner = 50
const barMs = 50
const calls = chooseSize(60, 300)
const extremeCalls = chooseSize(4, 12)
/** Longer than the fleet keeps what it computed: every call here finds nothing kept. */
const clockStepMs = 16_000
/** In the morning, so that all calls together stay within the day. */
const now = Date.UTC(2026, 9, 20, 1)

const pasts = chooseSize([2, 30], [30, 396])
/** Owners whose miners have every hour and 5 minutes of the past; charts are drawn of these. */
const deepOwners = chooseSize(4, 1)
const historyOf = (days: number): FleetHistory => ({
  owners,
  minersPerOwner,
  days,
  deepOwners,
  recentOwners: chooseSize(40, owners),
  now,
})

const queries = ['list', 'overview', 'chart24h'] as const
type Query = (typeof queries)[number]
const titles: Record<Query, string> = {
  list: "list of an owner's 50 miners",
  overview: "totals of an owner's 50 miners",
  chart24h: '24 h of one miner',
}
type Way = 'service' | 'HTTP'

type Subject = {
  days: number
  store: Store
  run(way: Way, query: Query, owner: number): Promise<number>
  /** Time of a statement that reads nothing: what the engine and a busy machine cost at least. */
  nothing(): Promise<number>
  close(): Promise<void>
}

async function subjectOn(store: Store, days: number, release: () => Promise<void>): Promise<Subject> {
  let steps = 0
  const clock = () => now + steps * clockStepMs
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost',
    NETWORK_SOURCES: '',
    PRICE_SOURCES: '',
  })
  const logger = pino({ level: 'silent' })
  const noNetwork = () => Promise.reject(new Error('no network here'))
  const { server } = await buildApp({
    config,
    store,
    secretKey: new SecretKey(Buffer.alloc(32, 9)),
    logger,
    clock,
    distDir: 'no-such-folder',
    fetch: noNetwork,
  })
  const fleet = createFleet({
    store,
    market: createMarket({ store, clock, logger, networkSources: [], priceSources: [], fetch: noNetwork }),
    series: createTelemetry(store),
    openAlerts: (owner) => openAlerts(store, owner),
    clock,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
    poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
  })
  const sessions = createSessions({ store, clock: () => now, randomBytes, logger })
  const tokens = new Map<number, string>()

  /** A miner with its whole past, of the owners that come first. */
  const deepOwner = (owner: number) => owner % deepOwners
  const minerOf = (owner: number) => deepOwner(owner) * minersPerOwner + 1 + (owner % minersPerOwner)

  async function call(owner: number, path: string): Promise<void> {
    let token = tokens.get(owner)
    if (!token) {
      token = (await sessions.open({ userId: ownerId(owner), binding: null })).token
      // The clock here runs by hours.
      await sql`UPDATE session_tokens SET expires_at = ${new Date(now + 86_400_000)}`.execute(store.db)
      tokens.set(owner, token)
      return call(owner, path)
    }
    const answer = await server.inject({
      url: `/api${path}`,
      remoteAddress: `198.18.${steps % 250}.${Math.floor(steps / 250) + 1}`,
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
  }
  const byService: Record<Query, (owner: number) => Promise<unknown>> = {
    list: (owner) => fleet.miners(ownerId(owner)),
    overview: (owner) => fleet.dashboard(ownerId(owner)),
    chart24h: (owner) => fleet.performance(ownerId(deepOwner(owner)), minerOf(owner), 24),
  }
  const byHttp: Record<Query, (owner: number) => Promise<unknown>> = {
    list: (owner) => call(owner, '/dashboard/miners'),
    overview: (owner) => call(owner, '/mining/dashboard'),
    chart24h: (owner) => call(deepOwner(owner), `/mining/miners/${minerOf(owner)}/performance?hours=24`),
  }
  return {
    days,
    store,
    async run(way, query, owner) {
      steps += 1
      const asked = way === 'service' ? byService[query] : byHttp[query]
      if (way === 'HTTP') {
        const user = query === 'chart24h' ? deepOwner(owner) : owner
        if (!tokens.has(user)) await call(user, '/mining/dashboard')
        steps += 1
      }
      const started = performance.now()
      await asked(owner)
      return performance.now() - started
    },
    async nothing() {
      const started = performance.now()
      await sql`SELECT 1`.execute(store.db)
      return performance.now() - started
    },
    async close() {
      await server.close()
      await release()
    },
  }
}

async function fill(store: Store, history: FleetHistory, what: string): Promise<void> {
  const started = performance.now()
  await writeFleetHistory(store, history, (done) => {
    if (done % chooseSize(10, 30) === 0 || done === history.days)
      say(`${what}: ${done} of ${history.days} days written`)
  })
  say(
    `${what}: ${Math.round((performance.now() - started) / 1000)} s, ${megabytes(await databaseBytes(store.db))}`,
  )
}

/** The embedded database of a past, kept between runs; what another version left is removed. */
async function embeddedSubject(days: number): Promise<Subject> {
  const history = historyOf(days)
  const key = historyKey(history, [embeddedVersion(), ...Object.keys(migrations)])
  const folder = join(cacheDir, `dashboard-${days}-days-${key}`)
  const done = join(folder, 'complete')
  mkdirSync(cacheDir, { recursive: true })
  for (const name of readdirSync(cacheDir))
    if (name.startsWith(`dashboard-${days}-days-`) && join(cacheDir, name) !== folder)
      rmSync(join(cacheDir, name), { recursive: true, force: true })
  if (!existsSync(done)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = await openEmbeddedBench(join(folder, 'db'))
  if (!existsSync(done)) {
    await fill(database.store, history, `embedded, ${days} days`)
    writeFileSync(done, '')
  }
  return subjectOn(database.store, days, () => database.close())
}

type Times = Record<string, number[]>

async function compare(subjects: readonly Subject[]): Promise<{ times: Times; extreme: Times }> {
  const seen: Times = {}
  const note = (name: string, took: number) => {
    seen[name] ??= []
    seen[name].push(took)
  }
  for (let turn = -3; turn < calls; turn++) {
    const owner = (turn * 37 + 400) % owners
    for (const subject of turn % 2 === 0 ? subjects : subjects.toReversed()) {
      for (const query of queries)
        for (const way of ['service', 'HTTP'] as const) {
          const took = await subject.run(way, query, way === 'HTTP' ? (owner + 1) % owners : owner)
          if (turn >= 0) note(`${subject.days} ${way} ${query}`, took)
        }
      const idle = await subject.nothing()
      if (turn >= 0) note(`${subject.days} nothing`, idle)
    }
  }
  const extreme: Times = {}
  for (const subject of subjects) {
    const everything = ownerId(owners)
    await sql`UPDATE controllers SET owner_id = ${everything}::uuid`.execute(subject.store.db)
    for (let turn = -1; turn < extremeCalls; turn++)
      for (const query of ['list', 'overview'] as const) {
        const took = await subject.run('service', query, owners)
        if (turn < 0) continue
        const name = `${subject.days} ${query}`
        extreme[name] ??= []
        extreme[name].push(took)
      }
    for (let owner = 0; owner < owners; owner++)
      await sql`UPDATE controllers SET owner_id = ${ownerId(owner)}::uuid WHERE id = ${controllerId(owner)}`.execute(
        subject.store.db,
      )
  }
  return { times: seen, extreme }
}

function rowsOf(engine: string, { times: seen, extreme }: Awaited<ReturnType<typeof compare>>): Row[] {
  const [short = 0, long = 0] = pasts
  const figure = (values: readonly number[] = []) =>
    `${ms(median(values))} (p95 ${ms(quantile(values, 0.95))})`
  const past = (days: number) => (days > 31 ? `${Math.round(days / 30.44)} months` : `${days} days`)
  const rows: Row[] = []
  for (const way of ['service', 'HTTP'] as const)
    for (const query of queries) {
      const [before, after] = [seen[`${short} ${way} ${query}`] ?? [], seen[`${long} ${way} ${query}`] ?? []]
      rows.push({
        what: `${engine}, ${way}: ${titles[query]}`,
        measured: `${past(long)}: ${figure(after)}`,
        reference: `${past(short)}: ${figure(before)}`,
        ratio: times(median(after) / median(before)),
        bar: `p95 ≤ ${barMs} ms`,
        met: quantile(after, 0.95) <= barMs,
      })
    }
  rows.push({
    what: `${engine}: SELECT 1 in between`,
    measured: figure(seen[`${long} nothing`]),
    reference: figure(seen[`${short} nothing`]),
  })
  for (const query of ['list', 'overview'] as const)
    rows.push({
      what: `${engine}: one owner of all ${owners * minersPerOwner} miners, ${query}`,
      measured: `${past(long)}: ${figure(extreme[`${long} ${query}`])}`,
      reference: `${past(short)}: ${figure(extreme[`${short} ${query}`])}`,
      ratio: times(median(extreme[`${long} ${query}`] ?? []) / median(extreme[`${short} ${query}`] ?? [])),
    })
  return rows
}

await withWorkspace(async (_folder, stopLater) => {
  const rows: Row[] = []
  async function measure(engine: string, open: (days: number) => Promise<Subject>): Promise<void> {
    const subjects: Subject[] = []
    const closeAll = async () => {
      for (const subject of subjects.splice(0)) await subject.close()
    }
    stopLater(closeAll)
    for (const days of pasts) subjects.push(await open(days))
    say(`${engine}: asking`)
    rows.push(...rowsOf(engine, await compare(subjects)))
    await closeAll()
  }
  await measure('embedded', embeddedSubject)
  const binaries = findPostgresql()
  if (binaries)
    await measure('PostgreSQL', async (days) => {
      const database = await openPostgresqlBench(binaries, { durable: false })
      await fill(database.store, historyOf(days), `PostgreSQL, ${days} days`)
      return subjectOn(database.store, days, () => database.close())
    })
  else rows.push({ what: 'PostgreSQL', measured: 'skipped: none on this machine', met: 'skipped' })
  const history = historyOf(pasts[1] ?? 0)
  printTable(
    `dashboard: queries at ${owners * minersPerOwner} miners`,
    [
      `${owners} owners with ${minersPerOwner} miners each; pasts of ${pasts.join(' and ')} days, open side by side and asked in turns; ${calls} calls each after warming up`,
      `day values of every miner; hours and 5-minute values of ${history.deepOwners * minersPerOwner} miners over the whole past (24 h charts are drawn of these) and of ${history.recentOwners * minersPerOwner} miners over the last two days`,
      'nothing that the server keeps between calls is used: its clock moves 16 s a call. service: the fleet service; HTTP: the whole server through inject, token check and answer included',
    ],
    rows,
  )
})
