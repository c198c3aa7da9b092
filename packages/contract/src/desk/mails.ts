import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'

/* E-mails that have not gone, for operators. */

export const DeskMailSchema = z.object({
  id: z.string(),
  /** Null: the provider. */
  recipient: z.nullable(z.string()),
  subject: z.string(),
  createdAt: z.int(),
  attempts: z.int(),
  /** In the words of the mail server. */
  lastError: z.nullable(z.string()),
  /** Null: given up, and not tried again by itself. */
  nextAttemptAt: z.nullable(z.int()),
})
export type DeskMail = z.infer<typeof DeskMailSchema>

export const deskMailEndpoints = {
  deskMails: endpoint({
    method: 'GET',
    path: '/desk/mails',
    summary:
      'E-mails that were given up, newest first, then those whose last attempt failed; at most 200. And how many there are.',
    auth: 'operator',
    roles: ['owner', 'service', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      failed: z.int(),
      /** All that still wait to be sent. */
      waiting: z.int(),
      mails: z.array(DeskMailSchema),
    }),
    errors: operatorErrors,
  }),
  deskMailRetry: endpoint({
    method: 'POST',
    path: '/desk/mails/{id}/retry',
    summary: 'Tries an e-mail that was given up again; one that was tried again since is left as it is.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({}),
    data: z.object({ requeued: z.int() }),
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
  deskMailRetryAll: endpoint({
    method: 'POST',
    path: '/desk/mails/retry-failed',
    summary: 'Tries every e-mail that was given up again.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({ requeued: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
