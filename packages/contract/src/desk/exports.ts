import { leadStages } from '@shipminer/domain/lead-stage'
import * as z from 'zod/mini'
import { LeadSchema } from '../desk.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { FulfilmentStateSchema, OrderStateSchema, PaymentStateSchema } from '../shop/orders.ts'

/*
 * Lists of the desk as CSV. They hold names and addresses of many, so the server makes them and writes into the audit log who took them out.
 */
const CsvSchema = z.object({
  csv: z.string(),
  rows: z.int(),
  /** False: there are more than a file may have, and these are the first of them. */
  isWhole: z.boolean(),
})

const limit = { max: 30, windowMs: 60_000 }

export const deskExportEndpoints = {
  deskOrdersExport: endpoint({
    method: 'POST',
    path: '/desk/orders/export',
    summary:
      'Orders as CSV: those that fit the filters, newest first, 10,000 at most, or the chosen ones; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    body: z.strictObject({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100), z.regex(/^\P{Cc}*$/u))),
      state: z.optional(OrderStateSchema),
      payment: z.optional(PaymentStateSchema),
      fulfilment: z.optional(FulfilmentStateSchema),
      /** Only these, whatever the filters. */
      ids: z.optional(
        z.array(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))).check(z.minLength(1), z.maxLength(1000)),
      ),
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskLeadsExport: endpoint({
    method: 'POST',
    path: '/desk/leads/export',
    summary: 'Leads that fit the filters as CSV, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    body: z.strictObject({
      kind: z.optional(LeadSchema.shape.kind),
      stage: z.optional(z.enum(leadStages)),
      status: z._default(z.enum(['open', 'handled', 'all']), 'open'),
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
}
