import { builtInNetwork as assumed } from '@shipminer/domain/calculator/built-in-network'
import { subsidySat } from '@shipminer/domain/calculator/network'
import { reasonOf } from '@shipminer/domain/reason-of'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { bindTo } from '../../platform/bind-to.ts'
import type { Store } from '../../platform/db/store.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { utcDay } from '../../platform/time.ts'
import type { Market, NetworkInput } from './market.port.ts'
import { currencies, median, parseNetwork, parsePrices } from './parse-market.ts'

/**
 * Used when no source could ever be reached. Round figures assumed for the given date, not an observation; the page says so.
 */
export const builtInNetwork: NetworkInput = {
  difficulty: assumed.difficulty,
  blockHeight: assumed.blockHeight,
  subsidySat: subsidySat(assumed.blockHeight),
  feesSatPerBlock: assumed.feesSatPerBlock,
  source: 'built-in assumption',
  observedAt: assumed.assumedAt,
  builtIn: true,
}

export type MarketDeps = {
  store: Store
  clock: () => number
  logger: FastifyBaseLogger
  networkSources: readonly string[]
  priceSources: readonly string[]
  fetch?: typeof globalThis.fetch
}

const timeoutMs = 8_000
const everyQuoteKeptMs = 60 * 86_400_000

export function createMarket(deps: MarketDeps): Market {
  return {
    refresh: () =>
      forEachIsolated(
        Object.entries({ network: refreshNetwork, prices: refreshPrices }),
        ([name]) => name,
        ([, refresh]) => refresh(deps),
        2,
      ),
    ...bindTo(deps, {
      sweep: dropOldQuotes,
      network: readNetwork,
      price: readPrice,
      networkByDay: readNetworkByDay,
    }),
  }
}

async function refreshNetwork(deps: MarketDeps): Promise<void> {
  for (const base of deps.networkSources) {
    const root = base.replace(/\/+$/, '')
    const network = await attemptSource(deps, root, async () =>
      parseNetwork(
        await readJson(deps, `${root}/api/v1/mining/hashrate/3d`),
        await readJson(deps, `${root}/api/v1/mining/reward-stats/144`),
      ),
    )
    if (!network) continue
    const now = new Date(deps.clock())
    const row = {
      day: utcDay(now.getTime()),
      difficulty: String(network.difficulty),
      height: network.height,
      subsidySat: subsidySat(network.height),
      feesSatPerBlock: network.feesSatPerBlock,
      source: new URL(root).host,
      observedAt: now,
    }
    await deps.store.db
      .insertInto('networkDays')
      .values(row)
      .onConflict((conflict) => conflict.column('day').doUpdateSet(row))
      .execute()
    return
  }
}

async function refreshPrices(deps: MarketDeps): Promise<void> {
  const answers = await Promise.all(
    deps.priceSources.map(async (url) => ({
      host: new URL(url).host,
      quotes: await attemptSource(deps, url, async () => parsePrices(await readJson(deps, url), url)),
    })),
  )
  const observedAt = new Date(deps.clock())
  const rows = currencies.flatMap((currency) => {
    const good = answers.flatMap(({ host, quotes }) => {
      const cents = quotes?.[currency]
      return cents === undefined ? [] : [{ host, cents }]
    })
    const centsPerBtc = median(good.map(({ cents }) => cents))
    const source = [...new Set(good.map(({ host }) => host))].join(', ')
    return centsPerBtc === null ? [] : [{ currency, centsPerBtc, source, observedAt }]
  })
  if (rows.length === 0) return
  await deps.store.db
    .insertInto('priceQuotes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function readNetwork(deps: MarketDeps): Promise<NetworkInput> {
  const today = utcDay(deps.clock())
  return (await readNetworkByDay(deps, today, today)).get(today) ?? builtInNetwork
}

async function readPrice(
  deps: MarketDeps,
  ...[currency = 'EUR', before]: Parameters<Market['price']>
): ReturnType<Market['price']> {
  let quotes = deps.store.db.selectFrom('priceQuotes').selectAll().where('currency', '=', currency)
  if (before !== undefined) quotes = quotes.where('observedAt', '<', new Date(before))
  const row = await quotes.orderBy('observedAt', 'desc').limit(1).executeTakeFirst()
  return row
    ? { centsPerBtc: Number(row.centsPerBtc), source: row.source, observedAt: row.observedAt.getTime() }
    : null
}

async function readNetworkByDay(
  deps: MarketDeps,
  fromDay: string,
  toDay: string,
): Promise<Map<string, NetworkInput>> {
  const rows = await deps.store.db
    .selectFrom('networkDays')
    .selectAll()
    .where('day', '<=', toDay)
    // From the last observation on or before the first day; earlier ones are irrelevant for these days.
    .where('day', '>=', (query) =>
      query.fn.coalesce(
        query
          .selectFrom('networkDays')
          .select(({ fn }) => fn.max('day').as('day'))
          .where('day', '<=', fromDay),
        sql<string>`${fromDay}::date`,
      ),
    )
    .orderBy('day')
    .execute()
  const days = new Map<string, NetworkInput>()
  const observed = rows.map((row) => ({
    day: row.day,
    input: {
      difficulty: Number(row.difficulty),
      blockHeight: row.height,
      subsidySat: Number(row.subsidySat),
      feesSatPerBlock: Number(row.feesSatPerBlock),
      source: row.source,
      observedAt: row.observedAt.getTime(),
      builtIn: false,
    },
  }))
  let current = observed[0]?.input ?? builtInNetwork
  let next = 0
  for (let day = fromDay; day <= toDay; day = utcDay(Date.parse(day) + 86_400_000)) {
    for (let row = observed[next]; row && row.day <= day; row = observed[++next]) current = row.input
    days.set(day, current)
  }
  return days
}

async function dropOldQuotes(deps: MarketDeps): Promise<number> {
  const rank = sql`row_number() OVER (PARTITION BY currency, (observed_at AT TIME ZONE 'UTC')::date ORDER BY observed_at DESC)`
  const { numAffectedRows } = await sql`
    DELETE FROM price_quotes WHERE (currency, observed_at, source) IN (
      SELECT currency, observed_at, source FROM (
        SELECT currency, observed_at, source, ${rank} AS rank FROM price_quotes
        WHERE observed_at < ${utcDay(deps.clock() - everyQuoteKeptMs)}::date AT TIME ZONE 'UTC'
      ) old WHERE rank > 1)`.execute(deps.store.db)
  return Number(numAffectedRows ?? 0)
}

async function attemptSource<T>(
  deps: MarketDeps,
  url: string,
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    const value = await read()
    if (value === null) deps.logger.warn({ url }, 'market source answered in no known form')
    return value
  } catch (error) {
    deps.logger.info({ url, reason: reasonOf(error) }, 'market source not reachable')
    return null
  }
}

async function readJson(deps: MarketDeps, url: string): Promise<unknown> {
  const response = await (deps.fetch ?? globalThis.fetch)(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
