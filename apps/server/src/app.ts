import type { ConnectionOptions } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { Checkup } from './admin/doctor/gather-facts.ts'
import { readSettingsTable } from './admin/settings-table.ts'
import { openAccount } from './modules/account/account.module.ts'
import { openAlerts } from './modules/alerts/alerts.module.ts'
import { openBank } from './modules/bank/bank.module.ts'
import { openBooks } from './modules/books/books.module.ts'
import { openCatalogue } from './modules/catalogue/catalogue.module.ts'
import { openDesk } from './modules/desk/desk.module.ts'
import { openHealth } from './modules/health/health.module.ts'
import { openInquiries } from './modules/inquiries/inquiries.module.ts'
import { openInstallation } from './modules/installation/installation.module.ts'
import { openInvoices } from './modules/invoices/invoices.module.ts'
import { openMailings } from './modules/mailings/mailings.module.ts'
import { openNewsletter } from './modules/newsletter/newsletter.module.ts'
import { openOffers } from './modules/offers/offers.module.ts'
import { openOperators } from './modules/operators/operators.module.ts'
import { openOrders } from './modules/orders/orders.module.ts'
import { openReceivables } from './modules/orders/receivables.module.ts'
import { openPages } from './modules/pages/pages.module.ts'
import { openPayments } from './modules/payments/payments.module.ts'
import { openPayouts } from './modules/payouts/payouts.module.ts'
import { openRefundRuns } from './modules/refund-runs/refund-runs.module.ts'
import { openService } from './modules/service/service.module.ts'
import { openSite } from './modules/site/site.module.ts'
import { openWalletAuth } from './modules/wallet-auth/wallet-auth.module.ts'
import { openWebhooks } from './modules/webhooks/webhooks.module.ts'
import type { WebhooksPort } from './modules/webhooks/webhooks.port.ts'
import { openWeekly } from './modules/weekly/weekly.module.ts'
import { openMining } from './open-mining.ts'
import { type Context, type ContextDeps, createContext } from './platform/context.ts'
import { migrationState } from './platform/db/migrate.ts'
import { apiDocsRoutes } from './platform/http/api-docs.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { metricsRoutes } from './platform/http/metrics.routes.ts'
import { openProxyProbe } from './platform/http/proxy-probe.ts'
import { repeatedRequestsJob } from './platform/http/repeated-requests.job.ts'
import { createRouter, type Router } from './platform/http/routing.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts'
import { createMailer, openMail } from './platform/mail/mail.module.ts'
import { collectModules, type Open } from './platform/module.ts'
import { resealJob } from './platform/secret-key/reseal.job.ts'

export type AppDeps = ContextDeps & {
  /** The built site. */
  distDir: string
  /** The environment that `config` was parsed from, to show where settings come from. */
  environment?: Record<string, string | undefined>
  /** Certificates trusted for the mail server; the system's by default. */
  mailTls?: ConnectionOptions
}

export type App = {
  server: FastifyInstance
  router: Router
  /** Of all modules, not started. */
  jobs: JobRunner
  context: Context
  /** The ports of the modules, by name. */
  ports: Ports
  /** What only the running server can tell of itself, for `npm run admin -- doctor`. */
  checkup: Checkup
}
type Ports = Awaited<ReturnType<typeof openModules>>['ports']

/** Builds the server without listening. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const context = createContext(deps)
  const server = await createHttpServer(context)
  const { modules, ports } = await openModules(context, deps)
  const mail = openMail(context, {
    attachments: modules.flatMap(({ attachments }) => attachments ?? []),
    tls: deps.mailTls,
  })
  const jobs = createJobRunner(
    [
      ...mail.jobs,
      ...modules.flatMap((module) => module.jobs ?? []),
      repeatedRequestsJob(context),
      resealJob(context),
    ],
    context,
  )
  const { watcherReports, countInDoubt } = ports.coinPayments
  modules.push(openHealth(context, { jobs, mail: mail.port, watchers: watcherReports }))

  const router = createRouter(server, context.sessions, ports.operators.authorize, context)
  for (const { routes } of modules) await routes?.({ server, router })
  apiDocsRoutes(server, context)
  const { countSetAside } = ports.telemetry
  const proxy = openProxyProbe(context)
  proxy.routes(server)
  metricsRoutes(server, context, {
    ...ports.counts,
    jobs,
    mail: mail.port,
    migrations: () => migrationState(context.store),
    watchers: ports.live.watchers,
    watcherReports,
    countInDoubt,
    countSetAside,
  })
  server.addHook('preClose', async () => {
    await jobs.stop()
    await context.requestTallies.stop()
    for (const { close } of modules.toReversed()) await close?.()
  })
  const checkup: Checkup = { mail: mail.port, chains: watcherReports, probe: proxy.probe, jobs: jobs.report }
  return { server, router, jobs, context, ports, checkup }
}

/**
 * Opens every module, each after those whose ports it uses. To add one: one line, here or in its part below. `open` registers what the
 * module returned and passes on its port.
 */
