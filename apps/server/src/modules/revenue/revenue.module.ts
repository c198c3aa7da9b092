import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import type { CoinMarket } from '../market/coins.port.ts'
import { type Market, readNetworkInputs } from '../market/market.port.ts'
import { bitcoinNetworks } from '../payments/payments.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import { parseBitcoinAddress } from '../wallet-auth/wallet-auth.port.ts'
import { poolAddressesJob } from './pool-addresses/pool-addresses.job.ts'
import { revenueRoutes } from './revenue.routes.ts'
import { createRevenue } from './revenue.service.ts'
import { statementAttachment } from './statements/statement-mails.ts'
import { statementsJob } from './statements/statements.job.ts'
import { createStatements } from './statements/statements.service.ts'

/** What mining should have earned, what was really received, and the monthly statements of both. */
export function openRevenue(
  context: Context,
  ports: { market: Market; coins: CoinMarket; power: Pick<PowerPort, 'ownersFuel'> },
) {
  const { store, clock, config, productName } = context
  const { market, coins, power } = ports
  const poolFeeBasisPoints = config.POOL_FEE_BASIS_POINTS
  const revenue = createRevenue({
    store,
    clock,
    market,
    coins,
    ownersFuel: power.ownersFuel,
    poolFeeBasisPoints,
    networkInputs: () => readNetworkInputs(market, poolFeeBasisPoints),
  })
  const statements = createStatements({
    store,
    clock,
    market,
    revenue,
    ownersFuel: power.ownersFuel,
    productName,
    seller: config.company,
    poolFeeBasisPoints,
  })
  const imports = {
    store,
    clock,
    fetch: context.fetch,
    esploraUrl: config.BITCOIN_ESPLORA_URL ?? config.PAYMENT_ESPLORA_URL[0] ?? null,
    parseAddress: (text: string) => parseBitcoinAddress(text, bitcoinNetworks[config.BITCOIN_NETWORK]),
  }
  return {
    port: revenue,
    routes: ({ router }: Http) =>
      revenueRoutes(router, { ...imports, revenue, statement: statements.document }),
    jobs: [statementsJob(context, statements), poolAddressesJob(imports)],
    attachments: (name: string) => statementAttachment(statements, name),
  }
}
