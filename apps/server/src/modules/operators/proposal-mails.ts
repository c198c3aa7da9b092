import { deskEndpoints } from '@shipminer/contract/desk'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { deskPoolEndpoints } from '@shipminer/contract/desk/pools'
import {
  deskProposalEndpoints,
  type OwnAccount,
  type ProposalKind,
  type Proposed,
} from '@shipminer/contract/desk/proposals'
import { deskRefundRunEndpoints } from '@shipminer/contract/desk/refund-runs'
import { mayCall, type NeededRoles } from '@shipminer/contract/operator-roles'
import { releaseEndpoints } from '@shipminer/contract/releases'
import { formatEuro, numberFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Queryable } from '../../platform/db/store.ts'
import { asWords } from '../../platform/mail/as-words.ts'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { type MailFact, renderMail } from '../../platform/mail/render-mail.ts'
import { type AccountMailDeps, formatMailTime } from '../users/users.port.ts'
import { listOperators } from './operators.repository.ts'

/** The calls that show what is proposed, and that confirm it. */
export const callsOfProposal: Record<ProposalKind, { shows: NeededRoles; confirms: NeededRoles }> = {
  refund: { shows: deskEndpoints.deskRefunds, confirms: deskRefundRunEndpoints.deskRefundRunPaid },
  'refund-run': {
    shows: deskRefundRunEndpoints.deskRefundRuns,
    confirms: deskRefundRunEndpoints.deskRefundRunPaid,
  },
  rollout: { shows: releaseEndpoints.deskReleases, confirms: releaseEndpoints.deskStartRollout },
  resume: { shows: releaseEndpoints.deskReleases, confirms: releaseEndpoints.deskRolloutAct },
  account: { shows: deskEndpoints.deskPayments, confirms: deskProposalEndpoints.deskAccountConfirm },
  'payout-record': { shows: deskPoolEndpoints.deskPayoutOwner, confirms: deskPoolEndpoints.deskPayoutRecord },
}

/** What waits for a second operator: a proposal, or a run of payouts whose maker may not take its signed transaction. */
export type Waiting = { id: string; what: Proposed | { kind: 'payout'; totalSat: number } }

type Person = { name: string; userId: string }
type Words = (language: Language) => { subject: MailTextKey; paragraphs: MailTextKey[]; facts: MailFact[] }

/** Tells everybody else who may confirm it that something waits, and where. */
export async function mailOfWaiting(
  db: Queryable,
  deps: AccountMailDeps,
  waiting: Waiting,
  { name, userId }: Person,
): Promise<void> {
  const to = (await mayConfirm(db, waiting)).filter(({ id }) => id !== userId)
  const at = new Date(deps.clock())
  await queue(db, deps, waiting, to, (language) => ({
    subject: 'eyes.waits.subject',
    paragraphs: ['eyes.waits.body', 'eyes.waits.check'],
    facts: [
      fact(language, 'proposedBy', asWords(name)),
      fact(language, 'since', formatMailTime(at, language)),
    ],
  }))
}

/** Tells who wanted something what another operator made of it, and how long it waited. */
export async function mailOfOutcome(
  db: Queryable,
  deps: AccountMailDeps,
  waiting: Waiting,
  how: { outcome: 'confirmed' | 'refused'; proposerId: string | null; proposedAt: Date; reason?: string },
  by: Person,
): Promise<void> {
  const { outcome, proposerId, proposedAt, reason } = how
  if (proposerId === by.userId) return
  const to = (await listOperators(db)).filter(({ id }) => id === proposerId)
  const at = new Date(deps.clock())
  await queue(db, deps, waiting, to, (language) => ({
    subject: `eyes.${outcome}.subject`,
    paragraphs: [`eyes.${outcome}.body`],
    facts: [
      fact(language, 'by', asWords(by.name)),
      fact(language, 'since', formatMailTime(proposedAt, language)),
      fact(language, 'until', formatMailTime(at, language)),
      ...(reason ? [fact(language, 'reason', reason)] : []),
    ],
  }))
}

