import type { Queryable } from '../../platform/db/store.ts'
import type { MailAttachment } from '../../platform/mail/smtp-mailer.ts'
import type { InvoicesPort } from './invoices.port.ts'

/**
 * What a mail names `invoice:<number>,<number>`: the documents, and for businesses the e-invoices, which their bookkeeping reads. Null for other names, and
 * for numbers that do not exist.
 */
export async function invoiceAttachment(
  invoices: Pick<InvoicesPort, 'document' | 'eInvoice'>,
  db: Queryable,
  name: string,
): Promise<MailAttachment[] | null> {
  const numbers = /^invoice:(.+)$/.exec(name)?.[1]?.split(',') ?? []
  const files: MailAttachment[] = []
  for (const number of numbers) files.push(...(await filesOf(invoices, db, number)))
  return files.length === 0 ? null : files
}

async function filesOf(
  invoices: Pick<InvoicesPort, 'document' | 'eInvoice'>,
  db: Queryable,
  number: string,
): Promise<MailAttachment[]> {
  const document = await invoices.document(db, number)
  if (document === null) return []
  const pdf = { filename: document.filename, contentType: 'application/pdf', content: document.pdf }
  const machine = await invoices.eInvoice(db, number)
  if (!machine?.isForBusiness) return [pdf]
  return [
    pdf,
    { filename: machine.filename, contentType: 'application/xml', content: Buffer.from(machine.xml) },
  ]
}
