import { reasonOf } from '@shipminer/domain/reason-of'
import type { Store } from '../db/store.ts'
import { type ClaimedMail, claimMail, markNotSent, markSent } from './outbox.repository.ts'
import { giveUpAfterMs, retryDelayMs } from './retry-delay.ts'
import type { MailAttachment, Mailer } from './smtp-mailer.ts'
import { suppress } from './suppressions.repository.ts'

export type SendOutboxDeps = {
  store: Store
  clock: () => number
  mailer: Mailer
  /** Address of mails without a recipient. */
  providerEmail: string
  /** Generates what is attached by its name in the outbox; null when it does not exist. */
  attachment?: (name: string) => Promise<MailAttachment[] | null>
  /** Aborted: nothing more is begun. */
  signal?: AbortSignal
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void }
}

const mailsPerTurn = 50
/** While a mail is being sent no other copy of the server takes it; longer than generating what is attached and sending it can last. */
const claimMs = 180_000

/**
 * Sends what is due, one after the other, each claimed by itself: any number of copies of the server may do so at the same time. A mail is
 * sent at least once: when its sender dies between the mail server's acceptance and our record of it, it is sent again after the claim's
 * time, under the same Message-ID. When the mail server is unavailable the turn ends, and the mails wait.
 */
export async function sendOutbox(deps: SendOutboxDeps): Promise<void> {
  const { store, clock, mailer, logger } = deps
  for (let count = 0; count < mailsPerTurn && !deps.signal?.aborted; count++) {
    const claimedAt = clock()
    const mail = await claimMail(store.db, {
      now: new Date(claimedAt),
      until: new Date(claimedAt + claimMs),
    })
    if (!mail) return
    const attachments = await attachmentsOf(deps, mail.attachment)
    if (!attachments) {
      const now = clock()
      const tooOld = now - mail.createdAt.getTime() > giveUpAfterMs
      await markNotSent(store.db, mail, {
        error: `${mail.attachment} could not be made`,
        nextAttemptAt: tooOld ? null : new Date(now + retryDelayMs(mail.attempts + 1)),
      })
      continue
    }
    const result = await mailer.send({
      attachments,
      messageId: mail.messageId,
      to: mail.recipient ?? deps.providerEmail,
      replyTo: mail.replyTo,
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
      unsubscribeUrl: mail.unsubscribeUrl,
    })
    const now = clock()
    if (result.kind === 'sent') {
      if (!(await markSent(store.db, mail, new Date(now)))) noteLost(deps, mail)
      continue
    }
    // A refused address of the provider is a wrong setting, which can be corrected: keep trying.
    const hopeless = result.kind === 'refused' && mail.recipient !== null
    const tooOld = now - mail.createdAt.getTime() > giveUpAfterMs
    const nextAttemptAt = hopeless || tooOld ? null : new Date(now + retryDelayMs(mail.attempts + 1))
    if (!(await markNotSent(store.db, mail, { error: result.error, nextAttemptAt }))) noteLost(deps, mail)
    if (result.kind === 'refused' && result.isAddress && mail.recipient !== null)
      await suppress(store.db, [mail.recipient], { reason: 'refused', at: new Date(now) })
    // The words of a mail server name whom it refuses; they are at the desk.
    const code = /\b[45]\d\d\b/.exec(result.error)?.[0] ?? null
    const details = { mail: mail.id, attempts: mail.attempts + 1, because: result.kind, code }
    if (nextAttemptAt) logger.info(details, 'mail not sent, will be tried again')
    else logger.warn(details, 'mail given up')
    if (result.kind === 'unavailable') return
  }
}

function noteLost({ logger }: SendOutboxDeps, { id }: ClaimedMail): void {
  logger.warn({ mail: id }, 'sending a mail took so long that another copy of the server took it over')
}

/** Null when it cannot be generated now: the mail waits for it. */
async function attachmentsOf(
  { attachment, logger }: SendOutboxDeps,
  name: string | null,
): Promise<MailAttachment[] | null> {
  if (name === null) return []
  try {
    return (await attachment?.(name)) ?? null
  } catch (error) {
    logger.warn({ attachment: name, reason: reasonOf(error) }, 'no attachment')
    return null
  }
}
