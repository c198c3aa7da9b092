import { refundWays } from '@shipminer/domain/orders/refund-proof'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DaySchema, ReasonSchema } from '../from-outside.ts'
import { RolloutPlanSchema } from '../releases.ts'

/*
 * Four eyes at the desk: what one operator wants and a second one has to confirm. It is confirmed by making the same call: what the second one
 * sends differently is a proposal of their own.
 */
export const proposalKinds = [
  'refund',
  'refund-run',
  'rollout',
  'resume',
  'account',
  'payout-record',
] as const

/** Accounts of ours that the settings of the server name: those that receive coins, the bank account, and the one that payouts are paid from. */
export const OwnAccountSchema = z.enum(['BTC', 'USDT', 'bank', 'payouts'])
export type OwnAccount = z.infer<typeof OwnAccountSchema>

/** Where they are read from, each by itself: `transfers` names the bank account and the one for payouts, `coins` those that receive coins. */
export const accountSources = ['transfers', 'coins'] as const
export type AccountSource = (typeof accountSources)[number]
export type ProposalKind = (typeof proposalKinds)[number]

/** That a refund was paid, and how. */
export const RefundProposalSchema = z.object({
  kind: z.literal('refund'),
  orderId: z.string(),
  orderNumber: z.string(),
  amountCents: z.int(),
  way: z.enum(refundWays),
  reference: z.string(),
  on: DaySchema,
})
/** A run of refunds; its maker proposed it. */
export const RefundRunProposalSchema = z.object({ kind: z.literal('refund-run'), amountCents: z.int() })
/** That a release is sent to the ships. */
export const RolloutProposalSchema = z.object({ kind: z.literal('rollout'), plan: RolloutPlanSchema })
/** That a rollout that halted goes on, with why it halted. */
export const ResumeProposalSchema = z.object({
  kind: z.literal('resume'),
  version: z.string(),
  haltReason: z.nullable(z.string()),
  haltControllerId: z.nullable(z.string()),
})
/** That an account is ours. */
export const AccountProposalSchema = z.object({
  kind: z.literal('account'),
  asset: OwnAccountSchema,
  /** The first address of it, for comparing it with the wallet; of the bank account its IBAN. */
  firstAddress: z.string(),
})

/** That an owner was paid outside of a run. */
export const RecordedPayoutSchema = z.object({
  amountSat: z.int().check(z.minimum(1), z.maximum(2_100_000_000_000_000)),
  txid: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/)),
  on: DaySchema,
  /** For the owner. */
  note: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u))),
})
export type RecordedPayout = z.infer<typeof RecordedPayoutSchema>
export const PayoutRecordProposalSchema = z.object({
  kind: z.literal('payout-record'),
  userId: z.uuid(),
  ...RecordedPayoutSchema.shape,
})

export const ProposedSchema = z.discriminatedUnion('kind', [
  RefundProposalSchema,
  RefundRunProposalSchema,
  RolloutProposalSchema,
  ResumeProposalSchema,
  AccountProposalSchema,
  PayoutRecordProposalSchema,
])
export type Proposed = z.infer<typeof ProposedSchema>

export const ProposalSchema = z.object({
  id: z.string(),
  what: ProposedSchema,
  /** Null: no one has yet, as of an account that is new in the settings of the server. */
  proposedBy: z.nullable(z.string()),
  proposedAt: z.nullable(z.int()),
  /** Proposed by who asks. */
  isMine: z.boolean(),
  /** Whether who asks may confirm, or propose what nobody has. */
  mayAct: z.boolean(),
  /** How many other operators have a role for it. */
  others: z.int(),
})
export type Proposal = z.infer<typeof ProposalSchema>

export const deskProposalEndpoints = {
  deskProposalWithdraw: endpoint({
    method: 'POST',
    path: '/desk/proposals/{kind}/{id}/withdraw',
    summary: 'Takes back what waits for a second operator, with a reason.',
    auth: 'operator',
    roles: ['owner', 'service', 'bookkeeper'],
    params: z.object({
      kind: z.enum(['refund', 'rollout', 'resume', 'account', 'payout-record']),
      id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)),
    }),
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskAccountConfirm: endpoint({
    method: 'POST',
    path: '/desk/receiving-accounts/{asset}/confirm',
    summary:
      'Confirms that an account is ours, by its first address or its IBAN: the first operator proposes it, the second lets it be used.',
    auth: 'operator',
    roles: ['owner'],
    params: z.object({ asset: OwnAccountSchema }),
    body: z.strictObject({ firstAddress: z.string().check(z.maxLength(120)), reason: ReasonSchema }),
    /** `waits`: for a second operator. */
    data: z.object({ waits: z.boolean() }),
    errors: [...operatorErrors, 'second-operator-required', 'not-found', 'invalid-request'],
  }),
}
