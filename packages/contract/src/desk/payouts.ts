import { payoutRefusals } from '@shipminer/domain/payouts/decide-payout'
import { payoutRunEvents, payoutRunStates } from '@shipminer/domain/payouts/payout-run'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DirectionQuerySchema, PageQuerySchema, ReasonSchema, SearchQuerySchema } from '../from-outside.ts'
import { CoinSchema } from '../revenue.ts'
import { UnreadOwnerSchema } from './work.ts'

/*
 * The weekly payout run, at the provider's desk. Amounts are whole satoshi. Only what pools really paid is shared; none of these figures
 * contains estimates. The server holds the public key of the paying account at most: transactions are signed elsewhere.
 */
const id = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })

export const PayoutRunStateSchema = z.enum(payoutRunStates)
export type PayoutRunState = z.infer<typeof PayoutRunStateSchema>

/** An owner with a controller, or with money received or paid out, and what the next run does for them. */
export const PayoutOwnerSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Bitcoin that pools paid for this owner, to the provider or to the owner directly: ever, and since the owner's last run. */
  receivedSat: z.int(),
  receivedSinceSat: z.int(),
  /** The owner's share of all that was received. */
  ownerShareSat: z.int(),
  /** The part of it that pools paid to the owner directly. */
  receivedByOwnerSat: z.int(),
  paidOutSat: z.int(),
  /** Null until something was received or paid out. */
  balanceSat: z.nullable(z.int()),
  /** What the next run pays; null when the owner is not in it. */
  amountSat: z.nullable(z.int()),
  /** Why not. */
  refusal: z.nullable(z.enum(payoutRefusals)),
  /** The open run that the balance is kept for. */
  openRunId: z.nullable(z.string()),
  /** Where payouts go now. */
  address: z.nullable(z.string()),
  /** Another address was requested and counts from then on, ms. */
  pendingFrom: z.nullable(z.int()),
  /** Coins beside Bitcoin that were received by the provider: never part of a run, never turned into Bitcoin. */
  otherCoins: z.array(z.object({ coin: CoinSchema, receivedSat: z.int() })),
})
export type PayoutOwner = z.infer<typeof PayoutOwnerSchema>

/** An owner that was promised a first payout and had none yet. */
export const FirstPayoutSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** When the first miner reported; the claim of the first controller while none has. */
  since: z.int(),
  hasMiner: z.boolean(),
  /** Of 30; 0 or less: over. */
  daysLeft: z.int(),
  state: z.enum(['ok', 'soon', 'over']),
})
export type FirstPayout = z.infer<typeof FirstPayoutSchema>

export const PayoutRunSummarySchema = z.object({
  /** A number that counts up. */
  id: z.string(),
  state: PayoutRunStateSchema,
  createdAt: z.int(),
  createdBy: z.string(),
  lines: z.int(),
  totalSat: z.int(),
  txid: z.nullable(z.string()),
  /** Null: not checked, or the source does not know the transaction. */
  confirmations: z.nullable(z.int()),
})
export type PayoutRunSummary = z.infer<typeof PayoutRunSummarySchema>

export const PayoutLineSchema = z.object({
  /** Null: the account was deleted, the records stay. */
  userId: z.nullable(z.uuid()),
  name: z.string(),
  amountSat: z.int(),
  address: z.string(),
})

/** What this server has for making payouts. */
export const PayoutSetupSchema = z.object({
  minimumSat: z.int(),
  network: z.enum(['mainnet', 'testnet', 'regtest']),
  /** PAYOUT_XPUB is set. */
  hasAccount: z.boolean(),
  /** With the origin `[fingerprint/84h/0h/0h]` by which a hardware wallet knows the keys as its own. */
  hasOrigin: z.boolean(),
  /** Where coins are looked for and transactions followed: a host; null: nowhere. */
  source: z.nullable(z.string()),
  /** Another operator than the one who made a run takes its signed transaction. */
  fourEyes: z.boolean(),
})
export type PayoutSetup = z.infer<typeof PayoutSetupSchema>

export const PayoutTransactionSchema = z.object({
  /** BIP 174, base64. */
  psbtBase64: z.string(),
  feeRateMilliSat: z.int(),
  feeSat: z.int(),
  changeSat: z.int(),
  inputs: z.int(),
})
export type PayoutTransaction = z.infer<typeof PayoutTransactionSchema>

/** Thousandths of a satoshi per virtual byte. */
export const FeeRateMilliSatSchema = z.int().check(z.minimum(1_000), z.maximum(1_000_000))

