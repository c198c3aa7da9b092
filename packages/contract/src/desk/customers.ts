import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { accountEndErrors } from '../account/profile.ts'
import { DeskControllerSchema, DeskOrderSchema } from '../desk.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import {
  DaySchema,
  DirectionQuerySchema,
  PageQuerySchema,
  ReasonSchema,
  SearchQuerySchema,
} from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'
import { DocumentKindSchema } from '../shop/orders.ts'
import { DeskReportSchema } from '../shop/service.ts'

/*
 * One person or company with all that belongs to them. Opening it is a line of the audit log: it shows what is personal.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
const id = z.object({ id: z.uuid() })

export const deskCustomerSorts = ['createdAt', 'name'] as const

const DeskCustomerSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.nullable(z.string()),
  email: z.nullable(z.string()),
  createdAt: z.int(),
  orders: z.int(),
  ships: z.int(),
  controllers: z.int(),
})
export type DeskCustomer = z.infer<typeof DeskCustomerSchema>

const ShipSchema = z.object({
  id: z.string(),
  name: z.string(),
  homePort: z.nullable(z.string()),
  controllers: z.array(DeskControllerSchema),
  miners: z.array(
    z.object({
      id: z.string(),
      name: z.nullable(z.string()),
      model: z.nullable(z.string()),
      serial: z.nullable(z.string()),
      controllerId: z.string(),
    }),
  ),
})

/** Boxes of an order that are on board, and until when they are under warranty. */
const BoxSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  name: z.string(),
  quantity: z.int(),
  installedOn: DaySchema,
  /** Null: this product has none. */
  /** Absent: nobody wrote it down, or they are several. */
  serial: z.optional(z.string()),
  warrantyUntil: z.nullable(DaySchema),
  warrantyMonths: z.int(),
})
export type CustomerBox = z.infer<typeof BoxSchema>

const MailSchema = z.object({
  id: z.string(),
  subject: z.string(),
  createdAt: z.int(),
  status: z.enum(['queued', 'sent', 'failed']),
})
const NoteSchema = z.object({ id: z.string(), at: z.int(), operator: z.string(), text: z.string() })

const DeskCustomerDetailSchema = z.object({
  serverTime: z.int(),
  person: z.object({
    ...z.pick(DeskCustomerSchema, { id: true, name: true, company: true, email: true, createdAt: true })
      .shape,
    phone: z.nullable(z.string()),
    language: z.nullable(LanguageSchema),
    newsletter: z.boolean(),
    /** What they said last of the provider acting on their miners; null: nothing. */
    providerConsent: z.nullable(z.object({ given: z.boolean(), at: z.int() })),
  }),
  /** Accounts that became part of this one, oldest first. */
  former: z.array(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()), at: z.int() })),
  ships: z.array(ShipSchema),
  /** Controllers of theirs that are on no ship. */
  looseControllers: z.array(DeskControllerSchema),
  boxes: z.array(BoxSchema),
  /** Newest first, at most 100, with their invoices. Those that a guest placed with the same address are among them. */
  orders: z.array(
    z.object({
      ...DeskOrderSchema.shape,
      documents: z.array(z.object({ number: z.string(), kind: DocumentKindSchema, issuedAt: z.int() })),
    }),
  ),
  reports: z.array(DeskReportSchema),
  /** What of the owner's share was not paid out yet. */
  balance: z.object({
    /** Null: nothing was ever received. */
    sat: z.nullable(z.int()),
    /** At the last price; null: none is known. */
    cents: z.nullable(z.int()),
    /** Less than this is not paid out, and does not keep an account from its end. */
    minimumSat: z.int(),
  }),
  payouts: z.array(
    z.object({ id: z.string(), at: z.int(), amountSat: z.int(), txid: z.nullable(z.string()) }),
  ),
  leads: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      kind: z.string(),
      createdAt: z.int(),
      isOpen: z.boolean(),
    }),
  ),
  /** Money of their orders as it came in; less than 0: it was taken back. Newest first. */
  money: z.array(z.object({ at: z.int(), orderId: z.string(), orderNumber: z.string(), cents: z.int() })),
  offers: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      at: z.int(),
      /** Null: it was not accepted. */
      acceptedAt: z.nullable(z.int()),
    }),
  ),
  /** When controllers that nobody had became theirs. */
  claims: z.array(z.object({ id: z.string(), name: z.string(), at: z.int() })),
  /** When controllers came to them from another owner, or left them; newest first. */
  transfers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      at: z.int(),
      way: z.enum(['received', 'given']),
      /** From or to whom; null: to nobody, or their account is no more. */
      other: z.nullable(z.string()),
    }),
  ),
  mails: z.array(MailSchema),
  notes: z.array(NoteSchema),
})
export type DeskCustomerDetail = z.infer<typeof DeskCustomerDetailSchema>

export const deskCustomerEndpoints = {
  deskCustomers: endpoint({
    method: 'GET',
    path: '/desk/customers',
    summary:
      'Everyone with an account, newest first or by name, 50 a page; found by how a word of name, e-mail, company or number begins.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      search: z.optional(SearchQuerySchema),
      sort: z.optional(z.enum(deskCustomerSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({ customers: z.array(DeskCustomerSchema), perPage: z.int(), total: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskCustomer: endpoint({
    method: 'GET',
    path: '/desk/customers/{id}',
    summary: 'One person or company: contact, ships, boxes, orders, faults, payouts, mails and notes.',
    auth: 'operator',
    roles: operatorRoles,
    params: id,
    data: DeskCustomerDetailSchema,
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskCustomerNote: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/notes',
    summary: 'Writes a note that only the desk reads.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    params: id,
    body: z.strictObject({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)),
    }),
    data: z.object({ notes: z.array(NoteSchema) }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskCustomerExport: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/export',
    summary: 'Everything that is kept about a person, as they can download it themselves; recorded.',
    auth: 'operator',
    roles: ['owner'],
    params: id,
    data: z.record(z.string(), z.unknown()),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskCustomerDelete: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/delete',
    summary:
      'Deletes the account of a person and everything that is about them, as they can themselves; orders and invoices stay. `name` is theirs, typed by the operator.',
    auth: 'operator',
    roles: ['owner'],
    params: id,
    body: z.strictObject({ name: line(200), reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'not-found', 'invalid-request', ...accountEndErrors],
  }),
  deskMailResend: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/mails/{mail}/resend',
    summary: 'Sends a mail of before once more, to the address it went to.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    params: z.object({ ...id.shape, mail: z.string().check(z.regex(/^\d{1,15}$/)) }),
    data: z.object({ mails: z.array(MailSchema) }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
}
