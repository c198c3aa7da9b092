import { randomUUID } from 'node:crypto'
import type { PaymentRecord } from '@shipminer/contract/shop/payments'
import type { Tolerance } from '@shipminer/domain/payments/amounts'
import type { Queryable, Store, StoreLogger } from '../../platform/db/store.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import { isAccountConfirmed } from '../operators/operators.port.ts'
import type { OrdersPort } from '../orders/orders.port.ts'
import type { WebhooksPort } from '../webhooks/webhooks.port.ts'
import { countInDoubt, listUsedIndexes } from './intents/intents.repository.ts'
import { createSettle } from './intents/settle.service.ts'
import type { PaymentMailContext } from './payment-mails.ts'
import { type PaymentSettings, setUpPayments } from './payment-setup.ts'
import { describeIntent } from './payments.presenter.ts'
import { createPayments, type Payments } from './payments.service.ts'
import { createRates, type RateSource } from './rates/rates.ts'
import type { Receiving } from './receiving.ts'
import { freshForMs, readStanding } from './sightings/chain-standing.ts'
import { type ChainWatcher, createChainWatcher } from './sightings/chain-watcher.ts'
import { createLedger } from './sightings/ledger.service.ts'
import { listCursors } from './sightings/observations.repository.ts'

export type CreatePaymentsDeps = {
  settings: PaymentSettings & {
    rateSources: readonly RateSource[]
    quoteMinutes: number
    tolerance: Tolerance
    twoSourcesFromCents: number
    receivingFourEyes: boolean
  }
  store: Store
  clock: () => number
  random: () => number
  startedAt: number
  logger: StoreLogger
  fetch: typeof globalThis.fetch
  orders: OrdersPort
  webhooks: WebhooksPort
  idempotency: Idempotency
  mail: PaymentMailContext
  productName: string
  /** Money of a person's orders received by other means than coins. */
  otherPayments: (db: Queryable, userId: string) => Promise<PaymentRecord[]>
}

/** Health of a source of a chain: for /health and the metrics. */
export type WatcherReport = {
  chain: string
  source: string
  height: number | null
  /** Time since everything was last read; null: never. */
  lagSeconds: number | null
  isFresh: boolean
  lastError: string | null
}

export type PaymentsModule = {
  payments: Payments
  watchers: readonly ChainWatcher[]
  watcherReports(): Promise<WatcherReport[]>
  countInDoubt(): Promise<number>
}

/** Puts coin payments together from the settings, or reports everything that is wrong with them. */
export function createPaymentsModule(
  deps: CreatePaymentsDeps,
): { ok: true; module: PaymentsModule } | { ok: false; problems: string[] } {
  const { settings, store, clock, random, logger } = deps
  const outcome = setUpPayments(settings, deps)
  if (!outcome.ok) return outcome
  const { chains, tokensOf } = outcome.setup
  const sourcesOf = (chain: string) =>
    (chains.find((one) => one.chain === chain)?.sources ?? []).map(({ id }) => id)
  const rates = createRates({
    sources: settings.rateSources,
    clock,
    random,
    logger,
    fetch: deps.fetch,
  })
  const standingOf = (db: Queryable, chain: string) => readStanding(db, chain, sourcesOf(chain), clock())
  const settle = createSettle({
    orders: deps.orders,
    webhooks: deps.webhooks,
    clock,
    startedAt: deps.startedAt,
    isFresh: async (trx, chain) => (await standingOf(trx, chain)).isFresh,
    describe: describeIntent,
    mail: deps.mail,
  })
  const ledger = createLedger({
    store,
    logger,
    clock,
    settle,
    rates,
    twoSourcesFromCents: settings.twoSourcesFromCents,
    tokensOf,
  })
  const watchers = chains.map(({ chain, sources }) =>
    createChainWatcher({ chain, sources, store, ledger, clock, random, logger }),
  )
  const payments = createPayments({
    store,
    clock,
    logger,
    randomUuid: randomUUID,
    orders: deps.orders,
    webhooks: deps.webhooks,
    idempotency: deps.idempotency,
    rates,
    settle,
    chains,
    watchers,
    standingOf,
    mayReceive: (db, receiving) => mayReceive(settings, db, receiving),
    bitcoinNetwork: settings.bitcoinNetwork,
    quoteMinutes: settings.quoteMinutes,
    tolerance: settings.tolerance,
    twoSourcesFromCents: settings.twoSourcesFromCents,
    productName: deps.productName,
    otherPayments: deps.otherPayments,
  })
  for (const { chain, sources } of chains)
    if (sources.length < 2)
      logger.warn(
        { chain, fromCents: settings.twoSourcesFromCents },
        'this chain has one source only: it is not offered for larger amounts',
      )

  return {
    ok: true,
    module: {
      payments,
      watchers,
      watcherReports: () => readWatcherReports({ store, clock }, watchers),
      countInDoubt: () => countInDoubt(store.db),
    },
  }
}

/** An account that has given addresses is in use, whether or not it was ever confirmed. */
async function mayReceive(
  { receivingFourEyes }: Pick<CreatePaymentsDeps['settings'], 'receivingFourEyes'>,
  db: Queryable,
  { xpubId }: Receiving,
): Promise<boolean> {
  if (!receivingFourEyes || (await listUsedIndexes(db, xpubId)).given > 0) return true
  return isAccountConfirmed(db, xpubId)
}

async function readWatcherReports(
  { store, clock }: Pick<CreatePaymentsDeps, 'store' | 'clock'>,
  watchers: readonly ChainWatcher[],
): Promise<WatcherReport[]> {
  if (watchers.length === 0) return []
  const rows = await listCursors(store.db)
  return watchers.flatMap(({ chain, sourceIds }) =>
    sourceIds.map((source) => {
      const row = rows.find((one) => one.chain === chain && one.source === source)
      const ageMs = row?.checkedAt ? clock() - row.checkedAt.getTime() : null
      return {
        chain,
        source,
        height: row?.tipHeight ?? null,
        lagSeconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1000)),
        isFresh: (row?.caughtUp ?? false) && ageMs !== null && ageMs <= freshForMs,
        lastError: row?.lastError ?? null,
      }
    }),
  )
}