async function openModules(context: Context, deps: Pick<AppDeps, 'distDir' | 'environment' | 'mailTls'>) {
  const { modules, open } = collectModules()
  const { webhooks, sender, queue } = open(openWebhooks(context))
  const mining = await openMining(context, open)
  const { market, revenue, power, sumSpoolLosses } = mining
  const { orders, invoices, coinPayments } = openShop(context, open, webhooks)
  const { payments, watcherReports } = coinPayments
  const offers = open(openOffers(context, { orders: orders.agreed }))
  const { nameCalculation } = open(await openCatalogue(context, { market }))
  open(openInquiries(context))
  open(openNewsletter(context))
  open(openMailings(context))
  const operators = open(openOperators(context))
  const proofs = open(openWalletAuth(context))
  const accounts = open(openAccount(context, { proofs, revenue }))
  const { notices, countSilentControllers, tryPush } = open(await openAlerts(context, { sender }))
  open(openWeekly(context, { power, revenue }))
  const service = open(openService(context))
  const { firstPayoutsDue, payoutsWaiting, unsignedTransaction, unconfirmedAccount } = open(
    openPayouts(context, { power }),
  )
  open(
    openDesk(context, {
      orders,
      reading: orders.reading,
      payments,
      invoices,
      watcherReports,
      countSetAside: mining.ports.telemetry.countSetAside,
      ...service,
      ...offers,
      balanceSat: revenue.balanceSat,
      providerOrders: mining.control,
      unconfirmedAccounts: async () =>
        [await orders.unconfirmedBank(), await unconfirmedAccount()].filter((one) => one !== null),
      price: () => market.price(),
      firstPayoutsDue,
      payoutsWaiting,
      nameCalculation,
      ...accounts,
      readSettings: () => readSettingsTable(context.store.db, context.settings, deps.environment ?? {}),
    }),
  )
  const mail = mailToCheck(context, deps.mailTls)
  open(openInstallation(context, { watcherReports, mail, tryPush }))
  open(openBank(context, { orders }))
  const refundRuns = open(openRefundRuns(context, { orders, unsignedTransaction }))
  open(openBooks(context))
  open(openSite(context))
  open(openPages(context, { ...deps, market }))
  return {
    modules,
    ports: {
      operators,
      orders,
      invoices,
      coinPayments,
      webhooks,
      ...mining.ports,
      refundRuns,
      counts: { webhooks: queue, notices, countSilentControllers, sumSpoolLosses },
    },
  }
}

/** Orders and their money. Payments report to the receivables and orders query the payments, so there is no circle. */
function openShop(context: Context, open: Open, webhooks: WebhooksPort) {
  const invoices = open(openInvoices(context))
  const receivables = open(openReceivables(context, { invoices, webhooks }))
  const coinPayments = open(openPayments(context, { receivables, webhooks }))
  const { payments } = coinPayments
  const orders = open(openOrders(context, { payments, invoices, webhooks }))
  return { orders: { ...receivables, ...orders }, invoices, coinPayments }
}

/** Whether mail can leave at all, and what its server says when it is asked. */
function mailToCheck(context: Context, tls: ConnectionOptions | undefined) {
  const mailer = createMailer(context, tls)
  return {
    isConfigured: mailer !== null && context.providerEmail !== null,
    check: async () => mailer?.check() ?? null,
  }
}
