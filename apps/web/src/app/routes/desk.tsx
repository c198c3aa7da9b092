import { serviceEndpoints } from '@shipminer/contract/shop/service'
import { paths } from '../../config/paths.ts'
import { BooksView } from '../../features/desk/books/books-view.tsx'
import { ControllersView } from '../../features/desk/boxes/controllers-view.tsx'
import { ReleasesView } from '../../features/desk/boxes/releases-view.tsx'
import { CalendarView } from '../../features/desk/calendar/calendar-view.tsx'
import { FittingView } from '../../features/desk/calendar/fitting-view.tsx'
import { AuditView } from '../../features/desk/components/audit-view.tsx'
import { CustomerView } from '../../features/desk/customers/customer-view.tsx'
import { CustomersView } from '../../features/desk/customers/customers-view.tsx'
import { DiagnosticsView } from '../../features/desk/diagnostics/diagnostics-view.tsx'
import { SetView } from '../../features/desk/diagnostics/set-view.tsx'
import { FleetView } from '../../features/desk/fleet/fleet-view.tsx'
import { LeadView } from '../../features/desk/leads/lead-view.tsx'
import { LeadsView } from '../../features/desk/leads/leads-view.tsx'
import { MailsView } from '../../features/desk/mails/mails-view.tsx'
import { BankView } from '../../features/desk/money/bank-view.tsx'
import { PaymentsView } from '../../features/desk/money/payments-view.tsx'
import { MakeOffer } from '../../features/desk/offers/make-offer.tsx'
import { OfferView } from '../../features/desk/offers/offer-view.tsx'
import { OffersView } from '../../features/desk/offers/offers-view.tsx'
import { OrderView } from '../../features/desk/orders/order-view.tsx'
import { OrdersView } from '../../features/desk/orders/orders-view.tsx'
import { PayoutOwnerView } from '../../features/desk/payouts/owner/owner-view.tsx'
import { PayoutsView } from '../../features/desk/payouts/payouts-view.tsx'
import { PayoutRunView } from '../../features/desk/payouts/run-view.tsx'
import { PeopleView } from '../../features/desk/people/people-view.tsx'
import { ReportsView } from '../../features/desk/service/reports-view.tsx'
import { useMay } from '../../features/desk/shell/use-role.ts'
import { CatalogueView } from '../../features/desk/shop/catalogue-view.tsx'
import { NewsletterView } from '../../features/desk/shop/newsletter-view.tsx'
import { SettingsView } from '../../features/desk/shop/settings-view.tsx'
import { BoxView } from '../../features/desk/stock/box-view.tsx'
import { StockView } from '../../features/desk/stock/stock-view.tsx'
import { TodayView } from '../../features/desk/today/today-view.tsx'
import { WebhooksView } from '../../features/desk/webhooks/webhooks-view.tsx'
import { AttachedData } from '../../features/service/components/attached-data.tsx'
import { DeskReportView } from '../../features/service/components/desk-report-view.tsx'
import { usePageParams } from '../use-page-params.ts'

export { DeskDoor } from '../frame/desk-door.tsx'

/** `/desk`: what waits today. */
export const DeskTodayPage = TodayView

/** `/desk/orders`: all orders. */
export const DeskOrdersPage = OrdersView

/** `/desk/orders/:id`: one order. */
export function DeskOrderPage() {
  const { id = '' } = usePageParams(paths.deskOrderPattern)
  return <OrderView key={id} id={id} />
}

/** `/desk/offers`: what was offered to whom. */
export const DeskOffersPage = OffersView

/** `/desk/offers/:id`: one offer. */
export function DeskOfferPage() {
  const { id = '' } = usePageParams(paths.deskOfferPattern)
  return <OfferView key={id} id={id} />
}

/** `/desk/offers/new`: a new offer. */
export const DeskOfferNewPage = MakeOffer

/** `/desk/calendar`: the installations of a week. */
export const DeskCalendarPage = CalendarView

/** `/desk/calendar/:id`: the fitter's sheet of an order. */
export function DeskFittingPage() {
  const { id = '' } = usePageParams(paths.deskFittingPattern)
  return <FittingView key={id} id={id} />
}

/** `/desk/stock`: boxes by serial number. */
export const DeskStockPage = StockView

/** `/desk/stock/:id`: one box. */
export function DeskBoxPage() {
  const { id = '' } = usePageParams(paths.deskBoxPattern)
  return <BoxView key={id} id={id} />
}

/** `/desk/customers`: everyone with an account. */
export const DeskCustomersPage = CustomersView

/** `/desk/customers/:id`: one person or company. */
export function DeskCustomerPage() {
  const { id = '' } = usePageParams(paths.deskCustomerPattern)
  return <CustomerView key={id} id={id} />
}

/** `/desk/payments`: refunds, coin payments to decide, and the watchers. */
export const DeskPaymentsPage = PaymentsView

/** `/desk/bank`: statements, and entries to match. */
export const DeskBankPage = BankView

/** `/desk/books`: what the accountant gets. */
export const DeskBooksPage = BooksView

/** `/desk/payouts`: what owners are due, and the runs that pay them. */
export const DeskPayoutsPage = PayoutsView

/** `/desk/payouts/:id`: one run. */
export function DeskPayoutPage() {
  const { id = '' } = usePageParams(paths.deskPayoutPattern)
  return <PayoutRunView key={id} id={id} />
}

/** `/desk/payouts/owners/:id`: the money of one owner. */
export function DeskPayoutOwnerPage() {
  const { id = '' } = usePageParams(paths.deskPayoutOwnerPattern)
  return <PayoutOwnerView key={id} id={id} />
}

/** `/desk/leads`: who sent an inquiry. */
export const DeskLeadsPage = LeadsView

/** `/desk/leads/:id`: one of them. */
export function DeskLeadPage() {
  const { id = '' } = usePageParams(paths.deskLeadPattern)
  return <LeadView key={id} id={id} />
}

/** `/desk/controllers`: every controller, and new ones. */
export const DeskControllersPage = ControllersView

/** `/desk/releases`: software of the controllers, and how it reaches them. */
export const DeskReleasesPage = ReleasesView

/** `/desk/service`: fault reports of owners. */
export const DeskServicePage = ReportsView

/** `/desk/service/:id`: one fault report. */
export function DeskServiceReportPage() {
  const { id = '' } = usePageParams(paths.deskServiceReportPattern)
  const may = useMay()
  return <DeskReportView key={id} id={id} mayAct={may(serviceEndpoints.deskFaultReportAct)} />
}

/** `/desk/diagnostics`: stored sets of diagnostics of all fleets. */
export const DeskDiagnosticsPage = DiagnosticsView

/** `/desk/diagnostics/:id`: one set. */
export function DeskDiagnosticSetPage() {
  const { id = '' } = usePageParams(paths.deskDiagnosticSetPattern)
  return <SetView key={id} id={id} show={(data) => <AttachedData data={data} />} />
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

/** `/desk/mails`: e-mails that have not gone. */
export const DeskMailsPage = MailsView

/** `/desk/people`: who works at the desk, and where they are signed in. */
export const DeskPeoplePage = PeopleView

/** `/desk/audit`: what operators did. */
export const DeskAuditPage = AuditView
