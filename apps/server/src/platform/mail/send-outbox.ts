import type { Store } from '../db/store.ts'
import { listDueMails, markNotSent, markSent } from './outbox.repository.ts'
import { giveUpAfterMs, retryDelayMs } from './retry-delay.ts'
import type { MailAttachment, Mailer } from './smtp-mailer.ts'

export type SendOutboxDeps = {
  store: Store
  clock: () => number
  mailer: Mailer
  /** Address of mails without a recipient. */
  providerEmail: string
  /** Generates an attachment by its name in the outbox; null when it does not exist. */
  attachment?: (name: string) => Promise<MailAttachment | null>
  logger: { info(details: object, message: string): void; warn(details: object, message: string): void }
}

const mailsPerTurn = 50

/**
 * Sends what is due, one after the other; run by one process at a time. A mail is sent at least once: after a crash between the server's
 * acceptance and our record of it, it is sent again under the same Message-ID. When the server is unavailable the turn ends, and the mails
 * wait.
 */
export async function sendOutbox(deps: SendOutboxDeps): Promise<void> {
  const { store, clock, mailer, logger } = deps
  for (const mail of await listDueMails(store.db, new Date(clock()), mailsPerTurn)) {
    const attachments = await attachmentsOf(deps, mail.attachment)
    if (!attachments) {
      const now = clock()
      const tooOld = now - mail.createdAt.getTime() > giveUpAfterMs
      await markNotSent(store.db, mail.id, {
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
    })
    const now = clock()
    if (result.kind === 'sent') {
      await markSent(store.db, mail.id, new Date(now))
      continue
    }
    // A refused address of the provider is a wrong setting, which can be corrected: keep trying.
    const hopeless = result.kind === 'refused' && mail.recipient !== null
    const tooOld = now - mail.createdAt.getTime() > giveUpAfterMs
    const nextAttemptAt = hopeless || tooOld ? null : new Date(now + retryDelayMs(mail.attempts + 1))
    await markNotSent(store.db, mail.id, { error: result.error, nextAttemptAt })
    const details = { mail: mail.id, attempts: mail.attempts + 1, reason: result.error }
    if (nextAttemptAt) logger.info(details, 'mail not sent, will be tried again')
    else logger.warn(details, 'mail given up')
    if (result.kind === 'unavailable') return
  }
}

/** Null when it cannot be generated now: the mail waits for it. */
async function attachmentsOf(
  { attachment, logger }: SendOutboxDeps,
  name: string | null,
): Promise<MailAttachment[] | null> {
  if (name === null) return []
  try {
    const made = await attachment?.(name)
    return made ? [made] : null
  } catch (error) {
    logger.warn(
      { attachment: name, reason: error instanceof Error ? error.message : String(error) },
      'no attachment',
    )
    return null
  }
}
