/**
 * The desk's lists by its own calls, over HTTP within the process: pages of 100,000 orders, leads, faults, offers, refunds and lines of the audit log, newest
 * first and sorted, filtered and searched, the search over everything, what waits today, and pages of 1,000 controllers; on both engines.
 */
import { sql } from 'kysely'
import { buildTestApp, testClient } from '../apps/server/test/build-test-app.ts'
import { signUpProvenOperator } from '../apps/server/test/operator.ts'
import { placedOrder } from '../apps/server/test/place-order.ts'
import {
  type BenchDatabase,
  findPostgresql,
  openEmbeddedBench,
  openPostgresqlBench,
} from './lib/databases.ts'
import { writeFleetHistory } from './lib/fleet-history.ts'
import { writeDeskRows } from './lib/many-desk-rows.ts'
import { multiplyOrders } from './lib/many-orders.ts'
import { chooseSize } from './lib/options.ts'
import { ms, printTable, type Row, say } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'
import { withWorkspace } from './lib/workspace.ts'

const orders = 100_000
const controllers = 1_000
const calls = chooseSize(40, 200)
const orderBarMs = 100
const controllerBarMs = 1_000

/** Every list of what there may be 100,000 of. */
const listPages = (orderState: string): [string, string][] => [
  ['orders, newest first', '/desk/orders?page=1'],
  ['orders, the page in the middle', `/desk/orders?page=${orders / 100}`],
  ['orders, the last page', `/desk/orders?page=${orders / 50}`],
  ['orders, sorted by amount', '/desk/orders?sort=amount&page=1'],
  ['orders, those that wait for payment', `/desk/orders?state=${orderState}&page=1`],
  ['orders, sorted by number, the page in the middle', `/desk/orders?sort=number&page=${orders / 100}`],
  [
    'orders, those that wait for payment, sorted by amount',
    `/desk/orders?state=${orderState}&sort=amount&page=1`,
  ],
  ['orders, a search by number', '/desk/orders?search=SM-2026-150000&page=1'],
  ['orders, a search by e-mail', '/desk/orders?search=skipper77777&page=1'],
  ['orders, a search that finds a hundredth', '/desk/orders?search=skipper77&page=1'],
  ['orders, a search that finds all', '/desk/orders?search=rederij&page=1'],
  ['orders, a search that finds nobody', '/desk/orders?search=nobodyhasthisname&page=1'],
  ...['SM-2026-150000', 'skipper77777', 'skipper77', 'rederij', 'nobodyhasthisname'].map(
    (text): [string, string] => [`the search over everything: ${text}`, `/desk/search?text=${text}`],
  ),
  ['leads, those without an answer', '/desk/leads?page=1'],
  ['leads, all', '/desk/leads?status=all&page=1'],
  ['leads, all, the page in the middle', `/desk/leads?status=all&page=${orders / 100}`],
  ['leads, all, the last page', `/desk/leads?status=all&page=${orders / 50}`],
  ['leads, all, by name', '/desk/leads?status=all&sort=name&direction=ascending&page=1'],
  [
    'leads, all, by stage, the page in the middle',
    `/desk/leads?status=all&sort=stage&direction=ascending&page=${orders / 100}`,
  ],
  ['leads, all, by the day to speak again', '/desk/leads?status=all&sort=nextContactOn&page=1'],
  ['leads, answered questions of one stage', '/desk/leads?status=handled&kind=question&stage=offered&page=1'],
  ['leads, to be spoken to again', '/desk/leads?status=due&page=1'],
  ['leads, a search that finds one', '/desk/leads?status=all&search=lead77777&page=1'],
  ['leads, a search that finds all', '/desk/leads?status=all&search=schipper&page=1'],
  ['leads, a search that finds nobody', '/desk/leads?status=all&search=nobodyhasthisname&page=1'],
  ['faults, open', '/desk/service?page=1'],
  ['faults, open, the last page', `/desk/service?page=${orders / 500}`],
  ['faults, due', '/desk/service?filter=due&page=1'],
  ['faults, closed', '/desk/service?filter=closed&page=1'],
  ['faults, closed, the page in the middle', '/desk/service?filter=closed&page=900'],
  ['faults, closed, the last page', '/desk/service?filter=closed&page=1800'],
  ['faults, closed, by owner', '/desk/service?filter=closed&sort=owner&direction=ascending&page=1'],
  [
    'faults, closed, by reference, the page in the middle',
    '/desk/service?filter=closed&sort=reference&page=900',
  ],
  ['faults, closed, a search that finds one', '/desk/service?filter=closed&search=F-077777&page=1'],
  ['faults, closed, a search by owner', '/desk/service?filter=closed&search=owner+777&page=1'],
  ['faults, closed, a search that finds all', '/desk/service?filter=closed&search=owner&page=1'],
  [
    'faults, closed, a search that finds nobody',
    '/desk/service?filter=closed&search=nobodyhasthisname&page=1',
  ],
  ['offers, newest first', '/desk/offers?page=1'],
  ['offers, the page in the middle', `/desk/offers?page=${orders / 100}`],
  ['offers, the last page', `/desk/offers?page=${orders / 50}`],
  ['offers, by buyer', '/desk/offers?sort=buyer&direction=ascending&page=1'],
  ['offers, by amount, the page in the middle', `/desk/offers?sort=amount&page=${orders / 100}`],
  ['offers, by the last day', '/desk/offers?sort=validUntil&page=1'],
  ['offers, open', '/desk/offers?state=open&page=1'],
  ['offers, expired, the page in the middle', `/desk/offers?state=expired&page=${orders / 250}`],
  ['offers, a search that finds one', '/desk/offers?search=buyer77777&page=1'],
  ['offers, a search that finds a hundred', '/desk/offers?search=rederij+77&page=1'],
  ['offers, a search that finds all', '/desk/offers?search=schipper&page=1'],
  ['offers, a search that finds nobody', '/desk/offers?search=nobodyhasthisname&page=1'],
  ['refunds, to be paid', '/desk/refunds?page=1'],
  ['refunds, paid', '/desk/refunds?status=paid&page=1'],
  ['refunds, paid, the page in the middle', '/desk/refunds?status=paid&page=950'],
  ['refunds, paid, by number, the last page', '/desk/refunds?status=paid&sort=number&page=1900'],
  ['the audit log, newest first', '/desk/audit'],
  ['the audit log, the page in the middle', `/desk/audit?after=${orders / 2}`],
  ['the audit log, about leads', '/desk/audit?about=lead'],
  ['the audit log, about one day', '/desk/audit?from=2026-04-01&to=2026-04-01'],
  ['the audit log, a search that finds much', '/desk/audit?text=anna'],
  ['the audit log, a search that finds one', '/desk/audit?text=telephone+77750'],
  ['the audit log, a search that finds nothing', '/desk/audit?text=nobodyhasthisname'],
  ['what waits today, and the counters of the navigation', '/desk/today'],
]

