import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { operatorRoles } from '../operator-roles.ts'

/** What the search of the desk finds, in the order in which it is shown. */
export const deskHitKinds = [
  'ship',
  'customer',
  'order',
  'controller',
  'box',
  'miner',
  'invoice',
  'payment',
  'bank',
  'report',
  'lead',
] as const

const DeskHitSchema = z.object({
  kind: z.enum(deskHitKinds),
  /** What its page is found by: of an invoice or payment the order, of a ship or bank entry its name. */
  id: z.string(),
  title: z.string(),
  /** Whom or what it belongs to. */
  detail: z.nullable(z.string()),
  amountCents: z.nullable(z.int()),
})
export type DeskHit = z.infer<typeof DeskHitSchema>

export const deskSearchEndpoints = {
  deskSearch: endpoint({
    method: 'GET',
    path: '/desk/search',
    summary:
      'Finds customers, orders, invoices, ships, controllers, boxes by serial number, miners, payments, bank entries, fault reports and leads by how a word of theirs begins, or by an amount; at most five of a kind. What was searched for is a line of the audit log.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      text: z.string().check(z.trim(), z.minLength(2), z.maxLength(100), z.regex(/^\P{Cc}*$/u)),
    }),
    data: z.object({ hits: z.array(DeskHitSchema) }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
