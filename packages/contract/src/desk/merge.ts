import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'

/*
 * Two accounts that are one person become one.
 */
/** What belongs to an account and moves with it. */
export const mergedThings = [
  'ships',
  'controllers',
  'orders',
  'payments',
  'receipts',
  'payouts',
  'payoutAddress',
  'pools',
  'wallets',
  'notes',
  'reports',
  'consents',
  'mailings',
  'crew',
  'alertRules',
  'alertChannels',
  'telegram',
  'push',
  'apiKeys',
  'firmware',
  'history',
  'messages',
] as const
export type MergedThing = (typeof mergedThings)[number]

const account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  wallets: z.int(),
  /** Null: nothing was ever received for it. */
  balanceSat: z.nullable(z.int()),
})
const counts = z.array(z.object({ what: z.enum(mergedThings), count: z.int() }))

/** What a merge does, or did. */
export const MergeSchema = z.object({
  stays: account,
  goes: account,
  moves: counts,
  /** The other account has its own, which holds; these go. */
  dropped: counts,
  /** What all of it comes to; null: nothing was ever received. */
  balanceSat: z.nullable(z.int()),
  /** The e-mail address of the one that goes signs nobody in any more. */
  losesEmail: z.boolean(),
})
export type Merge = z.infer<typeof MergeSchema>

const params = z.object({ id: z.uuid() })
const errors = [
  ...operatorErrors,
  'not-found',
  'merge-same-account',
  'merge-of-operator',
  'merge-money-under-way',
  'merge-payout-addresses',
  'merge-receipts',
  'wallet-limit-reached',
  'invalid-request',
] as const

export const deskMergeEndpoints = {
  deskCustomerMergePreview: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/merge/preview',
    summary: 'What would move if another account were merged into this one; nothing is changed.',
    auth: 'operator',
    roles: ['owner'],
    params,
    body: z.strictObject({ other: z.uuid() }),
    data: z.object({ merge: MergeSchema }),
    errors,
  }),
  deskCustomerMerge: endpoint({
    method: 'POST',
    path: '/desk/customers/{id}/merge',
    summary:
      'Merges another account of the same person into this one, with all that belongs to it; cannot be undone. `name` is that of the account that goes, typed by the operator.',
    auth: 'operator',
    roles: ['owner'],
    params,
    body: z.strictObject({
      other: z.uuid(),
      name: z.string().check(z.trim(), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
      reason: ReasonSchema,
    }),
    data: z.object({ merge: MergeSchema }),
    errors,
  }),
} as const
