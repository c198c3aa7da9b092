import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { type Market, readNetworkInputs } from '../market/market.port.ts'
import type { PowerDeps } from './power.deps.ts'
import { powerJob } from './power.job.ts'
import { type PowerRoutesDeps, powerRoutes } from './power.routes.ts'
import { createPower } from './power.service.ts'

/** The power that ships have for mining: settings, and reports of the followers on board. */
export function openPower(
  context: Context,
  ports: {
    market: Pick<Market, 'network' | 'price'>
    fleet: Pick<PowerDeps, 'shipValues' | 'earnedSat'>
    control: Pick<PowerDeps, 'logChange'> & Pick<PowerRoutesDeps, 'assign'>
  },
) {
  const { store, clock, config, productName } = context
  const { fleet, control, market } = ports
  const power = createPower({
    store,
    clock,
    productName,
    shipValues: fleet.shipValues,
    earnedSat: fleet.earnedSat,
    networkInputs: () => readNetworkInputs(market, config.POOL_FEE_BASIS_POINTS),
    logChange: control.logChange,
  })
  return {
    port: power,
    routes: ({ router }: Http) => powerRoutes(router, { power, assign: control.assign, clock }),
    jobs: [powerJob(power)],
  }
}
