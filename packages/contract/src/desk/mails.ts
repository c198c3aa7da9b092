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

/** One that was given up and that an operator let rest: it is counted nowhere, and stays to be read. */
const MailAsideSchema = z.object({
  ...z.pick(DeskMailSchema, { id: true, recipient: true, subject: true, createdAt: true, lastError: true })
    .shape,
  setAsideAt: z.int(),
  operator: z.string(),
  reason: z.string(),
})
export type MailAside = z.infer<typeof MailAsideSchema>

const id = z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

export const deskMailEndpoints = {
  deskMails: endpoint({
    method: 'GET',
    path: '/desk/mails',
    summary:
      'E-mails that were given up, newest first, then those whose last attempt failed; at most 200. And how many there are, and which were set aside.',
    auth: 'operator',
    roles: ['owner', 'service', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      /** Given up, and not set aside. */
      failed: z.int(),
      /** All that still wait to be sent. */
      waiting: z.int(),
      mails: z.array(DeskMailSchema),
      /** The latest first, at most 200. */
      setAside: z.array(MailAsideSchema),
    }),
    errors: operatorErrors,
  }),
  deskMailRetry: endpoint({
    method: 'POST',
    path: '/desk/mails/{id}/retry',
    summary:
      'Tries an e-mail that was given up again, also one that was set aside; one that was tried again since is left as it is.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: id,
    body: z.strictObject({}),
    data: z.object({ requeued: z.int() }),
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
  deskMailSetAside: endpoint({
    method: 'POST',
    path: '/desk/mails/{id}/set-aside',
    summary:
      'Lets an e-mail that was given up rest: it is no longer counted, and stays to be read. One that was tried again or set aside since is left as it is.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: id,
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({ setAside: z.int() }),
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
  deskMailRetryAll: endpoint({
    method: 'POST',
    path: '/desk/mails/retry-failed',
    summary: 'Tries every e-mail that was given up again, but those that were set aside.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({ requeued: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
