import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskBooksEndpoints } from '@shipminer/contract/desk/books'
import { deskCalendarEndpoints } from '@shipminer/contract/desk/calendar'
import { deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { deskDiagnosticEndpoints } from '@shipminer/contract/desk/diagnostics'
import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { deskPeopleEndpoints } from '@shipminer/contract/desk/people'
import { deskStockEndpoints } from '@shipminer/contract/desk/stock'
import { deskWebhookEndpoints } from '@shipminer/contract/desk/webhooks'
import { deskWorkEndpoints } from '@shipminer/contract/desk/work'
import { mayCall, type NeededRoles, type OperatorRole } from '@shipminer/contract/operator-roles'
import { releaseEndpoints } from '@shipminer/contract/releases'
import { deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { newsletterEndpoints } from '@shipminer/contract/shop/newsletter'
import { serviceEndpoints } from '@shipminer/contract/shop/service'
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
    | 'nav.offers'
    | 'nav.calendar'
    | 'nav.stock'
    | 'nav.customers'
    | 'nav.bank'
    | 'nav.payments'
    | 'nav.payouts'
    | 'nav.books'
    | 'nav.controllers'
    | 'nav.fleet'
    | 'nav.service'
    | 'nav.diagnostics'
    | 'nav.catalogue'
    | 'nav.newsletter'
    | 'nav.releases'
    | 'nav.webhooks'
    | 'nav.mails'
    | 'nav.settings'
    | 'nav.people'
    | 'nav.audit'
  icon: IconName
  /** What the page shows first: who may not ask for it is not led there. */
  call: NeededRoles
  /** What its counter counts; without it there is none. */
  work?: keyof Work
  /** Where what is counted is, if the page shows more than that first. */
  counted?: string
}

export const today: NavItem = {
  to: paths.desk,
  call: deskWorkEndpoints.deskToday,
  text: 'nav.today',
  icon: 'calendar',
  work: 'today',
}

const navGroups = [
  {
    name: 'sales',
    items: [
      {
        to: paths.deskOrders,
        call: deskEndpoints.deskOrders,
        text: 'nav.orders',
        icon: 'tray',
        work: 'orders',
      },
      {
        to: paths.deskLeads,
        call: deskEndpoints.deskLeads,
        text: 'nav.leads',
        icon: 'letter',
        work: 'leads',
      },
      { to: paths.deskOffers, call: deskOfferEndpoints.deskOffers, text: 'nav.offers', icon: 'paper' },
      {
        to: paths.deskCalendar,
        call: deskCalendarEndpoints.deskCalendar,
        text: 'nav.calendar',
        icon: 'calendar',
      },
      { to: paths.deskStock, call: deskStockEndpoints.deskBoxes, text: 'nav.stock', icon: 'box' },
      {
        to: paths.deskCustomers,
        call: deskCustomerEndpoints.deskCustomers,
        text: 'nav.customers',
        icon: 'person',
      },
    ],
  },
  {
    name: 'money',
    items: [
      { to: paths.deskBank, call: deskBankEndpoints.deskBank, text: 'nav.bank', icon: 'bank', work: 'bank' },
      {
        to: paths.deskPayments,
        call: deskEndpoints.deskPayments,
        text: 'nav.payments',
        icon: 'card',
        work: 'payments',
      },
      {
        to: paths.deskPayouts,
        call: deskPayoutEndpoints.deskPayouts,
        text: 'nav.payouts',
        icon: 'out',
        work: 'payouts',
      },
      { to: paths.deskBooks, call: deskBooksEndpoints.deskBooksExport, text: 'nav.books', icon: 'paper' },
    ],
  },
  {
    name: 'fleet',
    items: [
      {
        to: paths.deskControllers,
        call: deskEndpoints.deskControllers,
        text: 'nav.controllers',
        icon: 'chip',
        work: 'controllers',
      },
      { to: paths.deskFleet, call: deskFleetEndpoints.deskFleet, text: 'nav.fleet', icon: 'box' },
    ],
  },
  {
    name: 'service',
    items: [
      {
        to: paths.deskService,
        call: serviceEndpoints.deskFaultReports,
        text: 'nav.service',
        icon: 'spanner',
        work: 'service',
        counted: `${paths.deskService}?filter=waiting-for-us`,
      },
      {
        to: paths.deskDiagnostics,
        call: deskDiagnosticEndpoints.deskDiagnostics,
        text: 'nav.diagnostics',
        icon: 'list',
      },
    ],
  },
  {
    name: 'shop',
    items: [
      {
        to: paths.deskCatalogue,
        call: deskCatalogueEndpoints.deskCatalogue,
        text: 'nav.catalogue',
        icon: 'tag',
      },
      {
        to: paths.deskNewsletter,
        call: newsletterEndpoints.deskNewsletter,
        text: 'nav.newsletter',
        icon: 'paper',
      },
    ],
  },
  {
    name: 'system',
    items: [
      { to: paths.deskReleases, call: releaseEndpoints.deskReleases, text: 'nav.releases', icon: 'download' },
      { to: paths.deskWebhooks, call: deskWebhookEndpoints.deskWebhooks, text: 'nav.webhooks', icon: 'hook' },
      {
        to: paths.deskMails,
        call: deskMailEndpoints.deskMails,
        text: 'nav.mails',
        icon: 'letter',
        work: 'mails',
      },
      {
        to: paths.deskSettings,
        call: deskCatalogueEndpoints.deskSettings,
        text: 'nav.settings',
        icon: 'sliders',
      },
      { to: paths.deskPeople, call: deskPeopleEndpoints.deskPeople, text: 'nav.people', icon: 'person' },
      { to: paths.deskAudit, call: deskEndpoints.deskAudit, text: 'nav.audit', icon: 'list' },
    ],
  },
] as const satisfies readonly { name: string; items: readonly NavItem[] }[]

type NavGroup = { name: (typeof navGroups)[number]['name']; items: readonly NavItem[] }
export const groups: readonly NavGroup[] = navGroups

/** What somebody with a role is led to; null: the server could not say which one it is, and everything is named. */
export function groupsFor(role: OperatorRole | null): readonly NavGroup[] {
  if (role === null) return groups
  return groups
    .map(({ name, items }) => ({ name, items: items.filter(({ call }) => mayCall(role, call)) }))
    .filter(({ items }) => items.length > 0)
}

/** The groups that a phone shows at its bottom; the others are in the drawer. */
export const bottomGroupNames: readonly string[] = ['sales', 'money', 'fleet']

/** Whether somebody with a role may open a page of the desk; where the server could not say which one it is, the page itself says so. */
export function mayOpen(role: OperatorRole | null, to: string): boolean {
  const [pathname = to] = to.split(/[?#]/)
  const item = groups.flatMap(({ items }) => items).find((one) => isAt(one, pathname))
  return role === null || item === undefined || mayCall(role, item.call)
}

/** Whether a page is at a place of the navigation, or below it. */
export function isAt(item: Pick<NavItem, 'to'>, pathname: string): boolean {
  return pathname === item.to || (item.to !== paths.desk && pathname.startsWith(`${item.to}/`))
}