/** Tells those who may confirm it that an account that is new in the settings is not used yet. */
export async function mailOfHeldAccount(
  db: Queryable,
  deps: AccountMailDeps,
  account: { accountId: string; asset: OwnAccount; firstAddress: string },
): Promise<void> {
  const { accountId: id, asset, firstAddress } = account
  const waiting: Waiting = { id, what: { kind: 'account', asset, firstAddress } }
  const at = new Date(deps.clock())
  await queue(db, deps, waiting, await mayConfirm(db, waiting), (language) => ({
    subject: 'eyes.held.subject',
    paragraphs: ['eyes.held.body', 'eyes.held.check'],
    facts: [fact(language, 'since', formatMailTime(at, language))],
  }))
}

const mayConfirm = async (db: Queryable, { what: { kind } }: Waiting) => {
  const call = kind === 'payout' ? deskPayoutEndpoints.deskPayoutImport : callsOfProposal[kind].confirms
  return (await listOperators(db)).filter(({ role }) => mayCall(role, call))
}

/** Only to addresses that their owners have proven: sums and names of ships are nobody else's business. */
async function queue(
  db: Queryable,
  deps: AccountMailDeps,
  waiting: Waiting,
  to: readonly Awaited<ReturnType<typeof listOperators>>[number][],
  words: Words,
): Promise<void> {
  const { productName, publicUrl, company, providerEmail } = deps.mail
  const mails = to.flatMap(({ email, emailVerifiedAt, preferredLanguage }) => {
    if (email === null || emailVerifiedAt === null) return []
    const language = isLanguage(preferredLanguage) ? preferredLanguage : defaultLanguage
    const t = (key: MailTextKey) =>
      mailText(language, key, { productName, what: describe(waiting, language) })
    const { subject, paragraphs, facts } = words(language)
    const { text, html } = renderMail({
      language,
      subject: t(subject),
      greeting: t('greeting.plain'),
      paragraphs: paragraphs.map(t),
      facts: [fact(language, 'what', describe(waiting, language)), ...facts],
      action: { label: t('eyes.open'), url: `${publicUrl}${pageOf(waiting)}` },
      closing: [t('closing'), productName],
      footer: [t('eyes.why'), ...companyFooter(language, company)],
    })
    const unique = Buffer.from(deps.randomBytes(12)).toString('hex')
    return [
      {
        messageId: `eyes.${unique}@${new URL(publicUrl).hostname}`,
        recipient: email,
        replyTo: providerEmail,
        subject: t(subject),
        textBody: text,
        htmlBody: html,
      },
    ]
  })
  await enqueueMails(db, mails, new Date(deps.clock()))
}

/** Without addresses and references: what is confirmed is compared with its origin, never with a mail. */
function describe({ id, what }: Waiting, language: Language): string {
  const t = (key: MailTextKey, values: Record<string, string> = {}) => mailText(language, key, values)
  switch (what.kind) {
    case 'refund': {
      const amount = formatEuro(language, what.amountCents)
      return t('eyes.what.refund', { amount, number: what.orderNumber })
    }
    case 'refund-run':
      return t('eyes.what.refund-run', { amount: formatEuro(language, what.amountCents), number: id })
    case 'rollout':
      return t('eyes.what.rollout', { version: what.plan.version })
    case 'resume':
      return t('eyes.what.resume', { version: what.version })
    case 'account':
      return t(`eyes.what.account.${what.asset}`)
    case 'payout':
      return t('eyes.what.payout', { amount: inSat(what.totalSat, language), number: id })
    case 'payout-record':
      return t('eyes.what.payout-record', { amount: inSat(what.amountSat, language) })
  }
}

const inSat = (sat: number, language: Language) => `${numberFormat(language).format(sat)} sat`

function pageOf({ id, what }: Waiting): string {
  const { kind } = what
  if (kind === 'payout') return `/desk/payouts/${id}`
  if (kind === 'payout-record') return `/desk/payouts/owners/${what.userId}`
  return kind === 'rollout' || kind === 'resume' ? '/desk/releases' : '/desk/payments'
}

type FactName = 'what' | 'proposedBy' | 'by' | 'since' | 'until' | 'reason'
const fact = (language: Language, name: FactName, value: string): MailFact => ({
  label: mailText(language, `eyes.fact.${name}`, {}),
  value,
})
