import * as z from 'zod'
import { changeProduct, listAllProducts } from '../modules/catalogue/catalogue.port.ts'
import { listOpenInquiries, markInquiryHandled } from '../modules/inquiries/inquiries.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'
import { listUnsentMails, requeueFailed } from '../platform/mail/outbox.repository.ts'

/** Rows a list shows. */
const listed = 200

const yesOrNo = z.enum(['yes', 'no']).transform((text) => text === 'yes')
const euros = z
  .string()
  .regex(/^\d{1,7}(\.\d{2})?$/, 'euro with two decimals or none, e.g. 17500 or 249.95')
  .transform((text) => Math.round(Number(text) * 100))

function earlierPriceWarning(highestCents: number | null): string {
  const highest = highestCents === null ? 'there may be none' : `at most ${(highestCents / 100).toFixed(2)}`
  return `the earlier price breaks the 30-day rule of the Price Indication Directive: ${highest}`
}

/** Catalogue, inquiries and mails from the operator's shell. */
export function createShopCommands(deps: { store: Store; clock: () => number }): AdminCommands {
  const { store, clock } = deps
  return {
    'product:list': adminCommand({
      describe: 'Every product with price, stock and whether it is shown',
      args: z.strictObject({}),
      run: async () =>
        (await listAllProducts(store.db)).map((row) => ({
          id: row.id,
          name: row.name,
          priceEuro: (row.priceCents / 100).toFixed(2),
          originalPriceEuro:
            row.originalPriceCents === null ? null : (row.originalPriceCents / 100).toFixed(2),
          stock: row.stock ?? 'made to order',
          comingSoon: row.comingSoon,
          hidden: row.hidden,
        })),
    }),
    'product:set': adminCommand({
      describe:
        'Change a product: --id sm19 [--price 17500] [--original-price 19999|none] [--stock 3|none] [--coming-soon yes|no] [--hidden yes|no] [--reason "…"]',
      args: z.strictObject({
        id: z.string().min(1).max(60),
        price: euros.optional(),
        'original-price': euros.or(z.literal('none')).optional(),
        stock: z.literal('none').or(z.coerce.number().int().min(0).max(100_000)).optional(),
        'coming-soon': yesOrNo.optional(),
        hidden: yesOrNo.optional(),
        reason: z.string().trim().min(1).max(500).optional(),
      }),
      async run({
        id,
        price: priceCents,
        'original-price': original,
        stock,
        'coming-soon': comingSoon,
        hidden,
        reason = null,
      }) {
        const change = {
          priceCents,
          originalPriceCents: original === 'none' ? null : original,
          stock: stock === 'none' ? null : stock,
          comingSoon,
          hidden,
        }
        const note = { at: new Date(clock()), by: 'shell', reason }
        const result = await store.db
          .transaction()
          .execute((trx) => changeProduct(trx, id, change, { note, isChecked: false }))
        if (result.kind !== 'done') throw new Error(`there is no product ${id}`)
        const { version, problem, limit } = result
        return {
          id,
          changed: version !== null,
          version: result.product.version,
          // Allowed from the shell; a person who works there is expected to know.
          ...(problem === null ? {} : { warning: earlierPriceWarning(limit.highestCents) }),
        }
      },
    }),
    'inquiry:list': adminCommand({
      describe: 'Messages, requests and waiting list that nobody has handled yet, oldest first',
      args: z.strictObject({}),
      run: () => listOpenInquiries(store.db, listed),
    }),
    'inquiry:done': adminCommand({
      describe: 'Mark an inquiry as handled: --reference C-7K3QXMPA',
      args: z.strictObject({ reference: z.string().min(1).max(20) }),
      async run({ reference }) {
        if (!(await markInquiryHandled(store.db, reference, new Date(clock()))))
          throw new Error(`there is no open inquiry ${reference}`)
        return { reference, handled: true }
      },
    }),
    'mail:list': adminCommand({
      describe: 'Mails that have not gone, with the reason',
      args: z.strictObject({}),
      run: () => listUnsentMails(store.db, listed),
    }),
    'mail:retry': adminCommand({
      describe: 'Try every mail that was given up again',
      args: z.strictObject({}),
      run: async () => ({ requeued: await requeueFailed(store.db, new Date(clock())) }),
    }),
  }
}
