import { randomBytes, randomUUID } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'
import { knownNetworks } from '@shipminer/domain/wallet-networks'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { readSettingsTable } from './admin/settings-table.ts'
import { type Config, ConfigError } from './config.ts'
import { tellAlerts } from './modules/alerts/alert-notices.ts'
import { openAlerts } from './modules/alerts/alerts.port.ts'
import { alertRoutes } from './modules/alerts/alerts.routes.ts'
import { sweepConditions } from './modules/alerts/condition-sweep.ts'
import { sendNotices } from './modules/alerts/send-notices.ts'
import { sweepSilence } from './modules/alerts/silence-sweep.ts'
import { listPrices, seedCatalogue } from './modules/catalogue/catalogue.port.ts'
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts'
import { claimRoutes } from './modules/claims/claims.routes.ts'
import { createCommandSigner } from './modules/control/command-signer.ts'
import { controlRoutes } from './modules/control/control.routes.ts'
import { createControl } from './modules/control/control.service.ts'
import { deskRoutes } from './modules/desk/desk.routes.ts'
import { deskShopRoutes } from './modules/desk/desk-shop.routes.ts'
import { fleetRoutes } from './modules/fleet/fleet.routes.ts'
import { createFleet } from './modules/fleet/fleet.service.ts'
import { healthRoutes } from './modules/health/health.routes.ts'
import { forgetInquiries } from './modules/inquiries/forget-inquiries.ts'
import { inquiryRoutes } from './modules/inquiries/inquiries.routes.ts'
import { invoiceAttachment } from './modules/invoices/invoice-attachment.ts'
import { createInvoices } from './modules/invoices/invoices.service.ts'
import { liveRoutes } from './modules/live/live.routes.ts'
import { createLiveHub } from './modules/live/live-hub.ts'
import { parseCoinSource } from './modules/market/coins.port.ts'
import { createCoinMarket } from './modules/market/coins.service.ts'
import { createMarket } from './modules/market/market.service.ts'
import { newsletterRoutes } from './modules/newsletter/newsletter.routes.ts'
import { requireOperator } from './modules/operators/operators.port.ts'
import { operatorRoutes } from './modules/operators/operators.routes.ts'
import { createOrders } from './modules/orders/create-orders.ts'
import { createDeskReading } from './modules/orders/desk-reading.service.ts'
import { listOtherPayments } from './modules/orders/money/payment-records.ts'
import { sweepOrders } from './modules/orders/order-timers.ts'
import { noPayments, type OrderDeps } from './modules/orders/orders.deps.ts'
import type { BankOrdersPort, DeskOrdersPort, OrdersPort } from './modules/orders/orders.port.ts'
import { orderRoutes } from './modules/orders/orders.routes.ts'
import { createVatChecker } from './modules/orders/placing/vat-checker.ts'
import { sellerTimeZone, sellerYear } from './modules/orders/seller.ts'
import { pagesRoutes } from './modules/pages/pages.routes.ts'
import { createPaymentsModule, type PaymentsModule } from './modules/payments/create-payments.ts'
import { paymentRoutes } from './modules/payments/payments.routes.ts'
import { followPayouts } from './modules/payouts/follow-payouts.ts'
import { setUpPayouts } from './modules/payouts/payout-setup.ts'
import { payoutAttachment } from './modules/payouts/payout-statements.service.ts'
import type { PayoutsDeps } from './modules/payouts/payouts.deps.ts'
import { payoutRoutes } from './modules/payouts/payouts.routes.ts'
import { countFirstPayoutsDue } from './modules/payouts/payouts.service.ts'
import { powerRoutes } from './modules/power/power.routes.ts'
import { createPower } from './modules/power/power.service.ts'
import { createReleases } from './modules/releases/create-releases.ts'
import { downloadRoutes } from './modules/releases/download.routes.ts'
import { releaseRoutes } from './modules/releases/releases.routes.ts'
import { listMinedCoins } from './modules/revenue/mined-coins.ts'
import { revenueRoutes } from './modules/revenue/revenue.routes.ts'
import { createRevenue } from './modules/revenue/revenue.service.ts'
import { mailStatements, statementAttachment } from './modules/revenue/statement-mails.ts'
import { createStatements } from './modules/revenue/statements.service.ts'
import { readDueReports } from './modules/service/desk-reports.service.ts'
import { forgetReports } from './modules/service/forget-reports.ts'
import { serviceRoutes } from './modules/service/service.routes.ts'
import { shipRoutes } from './modules/ships/ships.routes.ts'
import { siteRoutes } from './modules/site/site.routes.ts'
import { createTelemetry } from './modules/telemetry/telemetry.service.ts'
import { uplinkRoutes } from './modules/uplink/uplink.routes.ts'
import { getProfile } from './modules/users/profile.service.ts'
import { userRoutes } from './modules/users/users.routes.ts'
import { createWalletBalances } from './modules/users/wallet-balance.service.ts'
import { accountCareRoutes } from './modules/wallet-auth/account-care.routes.ts'
import { sweepAccounts } from './modules/wallet-auth/sweep-accounts.ts'
import { walletAuthRoutes } from './modules/wallet-auth/wallet-auth.routes.ts'
import { deskWebhookRoutes } from './modules/webhooks/desk-webhooks.routes.ts'
import { createWebhookSender } from './modules/webhooks/webhook-sender.ts'
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts'
import { createWebhooks, type Webhooks } from './modules/webhooks/webhooks.service.ts'
import { paymentSettings } from './payment-settings.ts'
import { createGuessLimiter } from './platform/auth/guess-limiter.ts'
import { createPasswordHasher } from './platform/auth/password-hasher.ts'
import { isSessionLive } from './platform/auth/session-liveness.ts'
import { createContext } from './platform/context.ts'
import { migrationState } from './platform/db/migrate.ts'
import type { Store } from './platform/db/store.ts'
import { apiDocsRoutes } from './platform/http/api-docs.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { metricsRoutes } from './platform/http/metrics.routes.ts'
import { createRouter, type Router } from './platform/http/routing.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts'
import { readOutbox, removeSentMails } from './platform/mail/outbox.repository.ts'
import { sendOutbox } from './platform/mail/send-outbox.ts'
import { createSmtpMailer } from './platform/mail/smtp-mailer.ts'

