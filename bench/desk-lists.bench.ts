/**
 * The desk's lists by its own calls, over HTTP within the process: pages of 100,000 orders, newest first and sorted, filtered and searched, the search over
 * everything, and pages of 1,000 controllers; on both engines.
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

async function measure({ name, store }: BenchDatabase): Promise<Row[]> {
  say(`${name}: ${orders} orders and ${controllers} controllers`)
  const app = await buildTestApp(store, {
    settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', GUEST_OPEN_ORDERS: '100000' },
  })
  await sql`UPDATE products SET stock = NULL`.execute(store.db)
  const { order } = await placedOrder(testClient(app))
  await multiplyOrders(store.maintenance, order.id, orders - 1)
  const present = { days: 0, deepOwners: 0, recentOwners: 0, now: app.clock.now() }
  await writeFleetHistory(store, { owners: controllers, minersPerOwner: 1, ...present }, () => undefined)
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
  for (const [what, path] of [
    ['newest first', '/desk/orders?page=1'],
    ['the page in the middle', `/desk/orders?page=${orders / 100}`],
    ['the last page', `/desk/orders?page=${orders / 50}`],
    ['sorted by amount', '/desk/orders?sort=amount&page=1'],
    ['those that wait for payment', `/desk/orders?state=${order.state}&page=1`],
    ['sorted by number, the page in the middle', `/desk/orders?sort=number&page=${orders / 100}`],
    ['those that wait for payment, sorted by amount', `/desk/orders?state=${order.state}&sort=amount&page=1`],
    ['a search by number', '/desk/orders?search=SM-2026-150000&page=1'],
    ['a search by e-mail', '/desk/orders?search=skipper77777&page=1'],
    ['a search that finds a hundredth', '/desk/orders?search=skipper77&page=1'],
    ['a search that finds all', '/desk/orders?search=rederij&page=1'],
    ['a search that finds nobody', '/desk/orders?search=nobodyhasthisname&page=1'],
  ] as const)
    rows.push(await row(`orders, ${what}`, path, orderBarMs))
  for (const text of ['SM-2026-150000', 'skipper77777', 'skipper77', 'rederij', 'nobodyhasthisname'])
    rows.push(await row(`the search over everything: ${text}`, `/desk/search?text=${text}`, orderBarMs))
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
    'desk-lists: orders and controllers at the desk',
    [
      `${orders} orders, ${controllers} controllers; ${calls} calls each, one after the other, 50 rows a page`,
    ],
    rows,
  )
})
