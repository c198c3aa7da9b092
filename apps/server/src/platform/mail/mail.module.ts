import type { ConnectionOptions } from 'node:tls'
import type { Context } from '../context.ts'
import type { AttachmentSource } from '../module.ts'
import { mailJob } from './mail.job.ts'
import { readOutbox } from './outbox.repository.ts'
import { sentMailsJob } from './sent-mails.job.ts'
import { createSmtpMailer, type SmtpMailer } from './smtp-mailer.ts'

/** The mail server of the settings; null: there is none. `tls`: certificates trusted for it; the system's by default. */
export function createMailer(
  { config }: Pick<Context, 'config'>,
  tls?: ConnectionOptions,
): SmtpMailer | null {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  return url && from ? createSmtpMailer({ url, from, ...(tls ? { tls } : {}) }) : null
}

/** Sends the outbox to the mail server; without one, mails wait in it. */
export function openMail(
  context: Context,
  ports: {
    /** One for each kind of document; the first that knows a name generates it. */
    attachments: readonly AttachmentSource[]
    /** Certificates trusted for the mail server; the system's by default. */
    tls: ConnectionOptions | undefined
  },
) {
  const { store, providerEmail } = context
  const mailer = createMailer(context, ports.tls)
  const sending =
    mailer && providerEmail
      ? [mailJob(context, { mailer, providerEmail, attachment: firstOf(ports.attachments) })]
      : []
  return {
    port: {
      configured: sending.length > 0,
      outbox: () => readOutbox(store.db),
      /** Why the mail server does not take us; null: it does, or there is none. */
      check: async () => mailer?.check() ?? null,
    },
    jobs: [...sending, sentMailsJob(context)],
  }
}

function firstOf(sources: readonly AttachmentSource[]): AttachmentSource {
  return async (name) => {
    for (const source of sources) {
      const made = await source(name)
      if (made) return made
    }
    return null
  }
}
