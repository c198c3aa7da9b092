import { refundWays } from '@shipminer/domain/orders/refund-proof'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from './endpoint.ts'
import { DaySchema, ReasonSchema } from './from-outside.ts'
import { AssetSchema } from './payments.ts'
import { RolloutPlanSchema } from './releases.ts'

/*
 * Four eyes at the desk: what one operator wants and a second one has to confirm. It is confirmed by making the same call: what the second one
 * sends differently is a proposal of their own.
 */
export const proposalKinds = ['refund', 'refund-run', 'rollout', 'account'] as const
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
/** A run of refunds; whoever made it proposed it. */
export const RefundRunProposalSchema = z.object({ kind: z.literal('refund-run'), amountCents: z.int() })
/** That a release is sent to the ships. */
export const RolloutProposalSchema = z.object({ kind: z.literal('rollout'), plan: RolloutPlanSchema })
/** That an account of ours receives coins. */
export const AccountProposalSchema = z.object({
  kind: z.literal('account'),
  asset: AssetSchema,
  /** The first address of it, for comparing it with the wallet. */
  firstAddress: z.string(),
})

export const ProposedSchema = z.discriminatedUnion('kind', [
  RefundProposalSchema,
  RefundRunProposalSchema,
  RolloutProposalSchema,
  AccountProposalSchema,
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
      kind: z.enum(['refund', 'rollout', 'account']),
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
      'Confirms that an account is ours, by its first address: the first operator proposes it, the second lets buyers pay to it.',
    auth: 'operator',
    roles: ['owner'],
    params: z.object({ asset: AssetSchema }),
    body: z.strictObject({ firstAddress: z.string().check(z.maxLength(120)), reason: ReasonSchema }),
    /** `waits`: for a second operator. */
    data: z.object({ waits: z.boolean() }),
    errors: [...operatorErrors, 'second-operator-required', 'not-found', 'invalid-request'],
  }),
}
