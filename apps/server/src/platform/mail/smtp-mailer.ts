import type { ConnectionOptions } from 'node:tls'
import { reasonOf } from '@shipminer/domain/reason-of'
import { createTransport } from 'nodemailer'

export type MailAttachment = { filename: string; contentType: string; content: Uint8Array }

export type OutgoingMail = {
  messageId: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
  /** Where its recipient unsubscribes, with one press of the mail program's own button (RFC 8058). */
  unsubscribeUrl?: string | null
}

/**
 * Result of one attempt. `sent`: the server accepted it. `refused`: it will never accept this one, or nothing for this address. `later`: not now, for this mail.
 * `unavailable`: the server cannot be used at all at the moment (unreachable, wrong password, no TLS, sender refused).
 */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'refused'; error: string; isAddress: boolean }
  | { kind: 'later' | 'unavailable'; error: string }

/** Never throws. */
export type Mailer = { send(mail: OutgoingMail): Promise<SendResult> }

export type SmtpMailer = Mailer & {
  /** Connects and signs in, and sends nothing. @returns why the server does not take us; null: it does. */
  check(): Promise<string | null>
}

export type SmtpMailerOptions = {
  /** `smtp://` or `smtps://` with user and password if needed. */
  url: string
  from: string
  /** Certificates trusted for the server; the system's by default. */
  tls?: ConnectionOptions
  /** Maximum wait for the connection, the greeting and any answer, ms. */
  timeoutMs?: number
}

/**
 * Sends through one SMTP server, a connection for each mail. A password is only sent over TLS: `smtp://` with a user insists on STARTTLS.
 * Without a user it is used when offered, except on this machine itself, whose mail server seldom has a trusted certificate.
 */
export function createSmtpMailer(options: SmtpMailerOptions): SmtpMailer {
  const url = new URL(options.url)
  const secure = url.protocol === 'smtps:'
  const timeoutMs = options.timeoutMs ?? 20_000
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)
  const transport = createTransport(
    {
      host,
      port: url.port ? Number(url.port) : secure ? 465 : 587,
      secure,
      requireTLS: !secure && url.username !== '',
      ignoreTLS: isHere && url.username === '',
      ...(url.username === ''
        ? {}
        : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
      ...(options.tls ? { tls: options.tls } : {}),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  )
  return {
    check: () => transport.verify().then(() => null, reasonOf),
    async send({ messageId, replyTo, attachments = [], unsubscribeUrl, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          attachments: attachments.map((one) => ({ ...one, content: Buffer.from(one.content) })),
          messageId: `<${messageId}>`,
          ...(replyTo ? { replyTo } : {}),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        return { kind: 'sent' }
      } catch (error) {
        return judge(error)
      }
    },
  }
}

/** What an error of the SMTP client means for the mail. Permanent errors count only when they concern this mail. */
function judge(error: unknown): SendResult {
  const { code, command, responseCode, message } = error as {
    code?: string
    command?: string
    responseCode?: number
    message?: string
  }
  const words = message ?? String(error)
  const aboutThisMail =
    (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE' || command === 'DATA'
  if (!aboutThisMail) return { kind: 'unavailable', error: words }
  if (responseCode === undefined || responseCode < 500) return { kind: 'later', error: words }
  return { kind: 'refused', error: words, isAddress: code === 'EENVELOPE' }
}
