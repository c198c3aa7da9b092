import type { Queryable } from '../../platform/db/store.ts'
import type { MailAttachment } from '../../platform/mail/smtp-mailer.ts'
import type { InvoicesPort } from './invoices.port.ts'

/** The attachment that a mail names `invoice:<number>`. Null for other names, and for numbers that do not exist. */
export async function invoiceAttachment(
  invoices: InvoicesPort,
  db: Queryable,
  name: string,
): Promise<MailAttachment | null> {
  const number = /^invoice:(.+)$/.exec(name)?.[1]
  const document = number === undefined ? null : await invoices.document(db, number)
  return document && { filename: document.filename, contentType: 'application/pdf', content: document.pdf }
}
