import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { type Market, readNetworkInputs } from '../market/market.port.ts'
import { reportAttachment } from './commissioning/commissioning-mail.ts'
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
  const deps: PowerDeps = {
    store,
    clock,
    productName,
    shipValues: fleet.shipValues,
    earnedSat: fleet.earnedSat,
    networkInputs: () => readNetworkInputs(market, config.POOL_FEE_BASIS_POINTS),
    logChange: control.logChange,
  }
  const power = createPower(deps)
  return {
    port: power,
    routes: ({ router }: Http) => powerRoutes(router, { ...context, power, assign: control.assign }),
    jobs: [powerJob(power)],
    attachments: (name: string) => reportAttachment(deps, name),
  }
}
