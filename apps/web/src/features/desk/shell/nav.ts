import { paths } from '../../../config/paths.ts'
import type { Work } from '../today/queue.ts'
import type { IconName } from './icons.tsx'

/** Where one can go at the desk, in groups. To add a page: one line here, its name in the texts `desk` (`nav.…`). */
export type NavItem = {
  to: string
  text:
    | 'nav.today'
    | 'nav.orders'
    | 'nav.leads'
    | 'nav.customers'
    | 'nav.bank'
    | 'nav.payments'
    | 'nav.payouts'
    | 'nav.books'
    | 'nav.controllers'
    | 'nav.fleet'
    | 'nav.service'
    | 'nav.catalogue'
    | 'nav.newsletter'
    | 'nav.releases'
    | 'nav.webhooks'
    | 'nav.settings'
    | 'nav.audit'
  icon: IconName
  /** What its counter counts; without it there is none. */
  work?: keyof Work
}

export const today: NavItem = { to: paths.desk, text: 'nav.today', icon: 'calendar', work: 'today' }

const navGroups = [
  {
    name: 'sales',
    items: [
      { to: paths.deskOrders, text: 'nav.orders', icon: 'tray', work: 'orders' },
      { to: paths.deskLeads, text: 'nav.leads', icon: 'letter', work: 'leads' },
      { to: paths.deskCustomers, text: 'nav.customers', icon: 'person' },
    ],
  },
  {
    name: 'money',
    items: [
      { to: paths.deskBank, text: 'nav.bank', icon: 'bank', work: 'bank' },
      { to: paths.deskPayments, text: 'nav.payments', icon: 'card', work: 'payments' },
      { to: paths.deskPayouts, text: 'nav.payouts', icon: 'out', work: 'payouts' },
      { to: paths.deskBooks, text: 'nav.books', icon: 'paper' },
    ],
  },
  {
    name: 'fleet',
    items: [
      { to: paths.deskControllers, text: 'nav.controllers', icon: 'chip', work: 'controllers' },
      { to: paths.deskFleet, text: 'nav.fleet', icon: 'box' },
    ],
  },
  {
    name: 'service',
    items: [{ to: paths.deskService, text: 'nav.service', icon: 'spanner', work: 'service' }],
  },
  {
    name: 'shop',
    items: [
      { to: paths.deskCatalogue, text: 'nav.catalogue', icon: 'tag' },
      { to: paths.deskNewsletter, text: 'nav.newsletter', icon: 'paper' },
    ],
  },
  {
    name: 'system',
    items: [
      { to: paths.deskReleases, text: 'nav.releases', icon: 'download' },
      { to: paths.deskWebhooks, text: 'nav.webhooks', icon: 'hook' },
      { to: paths.deskSettings, text: 'nav.settings', icon: 'sliders' },
      { to: paths.deskAudit, text: 'nav.audit', icon: 'list' },
    ],
  },
] as const satisfies readonly { name: string; items: readonly NavItem[] }[]

type Group = { name: (typeof navGroups)[number]['name']; items: readonly NavItem[] }
export const groups: readonly Group[] = navGroups

/** The groups that a phone shows at its bottom; the others are in the drawer. */
export const bottomGroups = groups.filter(({ name }) => ['sales', 'money', 'fleet'].includes(name))

/** Whether a page is at a place of the navigation, or below it. */
export function isAt(item: Pick<NavItem, 'to'>, pathname: string): boolean {
  return pathname === item.to || (item.to !== paths.desk && pathname.startsWith(`${item.to}/`))
}
