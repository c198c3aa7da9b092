import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Queryable } from '../../platform/db/store.ts'
import { asWords } from '../../platform/mail/as-words.ts'
import { companyFooter } from '../../platform/mail/company-footer.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { findUserWithWallets } from './users.repository.ts'

/** The sender. Lines about the company that are still examples are null. */
export type AccountMailContext = {
  productName: string
  publicUrl: string
  company: { name: string | null; address: string | null; kvk: string | null; vatId: string | null }
  /** Reply-to address; null: the sender's. */
  providerEmail: string | null
}

export type AccountMailDeps = {
  mail: AccountMailContext
  clock: () => number
  randomBytes: (count: number) => Uint8Array
}

/** Mails about an account. The bodies of those with a token are emptied in the outbox once they are sent. */
export type AccountMail =
  | { kind: 'verify'; token: string }
  | { kind: 'emailChange'; newEmail: string }
  | { kind: 'reset'; token: string }
  | { kind: 'passwordSet' | 'recoveryCodesMade' | 'authenticatorMade' }
  | { kind: 'recoveryCodeUsed'; left: number }
  | { kind: 'apiKeyMade' | 'apiKeyEnded' | 'passkeyAdded' | 'passkeyRemoved'; name: string }
  | { kind: 'apiKeyEnding'; name: string; endsAt: Date }
  | { kind: 'walletLinked' | 'walletUnlinked'; wallet: string }
  | { kind: 'payoutRequested'; address: string; countsAt: Date }
  | { kind: 'payoutCancelled' | 'payoutCleared'; address: string }
  | { kind: 'guessed' }
  | {
      kind: 'crewInvited'
      token: string
      role: 'viewer' | 'engineer'
      ship: string
      owner: string
      ownerEmail: string
      expiresAt: Date
    }
  | { kind: 'crewJoined'; ship: string; person: string }
  | { kind: 'crewEnded'; ship: string }
  | { kind: 'deleted' }

export type AccountMailTo = { email: string; language: string | null }

/** Message-IDs of mails whose body holds a token start with this. */
export const tokenMailPrefix = 'token.'

/** Puts a mail about an account into the outbox, in the transaction of the event. */
export async function queueAccountMail(
  db: Queryable,
  deps: AccountMailDeps,
  to: AccountMailTo,
  mail: AccountMail,
): Promise<void> {
  const language = isLanguage(to.language) ? to.language : defaultLanguage
  const { subject, text, html } = renderAccountMail(mail, language, deps.mail)
  const name = `${'token' in mail ? tokenMailPrefix : 'account.'}${Buffer.from(deps.randomBytes(12)).toString('hex')}`
  await enqueueMails(
    db,
    [
      {
        messageId: `${name}@${new URL(deps.mail.publicUrl).hostname}`,
        recipient: to.email,
        replyTo: deps.mail.providerEmail,
        subject,
        textBody: text,
        htmlBody: html,
      },
    ],
    new Date(deps.clock()),
  )
}

/** Notifies the owner of an account of what happened to it. An account without an address cannot be notified. */
export async function mailToOwner(
  db: Queryable,
  deps: AccountMailDeps,
  userId: string,
  mail: AccountMail,
): Promise<void> {
  const user = await findUserWithWallets(db, userId)
  if (!user?.email) return
  await queueAccountMail(db, deps, { email: user.email, language: user.preferredLanguage }, mail)
}

/** Tells the owner of an account that somebody guesses at its secrets. */
export const mailOfGuesses = (db: Queryable, deps: AccountMailDeps, userId: string): Promise<void> =>
  mailToOwner(db, deps, userId, { kind: 'guessed' })

/**
 * The words of a mail about an account. Contains no name of its holder: the person behind an unverified address may be a stranger. Names of
 * ships and of who invites are written as words that no mail program takes for a link.
 */
