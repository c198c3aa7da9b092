import { randomBytes, randomUUID } from 'node:crypto'
import type { Language } from '@shipminer/i18n/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { CompanyDetail, Config } from '../config.ts'
import { createGuesses, type Guesses } from './auth/guesses.ts'
import { createSessions, type Sessions } from './auth/sessions.ts'
import type { Store } from './db/store.ts'
import { createIdempotency, type Idempotency } from './http/idempotency.ts'
import { createRequestCounts, type RequestCounts } from './http/limits/request-counts.ts'
import { createRequestTallies, type RequestTallies } from './http/limits/request-tallies.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { SecretKey } from './secret-key/secret-key.ts'
import { createSettings, defaultRunTimeSettings, type Settings } from './settings/settings.ts'

/** Lines about the company; those that are still examples are null. */
type CompanyLines = {
  name: string | null
  address: string | null
  kvk: string | null
  vatId: string | null
}

/** The company that runs the site, as named on pages and in mails. */
type Site = {
  productName: string
  publicUrl: string
  company: CompanyLines
  /** Address for visitors' requests and replies to mails; null while it is not set. */
  providerEmail: string | null
  /** Includes the provider's language for mails to it. */
  providerLanguage: Language
  production: boolean
}

/**
 * What every module may use, made once for each server. Its names are those of the dependencies that services declare, so that a module
 * passes it on as it is and adds only its own.
 */
export type Context = Site & {
  config: Config
  store: Store
  secretKey: SecretKey
  logger: FastifyBaseLogger
  clock: () => number
  /** When this server started, by its clock. */
  startedAt: number
  random: () => number
  randomBytes: (count: number) => Uint8Array
  randomUuid: () => string
  /** Access to the network. */
  fetch: typeof globalThis.fetch
  settings: Settings
  idempotency: Idempotency
  sessions: Sessions
  /** The one limit on guessing secrets. */
  guesses: Guesses
  /** The limits on requests that copies of the server share: the narrow ones, counted in the database, and the wide ones. */
  requestCounts: RequestCounts
  requestTallies: RequestTallies
  metrics: Metrics
  /** The sender of mails, and the language of mails to the provider. */
  mail: Pick<Site, 'productName' | 'publicUrl' | 'company' | 'providerEmail'> & { language: Language }
}

export type ContextDeps = Pick<Context, 'config' | 'store' | 'secretKey' | 'logger'> &
  Partial<Pick<Context, 'clock' | 'fetch'>>

export function createContext(deps: ContextDeps): Context {
  const { config, store, secretKey, logger, clock = Date.now, fetch = globalThis.fetch } = deps
  const metrics = createMetrics()
  store.onStatement((seconds) => metrics.statementSeconds.observe(seconds))
  return {
    ...siteOf(config),
    config,
    store,
    secretKey,
    logger,
    clock,
    startedAt: clock(),
    random: Math.random,
    randomBytes,
    randomUuid: randomUUID,
    fetch,
    settings: createSettings(defaultRunTimeSettings(config)),
    idempotency: createIdempotency({ store, clock, secretKey }),
    sessions: createSessions({ store, clock, randomBytes, logger }),
    guesses: createGuesses({ store, clock, secretKey }),
    requestCounts: createRequestCounts({ store, clock, secretKey }),
    requestTallies: createRequestTallies({ store, clock, secretKey, logger }),
    metrics,
    mail: mailSenderOf(config),
  }
}

/** For what runs without a server, too. */
export function mailSenderOf(config: Config): Context['mail'] {
  const { productName, publicUrl, company, providerEmail, providerLanguage: language } = siteOf(config)
  return { productName, publicUrl, company, providerEmail, language }
}

function siteOf(config: Config): Site {
  const { company } = config
  const real = ({ value, example }: CompanyDetail) => (example ? null : value)
  return {
    productName: config.PRODUCT_NAME,
    publicUrl: config.PUBLIC_URL,
    company: {
      name: real(company.name),
      address: real(company.address),
      kvk: real(company.kvk),
      vatId: real(company.vatId),
    },
    providerEmail: config.PROVIDER_EMAIL ?? null,
    providerLanguage: config.PROVIDER_LANGUAGE,
    production: config.NODE_ENV === 'production',
  }
}
