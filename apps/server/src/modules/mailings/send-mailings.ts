import { isPermanentFailure } from '../../platform/db/failures/is-permanent-failure.ts'
import type { Trx } from '../../platform/db/store.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { enqueueMails, readOutbox } from '../../platform/mail/outbox.repository.ts'
import { listSuppressions } from '../../platform/mail/suppressions.repository.ts'
import { listNotified } from '../inquiries/inquiries.port.ts'
import { languageOf, readShelf, type Shelf } from './address-mailing.ts'
import { isReachable } from './mailing.policy.ts'
import { textsOf } from './mailing-draft.ts'
import { availableMail, type MailingMail, newsletterMail } from './mailing-mail.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'
import {
  findNextMailing,
  findRecipient,
  finishMailing,
  hasCome,
  listNextPositions,
  lockMailing,
  type MailingRow,
  type NextRecipient,
  noteOutcome,
} from './mailings.repository.ts'

/** Put into the outbox at once: so few that an order's confirmation never waits long behind them. */
export const batchSize = 50

/**
 * Puts the next batch of the oldest message that still leaves into the outbox, once the batch before has left it: each recipient by itself.
 * Anyone who unsubscribed or turned out to be unreachable meanwhile is skipped, and anyone who can never be written to.
 *
 * @throws SweepError
 */
export async function sendMailingBatch(deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>): Promise<void> {
  const { db } = deps.store
  if ((await readOutbox(db)).queued >= batchSize) return
  const id = await findNextMailing(db)
  if (id === null) return
  const positions = await listNextPositions(db, id, batchSize)
  const shelf = await readShelf(deps, db)
  await forEachIsolated(
    positions,
    (position) => `recipient ${position} of mailing ${id}`,
    async (position) => {
      try {
        await db.transaction().execute((trx) => sendTo(deps, trx, { id, position, shelf }))
      } catch (error) {
        if (isPermanentFailure(error)) await noteOutcome(db, { id, position }, { skipped: 'failed' })
        throw error
      }
    },
  )
  if (positions.length < batchSize) await finishMailing(db, id, new Date(deps.clock()))
}

async function sendTo(
  deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>,
  trx: Trx,
  { id, position, shelf }: { id: string; position: number; shelf: Shelf },
): Promise<void> {
  const mailing = await lockMailing(trx, id)
  const next = await findRecipient(trx, id, position)
  if (!mailing || !next) return
  const to = await addresseeOf(trx, id, next)
  const mail = to && mailTo(deps, mailing, to, shelf)
  if (!mail) return noteOutcome(trx, { id, position }, { skipped: 'no-longer' })
  // Two accounts became one, or an address moved to another: it has come there already.
  if (await hasCome(trx, id, to)) return noteOutcome(trx, { id, position }, { skipped: 'no-longer' })
  const notes = (await listSuppressions(trx, [to.email])).get(to.email.toLowerCase()) ?? []
  // Until here the list was right: only what was noted since it was made counts.
  const askedAt = mailing.continuedAt ?? mailing.createdAt
  if (!isReachable(notes, { askedAt, audience: mailing.audience })) {
    const hasLeft = notes.some(({ reason }) => reason === 'unsubscribed')
    return noteOutcome(trx, { id, position }, { skipped: hasLeft ? 'no-longer' : 'unreachable' })
  }
  const at = new Date(deps.clock())
  const messageId = `mailing.${id}.${position}@${new URL(deps.publicUrl).hostname}`
  const { subject, text: textBody, html: htmlBody, unsubscribeUrl } = mail
  const content = { subject, textBody, htmlBody, unsubscribeUrl }
  await enqueueMails(trx, [{ messageId, recipient: to.email, replyTo: deps.providerEmail, ...content }], at)
  await noteOutcome(trx, { id, position }, { messageId, queuedAt: at })
}

function mailTo(
  deps: Omit<MailingDeps, 'idempotency' | 'randomUuid'>,
  mailing: MailingRow,
  to: Addressee,
  { products }: Shelf,
): MailingMail | null {
  if (mailing.audience === 'waiting') return availableMail(to, products, deps)
  return newsletterMail(to, textsOf(mailing), deps)
}

/** Null for who no longer wants it. */
async function addresseeOf(trx: Trx, mailingId: string, one: NextRecipient): Promise<Addressee | null> {
  const { inquiryId, inquiryEmail, userId, userEmail } = one
  if (inquiryId !== null && inquiryEmail !== null) {
    const wanted = await listNotified(trx, inquiryEmail, mailingId)
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