export const UnsignedTransactionSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('made'), transaction: PayoutTransactionSchema }),
  /** The account has too little; `missingSat` more would be enough. */
  z.object({ outcome: z.literal('insufficient'), missingSat: z.int(), availableSat: z.int() }),
])
/** Why no unsigned transaction can be made. */
export const unsignedTransactionErrors = [
  'payout-run-conflict',
  'payout-address-changed',
  'payout-setup-missing',
  'account-unconfirmed',
  'payout-source-unavailable',
  'payout-run-too-large',
  'payout-coin-spent',
  'invalid-request',
] as const

export type UnsignedTransaction = z.infer<typeof UnsignedTransactionSchema>

export const PayoutRunSchema = z.object({
  ...PayoutRunSummarySchema.shape,
  entries: z.array(PayoutLineSchema),
  /** What can be done now, by the table of the domain. */
  events: z.array(z.enum(payoutRunEvents)),
  exportedAt: z.nullable(z.int()),
  broadcastAt: z.nullable(z.int()),
  confirmedAt: z.nullable(z.int()),
  cancelledAt: z.nullable(z.int()),
  cancelReason: z.nullable(z.string()),
  confirmationsNeeded: z.int(),
  /** When the source was last queried for the transaction. */
  lookedAt: z.nullable(z.int()),
  /** The transaction that was created last. */
  transaction: z.nullable(PayoutTransactionSchema),
  /** Whether the server has the signed transaction, to send it again. */
  canSend: z.boolean(),
})
export type PayoutRun = z.infer<typeof PayoutRunSchema>

/** A line that a transaction does not pay as it should. `foundSat` null: nothing goes there. */
export const PayoutDifferenceSchema = z.object({
  name: z.string(),
  address: z.string(),
  amountSat: z.int(),
  foundSat: z.nullable(z.int()),
})
export type PayoutDifference = z.infer<typeof PayoutDifferenceSchema>

/** In the next run, or not. */
export const payoutStandings = ['due', 'out'] as const
/** What lists of owners and of runs can be sorted by. */
export const payoutOwnerSorts = ['due', 'name', 'balance', 'received', 'paidOut'] as const
export const payoutRunSorts = ['createdAt', 'total', 'lines'] as const
export const firstPayoutSorts = ['since', 'name'] as const
/** Part of the name of an owner. */
const search = z.optional(SearchQuerySchema)
const standing = z.optional(z.enum(payoutStandings))

