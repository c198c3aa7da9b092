import { Writable } from 'node:stream'
import { type FakeClock, fakeClock } from '@shipminer/testkit/fake-clock'
import type { FastifyInstance } from 'fastify'
import type { Checkup } from '../src/admin/doctor/gather-facts.ts'
import { type AppDeps, buildApp } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import type { OrderDeps } from '../src/modules/orders/orders.deps.ts'
import { orderDeps } from '../src/modules/orders/orders.module.ts'
import type { BankOrdersPort, DeskOrdersPort, OrdersPort } from '../src/modules/orders/orders.port.ts'
import type { PaymentsModule } from '../src/modules/payments/create-payments.ts'
import type { Webhooks } from '../src/modules/webhooks/webhooks.service.ts'
import { bindingCookieName } from '../src/platform/auth/authenticator.ts'
import type { Sessions } from '../src/platform/auth/sessions.ts'
import type { Context } from '../src/platform/context.ts'
import type { Store } from '../src/platform/db/store.ts'
import type { RequestTallies } from '../src/platform/http/limits/request-tallies.ts'
import type { Router } from '../src/platform/http/routing.ts'
import type { JobRunner } from '../src/platform/jobs/job-runner.ts'
import { createLog } from '../src/platform/log/server-log.ts'
import { SecretKey } from '../src/platform/secret-key/secret-key.ts'
import { expectLine, watchAuditLog } from './audited-calls.ts'

export type TestApp = {
  server: FastifyInstance
  router: Router
  /** Not started. */
  jobs: JobRunner
  /** What other modules do with orders. */
  orders: OrdersPort & BankOrdersPort & DeskOrdersPort
  orderDeps: OrderDeps
  /** Its watchers poll when triggered. */
  coinPayments: PaymentsModule
  checkup: Checkup
  webhooks: Webhooks
  /** What a statement shows as paid is closed at once. */
  refundRuns: { closeSeen: () => Promise<void> }
  sessions: Sessions
  requestTallies: RequestTallies
  mail: Context['mail']
  store: Store
  clock: FakeClock
  secretKey: SecretKey
  /** Everything that was logged, at the most talkative level. */
  log(): string
}

export const testPublicUrl = 'https://shipminer.example'

export type TestAppOptions = {
  demo?: boolean
  /** Settings in addition to those of the tests. */
  settings?: Record<string, string>
  /** The network that the market's sources are on. */
  fetch?: typeof globalThis.fetch
  mailTls?: AppDeps['mailTls']
}

/** The real server on the given store, with a clock that stands still, no site, no jobs and no network. */
export async function buildTestApp(store: Store, options: TestAppOptions = {}): Promise<TestApp> {
  const clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
  const secretKey = new SecretKey(Buffer.alloc(32, 9))
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = createLog('trace', stream)
  const environment = {
    NODE_ENV: 'test',
    PUBLIC_URL: testPublicUrl,
    DEMO: options.demo ? 'true' : 'false',
    NETWORK_SOURCES: '',
    PRICE_SOURCES: '',
    GUEST_OPEN_ORDERS: '100000',
    VERIFIED_FROM_QUANTITY: '1000',
    ...options.settings,
  }
  const config = parseConfig(environment)
  const { server, router, jobs, context, ports, checkup } = await buildApp({
    config,
    store,
    secretKey,
    logger,
    clock: clock.now,
    distDir: 'no-such-folder',
    environment,
    fetch: options.fetch ?? (() => Promise.reject(new Error('no network in tests'))),
    ...(options.mailTls ? { mailTls: options.mailTls } : {}),
  })
  const { orders, invoices, coinPayments, webhooks, refundRuns } = ports
  watchAuditLog(server, router, store)
  return {
    server,
    router,
    jobs,
    orders,
    orderDeps: orderDeps(context, { payments: coinPayments.payments, invoices, webhooks }),
    coinPayments,
    checkup,
    webhooks,
    refundRuns,
    sessions: context.sessions,
    requestTallies: context.requestTallies,
    mail: context.mail,
    store,
    clock,
    secretKey,
    log: () => lines.join(''),
  }
}

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Record<string, unknown>
}

export type TestClient = {
  /** Value of the binding cookie, as a browser would store it. */
  cookie: string | null
  /** Bearer token of calls that give no other. */
  token: string | null
  get(path: string, init?: CallInit): Promise<Answer>
  post(path: string, body?: unknown, init?: CallInit): Promise<Answer>
  call(method: string, path: string, body?: unknown, init?: CallInit): Promise<Answer>
}
export type CallInit = { token?: string | null; cookie?: string | null; headers?: Record<string, string> }

let lastClient = 0

/** A client: an address of its own (and so a rate limit of its own), and a cookie jar if it is a browser. */
export function testClient(
  app: Pick<TestApp, 'server'>,
  options: { browser?: boolean; ip?: string } = {},
): TestClient {
  lastClient += 1
  const ip = options.ip ?? `198.18.${Math.floor(lastClient / 250)}.${(lastClient % 250) + 1}`
  const client: TestClient = {
    cookie: null,
    token: null,
    get: (path, init) => client.call('GET', path, undefined, init),
    post: (path, body = {}, init) => client.call('POST', path, body, init),
    async call(method, path, body, init = {}) {
      const token = init.token === undefined ? client.token : init.token
      const sent = init.cookie === undefined ? client.cookie : init.cookie
      const judgeLine = await expectLine(app.server, method, path)
      const response = await app.server.inject({
        method: method as 'GET',
        url: `/api${path}`,
        remoteAddress: ip,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.browser ? { origin: testPublicUrl, 'sec-fetch-site': 'same-origin' } : {}),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === null ? {} : { cookie: `${bindingCookieName}=${sent}` }),
          ...init.headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      await judgeLine?.(response.statusCode)
      const set = response.cookies.find(({ name }) => name === bindingCookieName)
      if (options.browser && set) client.cookie = set.value === '' ? null : set.value
      return { status: response.statusCode, body: response.json(), headers: response.headers }
    },
  }
  return client
}
