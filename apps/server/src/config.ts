import { knownNetworks } from '@shipminer/domain/accounts/wallet-networks'
import { accountRoles, defaultChart, parseChart } from '@shipminer/domain/books/chart'
import { parseDatevClient } from '@shipminer/domain/books/datev'
import { parseVatCases } from '@shipminer/domain/orders/vat/vat-case'
import { parseBic, parseIban } from '@shipminer/domain/payments/bank/iban'
import { defaultLanguage, languages } from '@shipminer/i18n/languages'
import * as z from 'zod'
import { EvmChainsSchema, EvmTokensSchema, RateSourcesSchema, splitList } from './payment-config.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1')

const port = z.coerce.number().int().min(0).max(65535)
const milliseconds = z.coerce.number().int().positive()
const urlList = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.url({ protocol: /^https?$/ })))

/** `BCH=https://…,BSV=https://…`: sources of a coin's figures, the most trusted first. */
const coinSources = z
  .string()
  .transform(splitList)
  .pipe(
    z.array(
      z
        .string()
        .refine(
          (part) => /^(BCH|BSV)=https?:\/\/\S+$/.test(part) && URL.canParse(part.slice(4)),
          'must be BCH=<address> or BSV=<address>, comma separated',
        ),
    ),
  )

const detail = (meaning: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(`${meaning}; until it is set a marked example is shown`)

/** What is shown, marked as an example, for a company detail that has not been set. */
const exampleCompany = {
  name: 'Voorbeeld Scheepvaart B.V.',
  address: 'Voorbeeldkade 1, 0000 AA Voorbeeldhaven',
  email: 'info@shipminer.example',
  phone: '+31 10 000 00 00',
  whatsapp: '+31 6 00 00 00 00',
  kvk: '00000000',
  vatId: 'NL000000000B00',
}
/** IBAN of a bank that does not exist. */
const exampleIban = 'NL87VOOR0000000000'
const companySettings = {
  name: 'COMPANY_NAME',
  address: 'COMPANY_ADDRESS',
  email: 'COMPANY_EMAIL',
  phone: 'COMPANY_PHONE',
  whatsapp: 'COMPANY_WHATSAPP',
  kvk: 'COMPANY_KVK',
  vatId: 'COMPANY_VAT_ID',
} as const satisfies Record<keyof typeof exampleCompany, string>

export type CompanyDetail = { value: string; example: boolean }
export type Company = Record<keyof typeof exampleCompany, CompanyDetail>

/**
 * Every setting of the server. The description of each is the settings table of the runbook (`npm run admin -- settings`).
 * To add one: add it here; nothing else reads the environment.
 */
export const ConfigSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` refuses what is for tests, and warns about example values'),
  PORT: port.default(3000).describe('Port of the server'),
  HOST: z.string().default('127.0.0.1').describe('Address it listens on; set it in production'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the embedded database, the admin socket and secrets'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional()
    .describe('PostgreSQL 15 or later; without it the embedded database is used'),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional()
    .describe('The same PostgreSQL without the pooler in between, where `DATABASE_URL` names one'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe(
      'Connections of each server process to PostgreSQL, besides one for signals and one for maintenance; all processes together must stay under its `max_connections`',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address people see; default http://localhost:PORT'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Shipminer').describe('The brand'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least serious line that is logged'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .describe('CIDRs of reverse proxies whose X-Forwarded-For counts, comma separated'),
  DEMO: flag(false).describe(
    'Demonstration: demo login works; refused in production and beside its settings',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Collector that traces are sent to, by OTLP over HTTP; without it none are made'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of calls and jobs that traces are made of, 0 to 1'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token for /metrics; without it only this machine may read them, and in production nobody',
    ),
  SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Key for hashing claim keys; default: made on first start in DATA_DIR/secret.key. N servers must share it',
    ),
  SECRET_KEY_OLD: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().min(32)))
    .default([])
    .describe(
      'Keys that are accepted beside SECRET_KEY while it is changed, comma separated, the newest first: what they sealed and hashed still counts',
    ),
  BACKUP_RECIPIENTS: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().regex(/^age1[a-z0-9]+$/, 'must be public keys of age, age1…, comma separated')))
    .default([])
    .describe(
      'Public keys of age that backups are encrypted for, comma separated; without one they are not, and leave SECRET_KEY out',
    ),
  OFFLINE_AFTER_MS: milliseconds.default(300_000).describe('Silence after which a miner is offline'),
  SWEEP_INTERVAL_MS: milliseconds
    .default(10_000)
    .describe('How often silent miners and controllers are looked for'),
  POOL_FEE_BASIS_POINTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(200)
    .describe('Pool fee taken off expected earnings, 1/100 %'),
  MARKET_REFRESH_MS: milliseconds
    .default(300_000)
    .describe('How often network difficulty, fees and price are fetched'),
  NETWORK_SOURCES: urlList
    .default(['https://mempool.space', 'https://mempool.emzy.de'])
    .describe(
      'mempool.space-compatible base addresses for difficulty and fees, comma separated; empty switches fetching off',
    ),
  PRICE_SOURCES: urlList
    .default([
      'https://mempool.space/api/v1/prices',
      'https://api.kraken.com/0/public/Ticker?pair=XBTEUR',
      'https://api.coinbase.com/v2/prices/BTC-EUR/spot',
      'https://api.kraken.com/0/public/Ticker?pair=XBTUSD',
      'https://api.coinbase.com/v2/prices/BTC-USD/spot',
    ])
    .describe(
      'Where the Bitcoin price in EUR and USD comes from, comma separated; empty switches fetching off',
    ),
  COIN_SOURCES: coinSources
    .default([
      'BCH=https://api.blockchair.com/bitcoin-cash/stats',
      'BSV=https://api.whatsonchain.com/v1/bsv/main/chain/info',
      'BSV=https://api.blockchair.com/bitcoin-sv/stats',
    ])
    .describe(
      'Where difficulty and price of Bitcoin Cash and Bitcoin SV come from, BCH=<address>,BSV=<address>; asked for only where somebody mines them; empty switches fetching off',
    ),
  VAT_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(50)
    .default(21)
    .describe('VAT that catalogue prices include, whole percent'),
  VAT_CASES: z
    .string()
    .default('')
    .refine(
      (text) => parseVatCases(text) !== null,
      'must be treatments, comma separated, e.g. intra-community,export,reverse-charge=BE,distance=DE:19,local=DE:19:DE123456789',
    )
    .describe(
      'Treatments of VAT beside the usual ones that may be chosen for an order at the desk, once an adviser has approved them: `intra-community`, `export`, `reverse-charge=BE`, `distance=DE:19`, `local=DE:19:DE123456789` (country, rate, your number there)',
    ),
  ORDERS_ENABLED: flag(false).describe('Orders can be placed; otherwise /koop offers the waiting list'),
  GUEST_OPEN_ORDERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('Unpaid orders that a guest may have at a time, by e-mail address and by client'),
  ACCOUNT_OPEN_ORDERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(5)
    .describe('Unpaid orders that an account may have at a time, together with other accounts of its client'),
  VERIFIED_FROM_QUANTITY: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe('From this quantity on an order needs an account whose e-mail address is verified'),
  UNPLANNED_ORDER_DAYS: z.coerce
    .number()
    .int()
    .min(21)
    .max(730)
    .default(60)
    .describe(
      'Days after the promised delivery in which an order to be paid at delivery lapses if nobody has planned or agreed to it; buyer and provider are notified 14 days before',
    ),
  WALLET_NETWORKS: z
    .string()
    .default('1,137')
    .transform((text) => text.split(',').map((part) => Number(part.trim())))
    .pipe(
      z
        .array(
          z
            .int()
            .refine((id) => knownNetworks.some((network) => network.id === id), 'is not a known network'),
        )
        .min(1),
    )
    .describe(
      `Chain ids of the Ethereum networks a wallet may be on, comma separated; the first is switched to. Known: ${knownNetworks.map(({ id }) => id).join(', ')}`,
    ),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits')
    .optional()
    .describe(
      'Project id that switches WalletConnect on; its relay is run by Reown under its own terms, its client is Apache-2.0 (docs/adr/0004)',
    ),
  AUTH_TEST: flag(false).describe('The page and call for testing sign-in work; refused in production'),
  ETH_RPC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('JSON-RPC of Ethereum mainnet for wallet balances; without it they are unknown'),
  CONTRACT_WALLET_RPC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'JSON-RPC of your own Ethereum mainnet node: contract wallets (ERC-1271) can sign in then. Who runs it can sign in as any of them',
    ),
  SOLANA_RPC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('JSON-RPC of Solana for wallet balances; without it they are unknown'),
  BITCOIN_ESPLORA_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Esplora API, e.g. https://mempool.space/api, for wallet balances; without it they are unknown',
    ),
  PAYMENT_TEST_PRODUCT: flag(false).describe('Shows the payment test product of 1 EUR'),
  BITCOIN_XPUB: z
    .string()
    .optional()
    .describe(
      'Account that Bitcoin payments go to: xpub, zpub or descriptor wpkh(…), tr(…); never a private key. Without it Bitcoin is not offered',
    ),
  BITCOIN_NETWORK: z
    .enum(['mainnet', 'testnet', 'regtest'])
    .default('mainnet')
    .describe('Network of BITCOIN_XPUB and of the servers that watch it'),
  BITCOIN_RPC_URL: urlList
    .default([])
    .describe(
      'RPC of Bitcoin Core, http://user:password@host:8332, which watches for payments; several comma separated, the most trusted first',
    ),
  PAYMENT_ESPLORA_URL: urlList
    .default([])
    .describe(
      'Esplora APIs, e.g. https://mempool.space/api, that watch for payments too; several comma separated',
    ),
  EVM_XPUB: z
    .string()
    .optional()
    .describe(
      "Account m/44'/60'/0' that USDT goes to, as xpub; never a private key. Without it USDT is not offered",
    ),
  EVM_CHAINS: EvmChainsSchema.default([]).describe(
    'Chains on which USDT is taken, with their JSON-RPC: `1=https://…+https://…,137=https://…`; the first chain is offered first',
  ),
  EVM_TOKENS: EvmTokensSchema.default([]).describe(
    'Tokens of a chain in place of the known ones: `31337:0x…:USDT:6`; those not named USDT are reported as the wrong token',
  ),
  PAYMENT_RATE_SOURCES: RateSourcesSchema.default([
    'BTC/EUR=https://mempool.space/api/v1/prices',
    'BTC/EUR=https://api.kraken.com/0/public/Ticker?pair=XBTEUR',
    'BTC/EUR=https://api.coinbase.com/v2/prices/BTC-EUR/spot',
    'BTC/EUR=https://www.bitstamp.net/api/v2/ticker/btceur/',
    'USDT/EUR=https://api.kraken.com/0/public/Ticker?pair=USDTEUR',
    'USDT/EUR=https://api.coinbase.com/v2/prices/USDT-EUR/spot',
    'USDT/USD=https://www.bitstamp.net/api/v2/ticker/usdtusd/',
    'EUR/USD=https://www.bitstamp.net/api/v2/ticker/eurusd/',
  ]).describe(
    'Where the rates of payments come from: two different hosts must agree within 2 %, or coins are not offered',
  ),
  PAYMENT_QUOTE_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(15)
    .describe('How long the amount of a coin payment is good'),
  PAYMENT_TOLERANCE_PERMILLE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(5)
    .describe('How much may be missing from a coin payment, 1/1000 of it'),
  PAYMENT_TOLERANCE_CENTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(2500)
    .describe('And never more than this, euro cents'),
  PAYMENT_TWO_SOURCES_FROM_CENTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000)
    .describe(
      'From this price on two servers must have seen the same before a coin payment is confirmed; with one, coins are not offered for it',
    ),
  PAYMENT_POLL_MS: milliseconds
    .max(60_000)
    .default(15_000)
    .describe('How often chains are looked at, at most 60000'),
  PAYOUT_XPUB: z
    .string()
    .optional()
    .describe(
      'Account that payouts are paid from: zpub, xpub or wpkh(…) of BIP84, best with its origin [fingerprint/84h/0h/0h]; never a private key. Without it runs are paid by hand',
    ),
  PAYOUT_MINIMUM_SAT: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(100_000_000)
    .default(50_000)
    .describe('Smallest payout, satoshi; less waits for a later run'),
  PAYOUT_FOUR_EYES: flag(false).describe(
    'Another operator than the one who made a payout run takes its signed transaction',
  ),
  REFUND_FOUR_EYES_FROM_CENTS: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'From this amount on a second operator confirms that a refund was paid, or a run of refunds by its sum, euro cents; without it one is enough',
    ),
  RECEIVING_FOUR_EYES: flag(false).describe(
    'A new account that coins are received on is used once two operators have confirmed its first address',
  ),
  ACCOUNTS_FOUR_EYES: flag(false).describe(
    'A new COMPANY_IBAN or PAYOUT_XPUB is used once two operators have confirmed its IBAN or first address',
  ),
  RELEASE_FOUR_EYES: flag(false).describe(
    'Another operator than the one who wants a release of the controller rolled out, or a halted rollout resumed, has to confirm it',
  ),
  BOOKS_ACCOUNTS: z
    .string()
    .default('')
    .refine((text) => parseChart(text) !== null, 'must be role=number, comma separated, each number once')
    .describe(
      `Numbers of accounts in the books that differ from these: ${accountRoles.map((role) => `${role}=${defaultChart[role].number}`).join(',')}`,
    ),
  BOOKS_DATEV: z
    .string()
    .refine((text) => parseDatevClient(text) !== null, 'must be consultant/client, e.g. 1001/1')
    .optional()
    .describe('Switches on the export for DATEV: numbers of consultant and client, e.g. 1001/1'),
  RELEASE_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be the base64 text that came with the key')
    .optional()
    .describe(
      'Public half of the key that releases of the controller are signed with; without it none can be published',
    ),
  PAYMENT_TEST: flag(false).describe(
    'The payment test screen and its webhook work; refused in production and beside its settings',
  ),
  WEBHOOK_ALLOW_LOOPBACK: flag(false).describe(
    'Webhooks may go to http addresses of this machine, for tests; refused in production',
  ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, smtps://user:password@host:465 or smtp://…:587 (STARTTLS, required with a password); without it mails wait in the outbox',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'must be an address or Name <address>')
    .optional()
    .describe('Sender of mails, e.g. Shipminer <noreply@your-domain>; needed with SMTP_URL'),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{5,20}:[\w-]{20,80}$/, 'must be the token of a bot, as @BotFather gives it')
    .optional()
    .describe(
      'Token of your own Telegram bot, from @BotFather: owners link their chats with it by a code; without it each needs a bot of their own',
    ),
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.telegram.org')
    .describe('Where alerts for Telegram are sent'),
  PROVIDER_EMAIL: z.email().optional().describe('Where requests of visitors go; needed with SMTP_URL'),
  PROVIDER_LANGUAGE: z.enum(languages).default(defaultLanguage).describe('Language of mails to the provider'),
  COMPANY_NAME: detail('Trade name and legal form'),
  COMPANY_ADDRESS: detail('Establishment address'),
  COMPANY_EMAIL: detail('Public e-mail address'),
  COMPANY_PHONE: detail('Public telephone number'),
  COMPANY_WHATSAPP: detail('WhatsApp number'),
  COMPANY_KVK: detail('Chamber of commerce number'),
  COMPANY_VAT_ID: detail('VAT identification number'),
  COMPANY_IBAN: z
    .string()
    .refine((text) => parseIban(text) !== null, 'is not an IBAN')
    .optional()
    .describe(
      'Account that buyers transfer to; until it is set a marked example is shown, and in production no bank transfer offered',
    ),
  COMPANY_BIC: z
    .string()
    .refine((text) => parseBic(text) !== null, 'is not a BIC')
    .optional()
    .describe('BIC of that account; not needed within the euro area'),
  COMPANY_ACCOUNT_NAME: detail('Holder of that account; default COMPANY_NAME').describe(
    'Holder of that account; default COMPANY_NAME',
  ),
  VIES_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal('off'))
    .default('https://ec.europa.eu/taxation_customs/vies/rest-api')
    .describe('Where VAT numbers are checked; `off`: only their form'),
})

