import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { MomentQuerySchema } from '../from-outside.ts'

/** Where a person subscribed or unsubscribed: `link` is the page, `one-click` the button of a mail program (RFC 8058). */
export const ConsentSourceSchema = z.enum(['setup', 'profile', 'link', 'one-click'])
export type ConsentSource = z.infer<typeof ConsentSourceSchema>

export const SubscriberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Null: not known. */
  language: z.nullable(LanguageSchema),
  /** When and where consent was given; null for those from before it was written down. */
  since: z.nullable(z.int()),
  source: z.nullable(ConsentSourceSchema),
  /** Whether the address is confirmed; only those are exported. */
  isConfirmed: z.boolean(),
})
export type Subscriber = z.infer<typeof SubscriberSchema>

export const newsletterEndpoints = {
  newsletterUnsubscribe: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    summary:
      'Takes the owner of a personal link off the newsletter, or off the waiting lists; safe to repeat. Mail programs post a form to the link itself (RFC 8058).',
    auth: 'none',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    data: z.object({}),
    errors: ['unsubscribe-link-invalid', 'invalid-request', 'rate-limited'],
    limit: { max: 60, windowMs: 60_000 },
  }),
  deskNewsletter: endpoint({
    method: 'GET',
    path: '/desk/newsletter',
    summary: 'Who wants the newsletter, newest account first, with counts by language.',
    auth: 'operator',
    roles: ['owner', 'sales', 'read-only'],
    query: z.object({ before: z.optional(MomentQuerySchema) }),
    data: z.object({
      counts: z.array(
        z.object({ language: z.nullable(LanguageSchema), confirmed: z.int(), unconfirmed: z.int() }),
      ),
      subscribers: z.array(SubscriberSchema),
      next: z.nullable(z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskNewsletterExport: endpoint({
    method: 'POST',
    path: '/desk/newsletter/export',
    summary:
      'Everybody with a confirmed address as CSV, each with a personal link to unsubscribe. Noted in the audit log.',
    auth: 'operator',
    roles: ['owner', 'sales'],
    body: z.strictObject({
      reason: z
        .string()
        .check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)),
    }),
    data: z.object({ csv: z.string(), rows: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
    limit: { max: 10, windowMs: 60_000 },
  }),
}
