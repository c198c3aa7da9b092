import type { ComponentType } from 'react'
import { paths } from '../../config/paths.ts'
import { AuditView } from '../../features/desk/components/audit-view.tsx'
import { BankView } from '../../features/desk/components/bank-view.tsx'
import { CatalogueView } from '../../features/desk/components/catalogue-view.tsx'
import { ControllersView } from '../../features/desk/components/controllers-view.tsx'
import { LeadsView } from '../../features/desk/components/leads-view.tsx'
import { NewsletterView } from '../../features/desk/components/newsletter-view.tsx'
import { OrderView } from '../../features/desk/components/order-view.tsx'
import { OrdersView } from '../../features/desk/components/orders-view.tsx'
import { PaymentsView } from '../../features/desk/components/payments-view.tsx'
import { ReleasesView } from '../../features/desk/components/releases-view.tsx'
import { SettingsView } from '../../features/desk/components/settings-view.tsx'
import { TodayView } from '../../features/desk/components/today-view.tsx'
import { FleetView } from '../../features/desk/fleet/fleet-view.tsx'
import { PayoutsView } from '../../features/desk/payouts/payouts-view.tsx'
import { PayoutRunView } from '../../features/desk/payouts/run-view.tsx'
import { WebhooksView } from '../../features/desk/webhooks/webhooks-view.tsx'
import { DeskReportView } from '../../features/service/components/desk-report-view.tsx'
import { DeskReportsView } from '../../features/service/components/desk-reports-view.tsx'
import { accountPage } from '../account-providers.tsx'
import { DeskPart } from '../desk-part.tsx'
import { usePageParams } from '../use-page-params.ts'

/** A page of the provider's desk. They all come in one file: who works here goes from one to the next all day. */
function deskPage(View: ComponentType): ComponentType {
  return accountPage(() => (
    <DeskPart>
      <View />
    </DeskPart>
  ))
}

/** `/desk`: what waits today. */
export const DeskTodayPage = deskPage(TodayView)

/** `/desk/orders`: all orders. */
export const DeskOrdersPage = deskPage(OrdersView)

/** `/desk/orders/:id`: one order. */
export const DeskOrderPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskOrderPattern)
  return <OrderView key={id} id={id} />
})

/** `/desk/payments`: refunds, coin payments to decide, and the watchers. */
export const DeskPaymentsPage = deskPage(PaymentsView)

/** `/desk/bank`: statements, and entries to match. */
export const DeskBankPage = deskPage(BankView)

/** `/desk/payouts`: what owners are due, and the runs that pay them. */
export const DeskPayoutsPage = deskPage(PayoutsView)

/** `/desk/payouts/:id`: one run. */
export const DeskPayoutPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskPayoutPattern)
  return <PayoutRunView key={id} id={id} />
})

/** `/desk/leads`: who sent an inquiry. */
export const DeskLeadsPage = deskPage(LeadsView)

/** `/desk/controllers`: every controller, and new ones. */
export const DeskControllersPage = deskPage(ControllersView)

/** `/desk/releases`: software of the controllers, and how it reaches them. */
export const DeskReleasesPage = deskPage(ReleasesView)

/** `/desk/service`: fault reports of owners. */
export const DeskServicePage = deskPage(DeskReportsView)

/** `/desk/service/:id`: one fault report. */
export const DeskServiceReportPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskServiceReportPattern)
  return <DeskReportView key={id} id={id} />
})

/** `/desk/catalogue`: prices, stock, and whether anything can be ordered. */
export const DeskCataloguePage = deskPage(CatalogueView)

/** `/desk/newsletter`: who wants it. */
export const DeskNewsletterPage = deskPage(NewsletterView)

/** `/desk/settings`: every setting of the server. */
export const DeskSettingsPage = deskPage(SettingsView)

/** `/desk/fleet`: every miner of every owner. */
export const DeskFleetPage = deskPage(FleetView)

/** `/desk/webhooks`: where messages go, and the result of each. */
export const DeskWebhooksPage = deskPage(WebhooksView)

/** `/desk/audit`: what operators did. */
export const DeskAuditPage = deskPage(AuditView)
