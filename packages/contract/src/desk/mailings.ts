import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'

/*
 * Messages to many at once: those who asked to be notified when they can order, and the newsletter. They leave in batches, each with a personal
 * link to unsubscribe; addresses that were refused, came back or were unsubscribed get none unless they ask again.
 */
const product = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
const TextSchema = z.strictObject({
  subject: z.string().check(z.trim(), z.minLength(3), z.maxLength(150), z.regex(/^\P{Cc}*$/u)),
  /** Paragraphs, an empty line between them. */
  text: z.string().check(z.trim(), z.minLength(3), z.maxLength(10_000), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)),
})

export const mailingAudiences = ['waiting', 'newsletter'] as const

/** `waiting`: all who asked, for one product or for all that can be ordered now; its words are fixed. `newsletter`: what was written. */
const draft = {
  audience: z.enum(mailingAudiences),
  product: z.optional(product),
  /** Of a newsletter, in at least one language; readers of another get English, or else the first of these. */
  texts: z.optional(z.partialRecord(LanguageSchema, TextSchema)),
}
export const MailingDraftSchema = z.strictObject(draft)
export type MailingDraft = z.infer<typeof MailingDraftSchema>

/** Who waits for one thing: a product, or (null) that orders can be placed at all. */
const WaitingSchema = z.object({
  product: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Whether it can be ordered now, so that they may be notified. */
  isAvailable: z.boolean(),
  /** Addresses that wait. */
  people: z.int(),
  /** When the first of them asked. */
  since: z.int(),
})
export type WaitingFor = z.infer<typeof WaitingSchema>

const MailingSchema = z.object({
  id: z.string(),
  audience: z.enum(mailingAudiences),
  product: z.nullable(z.string()),
  /** Subjects by language, as written. */
  subjects: z.partialRecord(LanguageSchema, z.string()),
  createdAt: z.int(),
  operator: z.string(),
  /** Null: it still leaves, batch by batch. */
  finishedAt: z.nullable(z.int()),
  stoppedAt: z.nullable(z.int()),
  /** How many it was made for. */
  recipients: z.int(),
  /** Not yet in the outbox. */
  waiting: z.int(),
  /** In the outbox, not yet taken by the mail server. */
  underWay: z.int(),
  sent: z.int(),
  /** Refused by the mail server for good. */
  refused: z.int(),
  /** Left out, since they no longer wanted it, could not be reached, or it was stopped before their turn. */
  skipped: z.int(),
  /** Of those, since it was stopped: it can go on for them. */
  stopped: z.int(),
})
export type Mailing = z.infer<typeof MailingSchema>

const CountSchema = z.object({ language: LanguageSchema, people: z.int() })
const ListSchema = z.object({ waiting: z.array(WaitingSchema), mailings: z.array(MailingSchema) })
const PreviewSchema = z.object({
  total: z.int(),
  counts: z.array(CountSchema),
  /** Who asked but cannot be reached: refused, returned or unsubscribed. Of a stopped message also who was notified since by another. */
  withheld: z.int(),
  /** As the first of each language gets it. */
  mails: z.array(z.object({ language: LanguageSchema, subject: z.string(), text: z.string() })),
})

export const deskMailingEndpoints = {
  deskMailings: endpoint({
    method: 'GET',
    path: '/desk/mailings',
    summary: 'Who waits for what, and what was sent to many, newest first.',
    auth: 'operator',
    roles: ['owner', 'sales', 'read-only'],
    data: ListSchema,
    errors: operatorErrors,
  }),
  deskMailingPreview: endpoint({
    method: 'POST',
    path: '/desk/mailings/preview',
    summary: 'How many a message would reach, and what it says in each language. Sends nothing.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    body: MailingDraftSchema,
    data: PreviewSchema,
    errors: [...operatorErrors, 'invalid-request', 'required-fields-missing', 'product-not-found'],
  }),
  deskMailingSend: endpoint({
    method: 'POST',
    path: '/desk/mailings',
    summary:
      'Sends a message to everybody it is for, in batches. Pressed twice with one key it is sent once.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    body: MailingDraftSchema,
    data: z.object({ id: z.string(), recipients: z.int() }),
    errors: [
      ...operatorErrors,
      'invalid-request',
      'required-fields-missing',
      'product-not-found',
      'mailing-nobody',
      'mailing-not-available',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
    ],
    idempotent: true,
    limit: { max: 20, windowMs: 60_000 },
  }),
  deskMailingStop: endpoint({
    method: 'POST',
    path: '/desk/mailings/{id}/stop',
    summary: 'Stops a message that still leaves: those who have not got it get none, and wait on.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ reason: ReasonSchema }),
    data: ListSchema,
    errors: [...operatorErrors, 'invalid-request', 'not-found', 'mailing-over'],
  }),
  deskMailingLeft: endpoint({
    method: 'GET',
    path: '/desk/mailings/{id}/left',
    summary: 'How many of those whom a stopped message has not reached it would reach now. Sends nothing.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params: z.object({ id: z.uuid() }),
    data: PreviewSchema,
    errors: [...operatorErrors, 'invalid-request', 'not-found', 'mailing-not-stopped'],
  }),
  deskMailingContinue: endpoint({
    method: 'POST',
    path: '/desk/mailings/{id}/continue',
    summary: 'Lets a stopped message go on for those whom it has not reached; nobody gets it twice.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    params: z.object({ id: z.uuid() }),
    data: z.object({ recipients: z.int() }),
    errors: [
      ...operatorErrors,
      'invalid-request',
      'not-found',
      'mailing-not-stopped',
      'mailing-nobody',
      'mailing-not-available',
    ],
  }),
  deskMailingReturned: endpoint({
    method: 'POST',
    path: '/desk/mailings/returned',
    summary: 'Notes addresses whose mail came back: no message to many goes there until they ask again.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    body: z.strictObject({ emails: z.array(z.email()).check(z.minLength(1), z.maxLength(500)) }),
    data: z.object({ noted: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
