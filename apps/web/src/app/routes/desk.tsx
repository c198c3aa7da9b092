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
import { FleetView } from '../../features/desk/fleet/fleet-view.tsx'
import { PayoutsView } from '../../features/desk/payouts/payouts-view.tsx'
import { PayoutRunView } from '../../features/desk/payouts/run-view.tsx'
import { TodayView } from '../../features/desk/today/today-view.tsx'
import { WebhooksView } from '../../features/desk/webhooks/webhooks-view.tsx'
import { DeskReportView } from '../../features/service/components/desk-report-view.tsx'
import { DeskReportsView } from '../../features/service/components/desk-reports-view.tsx'
import { usePageParams } from '../use-page-params.ts'

/** `/desk`: what waits today. */
export const DeskTodayPage = TodayView

/** `/desk/orders`: all orders. */
export const DeskOrdersPage = OrdersView

/** `/desk/orders/:id`: one order. */
export function DeskOrderPage() {
  const { id = '' } = usePageParams(paths.deskOrderPattern)
  return <OrderView key={id} id={id} />
}

/** `/desk/payments`: refunds, coin payments to decide, and the watchers. */
export const DeskPaymentsPage = PaymentsView

/** `/desk/bank`: statements, and entries to match. */
export const DeskBankPage = BankView

/** `/desk/payouts`: what owners are due, and the runs that pay them. */
export const DeskPayoutsPage = PayoutsView

/** `/desk/payouts/:id`: one run. */
export function DeskPayoutPage() {
  const { id = '' } = usePageParams(paths.deskPayoutPattern)
  return <PayoutRunView key={id} id={id} />
}

/** `/desk/leads`: who sent an inquiry. */
export const DeskLeadsPage = LeadsView

/** `/desk/controllers`: every controller, and new ones. */
export const DeskControllersPage = ControllersView

/** `/desk/releases`: software of the controllers, and how it reaches them. */
export const DeskReleasesPage = ReleasesView

/** `/desk/service`: fault reports of owners. */
export const DeskServicePage = DeskReportsView

/** `/desk/service/:id`: one fault report. */
export function DeskServiceReportPage() {
  const { id = '' } = usePageParams(paths.deskServiceReportPattern)
  return <DeskReportView key={id} id={id} />
}

/** `/desk/catalogue`: prices, stock, and whether anything can be ordered. */
export const DeskCataloguePage = CatalogueView

/** `/desk/newsletter`: who wants it. */
export const DeskNewsletterPage = NewsletterView

/** `/desk/settings`: every setting of the server. */
export const DeskSettingsPage = SettingsView

/** `/desk/fleet`: every miner of every owner. */
export const DeskFleetPage = FleetView

/** `/desk/webhooks`: where messages go, and the result of each. */
export const DeskWebhooksPage = WebhooksView

/** `/desk/audit`: what operators did. */
export const DeskAuditPage = AuditView
