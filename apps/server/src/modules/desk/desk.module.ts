import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import type { DeskDeps } from './desk.deps.ts'
import { deskRoutes } from './desk.routes.ts'
import { type DeskShopRoutesDeps, deskShopRoutes } from './desk-shop.routes.ts'
import { createFleetTotals } from './fleet/desk-fleet.service.ts'
import { heldAccountsJob } from './proposals/held-accounts.job.ts'

type DeskPorts = Pick<
  DeskDeps,
  | 'orders'
  | 'reading'
  | 'payments'
  | 'invoices'
  | 'watcherReports'
  | 'countSetAside'
  | 'faultReports'
  | 'allReports'
  | 'allOffers'
  | 'reportsOf'
  | 'balanceSat'
  | 'providerOrders'
  | 'unconfirmedAccounts'
  | 'price'
  | 'firstPayoutsDue'
  | 'payoutsWaiting'
  | 'nameCalculation'
  | 'exportAccount'
  | 'endAccount'
  | 'previewMerge'
  | 'mergeAccounts'
> &
  Pick<DeskShopRoutesDeps, 'readSettings'>

/** The provider's screens across all other modules. */
export function openDesk(context: Context, ports: DeskPorts): OpenedModule {
  const { config } = context
  const { readSettings, ...others } = ports
  const deps: DeskDeps = {
    ...context,
    ...others,
    iban: config.bank.example ? null : config.bank.iban,
    payoutMinimumSat: config.PAYOUT_MINIMUM_SAT,
    offlineAfterMs: config.OFFLINE_AFTER_MS,
    refundFourEyesFromCents: config.REFUND_FOUR_EYES_FROM_CENTS ?? null,
    receivingFourEyes: config.RECEIVING_FOUR_EYES,
  }
  const totals = createFleetTotals(deps)
  return {
    async routes({ router }) {
      await totals.begin()
      deskRoutes(router, deps, totals)
      deskShopRoutes(router, { ...context, vatPercent: config.VAT_PERCENT, readSettings })
    },
    jobs: [heldAccountsJob(deps)],
    close: totals.end,
  }
}
