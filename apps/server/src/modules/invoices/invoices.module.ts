import type { Context } from '../../platform/context.ts'
import { bankToName, createBankHold } from './bank-hold.ts'
import { invoiceAttachment } from './invoice-attachment.ts'
import { createInvoices } from './invoices.service.ts'
import { sellerTimeZone, sellerYear } from './seller.ts'

/** Invoices, credit notes and packing slips. */
export function openInvoices(context: Context) {
  const { store, config, productName } = context
  const hold = createBankHold(context)
  const invoices = createInvoices({
    seller: { productName, seller: config.company },
    bankToName: (trx) => bankToName(hold, context, trx),
    year: sellerYear,
    timeZone: sellerTimeZone,
  })
  return {
    port: invoices,
    attachments: (name: string) => invoiceAttachment(invoices, store.db, name),
  }
}