export type Config = Omit<
  z.infer<typeof ConfigSchema>,
  | 'PUBLIC_URL'
  | 'DATABASE_URL'
  | 'DATABASE_DIRECT_URL'
  | 'TRUSTED_PROXIES'
  | 'METRICS_TOKEN'
  | `COMPANY_${string}`
> & {
  company: Company
  /** The account that buyers transfer to. */
  bank: { accountName: string; iban: string; bic: string | null; example: boolean }
  PUBLIC_URL: string
  DATABASE_URL: string | null
  DATABASE_DIRECT_URL: string | null
  METRICS_TOKEN: string | null
  TRUSTED_PROXIES: string[]
  VERSION: string
}

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A `ConfigError` with one line for each problem. */
export function invalidSettings(problems: readonly string[]): ConfigError {
  return new ConfigError(`These settings are not valid:\n${problems.map((one) => `  ${one}`).join('\n')}`)
}

/** Parses an environment once. Empty strings count as not set. Throws `ConfigError` with every problem in one list. */
export function parseConfig(environment: Record<string, string | undefined>, version = '0.0.0'): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, text]) => text !== undefined && text !== ''),
  )
  const emptied = Object.fromEntries(
    ['NETWORK_SOURCES', 'PRICE_SOURCES', 'COIN_SOURCES', 'PAYMENT_RATE_SOURCES']
      .filter((name) => environment[name] === '')
      .map((name) => [name, '']),
  )
  const result = ConfigSchema.safeParse({ ...given, ...emptied })
  if (!result.success) {
    throw invalidSettings(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  const { data } = result
  const refused = testSettingsInProduction(data)
  if (refused.length > 0) throw invalidSettings(refused)
  if (data.DATABASE_DIRECT_URL && !data.DATABASE_URL)
    throw invalidSettings(['DATABASE_DIRECT_URL: needs DATABASE_URL beside it'])
  if (data.SMTP_URL && !(data.MAIL_FROM && data.PROVIDER_EMAIL))
    throw invalidSettings(['MAIL_FROM, PROVIDER_EMAIL: both are needed with SMTP_URL'])
  const company = companyOf(data)
  return {
    ...data,
    company,
    bank: {
      accountName: data.COMPANY_ACCOUNT_NAME ?? company.name.value,
      iban: parseIban(data.COMPANY_IBAN ?? exampleIban) ?? exampleIban,
      bic: parseBic(data.COMPANY_BIC ?? ''),
      example: data.COMPANY_IBAN === undefined,
    },
    PUBLIC_URL: (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
    DATABASE_URL: data.DATABASE_URL ?? null,
    DATABASE_DIRECT_URL: data.DATABASE_DIRECT_URL ?? null,
    METRICS_TOKEN: data.METRICS_TOKEN ?? null,
    TRUSTED_PROXIES: splitList(data.TRUSTED_PROXIES),
    VERSION: version,
  }
}

const testSettings = ['DEMO', 'AUTH_TEST', 'PAYMENT_TEST', 'WEBHOOK_ALLOW_LOOPBACK'] as const

/** What lets anyone in, or pays for nothing, is refused where real customers or real money are; one line for each such setting. */
function testSettingsInProduction(data: z.infer<typeof ConfigSchema>): string[] {
  const on = testSettings.filter((setting) => data[setting])
  if (data.NODE_ENV === 'production') return on.map((setting) => `${setting}: refused in production`)
  const signs = on.length === 0 ? [] : signsOfProduction(data)
  return signs.length === 0
    ? []
    : on.map((setting) => `${setting}: refused beside settings of production: ${signs.join(', ')}`)
}

/** Names of the settings that only a server for real customers has. */
function signsOfProduction(data: z.infer<typeof ConfigSchema>): string[] {
  const is = {
    PUBLIC_URL: data.PUBLIC_URL?.startsWith('https:') && !isOnlyForTests(data.PUBLIC_URL),
    DATABASE_URL: data.DATABASE_URL !== undefined && !isOnlyForTests(data.DATABASE_URL),
    SMTP_URL: data.SMTP_URL !== undefined && !isOnlyForTests(data.SMTP_URL),
    BITCOIN_XPUB: data.BITCOIN_XPUB !== undefined && data.BITCOIN_NETWORK === 'mainnet',
    EVM_CHAINS: data.EVM_CHAINS.some(({ chainId }) => knownNetworks.some(({ id }) => id === chainId)),
    COMPANY_IBAN: data.COMPANY_IBAN !== undefined,
    COMPANY_KVK: data.COMPANY_KVK !== undefined,
    COMPANY_VAT_ID: data.COMPANY_VAT_ID !== undefined,
    BOOKS_DATEV: data.BOOKS_DATEV !== undefined,
  }
  return Object.entries(is).flatMap(([name, isThere]) => (isThere ? [name] : []))
}

/** Addresses of this machine, and names that nobody can own (RFC 2606). */
function isOnlyForTests(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  return (
    /^(|localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ||
    /\.(localhost|test|example|invalid)$/.test(hostname)
  )
}

function companyOf(data: Record<string, unknown>): Company {
  return Object.fromEntries(
    Object.entries(companySettings).map(([key, setting]) => {
      const given = data[setting]
      const example = exampleCompany[key as keyof Company]
      return [
        key,
        typeof given === 'string' ? { value: given, example: false } : { value: example, example: true },
      ]
    }),
  ) as Company
}

/** Names of the company settings whose example is still shown. */
export function exampleSettings(config: Pick<Config, 'company' | 'bank'>): string[] {
  const details = Object.entries(companySettings)
    .filter(([key]) => config.company[key as keyof Company].example)
    .map(([, setting]) => setting)
  return config.bank.example ? [...details, 'COMPANY_IBAN'] : details
}
