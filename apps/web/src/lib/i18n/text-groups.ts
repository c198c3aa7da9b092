const frameTexts = ['common', 'navigation', 'errors', 'form', 'person'] as const
/** Every step from the purchase to the paid order. */
const shopTexts = ['koop', 'offer', 'order', 'payment'] as const
const inquiryTexts = ['contact', 'custom'] as const
/** What the first screen of an owner needs, and nearly every other page of theirs too. */
const fleetTexts = ['fleet', 'faults', 'overview', 'control', 'power'] as const
/** What the other pages of an account need beside it. */
const restTexts = [
  'alert-settings',
  'firmware',
  'commissioning',
  'proof',
  'revenue',
  'history',
  'claim',
  'service',
  'profile',
] as const
/** What only the desk shows. */
const deskTexts = [
  'desk',
  'desk-audit',
  'desk-bank',
  'desk-books',
  'desk-calendar',
  'desk-correction',
  'desk-customer',
  'desk-diagnostics',
  'desk-fleet',
  'desk-frame',
  'desk-merge',
  'desk-offers',
  'desk-owner-money',
  'desk-payouts',
  'desk-people',
  'desk-proposals',
  'desk-releases',
  'desk-search',
  'desk-settings',
  'desk-shop',
  'desk-installation',
  'desk-mailings',
  'desk-mails',
  'desk-stock',
  'desk-table',
  'desk-today',
  'desk-trouble',
  'desk-vat',
  'desk-webhooks',
] as const

/**
 * Texts come in groups: those of the frame with every page, the others with the pages that name them in `app/pages.ts`. One group of one
 * language is one file to fetch. A new file of texts gets its name into a group.
 */
export const textGroups = {
  frame: frameTexts,
  home: ['home'],
  product: ['product'],
  calculator: ['calculator'],
  inquiry: inquiryTexts,
  faq: ['faq'],
  legal: ['legal'],
  shop: shopTexts,
  /** Where the links of mails lead, the setup of an account, and the page without a connection. */
  entrance: ['setup', 'newsletter', 'offline'],
  /** The crew of a ship, and the link of an invitation to it. */
  crew: ['crew'],
  fleet: fleetTexts,
  rest: restTexts,
  /** Both in one, for who comes to another page than the first screen; who comes from there fetches the rest alone. */
  account: [...fleetTexts, ...restTexts],
  desk: deskTexts,
  wallet: ['wallet'],
  /** All that the profile shows, the frame included, which is more than any other page of an account. */
  profile: [...frameTexts, ...fleetTexts, ...restTexts, 'order', 'payment', 'wallet'],
  /** All that the desk shows, the frame included, for who comes to it first; who comes from elsewhere fetches what is missing. */
  office: [...frameTexts, ...deskTexts, ...fleetTexts, ...restTexts, ...shopTexts, ...inquiryTexts],
} as const

export type TextGroup = keyof typeof textGroups

const groupNames = Object.keys(textGroups) as TextGroup[]

/** The smallest group that a file of texts is in. */
export function groupOf(namespace: string): TextGroup {
  const found = groupNames.find((group) => (textGroups[group] as readonly string[]).includes(namespace))
  if (!found) throw new Error(`No group has the texts ${namespace}`)
  return found
}

/** The groups to fetch for a page: those that it names, and the frame unless one of them has it. */
export function withFrame(groups: readonly TextGroup[]): readonly TextGroup[] {
  return groups.includes('office') || groups.includes('profile') ? groups : ['frame', ...groups]
}

/** The files of texts in some groups. */
export function namespacesIn(groups: readonly TextGroup[]): string[] {
  return groups.flatMap((group) => [...textGroups[group]])
}
