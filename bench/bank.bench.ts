/**
 * A bank statement of 10,000 entries, 200 of which pay an order, imported by a server with 1,000 open orders: how long it takes and how long the event loop
 * is kept busy at most, on both engines; beside a COPY of the same rows, which is the least that storing them costs. Other work on the machine interrupts
 * a turn of the event loop, so its length is given in processor time too.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { importStatement, previewStatement } from '../apps/server/src/modules/bank/bank.port.ts'
import { buildTestApp, testClient } from '../apps/server/test/build-test-app.ts'
import { camtSample, type SampleEntry } from '../apps/server/test/papers/camt-sample.ts'
import { placedOrder } from '../apps/server/test/place-order.ts'
import {
  type BenchDatabase,
  findPostgresql,
  openEmbeddedBench,
  openPostgresqlBench,
} from './lib/databases.ts'
import { multiplyOrders } from './lib/many-orders.ts'
import { ms, printTable, type Row, say, times } from './lib/report.ts'
import { withWorkspace } from './lib/workspace.ts'

const iban = 'NL91ABNA0417164300'
const entryCount = 10_000
const payingCount = 200
const orderCount = 1_000
const barMs = 10_000
const turnBarMs = 50

async function measure({ name, store, copy }: BenchDatabase): Promise<Row[]> {
  say(`${name}: placing ${orderCount} orders`)
  const app = await buildTestApp(store, {
    settings: {
      ORDERS_ENABLED: 'true',
      VIES_URL: 'off',
      COMPANY_IBAN: iban,
      GUEST_OPEN_ORDERS: '100000',
    },
  })
  await sql`UPDATE products SET stock = NULL`.execute(store.db)
  const { order } = await placedOrder(testClient(app))
  await multiplyOrders(store.db, order.id, orderCount)
  const references = await sql<{
    bankReference: string
  }>`SELECT bank_reference FROM orders LIMIT ${payingCount}`.execute(store.db)
  const entries: SampleEntry[] = Array.from({ length: entryCount }, (_, at) => {
    const reference = references.rows[at / 50]?.bankReference
    return {
      amount: reference ? '17500.00' : `${(at % 900) + 1}.${String(at % 100).padStart(2, '0')}`,
      direction: at % 9 === 4 ? 'DBIT' : 'CRDT',
      day: `2026-05-${String((at % 28) + 1).padStart(2, '0')}`,
      bankReference: `R${at}`,
      name: `Rederij ${at % 700}`,
      iban: 'DE89370400440532013000',
      text: `betaling ${at}`,
      ...(reference && { reference, direction: 'CRDT' as const }),
    }
  })
  // As the command and the desk hand over what is long.
  const file = { bytes: Buffer.from(camtSample(entries)), isCompressed: false }
  const deps = { store, clock: app.clock.now, orders: app.orders, iban }
  const seen = await timed(() => previewStatement(deps, file))
  const taken = await timed(() => importStatement(deps, file, { name: 'bench', operatorId: null }))
  const again = await timed(() => importStatement(deps, file, { name: 'bench', operatorId: null }))
  const { counts } = taken.result
  if (counts?.booked !== payingCount || again.result.counts?.known !== entryCount)
    throw new Error(`the import went wrong: ${JSON.stringify([counts, again.result.counts])}`)
  await sql`CREATE TABLE bench_rows (a text, b text, c date, d int8, e text, f text, g text)`.execute(
    store.db,
  )
  const rows = entries
    .map((one, at) => [at, iban, one.day, at, 'EUR', one.text, one.name].join('\t'))
    .join('\n')
  const copied = await timed(() => copy('bench_rows', 'a, b, c, d, e, f, g', `${rows}\n`))
  await app.server.close()
  const row = (what: string, { tookMs, busyMs, longestMs, longestBusyMs }: Timed): Row[] => [
    {
      what: `${name}: ${what}`,
      measured: `${ms(tookMs)}, ${ms(busyMs)} of it on a processor`,
      reference: `COPY of the same rows: ${ms(copied.tookMs)}`,
      ratio: times(tookMs / copied.tookMs),
      bar: `≤ ${ms(barMs)}`,
      met: tookMs <= barMs,
    },
    {
      what: `${name}: ${what}, longest turn of the event loop`,
      measured: `${ms(longestMs)}, ${ms(longestBusyMs)} on a processor`,
      bar: `≤ ${turnBarMs} ms`,
      met: longestMs <= turnBarMs || (longestBusyMs <= turnBarMs ? 'on a processor' : false),
    },
  ]
  return [
    ...row('preview', seen),
    ...row(`import, ${payingCount} of them pay an order`, taken),
    ...row('the same again', again),
  ]
}

type Timed = { tookMs: number; busyMs: number; longestMs: number; longestBusyMs: number }

async function timed<Result>(task: () => Promise<Result>): Promise<Timed & { result: Result }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.cpuUsage()
  let [last, longestBusyMs] = [threadMs(), 0]
  const looking = setInterval(() => {
    const now = threadMs()
    longestBusyMs = Math.max(longestBusyMs, now - last)
    last = now
  }, 1)
  delay.enable()
  const started = performance.now()
  const result = await task()
  const tookMs = performance.now() - started
  delay.disable()
  clearInterval(looking)
  const { user, system } = process.cpuUsage(before)
  return { result, tookMs, busyMs: (user + system) / 1000, longestMs: delay.max / 1e6, longestBusyMs }
}

/** Processor time of this thread so far. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

await withWorkspace(async (dir) => {
  const rows: Row[] = []
  const embedded = await openEmbeddedBench(`${dir}/embedded`)
  rows.push(...(await measure(embedded)))
  await embedded.close()
  const binaries = findPostgresql()
  if (binaries) {
    const postgresql = await openPostgresqlBench(binaries)
    rows.push(...(await measure(postgresql)))
    await postgresql.close()
  }
  printTable(
    'bank: a statement of 10,000 entries',
    [`${entryCount} entries (CAMT.053), ${payingCount} of which pay one of ${orderCount} open orders`],
    rows,
  )
})
