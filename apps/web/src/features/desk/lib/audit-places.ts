import type { AuditEntry, AuditName, AuditNoun } from '@shipminer/contract/desk/audit'
import { paths } from '../../../config/paths.ts'

const own: Record<AuditName['kind'], (id: string) => string> = {
  order: paths.deskOrder,
  offer: paths.deskOffer,
  lead: paths.deskLead,
  customer: paths.deskCustomer,
  controller: paths.deskController,
  box: paths.deskBox,
  report: paths.deskServiceReport,
  product: () => paths.deskCatalogue,
  release: () => paths.deskReleases,
}

/** The page of what has none of its own. */
const listed: Partial<Record<AuditNoun, string>> = {
  account: paths.deskPayments,
  books: paths.deskBooks,
  entry: paths.deskBank,
  fleet: paths.deskFleet,
  mail: paths.deskMails,
  mailing: paths.deskNewsletter,
  message: paths.deskWebhooks,
  newsletter: paths.deskNewsletter,
  operator: paths.deskPeople,
  'payout-record': paths.deskPayouts,
  pool: paths.deskPayouts,
  refund: paths.deskBank,
  'refund-run': paths.deskBank,
  release: paths.deskReleases,
  setting: paths.deskSettings,
  statement: paths.deskBank,
  webhook: paths.deskWebhooks,
}

/** Where the subject of a line is shown, and the place of the navigation that it is part of. */
function placeOf({ subject, about }: Pick<AuditEntry, 'subject' | 'about'>): string | null {
  const [noun = '', rest = ''] = splitSubject(subject)
  if (noun === 'payout' && /^\d+$/.test(rest)) return paths.deskPayout(rest)
  return about === null ? (listed[noun as AuditNoun] ?? null) : own[about.kind](about.id)
}

/** As `placeOf`, for those who may go there. `allowed`: the places of the navigation that are theirs. */
export function auditLink(
  entry: Pick<AuditEntry, 'subject' | 'about'>,
  allowed: readonly string[],
): string | null {
  const to = placeOf(entry)
  if (to === null) return null
  const at = to.split('?')[0] ?? to
  const isTheirs = allowed.some((place) => at === place || at.startsWith(`${place}/`))
  return isTheirs ? to : null
}

/** The word that says what it is, and which one; a run of refunds was written in two words once. */
export function splitSubject(subject: string): [noun: string, rest: string] {
  const [, noun = subject, rest = ''] =
    /^(\S+)(?: (.*))?$/s.exec(subject.replace(/^refund run /, 'refund-run ')) ?? []
  return [noun, rest]
}
