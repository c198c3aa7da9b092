import { type ComponentType, lazy, Suspense } from 'react'
import { paths } from '../../config/paths.ts'
import { Loading } from '../../ui/loading.tsx'
import { usePageParams } from '../use-page-params.ts'

const DeskPart = lazy(() => import('../desk-part.tsx').then((module) => ({ default: module.DeskPart })))
const OrderView = lazy(() =>
  import('../../features/desk/components/order-view.tsx').then((module) => ({ default: module.OrderView })),
)
const DeskReportView = lazy(() =>
  import('../../features/service/components/desk-report-view.tsx').then((module) => ({
    default: module.DeskReportView,
  })),
)

const PayoutRunView = lazy(() =>
  import('../../features/desk/payouts/run-view.tsx').then((module) => ({ default: module.PayoutRunView })),
)

/** A page of the provider's desk; its code and that of its gate come when it shows. */
function deskPage(View: ComponentType): ComponentType {
  return () => (
    <Suspense
      fallback={
        <div className="wrap">
          <Loading />
        </div>
      }
    >
      <DeskPart>
        <View />
      </DeskPart>
    </Suspense>
  )
}

/** `/desk`: what waits today. */
export const DeskTodayPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/today-view.tsx').then((module) => ({ default: module.TodayView })),
  ),
)

/** `/desk/orders`: all orders. */
export const DeskOrdersPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/orders-view.tsx').then((module) => ({
      default: module.OrdersView,
    })),
  ),
)

/** `/desk/orders/:id`: one order. */
export const DeskOrderPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskOrderPattern)
  return <OrderView key={id} id={id} />
})

/** `/desk/payments`: refunds, coin payments to decide, and the watchers. */
export const DeskPaymentsPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/payments-view.tsx').then((module) => ({
      default: module.PaymentsView,
    })),
  ),
)

/** `/desk/bank`: statements, and entries to match. */
export const DeskBankPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/bank-view.tsx').then((module) => ({ default: module.BankView })),
  ),
)

/** `/desk/payouts`: what owners are due, and the runs that pay them. */
export const DeskPayoutsPage = deskPage(
  lazy(() =>
    import('../../features/desk/payouts/payouts-view.tsx').then((module) => ({
      default: module.PayoutsView,
    })),
  ),
)

/** `/desk/payouts/:id`: one run. */
export const DeskPayoutPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskPayoutPattern)
  return <PayoutRunView key={id} id={id} />
})

/** `/desk/leads`: who asked something. */
export const DeskLeadsPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/leads-view.tsx').then((module) => ({ default: module.LeadsView })),
  ),
)

/** `/desk/controllers`: every controller, and new ones. */
export const DeskControllersPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/controllers-view.tsx').then((module) => ({
      default: module.ControllersView,
    })),
  ),
)

/** `/desk/releases`: software of the controllers, and how it reaches them. */
export const DeskReleasesPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/releases-view.tsx').then((module) => ({
      default: module.ReleasesView,
    })),
  ),
)

/** `/desk/service`: fault reports of owners. */
export const DeskServicePage = deskPage(
  lazy(() =>
    import('../../features/service/components/desk-reports-view.tsx').then((module) => ({
      default: module.DeskReportsView,
    })),
  ),
)

/** `/desk/service/:id`: one fault report. */
export const DeskServiceReportPage = deskPage(() => {
  const { id = '' } = usePageParams(paths.deskServiceReportPattern)
  return <DeskReportView key={id} id={id} />
})

/** `/desk/catalogue`: prices, stock, and whether anything can be ordered. */
export const DeskCataloguePage = deskPage(
  lazy(() =>
    import('../../features/desk/components/catalogue-view.tsx').then((module) => ({
      default: module.CatalogueView,
    })),
  ),
)

/** `/desk/newsletter`: who wants it. */
export const DeskNewsletterPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/newsletter-view.tsx').then((module) => ({
      default: module.NewsletterView,
    })),
  ),
)

/** `/desk/settings`: every setting of the server. */
export const DeskSettingsPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/settings-view.tsx').then((module) => ({
      default: module.SettingsView,
    })),
  ),
)

/** `/desk/fleet`: every miner of every owner. */
export const DeskFleetPage = deskPage(
  lazy(() =>
    import('../../features/desk/fleet/fleet-view.tsx').then((module) => ({ default: module.FleetView })),
  ),
)

/** `/desk/webhooks`: where messages go, and what became of each. */
export const DeskWebhooksPage = deskPage(
  lazy(() =>
    import('../../features/desk/webhooks/webhooks-view.tsx').then((module) => ({
      default: module.WebhooksView,
    })),
  ),
)

/** `/desk/audit`: what operators did. */
export const DeskAuditPage = deskPage(
  lazy(() =>
    import('../../features/desk/components/audit-view.tsx').then((module) => ({ default: module.AuditView })),
  ),
)