export function renderAccountMail(
  mail: AccountMail,
  language: Language,
  context: AccountMailContext,
): { subject: string; text: string; html: string } {
  const { productName, publicUrl, company } = context
  const t = (key: MailTextKey, values: Record<string, string> = {}) =>
    mailText(language, key, { productName, url: publicUrl, ...values })
  const content = {
    language,
    subject: t(`account.${mail.kind}.subject`),
    greeting: t('greeting.plain'),
    paragraphs: paragraphsOf(mail, language, t, publicUrl),
    facts: [],
    closing: [t('closing'), productName],
    footer: [t('account.why'), ...companyFooter(language, company)],
  }
  return { subject: content.subject, ...renderMail(content) }
}

function paragraphsOf(
  mail: AccountMail,
  language: Language,
  t: (key: MailTextKey, values?: Record<string, string>) => string,
  publicUrl: string,
): string[] {
  const notYou = t('account.notYou')
  switch (mail.kind) {
    case 'verify':
      // In the fragment, so that no server, proxy or referrer ever sees the token.
      return [
        t('account.verify.body'),
        `${publicUrl}/verify-email#token=${mail.token}`,
        t('account.verify.note'),
      ]
    case 'reset':
      return [
        t('account.reset.body'),
        `${publicUrl}/reset-password#token=${mail.token}`,
        t('account.reset.note'),
      ]
    case 'emailChange':
      return [t('account.emailChange.body', { email: mail.newEmail }), notYou]
    case 'passwordSet':
    case 'recoveryCodesMade':
    case 'authenticatorMade':
      return [t(`account.${mail.kind}.body`), notYou]
    case 'recoveryCodeUsed':
      return [t('account.recoveryCodeUsed.body', { left: String(mail.left) }), notYou]
    case 'apiKeyMade':
      return [t('account.apiKeyMade.body', { name: mail.name }), notYou]
    case 'passkeyAdded':
    case 'passkeyRemoved':
      return [t(`account.${mail.kind}.body`, { name: asWords(mail.name) }), notYou]
    case 'apiKeyEnding':
      return [
        t('account.apiKeyEnding.body', { name: mail.name, time: formatMailTime(mail.endsAt, language) }),
        t('account.apiKeyEnding.next'),
      ]
    case 'apiKeyEnded':
      return [t('account.apiKeyEnded.body', { name: mail.name }), t('account.apiKeyEnding.next')]
    case 'walletLinked':
      return [t('account.walletLinked.body', { wallet: mail.wallet }), notYou]
    case 'walletUnlinked':
      return [t('account.walletUnlinked.body', { wallet: mail.wallet }), notYou]
    case 'payoutRequested':
      return [
        t('account.payoutRequested.body', { address: mail.address }),
        t('account.payoutRequested.when', { time: formatMailTime(mail.countsAt, language) }),
        t('account.payoutRequested.notYou'),
      ]
    case 'payoutCancelled':
      return [t('account.payoutCancelled.body', { address: mail.address }), notYou]
    case 'payoutCleared':
      return [t('account.payoutCleared.body', { address: mail.address }), t('account.payoutCleared.next')]
    case 'guessed':
      return [t('account.guessed.body'), t('account.guessed.note'), notYou]
    case 'crewInvited': {
      const names = { ship: asWords(mail.ship), owner: asWords(mail.owner), email: mail.ownerEmail }
      return [
        t('account.crewInvited.body', names),
        t(`account.crewInvited.${mail.role}`),
        `${publicUrl}/crew-invitation#token=${mail.token}`,
        t('account.crewInvited.note', { time: formatMailTime(mail.expiresAt, language) }),
      ]
    }
    case 'crewJoined':
      return [
        t('account.crewJoined.body', { ship: asWords(mail.ship), person: asWords(mail.person) }),
        t('account.crewJoined.next'),
      ]
    case 'crewEnded':
      return [t('account.crewEnded.body', { ship: asWords(mail.ship) })]
    case 'deleted':
      return [t('account.deleted.body')]
  }
}

/** A time in the ships' home time zone, with its zone. */
export function formatMailTime(at: Date, language: Language): string {
  return dateFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Amsterdam',
    timeZoneName: 'short',
  }).format(at)
}
