import { leadStages } from '@shipminer/domain/lead-stage'
import { offerStates } from '@shipminer/domain/orders/offer'
import { boxStates } from '@shipminer/domain/stock/box-stock'
import * as z from 'zod/mini'
import { fleetFilters } from './desk/fleet.ts'
import { deskControllerStates, deskRefundStatuses, leadKinds, leadStatuses, orderWaits } from './desk.ts'
import { endpoint, operatorErrors } from './endpoint.ts'
import { SearchQuerySchema } from './from-outside.ts'
import { FulfilmentStateSchema, OrderStateSchema, PaymentStateSchema } from './shop/orders.ts'
import { deskReportFilters } from './shop/service.ts'

/*
 * Lists of the desk as CSV. They hold names and addresses of many, so the server makes them and writes into the audit log who took them out.
 */
const CsvSchema = z.object({
  csv: z.string(),
  rows: z.int(),
  /** False: there are more than a file may have, and these are the first of them. */
  isWhole: z.boolean(),
})

const search = z.optional(SearchQuerySchema)
/** Only these, whatever the filters. */
const ids = z.optional(
  z.array(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))).check(z.minLength(1), z.maxLength(1000)),
)
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
      search,
      state: z.optional(OrderStateSchema),
      payment: z.optional(PaymentStateSchema),
      fulfilment: z.optional(FulfilmentStateSchema),
      waits: z.optional(z.enum(orderWaits)),
      ids,
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskRefundsExport: endpoint({
    method: 'POST',
    path: '/desk/refunds/export',
    summary:
      'Refunds as CSV: those to be paid, oldest first, or those that were paid, newest first, with the proof, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    body: z.strictObject({ status: z._default(z.enum(deskRefundStatuses), 'open') }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskPaymentsExport: endpoint({
    method: 'POST',
    path: '/desk/payments/export',
    summary: 'Coin payments that need a decision as CSV, newest first; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper'],
    body: z.strictObject({}),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskBankExport: endpoint({
    method: 'POST',
    path: '/desk/bank/export',
    summary:
      'Entries of bank statements that a person has to look at as CSV, oldest first, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({}),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskLeadsExport: endpoint({
    method: 'POST',
    path: '/desk/leads/export',
    summary: 'Leads that fit the filters as CSV, 10,000 at most, or the chosen ones; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    body: z.strictObject({
      kind: z.optional(z.enum(leadKinds)),
      stage: z.optional(z.enum(leadStages)),
      status: z._default(z.enum(leadStatuses), 'open'),
      search,
      ids,
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskOffersExport: endpoint({
    method: 'POST',
    path: '/desk/offers/export',
    summary:
      'Offers that fit the filters as CSV, newest first, 10,000 at most, or the chosen ones; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    body: z.strictObject({ search, state: z.optional(z.enum(offerStates)), ids }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskFaultReportsExport: endpoint({
    method: 'POST',
    path: '/desk/service/export',
    summary:
      'Fault reports that fit the filters as CSV, newest first, 10,000 at most, or the chosen ones, without what was written in them; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    body: z.strictObject({ search, filter: z._default(z.enum(deskReportFilters), 'open'), ids }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskCustomersExport: endpoint({
    method: 'POST',
    path: '/desk/customers/export',
    summary: 'Everyone with an account whom a search finds as CSV, newest first, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    body: z.strictObject({ search }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskControllersExport: endpoint({
    method: 'POST',
    path: '/desk/controllers/export',
    summary: 'Controllers that fit the filters as CSV, by name, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    body: z.strictObject({
      search,
      status: z.optional(z.enum(deskControllerStates)),
      version: z.optional(z.string().check(z.maxLength(40), z.regex(/^\P{Cc}*$/u))),
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskFleetExport: endpoint({
    method: 'POST',
    path: '/desk/fleet/export',
    summary: 'Miners of all owners that fit the filters as CSV, oldest first, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    body: z.strictObject(fleetFilters),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
  deskBoxesExport: endpoint({
    method: 'POST',
    path: '/desk/boxes/export',
    summary: 'Boxes that fit the filters as CSV, by serial number, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    body: z.strictObject({
      search,
      state: z.optional(z.enum(boxStates)),
      product: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))),
    }),
    data: CsvSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit,
  }),
}