async function measure({ name, store }: BenchDatabase): Promise<Row[]> {
  say(`${name}: ${orders} of each and ${controllers} controllers`)
  const app = await buildTestApp(store, {
    settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', GUEST_OPEN_ORDERS: '100000' },
  })
  await sql`UPDATE products SET stock = NULL`.execute(store.db)
  const { order } = await placedOrder(testClient(app))
  await multiplyOrders(store.maintenance, order.id, orders - 1)
  const present = { days: 0, deepOwners: 0, recentOwners: 0, now: app.clock.now() }
  await writeFleetHistory(store, { owners: controllers, minersPerOwner: 1, ...present }, () => undefined)
  await writeDeskRows(store.maintenance, { count: orders, productId: 'sm19', now: app.clock.now() })
  await sql`VACUUM (ANALYZE)`.execute(store.maintenance)
  const row = async (what: string, path: string, barMs: number): Promise<Row> => {
    const took: number[] = []
    // Each list by somebody who has just come in: a session is short, and the clock is moved on.
    const operator = testClient(app)
    await signUpProvenOperator(app, operator)
    for (let index = 0; index < calls + 3; index++) {
      // Nobody calls that often: the limit of requests a minute is not what is measured.
      if (index % 40 === 0) app.clock.advance(60_000)
      const startedAt = performance.now()
      const { status } = await operator.get(path)
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      if (index >= 3) took.push(performance.now() - startedAt)
    }
    const p95 = quantile(took, 0.95)
    return {
      what: `${name}: ${what}`,
      measured: `${ms(median(took))} (p95 ${ms(p95)})`,
      bar: `p95 ≤ ${barMs} ms`,
      met: p95 <= barMs,
    }
  }
  const rows: Row[] = []
  for (const [what, path] of listPages(order.state)) rows.push(await row(what, path, orderBarMs))
  for (const [what, path] of [
    ['newest first', '/desk/controllers?page=1'],
    ['the last page', `/desk/controllers?page=${controllers / 50}`],
    ['a search', '/desk/controllers?search=SM-B00777'],
  ] as const)
    rows.push(await row(`controllers, ${what}`, path, controllerBarMs))
  await app.server.close()
  return rows
}

await withWorkspace(async (dir) => {
  const rows: Row[] = []
  const binaries = findPostgresql()
  if (binaries) {
    const postgresql = await openPostgresqlBench(binaries)
    rows.push(...(await measure(postgresql)))
    await postgresql.close()
  }
  const embedded = await openEmbeddedBench(`${dir}/embedded`)
  rows.push(...(await measure(embedded)))
  await embedded.close()
  printTable(
    'desk-lists: the lists of the desk',
    [
      `${orders} orders, leads, faults, offers, refunds and lines of the audit log, ${controllers} controllers; ${calls} calls each, one after the other, 50 rows a page`,
    ],
    rows,
  )
})
