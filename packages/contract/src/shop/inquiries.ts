import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'

/** One line without control characters; required fields are checked by the server, so that it answers with the texts of docs/product.md 8. */
const line = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u)))
/** Several lines. */
const text = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)))
const product = z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)))

const sender = {
  name: line(120),
  email: line(254),
  phone: line(40),
  /** Language of the confirmation; without it that of the request. */
  language: z.optional(LanguageSchema),
  /** Honeypot: invisible to people. Filled in, the answer is success and nothing is kept. */
  website: z.optional(z.string().check(z.maxLength(400))),
}

/** What a message is about. `notify-me` comes with the product to be notified of. */
export const SubjectKindSchema = z.enum(['question', 'order', 'quote', 'support', 'notify-me'])
export type SubjectKind = z.infer<typeof SubjectKindSchema>

/** Kinds of ship the custom request offers. */
export const ShipTypeSchema = z.enum([
  'dry-cargo',
  'tanker',
  'container',
  'push-boat',
  'passenger',
  'workboat',
  'other',
])
export type ShipType = z.infer<typeof ShipTypeSchema>

export const ContactRequestSchema = z.strictObject({
  ...sender,
  subject: line(200),
  subjectKind: z._default(SubjectKindSchema, 'question'),
  product,
  message: text(5000),
})
export const CustomRequestSchema = z.strictObject({
  ...sender,
  shipType: z.optional(ShipTypeSchema),
  generatorCapacityKw: z.optional(z.number().check(z.minimum(0), z.maximum(100_000))),
  currentUsagePercent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  additionalInformation: text(5000),
})
export const WaitingListRequestSchema = z.strictObject({
  ...sender,
  product,
})
export type ContactRequest = z.infer<typeof ContactRequestSchema>
export type CustomRequest = z.infer<typeof CustomRequestSchema>
export type WaitingListRequest = z.infer<typeof WaitingListRequestSchema>

/** `reference` is what people can quote on the phone, e.g. `C-7K3QXMPA`. */
const InquiryReceiptSchema = z.object({ received: z.literal(true), reference: z.string() })
const limit = { max: 5, windowMs: 60_000 }
const errors = [
  'invalid-request',
  'required-fields-missing',
  'email-invalid',
  'product-not-found',
  'rate-limited',
] as const

export const inquiryEndpoints = {
  contact: endpoint({
    method: 'POST',
    path: '/inquiries/contact',
    summary:
      'A message to the provider; also asks to be notified when a product arrives. Needs name, email, message.',
    auth: 'none',
    body: ContactRequestSchema,
    data: InquiryReceiptSchema,
    errors,
    limit,
  }),
  customRequest: endpoint({
    method: 'POST',
    path: '/inquiries/custom',
    summary: 'Asks for the free analysis of a ship. Needs ship type, capacity, usage, name and email.',
    auth: 'none',
    body: CustomRequestSchema,
    data: InquiryReceiptSchema,
    errors,
    limit,
  }),
  waitingList: endpoint({
    method: 'POST',
    path: '/inquiries/waiting-list',
    summary: 'Puts an address on the waiting list while orders are switched off. Needs email; twice is once.',
    auth: 'none',
    body: WaitingListRequestSchema,
    data: InquiryReceiptSchema,
    errors,
    limit,
  }),
}