export const deskPayoutEndpoints = {
  deskPayouts: endpoint({
    method: 'GET',
    path: '/desk/payouts',
    summary:
      'What every owner is due, who would be in a run now and who not, who waits for a first payout, and the runs so far; 50 a page, sorted.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    query: z.object({
      search,
      standing,
      sort: z.optional(z.enum(payoutOwnerSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
      runsState: z.optional(PayoutRunStateSchema),
      runsSort: z.optional(z.enum(payoutRunSorts)),
      runsDirection: z.optional(DirectionQuerySchema),
      runsPage: z.optional(PageQuerySchema),
      firstSort: z.optional(z.enum(firstPayoutSorts)),
      firstDirection: z.optional(DirectionQuerySchema),
      firstPage: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      setup: PayoutSetupSchema,
      /** Those with the most due first, unless sorted otherwise. */
      owners: z.array(PayoutOwnerSchema),
      /** Those whose figures cannot be added up: they are in no run. */
      unreadOwners: z.array(UnreadOwnerSchema),
      /** Of the owners whom the search finds. */
      byStanding: z.object({ due: z.int(), out: z.int() }),
      /** Owners who are in the next run, and what they get, whatever the filters. */
      lines: z.int(),
      totalSat: z.int(),
      /** Those with the least time first, unless sorted otherwise. */
      firstPayouts: z.array(FirstPayoutSchema),
      firstTotal: z.int(),
      /** Newest first, unless sorted otherwise. */
      runs: z.array(PayoutRunSummarySchema),
      /** That fit the filter. */
      runsTotal: z.int(),
      perPage: z.int(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskPayoutCreate: endpoint({
    method: 'POST',
    path: '/desk/payouts',
    summary: 'Makes a run of everybody who is due and keeps their amounts for it.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    /** As they were shown; when they have changed since, nothing is created. */
    body: z.strictObject({
      lines: z.int().check(z.minimum(1), z.maximum(100_000)),
      totalSat: z.int().check(z.minimum(1), z.maximum(2_100_000_000_000_000)),
    }),
    data: z.object({ id: z.string() }),
    errors: [...operatorErrors, 'payouts-changed', 'invalid-request'],
  }),
  deskPayoutOwnersExport: endpoint({
    method: 'POST',
    path: '/desk/payouts/owners/export',
    summary:
      'What every owner whom the filters find is due and had so far as CSV, without figures where they cannot be added up; recorded.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({ search, standing }),
    data: z.object({ csv: z.string(), rows: z.int(), isWhole: z.boolean() }),
    errors: [...operatorErrors, 'invalid-request'],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskPayoutRunsExport: endpoint({
    method: 'POST',
    path: '/desk/payouts/runs/export',
    summary: 'Payout runs, all or those in one state, as CSV, newest first, 10,000 at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({ state: z.optional(PayoutRunStateSchema) }),
    data: z.object({ csv: z.string(), rows: z.int(), isWhole: z.boolean() }),
    errors: [...operatorErrors, 'invalid-request'],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskPayoutFee: endpoint({
    method: 'GET',
    path: '/desk/payout-fee',
    summary:
      'A fee rate that should get a transaction into a block within six, from the source. Null: it has none.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    data: z.object({ feeRateMilliSat: z.nullable(z.int()), source: z.nullable(z.string()) }),
    errors: operatorErrors,
  }),
  deskPayoutRun: endpoint({
    method: 'GET',
    path: '/desk/payouts/{id}',
    summary: 'One run with its lines and what can be done with it.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    params: id,
    data: z.object({ serverTime: z.int(), setup: PayoutSetupSchema, run: PayoutRunSchema }),
    errors: [...operatorErrors, 'payout-run-not-found'],
  }),
  deskPayoutCsv: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/csv',
    summary: 'The run as a table, to pay it by hand.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({}),
    data: z.object({ filename: z.string(), csv: z.string() }),
    errors: [
      ...operatorErrors,
      'payout-run-not-found',
      'payout-run-conflict',
      'payout-address-changed',
      'invalid-request',
    ],
  }),
  deskPayoutPsbt: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/psbt',
    summary:
      'One unsigned transaction for the whole run, to sign elsewhere. All that are made for a run exclude each other.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({ feeRateMilliSat: FeeRateMilliSatSchema }),
    data: UnsignedTransactionSchema,
    errors: [...operatorErrors, ...unsignedTransactionErrors, 'payout-run-not-found'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  deskPayoutImport: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/import',
    summary:
      'Takes the signed transaction (hex, PSBT in base64, or its id), checks every line, and writes the payouts down; sends it first if asked.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({
      transaction: z.string().check(z.trim(), z.minLength(64), z.maxLength(400_000), z.regex(/^[\w+/=\s]+$/)),
      send: z.boolean(),
    }),
    data: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('accepted'), txid: z.string() }),
      z.object({ outcome: z.literal('differs'), differences: z.array(PayoutDifferenceSchema) }),
    ]),
    errors: [
      ...operatorErrors,
      'payout-run-not-found',
      'second-operator-required',
      'payout-run-conflict',
      'payout-transaction-invalid',
      'payout-transaction-unsigned',
      'payout-transaction-not-found',
      'payout-transaction-used',
      'payout-send-refused',
      'payout-setup-missing',
      'payout-source-unavailable',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
    bodyLimitBytes: 450_000,
  }),
  deskPayoutSend: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/send',
    summary: 'Sends the transaction of a run to the network once more.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({}),
    data: z.object({}),
    errors: [
      ...operatorErrors,
      'payout-run-not-found',
      'payout-run-conflict',
      'payout-send-refused',
      'payout-setup-missing',
      'payout-source-unavailable',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskPayoutCancel: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/cancel',
    summary: 'Gives the amounts of a run back, with a reason; not once it is broadcast.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'payout-run-not-found', 'payout-run-conflict', 'invalid-request'],
  }),
  deskPayoutStatement: endpoint({
    method: 'GET',
    path: '/desk/payouts/{id}/statements/{userId}',
    summary: 'The statement of one owner of a run as PDF, base64, in the owner’s language.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    params: z.object({ ...id.shape, userId: z.uuid() }),
    data: z.object({ filename: z.string(), pdfBase64: z.string() }),
    errors: [...operatorErrors, 'payout-run-not-found', 'invalid-request'],
    limit: { max: 60, windowMs: 60_000 },
  }),
  deskPayoutStatementSend: endpoint({
    method: 'POST',
    path: '/desk/payouts/{id}/statements/{userId}/send',
    summary: 'Mails one owner of a run that was sent their statement once more.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: z.object({ ...id.shape, userId: z.uuid() }),
    data: z.object({ to: z.string() }),
    errors: [
      ...operatorErrors,
      'payout-run-not-found',
      'payout-run-conflict',
      'recipient-missing',
      'invalid-request',
    ],
  }),
}
