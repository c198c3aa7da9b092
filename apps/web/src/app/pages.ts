import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { showsTestProduct } from '../config/env.ts'
import { paths } from '../config/paths.ts'
import type { TextGroup } from '../lib/i18n/text-groups.ts'
import { NotFoundPage } from './frame/not-found.tsx'

/**
 * Every page of the site. To add one: a file in `routes/`, an address in `config/paths.ts`, a row here.
 * `isAccount`: only for signed-in people; its prerendered HTML is only the frame.
 */
export type PageDefinition = {
  name: string
  pattern: string
  isAccount: boolean
  /** Key of its title in the common texts; null: the page writes its own. */
  title:
    | null
    | 'title.home'
    | 'title.dashboard'
    | 'title.miner'
    | 'title.alerts'
    | 'title.revenue'
    | 'title.history'
    | 'title.compare'
    | 'title.firmware'
    | 'title.ship'
    | 'title.service'
    | 'title.setup'
    | 'title.desk'
    | 'title.profile'
    | 'title.paymentTest'
    | 'title.verifyEmail'
    | 'title.crewInvitation'
    | 'title.resetPassword'
    | 'title.calculator'
    | 'title.custom'
    | 'title.faq'
    | 'title.contact'
    | 'title.buy'
    | 'title.terms'
    | 'title.privacy'
    | 'notFound.title'
  /** Whether search engines may list it. */
  isIndexed: boolean
  /** Groups of texts it needs beside those of the frame. */
  texts: readonly TextGroup[]
  /** Its document never comes to life: it may be served at any address, so no script could know what it is. */
  isStatic?: true
  /** Only on servers that show the payment test product. */
  isTestOnly?: true
  /** Stands in the frame of the provider's desk, which also decides who may come in. */
  isDesk?: true
  /** Its code comes with every page. */
  isInFrame?: true
  /** Its first values are drawn before its scripts have come. */
  hasFirstValues?: true
  /** A working page of an owner: the working frame is around it, not that of the shop. */
  isWork?: true
  /** Its file in `routes/`; without it the one that is named like the page. */
  route?: string
  load: () => Promise<{ default: ComponentType }>
}

