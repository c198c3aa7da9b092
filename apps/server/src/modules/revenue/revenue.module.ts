import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import type { CoinMarket } from '../market/coins.port.ts'
import { type Market, readNetworkInputs } from '../market/market.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import { revenueRoutes } from './revenue.routes.ts'
import { createRevenue } from './revenue.service.ts'
import { statementAttachment } from './statement-mails.ts'
import { statementsJob } from './statements.job.ts'
import { createStatements } from './statements.service.ts'

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
  return {
    port: revenue,
    routes: ({ router }: Http) =>
      revenueRoutes(router, { store, revenue, clock, statement: statements.document }),
    jobs: [statementsJob(context, statements)],
    attachments: (name: string) => statementAttachment(statements, name),
  }
}
