import { MailingDraftSchema } from '@shipminer/contract/desk-mailings'
import * as z from 'zod/mini'
import type { Trx } from '../../platform/db/store.ts'
import { enqueueMails, readOutbox } from '../../platform/mail/outbox.repository.ts'
import { listSuppressions } from '../../platform/mail/suppressions.repository.ts'
import { listTold } from '../inquiries/inquiries.port.ts'
import { languageOf, readShelf } from './address-mailing.ts'
import { isReachable, type Texts } from './mailing.policy.ts'
import { availableMail, type MailingMail, newsletterMail } from './mailing-mail.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'
import {
  finishMailing,
  listNextRecipients,
  lockNextMailing,
  type MailingRow,
  markQueued,
  type NextRecipient,
  skipRecipients,
} from './mailings.repository.ts'

/** Put into the outbox at once: so few that an order's confirmation never waits long behind them. */
export const batchSize = 50

/**
 * Puts the next batch of the oldest message that still leaves into the outbox, once the batch before has left it. Whoever unsubscribed or
 * turned out to be unreachable meanwhile is skipped.
 */
export async function sendMailingBatch(deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>): Promise<void> {
  if ((await readOutbox(deps.store.db)).queued >= batchSize) return
  await deps.store.db.transaction().execute(async (trx) => {
    const mailing = await lockNextMailing(trx)
    if (!mailing) return
    const next = await listNextRecipients(trx, mailing.id, batchSize)
    const at = new Date(deps.clock())
    const { mails, skipped } = await prepare(deps, trx, mailing, next)
    const host = new URL(deps.publicUrl).hostname
    const queued = mails.map(({ position, to, mail }) => ({
      mailingId: mailing.id,
      position,
      messageId: `mailing.${mailing.id}.${position}@${host}`,
      to,
      mail,
    }))
    await enqueueMails(
      trx,
      queued.map(({ messageId, to, mail }) => ({
        messageId,
        recipient: to.email,
        replyTo: deps.providerEmail,
        subject: mail.subject,
        textBody: mail.text,
        htmlBody: mail.html,
        unsubscribeUrl: mail.unsubscribeUrl,
      })),
      at,
    )
    await markQueued(trx, queued, at)
    for (const reason of ['no-longer', 'unreachable'] as const)
      await skipRecipients(
        trx,
        mailing.id,
        skipped.filter((one) => one.reason === reason).map(({ position }) => position),
        reason,
      )
    if (next.length < batchSize) await finishMailing(trx, mailing.id, at)
  })
}

type Prepared = {
  mails: { position: number; to: Addressee; mail: MailingMail }[]
  skipped: { position: number; reason: 'no-longer' | 'unreachable' }[]
}

async function prepare(
  deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>,
  trx: Trx,
  mailing: MailingRow,
  next: readonly NextRecipient[],
): Promise<Prepared> {
  const shelf = await readShelf(deps, trx)
  const texts: Texts = z.safeParse(z.nonoptional(MailingDraftSchema.shape.texts), mailing.texts).data ?? {}
  const suppressions = await listSuppressions(
    trx,
    next.flatMap((one) => one.inquiryEmail ?? one.userEmail ?? []),
  )
  const done: Prepared = { mails: [], skipped: [] }
  for (const one of next) {
    const { position } = one
    const to = await addresseeOf(trx, mailing.id, one)
    const mail =
      to &&
      (mailing.audience === 'waiting'
        ? availableMail(to, shelf.products, deps)
        : newsletterMail(to, texts, deps))
    if (!mail) {
      done.skipped.push({ position, reason: 'no-longer' })
      continue
    }
    const notes = suppressions.get(to.email.toLowerCase()) ?? []
    // Until here the list was right: only what was noted since it was made counts.
    if (isReachable(notes, { askedAt: mailing.createdAt, audience: mailing.audience }))
      done.mails.push({ position, to, mail })
    else
      done.skipped.push({
        position,
        reason: notes.some(({ reason }) => reason === 'unsubscribed') ? 'no-longer' : 'unreachable',
      })
  }
  return done
}

/** Null for who no longer wants it. */
async function addresseeOf(trx: Trx, mailingId: string, one: NextRecipient): Promise<Addressee | null> {
  const { inquiryId, inquiryEmail, userId, userEmail } = one
  if (inquiryId !== null && inquiryEmail !== null) {
    const wanted = await listTold(trx, inquiryEmail, mailingId)
    const { inquiryName: name, inquiryLanguage } = one
    return {
      inquiryId,
      userId: null,
      email: inquiryEmail,
      name,
      language: languageOf(inquiryLanguage),
      wanted,
    }
  }
  if (userId === null || userEmail === null || !one.isSubscribed || one.verifiedAt === null) return null
  const { userName: name, userLanguage } = one
  return { inquiryId: null, userId, email: userEmail, name, language: languageOf(userLanguage), wanted: [] }
}