export const pages: readonly PageDefinition[] = [
  ...productPages(),
  {
    name: 'home',
    title: 'title.home',
    pattern: paths.home,
    isAccount: false,
    isIndexed: true,
    texts: ['home'],
    load: () => import('./routes/shop/home.tsx').then((module) => ({ default: module.HomePage })),
  },
  {
    name: 'dashboard',
    title: 'title.dashboard',
    pattern: paths.dashboard,
    isAccount: true,
    hasFirstValues: true,
    isWork: true,
    isIndexed: false,
    texts: ['fleet'],
    load: () => import('./routes/dashboard.tsx').then((module) => ({ default: module.DashboardPage })),
  },
  {
    name: 'mining',
    title: 'title.dashboard',
    pattern: paths.mining,
    isAccount: true,
    hasFirstValues: true,
    isWork: true,
    isIndexed: false,
    texts: ['fleet'],
    route: 'dashboard',
    load: () => import('./routes/dashboard.tsx').then((module) => ({ default: module.DashboardPage })),
  },
  {
    name: 'miner',
    title: 'title.miner',
    pattern: paths.minerPattern,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/miner.tsx').then((module) => ({ default: module.MinerPage })),
  },
  {
    name: 'alerts',
    title: 'title.alerts',
    pattern: paths.alerts,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/alerts.tsx').then((module) => ({ default: module.AlertsPage })),
  },
  {
    name: 'revenue',
    title: 'title.revenue',
    pattern: paths.revenue,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/revenue.tsx').then((module) => ({ default: module.RevenuePage })),
  },
  {
    name: 'history',
    title: 'title.history',
    pattern: paths.history,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/history.tsx').then((module) => ({ default: module.HistoryPage })),
  },
  {
    name: 'firmware',
    title: 'title.firmware',
    pattern: paths.firmware,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/firmware.tsx').then((module) => ({ default: module.FirmwarePage })),
  },
  {
    name: 'compare',
    title: 'title.compare',
    pattern: paths.compare,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/compare.tsx').then((module) => ({ default: module.ComparePage })),
  },
  {
    name: 'ship',
    title: 'title.ship',
    pattern: paths.shipPattern,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account', 'crew'],
    load: () => import('./routes/ship.tsx').then((module) => ({ default: module.ShipPage })),
  },
  {
    name: 'service',
    title: 'title.service',
    pattern: paths.service,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    load: () => import('./routes/service.tsx').then((module) => ({ default: module.ServicePage })),
  },
  {
    name: 'service-report',
    title: 'title.service',
    pattern: paths.serviceReportPattern,
    isAccount: true,
    isWork: true,
    isIndexed: false,
    texts: ['account'],
    route: 'service',
    load: () => import('./routes/service.tsx').then((module) => ({ default: module.ServiceReportPage })),
  },
  {
    name: 'welcome-setup',
    title: 'title.setup',
    pattern: paths.welcomeSetup,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () =>
      import('./routes/account/welcome-setup.tsx').then((module) => ({ default: module.WelcomeSetupPage })),
  },
  {
    name: 'profile',
    title: 'title.profile',
    pattern: paths.profile,
    isAccount: true,
    isIndexed: false,
    texts: ['profile'],
    load: () => import('./routes/profile.tsx').then((module) => ({ default: module.ProfilePage })),
  },
  {
    name: 'verify-email',
    title: 'title.verifyEmail',
    pattern: paths.verifyEmail,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () =>
      import('./routes/account/verify-email.tsx').then((module) => ({ default: module.VerifyEmailPage })),
  },
  {
    name: 'crew-invitation',
    title: 'title.crewInvitation',
    pattern: paths.crewInvitation,
    isAccount: false,
    isIndexed: false,
    texts: ['crew'],
    load: () =>
      import('./routes/account/crew-invitation.tsx').then((module) => ({
        default: module.CrewInvitationPage,
      })),
  },
  {
    name: 'reset-password',
    title: 'title.resetPassword',
    pattern: paths.resetPassword,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () =>
      import('./routes/account/reset-password.tsx').then((module) => ({ default: module.ResetPasswordPage })),
  },
  {
    name: 'unsubscribe',
    title: null,
    pattern: paths.unsubscribe,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () =>
      import('./routes/account/unsubscribe.tsx').then((module) => ({ default: module.UnsubscribePage })),
  },
  {
    name: 'auth-test',
    title: null,
    pattern: paths.authTest,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () => import('./routes/account/auth-test.tsx').then((module) => ({ default: module.AuthTestPage })),
  },
  {
    name: 'calculator',
    title: 'title.calculator',
    pattern: paths.calculator,
    isAccount: false,
    isIndexed: true,
    texts: ['calculator'],
    load: () => import('./routes/shop/calculator.tsx').then((module) => ({ default: module.CalculatorPage })),
  },
  {
    name: 'maatwerk',
    title: 'title.custom',
    pattern: paths.custom,
    isAccount: false,
    isIndexed: true,
    texts: ['inquiry', 'calculator'],
    load: () =>
      import('./routes/shop/maatwerk.tsx').then((module) => ({ default: module.CustomSolutionPage })),
  },
  {
    name: 'faq',
    title: 'title.faq',
    pattern: paths.faq,
    isAccount: false,
    isIndexed: true,
    texts: ['faq'],
    load: () => import('./routes/shop/faq.tsx').then((module) => ({ default: module.FaqPage })),
  },
  {
    name: 'contact',
    title: 'title.contact',
    pattern: paths.contact,
    isAccount: false,
    isIndexed: true,
    texts: ['inquiry'],
    load: () => import('./routes/shop/contact.tsx').then((module) => ({ default: module.ContactPage })),
  },
  {
    name: 'koop',
    title: 'title.buy',
    pattern: paths.buy,
    isAccount: false,
    isIndexed: true,
    texts: ['shop'],
    load: () => import('./routes/shop/koop.tsx').then((module) => ({ default: module.BuyPage })),
  },
  {
    name: 'order',
    title: null,
    pattern: paths.orderPattern,
    isAccount: false,
    isIndexed: false,
    texts: ['shop'],
    load: () => import('./routes/shop/order.tsx').then((module) => ({ default: module.OrderPage })),
  },
  {
    name: 'offer',
    title: null,
    pattern: paths.offerPattern,
    isAccount: false,
    isIndexed: false,
    texts: ['shop'],
    load: () => import('./routes/shop/offer.tsx').then((module) => ({ default: module.OfferPage })),
  },
  {
    name: 'payment-test',
    title: 'title.paymentTest',
    pattern: paths.paymentTest,
    isAccount: true,
    isIndexed: false,
    texts: ['shop'],
    load: () =>
      import('./routes/shop/payment-test.tsx').then((module) => ({ default: module.PaymentTestPage })),
  },
  ...deskPages(),
  {
    name: 'terms',
    title: 'title.terms',
    pattern: paths.terms,
    isAccount: false,
    isIndexed: true,
    texts: ['legal'],
    route: 'legal',
    load: () => import('./routes/shop/legal.tsx').then((module) => ({ default: module.TermsPage })),
  },
  {
    name: 'privacy',
    title: 'title.privacy',
    pattern: paths.privacy,
    isAccount: false,
    isIndexed: true,
    texts: ['legal'],
    route: 'legal',
    load: () => import('./routes/shop/legal.tsx').then((module) => ({ default: module.PrivacyPage })),
  },
  {
    name: 'offline',
    title: null,
    pattern: paths.offline,
    isStatic: true,
    isAccount: false,
    isIndexed: false,
    texts: ['entrance'],
    load: () => import('./routes/offline.tsx').then((module) => ({ default: module.OfflinePage })),
  },
]

