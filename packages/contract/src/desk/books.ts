import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'

/*
 * The books of the shop at the provider's desk: what an accountant or a state asks for. As with every call of the desk: the role `operator`, and a
 * second factor of the last twelve hours.
 */

/** `csv`: the journal as a table; `xaf4`, `xaf`: the Dutch audit file, versions 4.0 and 3.2; `datev`: an EXTF batch, where it is switched on. */
export const bookFormats = ['csv', 'xaf4', 'xaf', 'datev'] as const
export const BookFormatSchema = z.enum(bookFormats)
export type BookFormat = z.infer<typeof BookFormatSchema>

/** What a journal could not hold, by name. */
export const leftOutKinds = [
  'foreignEntries',
  'receiptsWithoutPrice',
  'payoutsWithoutPrice',
  'otherCoins',
] as const
/** What a journal could not hold, because no euro value is known for it. */
export const BooksLeftOutSchema = z.object({
  /** Bank entries in another currency that nobody has booked. */
  foreignEntries: z.int(),
  receiptsWithoutPrice: z.int(),
  payoutsWithoutPrice: z.int(),
  /** Payments on a wrong network, or in a wrong token. */
  otherCoins: z.int(),
})
export type BooksLeftOut = z.infer<typeof BooksLeftOutSchema>

export const deskBooksEndpoints = {
  deskBooks: endpoint({
    method: 'GET',
    path: '/desk/books',
    summary: 'What can be exported of the books: formats, and the first day that has anything.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    data: z.object({
      formats: z.array(BookFormatSchema),
      firstDay: z.nullable(z.iso.date()),
      today: z.iso.date(),
    }),
    errors: operatorErrors,
  }),
  deskBooksExport: endpoint({
    method: 'POST',
    path: '/desk/books/exports',
    summary: 'The books of a span as a file; the audit log notes it.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({
      /** Both days are included; all but `csv` hold one calendar year. */
      from: z.iso.date(),
      to: z.iso.date(),
      format: BookFormatSchema,
      language: LanguageSchema,
    }),
    data: z.object({
      filename: z.string(),
      type: z.string(),
      contentBase64: z.string(),
      entries: z.int(),
      debitCents: z.int(),
      leftOut: BooksLeftOutSchema,
    }),
    errors: [...operatorErrors, 'books-one-year', 'invalid-request'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}
