import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import {
  FeeRateMilliSatSchema,
  PayoutTransactionSchema,
  UnsignedTransactionSchema,
  unsignedTransactionErrors,
} from './payouts.ts'

/*
 * Refunds that are paid together at the provider's desk: claimed by their buyers, paid in one go, closed by their proofs. The server moves no
 * money: it writes a file that the bank or a wallet takes.
 */

/** `bank`: a file of SEPA transfers (pain.001); `bitcoin`: a table of outputs that wallets read. */
export const refundRunWays = ['bank', 'bitcoin'] as const
export type RefundRunWay = (typeof refundRunWays)[number]

/** A refund that is not simply to be paid: its order, and its name in the file. */
const odd = { orderId: z.string(), orderNumber: z.string(), amountCents: z.int(), reference: z.string() }

const id = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

/** A run with something still to be paid. */
export const RefundRunSchema = z.object({
  id: z.string(),
  way: z.enum(refundRunWays),
  createdAt: z.int(),
  createdBy: z.string(),
  /** Its sum is so large that another operator than the one who made it has to record that it was paid. */
  needsSecond: z.boolean(),
  /** What is still to be paid of it. */
  refunds: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      orderNumber: z.string(),
      /** Account or address. */
      to: z.string(),
      amountCents: z.int(),
      /** Whole coins; null: euro. */
      amountCoin: z.nullable(z.string()),
      /** As the payee and the statement see it. */
      reference: z.string(),
    }),
  ),
  /** Dropped after the run was made, and owed again: whether it left with the run is for a person, or a statement, to say. */
  again: z.array(z.object(odd)),
  /** In Bitcoin: the unsigned transaction that was created last. */
  transaction: z.nullable(PayoutTransactionSchema),
  /** How many of it are paid. */
  paid: z.int(),
  /** In the file, but not owed any more: a payment was taken back, or the order got it. They must not be paid. */
  dropped: z.array(z.object({ id: z.string(), ...odd })),
})
export type RefundRun = z.infer<typeof RefundRunSchema>

const runs = z.object({ runs: z.array(RefundRunSchema) })

export const deskRefundRunEndpoints = {
  deskRefundRuns: endpoint({
    method: 'GET',
    path: '/desk/refund-runs',
    summary: 'Runs of refunds with something still to be paid, newest first.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper', 'read-only'],
    data: runs,
    errors: operatorErrors,
  }),
  deskRefundRunCreate: endpoint({
    method: 'POST',
    path: '/desk/refund-runs',
    summary:
      'Puts every claimed refund of one way that is in no run into a new one and writes its file. From then on their buyers cannot change where they go.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({ way: z.enum(refundRunWays) }),
    data: z.object({
      ...runs.shape,
      /** Orders whose refund no bank would take, for instance because of a name without a letter. */
      leftOut: z.array(z.string()),
    }),
    errors: [...operatorErrors, 'refund-run-empty', 'refund-account-missing', 'invalid-request'],
  }),
  deskRefundRunFile: endpoint({
    method: 'GET',
    path: '/desk/refund-runs/{id}/file',
    summary: 'The file of a run; the audit log notes it.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    data: z.object({ filename: z.string(), type: z.string(), text: z.string() }),
    errors: [...operatorErrors, 'refund-run-not-found', 'invalid-request'],
  }),
  deskRefundRunPsbt: endpoint({
    method: 'POST',
    path: '/desk/refund-runs/{id}/psbt',
    summary:
      'One unsigned transaction for what is left of a run in Bitcoin, out of the account of payouts, to sign elsewhere. All that are made for a run exclude each other.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({ feeRateMilliSat: FeeRateMilliSatSchema }),
    data: UnsignedTransactionSchema,
    errors: [...operatorErrors, ...unsignedTransactionErrors, 'refund-run-not-found', 'refund-run-empty'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  deskRefundRunPaid: endpoint({
    method: 'POST',
    path: '/desk/refund-runs/{id}/paid',
    summary:
      'Records that what is left of a run was paid: each transfer with its reference, or all with the id of the one transaction. Or that one was paid which was not owed any more.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({
      on: z.iso.date(),
      /** Of a run in Bitcoin. */
      txid: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))),
      /** Only this one, of those that are not owed any more: it was paid all the same. */
      droppedId: z.optional(z.string().check(z.maxLength(64))),
    }),
    data: runs,
    errors: [...operatorErrors, 'refund-run-not-found', 'second-operator-required', 'invalid-request'],
  }),
  deskRefundRunCancel: endpoint({
    method: 'POST',
    path: '/desk/refund-runs/{id}/cancel',
    summary:
      'Takes a run apart whose file was not used: what is not paid waits as before. It also closes one of which only that is left which was not owed any more and not paid.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({}),
    data: runs,
    errors: [...operatorErrors, 'refund-run-not-found', 'invalid-request'],
  }),
}