function productPages(): PageDefinition[] {
  return (['sm19', 'sm21', 'sm23', 'lottery', 'payment-test'] as const).map((id) => ({
    name: `product-${id}`,
    title: null,
    pattern: paths.product(id),
    isAccount: false,
    isIndexed: id !== 'payment-test',
    ...(id === 'payment-test' ? { isTestOnly: true } : {}),
    texts: ['product'],
    route: 'product',
    load: () => import('./routes/shop/product.tsx').then((module) => ({ default: module.productPage(id) })),
  }))
}

/** The provider's desk; anyone who is not an operator finds no page there. */
function deskPages(): PageDefinition[] {
  const rows = [
    ['desk', paths.desk, 'DeskTodayPage'],
    ['desk-orders', paths.deskOrders, 'DeskOrdersPage'],
    ['desk-order', paths.deskOrderPattern, 'DeskOrderPage'],
    ['desk-offers', paths.deskOffers, 'DeskOffersPage'],
    ['desk-offer-new', paths.deskOfferNew(), 'DeskOfferNewPage'],
    ['desk-offer', paths.deskOfferPattern, 'DeskOfferPage'],
    ['desk-calendar', paths.deskCalendar, 'DeskCalendarPage'],
    ['desk-fitting', paths.deskFittingPattern, 'DeskFittingPage'],
    ['desk-diagnostics', paths.deskDiagnostics, 'DeskDiagnosticsPage'],
    ['desk-diagnostic-set', paths.deskDiagnosticSetPattern, 'DeskDiagnosticSetPage'],
    ['desk-stock', paths.deskStock, 'DeskStockPage'],
    ['desk-box', paths.deskBoxPattern, 'DeskBoxPage'],
    ['desk-customers', paths.deskCustomers, 'DeskCustomersPage'],
    ['desk-customer', paths.deskCustomerPattern, 'DeskCustomerPage'],
    ['desk-payments', paths.deskPayments, 'DeskPaymentsPage'],
    ['desk-payouts', paths.deskPayouts, 'DeskPayoutsPage'],
    ['desk-payout', paths.deskPayoutPattern, 'DeskPayoutPage'],
    ['desk-payout-owner', paths.deskPayoutOwnerPattern, 'DeskPayoutOwnerPage'],
    ['desk-bank', paths.deskBank, 'DeskBankPage'],
    ['desk-books', paths.deskBooks, 'DeskBooksPage'],
    ['desk-leads', paths.deskLeads, 'DeskLeadsPage'],
    ['desk-lead', paths.deskLeadPattern, 'DeskLeadPage'],
    ['desk-controllers', paths.deskControllers, 'DeskControllersPage'],
    ['desk-releases', paths.deskReleases, 'DeskReleasesPage'],
    ['desk-service', paths.deskService, 'DeskServicePage'],
    ['desk-service-report', paths.deskServiceReportPattern, 'DeskServiceReportPage'],
    ['desk-catalogue', paths.deskCatalogue, 'DeskCataloguePage'],
    ['desk-newsletter', paths.deskNewsletter, 'DeskNewsletterPage'],
    ['desk-settings', paths.deskSettings, 'DeskSettingsPage'],
    ['desk-fleet', paths.deskFleet, 'DeskFleetPage'],
    ['desk-webhooks', paths.deskWebhooks, 'DeskWebhooksPage'],
    ['desk-mails', paths.deskMails, 'DeskMailsPage'],
    ['desk-people', paths.deskPeople, 'DeskPeoplePage'],
    ['desk-audit', paths.deskAudit, 'DeskAuditPage'],
  ] as const
  return rows.map(([name, pattern, component]) => ({
    name,
    title: 'title.desk',
    pattern,
    isAccount: true,
    isDesk: true,
    isIndexed: false,
    texts: ['office'],
    route: 'desk',
    load: () => import('./routes/desk.tsx').then((module) => ({ default: module[component] })),
  }))
}

/** Shown at the address of a product that does not exist. */
export const productMissingPage: PageDefinition = {
  name: 'product-missing',
  title: null,
  pattern: `${paths.productPrefix}:id`,
  isAccount: false,
  isIndexed: false,
  texts: ['product'],
  route: 'product',
  load: () => import('./routes/shop/product.tsx').then((module) => ({ default: module.ProductMissingPage })),
}

/** Shown at every address without a page. */
export const notFoundPage: PageDefinition = {
  name: 'not-found',
  title: 'notFound.title',
  pattern: '*',
  isAccount: false,
  isIndexed: false,
  texts: [],
  isInFrame: true,
  load: async () => ({ default: NotFoundPage }),
}

/** The page at a path. */
export function pageAt(pathname: string): PageDefinition {
  const found = pages.find((page) => matchPath(page.pattern, pathname))
  if (found && (!found.isTestOnly || showsTestProduct())) return found
  return pathname.startsWith(paths.productPrefix) || found ? productMissingPage : notFoundPage
}