export type App = {
  server: FastifyInstance
  router: Router
  jobs: JobRunner
  orders: OrdersPort & BankOrdersPort & DeskOrdersPort
  orderDeps: OrderDeps
  coinPayments: PaymentsModule
  webhooks: Webhooks
}

export type AppDeps = {
  config: Config
  store: Store
  secretKey: Buffer
  logger: FastifyBaseLogger
  /** The built site. */
  distDir: string
  /** What `config` came from, to say where settings come from. */
  environment?: Record<string, string | undefined>
  clock?: () => number
  fetch?: typeof globalThis.fetch
  /** Trust of the mail server's certificate; the system's by default. */
  mailTls?: ConnectionOptions
}

const mailIntervalMs = 10_000
const webhookIntervalMs = 5_000
const noticeIntervalMs = 10_000
const statementIntervalMs = 600_000
const payoutIntervalMs = 60_000
const wrongProofWindowMs = 15 * 60_000
const sentMailsKeptMs = 30 * 86_400_000

/** Builds the server without listening: modules are composed here and nowhere else. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const context = createContext(deps)
  const { config, store, logger, secretKey, clock, startedAt, metrics, settings, idempotency, company } =
    context
  const server = await createHttpServer(context)

  const market = createMarket({
    store,
    clock,
    logger,
    networkSources: config.NETWORK_SOURCES,
    priceSources: config.PRICE_SOURCES,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
  })
  const coins = createCoinMarket({
    store,
    clock,
    logger,
    sources: config.COIN_SOURCES.map(parseCoinSource),
    wanted: () => listMinedCoins(store.db),
    bitcoin: market,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
  })
  const control = await createControl({
    store,
    clock,
    logger,
    signer: createCommandSigner(secretKey),
    ensureMiner: (controllerId, deviceKey) => telemetry.ensureMiner(controllerId, deviceKey),
  })
  const power = createPower({
    store,
    clock,
    shipValues: (ownerId, controllerIds) => fleet.shipValues(ownerId, controllerIds),
    earnedSat: (controllerIds, from, to) => fleet.earnedSat(controllerIds, from, to),
    logChange: control.logChange,
  })
  const telemetry = createTelemetry(store, [
    async (trx, { controllerId, batch, corrected }) =>
      control.storeReports(trx, controllerId, batch.commands ?? [], corrected),
    power.storeBatch,
  ])
  const fleet = createFleet({
    store,
    market,
    series: telemetry,
    openAlerts: (ownerId) => openAlerts(store, ownerId),
    describePools: (ownerId) => revenue.describePools(ownerId),
    clock,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
    poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
  })
  const revenue = createRevenue({
    store,
    clock,
    market,
    coins,
    poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
    networkInputs: fleet.networkInputs,
  })
  const releaseDeps = {
    store,
    clock,
    secretKey,
    releaseKey: config.RELEASE_PUBLIC_KEY ?? null,
    randomUuid: randomUUID,
    logger,
  }
  const releases = await createReleases(releaseDeps)
  const hub = await createLiveHub({ store, fleet, clock, logger, offlineAfterMs: config.OFFLINE_AFTER_MS })

  const { providerEmail, mail: accountMail } = context
  const statements = createStatements({
    store,
    clock,
    market,
    revenue,
    productName: config.PRODUCT_NAME,
    seller: config.company,
    poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
  })
  const invoices = createInvoices({
    seller: { productName: config.PRODUCT_NAME, seller: config.company, bank: config.bank },
    year: sellerYear,
    timeZone: sellerTimeZone,
  })
  const webhookSender = createWebhookSender({ allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK })
  const webhooks = createWebhooks({
    store,
    clock,
    random: Math.random,
    randomBytes,
    randomUuid: randomUUID,
    secretKey,
    sender: webhookSender,
    logger,
    mail: {
      productName: config.PRODUCT_NAME,
      publicUrl: config.PUBLIC_URL,
      language: config.PROVIDER_LANGUAGE,
    },
  })
  const orderDeps: OrderDeps = {
    store,
    clock,
    randomBytes,
    secretKey,
    logger,
    settings,
    idempotency,
    payments: noPayments,
    webhooks,
    invoices,
    vatChecker: createVatChecker({
      url: config.VIES_URL === 'off' ? null : config.VIES_URL,
      fetch: deps.fetch ?? fetch,
      clock,
      logger,
    }),
    guesses: createGuessLimiter({ clock, max: 10, windowMs: wrongProofWindowMs }),
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    vatPercent: config.VAT_PERCENT,
    paymentTest: config.PAYMENT_TEST_PRODUCT,
    production: config.NODE_ENV === 'production',
    bank: config.bank,
    company,
    providerLanguage: config.PROVIDER_LANGUAGE,
    providerEmail: config.PROVIDER_EMAIL ?? null,
  }
  /** What payments and the bank import get of orders. */
  const orders = createOrders(orderDeps)
  const coinPayments = createPaymentsModule({
    settings: paymentSettings(config),
    store,
    clock,
    random: Math.random,
    startedAt,
    logger,
    fetch: deps.fetch ?? fetch,
    orders,
    webhooks,
    idempotency,
    productName: config.PRODUCT_NAME,
    otherPayments: listOtherPayments,
    mail: {
      productName: config.PRODUCT_NAME,
      publicUrl: config.PUBLIC_URL,
      language: config.PROVIDER_LANGUAGE,
    },
  })
  if (!coinPayments.ok)
    throw new ConfigError(`These settings are not valid:\n  ${coinPayments.problems.join('\n  ')}`)
  const { payments, watcherReports, jobs: paymentJobs } = coinPayments.module
  // Each knows the other; whoever is there first is handed the second.
  orderDeps.payments = payments
  const payoutSetup = setUpPayouts(
    {
      xpub: config.PAYOUT_XPUB ?? null,
      network: config.BITCOIN_NETWORK,
      rpcUrls: config.BITCOIN_RPC_URL,
      esploraUrls: [
        ...config.PAYMENT_ESPLORA_URL,
        ...(config.BITCOIN_ESPLORA_URL ? [config.BITCOIN_ESPLORA_URL] : []),
      ],
    },
    { fetch: deps.fetch ?? fetch },
  )
  if (!payoutSetup.ok) throw new ConfigError(`These settings are not valid:\n  ${payoutSetup.problem}`)
  const payouts: PayoutsDeps = {
    store,
    clock,
    logger,
    minimumSat: config.PAYOUT_MINIMUM_SAT,
    network: config.BITCOIN_NETWORK,
    account: payoutSetup.account,
    source: payoutSetup.source,
    productName: config.PRODUCT_NAME,
    seller: config.company,
    mail: accountMail,
  }

  const mailer =
    config.SMTP_URL && config.MAIL_FROM
      ? createSmtpMailer({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          ...(deps.mailTls ? { tls: deps.mailTls } : {}),
        })
      : null
  const mailJobs =
    mailer && providerEmail
      ? [
          {
            name: 'mail',
            intervalMs: mailIntervalMs,
            run: () =>
              sendOutbox({
                store,
                clock,
                mailer,
                providerEmail,
                logger,
                attachment: async (name) =>
                  (await invoiceAttachment(invoices, store.db, name)) ??
                  (await payoutAttachment(payouts, name)) ??
                  (await statementAttachment(statements, name)),
              }),
          },
        ]
      : []
  const jobs = createJobRunner(
    [
      ...mailJobs,
      {
        name: 'silence',
        intervalMs: config.SWEEP_INTERVAL_MS,
        run: () => sweepSilence({ store, clock, offlineAfterMs: config.OFFLINE_AFTER_MS, startedAt }),
      },
      {
        name: 'conditions',
        intervalMs: config.SWEEP_INTERVAL_MS,
        run: () => sweepConditions({ store, clock }),
      },
      {
        name: 'alert-notices',
        intervalMs: noticeIntervalMs,
        async run() {
          await tellAlerts({ store, clock, secretKey, mail: accountMail })
          await sendNotices({
            store,
            clock,
            secretKey,
            logger,
            send: (url, body, headers) => webhookSender.send(url, body, headers),
            fetch: deps.fetch ?? globalThis.fetch,
            contact: providerEmail ? `mailto:${providerEmail}` : config.PUBLIC_URL,
            telegramApi: config.TELEGRAM_API_URL,
          })
        },
      },
      { name: 'market', intervalMs: config.MARKET_REFRESH_MS, run: () => market.refresh() },
      { name: 'old-prices', intervalMs: 86_400_000, run: async () => void (await market.sweep()) },
      {
        name: 'statements',
        intervalMs: statementIntervalMs,
        run: () => mailStatements({ store, clock, statements, mail: accountMail }),
      },
      { name: 'payouts', intervalMs: payoutIntervalMs, run: () => followPayouts(payouts) },
      { name: 'coins', intervalMs: config.MARKET_REFRESH_MS, run: () => coins.refresh() },
      { name: 'telemetry', intervalMs: 60_000, run: async () => void (await telemetry.sweep(clock())) },
      { name: 'partitions', intervalMs: 3_600_000, run: async () => void (await telemetry.rotate(clock())) },
      {
        name: 'sent-mails',
        intervalMs: 3_600_000,
        run: async () => void (await removeSentMails(store.db, new Date(clock() - sentMailsKeptMs))),
      },
      {
        name: 'inquiries',
        intervalMs: 86_400_000,
        run: async () => void (await forgetInquiries(store.db, new Date(clock()))),
      },
      {
        name: 'fault-reports',
        intervalMs: 86_400_000,
        run: async () => void (await forgetReports(store.db, new Date(clock()))),
      },
      { name: 'commands', intervalMs: 15_000, run: () => control.sweep() },
      { name: 'releases', intervalMs: 30_000, run: () => releases.judge() },
      { name: 'power', intervalMs: 86_400_000, run: () => power.sweep() },
      { name: 'orders', intervalMs: 60_000, run: () => sweepOrders(orderDeps) },
      ...paymentJobs,
      { name: 'webhooks', intervalMs: webhookIntervalMs, run: () => webhooks.deliverDue() },
      { name: 'sent-webhooks', intervalMs: 86_400_000, run: () => webhooks.sweep() },
      { name: 'repeated-requests', intervalMs: 3_600_000, run: async () => void (await idempotency.sweep()) },
      { name: 'accounts', intervalMs: 60_000, run: async () => void (await sweepAccounts({ store, clock })) },
    ],
    { store, clock, logger },
  )

  const { sessions } = context
  const router = createRouter(server, sessions, (caller) => requireOperator(context, caller))
  const health = {
    store,
    jobs,
    clock,
    startedAt,
    version: config.VERSION,
    migrations: () => migrationState(store),
    mail: { configured: mailJobs.length > 0, outbox: () => readOutbox(store.db) },
    watchers: watcherReports,
    production: config.NODE_ENV === 'production',
  }
  healthRoutes(router, health)
  const accounts = {
    store,
    clock,
    randomBytes,
    secretKey,
    sessions,
    passwords: createPasswordHasher(),
    wrongProofs: createGuessLimiter({ clock, max: 10, windowMs: wrongProofWindowMs }),
    publicUrl: config.PUBLIC_URL,
    productName: config.PRODUCT_NAME,
    mail: accountMail,
    logger,
    balanceSat: revenue.balanceSat,
  }
  const balances = createWalletBalances({
    nodes: {
      eip155: config.ETH_RPC_URL ?? null,
      solana: config.SOLANA_RPC_URL ?? null,
      bip122: config.BITCOIN_ESPLORA_URL ?? null,
    },
    clock,
    logger,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
  })
  walletAuthRoutes(router, { ...accounts, demo: config.DEMO })
  accountCareRoutes(router, {
    ...accounts,
    getProfile: (userId) => getProfile(accounts, userId),
    networks: config.WALLET_NETWORKS.flatMap((id) => knownNetworks.filter((network) => network.id === id)),
    walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID ?? null,
    authTest: config.AUTH_TEST,
    balances: balances.namespaces,
  })
  userRoutes(router, { ...accounts, balances })
  shipRoutes(router, { store, clock, logger })
  claimRoutes(router, {
    store,
    clock,
    secretKey,
    randomBytes,
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    logger,
    onClaimed: ({ ownerId }) => store.notify('fleet', JSON.stringify({ userId: ownerId })),
  })
  alertRoutes(router, {
    store,
    clock,
    secretKey,
    refuseUrl: (url) => webhookSender.refuse(url),
    ownsMiner: (userId, minerId) => fleet.ownsMiner(userId, minerId),
  })
  controlRoutes(router, { control, clock })
  powerRoutes(router, { power, assign: control.assign, clock })
  revenueRoutes(router, { revenue, clock, statement: statements.document })
  fleetRoutes(router, { fleet, clock, offlineAfterMs: config.OFFLINE_AFTER_MS })
  await seedCatalogue(store.db, new Date(clock()))
  catalogueRoutes(router, {
    store,
    market,
    clock,
    productName: config.PRODUCT_NAME,
    vatPercent: config.VAT_PERCENT,
    paymentTest: config.PAYMENT_TEST_PRODUCT,
  })
  inquiryRoutes(router, {
    store,
    clock,
    randomBytes,
    logger,
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    paymentTest: config.PAYMENT_TEST_PRODUCT,
    company,
    providerLanguage: config.PROVIDER_LANGUAGE,
    providerEmail: providerEmail ?? null,
  })
  orderRoutes(router, orderDeps)
  paymentRoutes(router, payments)
  operatorRoutes(router, {
    store,
    clock,
    secretKey,
    guesses: createGuessLimiter({ clock, max: 5, windowMs: wrongProofWindowMs }),
  })
  deskRoutes(router, {
    store,
    clock,
    secretKey,
    randomBytes,
    orders,
    reading: createDeskReading(orderDeps),
    payments,
    invoices,
    watcherReports,
    firstPayoutsDue: () => countFirstPayoutsDue(payouts),
    faultReports: () => readDueReports({ store, clock }),
    iban: config.bank.example ? null : config.bank.iban,
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    company,
    providerEmail: providerEmail ?? null,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
  })
  serviceRoutes(router, {
    store,
    clock,
    randomBytes,
    idempotency,
    mail: accountMail,
    providerLanguage: config.PROVIDER_LANGUAGE,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
  })
  deskShopRoutes(router, {
    store,
    clock,
    secretKey,
    settings,
    productName: config.PRODUCT_NAME,
    vatPercent: config.VAT_PERCENT,
    publicUrl: config.PUBLIC_URL,
    readSettings: () => readSettingsTable(store.db, settings, deps.environment ?? {}),
  })
  await newsletterRoutes(server, router, { store, clock, secretKey })
  releaseRoutes(router, releases)
  downloadRoutes(server, releaseDeps)
  payoutRoutes(router, payouts)
  deskWebhookRoutes(router, {
    store,
    clock,
    secretKey,
    randomBytes,
    randomUuid: randomUUID,
    sender: webhookSender,
    webhooks,
  })
  webhookRoutes(router, { webhooks, paymentTest: config.PAYMENT_TEST })
  siteRoutes(router, {
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    ordersEnabled: () => settings.read(store.db, 'orders.enabled'),
    demo: config.DEMO,
    vatPercent: config.VAT_PERCENT,
    company: config.company,
  })
  liveRoutes(server, {
    hub,
    authenticator: {
      ...sessions,
      isSessionLive: (sessionId) => isSessionLive(store, sessionId, new Date(clock())),
    },
    publicOrigin: new URL(config.PUBLIC_URL).origin,
    clock,
  })
  await uplinkRoutes(server, {
    store,
    batches: telemetry,
    control,
    power,
    releases,
    clock,
    logger,
    onLinks: (count) => metrics.uplinks.set(count),
    onSamples(count, duplicate) {
      if (duplicate) metrics.batchesDuplicate.inc()
      else metrics.samplesStored.inc(count)
    },
    onPoison({ setAside, mended }) {
      metrics.rowsSetAside.inc(setAside)
      metrics.valuesMended.inc(mended)
    },
  })

  await pagesRoutes(server, {
    distDir: deps.distDir,
    publicUrl: config.PUBLIC_URL,
    demo: config.DEMO,
    paymentTest: config.PAYMENT_TEST_PRODUCT,
    walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID ?? null,
    company: config.company,
    listProducts: () => listPrices(store.db),
    clock,
  })

  server.get('/health', (request, reply) =>
    server
      // As the one who asks: everybody has a limit of their own.
      .inject({ url: '/api/health', remoteAddress: request.ip })
      .then((answer) =>
        reply
          .status(answer.statusCode)
          .type('application/json')
          .header('cache-control', 'no-store')
          .send(answer.body),
      ),
  )
  apiDocsRoutes(server, context)
  metricsRoutes(server, context, { watchers: hub.watchers, watcherReports })
  server.addHook('preClose', async () => {
    await jobs.stop()
    await hub.close()
    await control.close()
    await releases.close()
  })
  return { server, router, jobs, orders, orderDeps, coinPayments: coinPayments.module, webhooks }
}
