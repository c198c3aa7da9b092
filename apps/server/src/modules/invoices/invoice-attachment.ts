import type { Queryable } from '../../platform/db/store.ts'
import type { MailAttachment } from '../../platform/mail/smtp-mailer.ts'
import type { InvoicesPort } from './invoices.port.ts'

/**
 * What a mail names `invoice:<number>`: the document, and for businesses the e-invoice, which their bookkeeping reads. Null for other names, and
 * for numbers that do not exist.
 */
export async function invoiceAttachment(
  invoices: Pick<InvoicesPort, 'document' | 'eInvoice'>,
  db: Queryable,
  name: string,
): Promise<MailAttachment[] | null> {
  const number = /^invoice:(.+)$/.exec(name)?.[1]
  const document = number === undefined ? null : await invoices.document(db, number)
  if (number === undefined || document === null) return null
  const pdf = { filename: document.filename, contentType: 'application/pdf', content: document.pdf }
  const machine = await invoices.eInvoice(db, number)
  if (!machine?.isForBusiness) return [pdf]
  return [
    pdf,
    { filename: machine.filename, contentType: 'application/xml', content: Buffer.from(machine.xml) },
  ]
}
