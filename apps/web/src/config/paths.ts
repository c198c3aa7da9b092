import { productSlug } from '@shipminer/domain/catalogue/product-slug'
import { productName } from './env.ts'
import { productRoutes } from './product-routes.ts'

const slug = productSlug(productName)
const productPaths = productRoutes(slug)

/** Every address of the site, once. `pattern` is for the router, the function makes a link. */
export const paths = {
  home: '/',
  boxes: '/#boxes',
  product: (id: string): string => productPaths[id] ?? '/',
  /** What the addresses of the boxes start with; below it an unknown product is distinguished from an unknown page. */
  productPrefix: `/${slug}-`,
  calculator: '/calculator',
  calculatorFor: (id: string) => `/calculator?product=${encodeURIComponent(id)}`,
  custom: '/maatwerk',
  faq: '/faq',
  contact: '/contact',
  contactAbout: (subject: 'order' | 'question' | 'quote' | 'notify-me', productId?: string) =>
    `/contact?subject=${subject}${productId ? `&product=${encodeURIComponent(productId)}` : ''}`,
  buy: '/koop',
  buyProduct: (id: string, quantity = 1) =>
    `/koop?product=${encodeURIComponent(id)}${quantity > 1 ? `&quantity=${quantity}` : ''}`,
  /** The same with the form for an offer open. */
  offerFor: (id: string, quantity = 1) =>
    `/koop?product=${encodeURIComponent(id)}${quantity > 1 ? `&quantity=${quantity}` : ''}&offer`,
  terms: '/terms',
  privacy: '/privacy',
  offline: '/offline',
  dashboard: '/dashboard',
  mining: '/mining',
  alerts: '/dashboard/alerts',
  revenue: '/dashboard/revenue',
  history: '/dashboard/history',
  compare: '/dashboard/compare',
  firmware: '/dashboard/firmware',
  service: '/dashboard/service',
  /** The form of a new report, about one miner, one ship, or everything. */
  serviceNew: (about: { miner?: string; ship?: string } = {}) =>
    `/dashboard/service?${new URLSearchParams({ new: '', ...about })}`,
  serviceReportPattern: '/dashboard/service/:id',
  serviceReport: (id: string) => `/dashboard/service/${encodeURIComponent(id)}`,
  shipPattern: '/dashboard/ships/:id',
  ship: (id: string) => `/dashboard/ships/${encodeURIComponent(id)}`,
  minerPattern: '/mining/miners/:id',
  miner: (id: string) => `/mining/miners/${encodeURIComponent(id)}`,
  profile: '/profile',
  welcomeSetup: '/welcome-setup',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  crewInvitation: '/crew-invitation',
  authTest: '/auth-test',
  orderPattern: '/order/:id',
  order: (id: string) => `/order/${encodeURIComponent(id)}`,
  offerPattern: '/offer/:id',
  paymentTest: '/payment-test',
  desk: '/desk',
  deskOrders: '/desk/orders',
  deskOrderPattern: '/desk/orders/:id',
  deskOrder: (id: string) => `/desk/orders/${encodeURIComponent(id)}`,
  deskOffers: '/desk/offers',
  /** The form of a new offer, for somebody who asked for one. */
  deskOfferNew: (whom: Record<string, string> = {}) => {
    const query = new URLSearchParams(whom).toString()
    return `/desk/offers/new${query === '' ? '' : `?${query}`}`
  },
  deskOfferPattern: '/desk/offers/:id',
  deskOffer: (id: string) => `/desk/offers/${encodeURIComponent(id)}`,
  deskCalendar: '/desk/calendar',
  deskFittingPattern: '/desk/calendar/:id',
  deskFitting: (id: string) => `/desk/calendar/${encodeURIComponent(id)}`,
  deskStock: '/desk/stock',
  deskBoxPattern: '/desk/stock/:id',
  deskBox: (id: string) => `/desk/stock/${encodeURIComponent(id)}`,
  deskCustomers: '/desk/customers',
  deskCustomerPattern: '/desk/customers/:id',
  deskCustomer: (id: string) => `/desk/customers/${encodeURIComponent(id)}`,
  deskPayments: '/desk/payments',
  deskPayouts: '/desk/payouts',
  deskBooks: '/desk/books',
  deskPayoutPattern: '/desk/payouts/:id',
  deskPayout: (id: string) => `/desk/payouts/${encodeURIComponent(id)}`,
  deskPayoutOwnerPattern: '/desk/payouts/owners/:id',
  deskPayoutOwner: (id: string) => `/desk/payouts/owners/${encodeURIComponent(id)}`,
  deskBank: '/desk/bank',
  deskLeads: '/desk/leads',
  deskLeadPattern: '/desk/leads/:id',
  deskLead: (id: string) => `/desk/leads/${encodeURIComponent(id)}`,
  deskControllers: '/desk/controllers',
  deskController: (id: string) => `/desk/controllers?id=${encodeURIComponent(id)}`,
  deskReleases: '/desk/releases',
  deskService: '/desk/service',
  deskServiceReportPattern: '/desk/service/:id',
  deskServiceReport: (id: string) => `/desk/service/${encodeURIComponent(id)}`,
  deskDiagnostics: '/desk/diagnostics',
  deskDiagnosticSetPattern: '/desk/diagnostics/:id',
  deskDiagnosticSet: (id: string) => `/desk/diagnostics/${encodeURIComponent(id)}`,
  deskCatalogue: '/desk/catalogue',
  deskNewsletter: '/desk/newsletter',
  deskSettings: '/desk/settings',
  unsubscribe: '/newsletter/unsubscribe',
  deskFleet: '/desk/fleet',
  deskWebhooks: '/desk/webhooks',
  deskMails: '/desk/mails',
  deskPeople: '/desk/people',
  deskAudit: '/desk/audit',
} as const
