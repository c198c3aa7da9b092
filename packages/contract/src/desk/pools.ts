import { leftOutCodes } from '@shipminer/domain/revenue/parse-payout-csv'
import { minedCoins, poolHost } from '@shipminer/domain/revenue/pool-coin'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DirectionQuerySchema, PageQuerySchema, ReasonSchema } from '../from-outside.ts'
import { PayoutSchema, ReceiptSchema } from '../revenue.ts'
import { RecordedPayoutSchema } from './proposals.ts'

/* What pools paid comes in at the desk, from the files that they offer; and what is booked of one owner, with what a person corrects of it. */

/** Longest file of a pool that is accepted at the desk, characters. */
export const longestPoolFile = 2_000_000
const poolCodes = ['known', 'known-elsewhere', 'payout-of-ours', ...leftOutCodes] as const

/** What becomes of one line of a pool's file. `known`: booked before; `skipped`: in order, and no payment; `refused`: it cannot be read. */
export const PoolLineSchema = z.object({
  line: z.int(),
  result: z.enum(['imported', 'known', 'skipped', 'refused']),
  at: z.nullable(z.int()),
  coin: z.nullable(z.string()),
  amountSat: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  /** Why it is not booked; null for what is. */
  code: z.nullable(z.enum(poolCodes)),
  /** What stands in the file where it cannot be read. */
  cell: z.nullable(z.string()),
})
export type PoolLine = z.infer<typeof PoolLineSchema>

export const PoolImportSchema = z.object({
  owner: z.string(),
  counts: z.object({ imported: z.int(), known: z.int(), skipped: z.int(), refused: z.int() }),
  /** Of what is booked, or would be. */
  totals: z.array(z.object({ coin: z.string(), amountSat: z.int() })),
  /** Those that need a look first; at most 300. */
  lines: z.array(PoolLineSchema),
})
export type PoolImport = z.infer<typeof PoolImportSchema>

export const FoundPaymentSchema = z.object({ at: z.int(), amountSat: z.int(), reference: z.string() })

/** An address of ours that pools pay an owner's earnings to. */
export const PoolAddressSchema = z.object({
  id: z.string(),
  address: z.string(),
  owner: z.string(),
  ship: z.nullable(z.string()),
  /** Null: not looked at yet. */
  lookedAt: z.nullable(z.int()),
  /** Why the last look at the chain failed. */
  problem: z.nullable(z.string()),
  /** What arrived there and is not booked; at most the newest 50 are listed. */
  count: z.int(),
  totalSat: z.int(),
  payments: z.array(FoundPaymentSchema),
})
export type PoolAddress = z.infer<typeof PoolAddressSchema>

/** What pools really paid, as it is booked. */
export const BookedReceiptSchema = z.object({
  ...z.omit(ReceiptSchema, { shipId: true }).shape,
  ship: z.nullable(z.string()),
  /** False: paid out already, or kept in a run that waits. */
  mayTakeBack: z.boolean(),
})
export type BookedReceipt = z.infer<typeof BookedReceiptSchema>

/** What is known of an owner's pool that its name does not say. */
export const PoolProfileSchema = z.object({
  host: z.string(),
  coin: z.enum(minedCoins),
  mode: z.enum(['pooled', 'solo']),
  /** Hundredths of a percent; null: the setting of the server. */
  feeBasisPoints: z.nullable(z.int()),
})
export type PoolProfile = z.infer<typeof PoolProfileSchema>

/** What lists of them can be sorted by. Amounts are compared within their coin. */
export const bookedReceiptSorts = ['at', 'amount'] as const
export const ownerPayoutSorts = ['at', 'amount'] as const

const ownerId = z.object({ userId: z.uuid() })
const HostSchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(253),
  z.refine((text) => poolHost(text) !== null, 'is no host'),
)

const addresses = z.object({
  /** False: no server of the chain is set. */
  isWatching: z.boolean(),
  addresses: z.array(PoolAddressSchema),
})
const addressId = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) })

export const deskPoolEndpoints = {
  deskPoolAddresses: endpoint({
    method: 'GET',
    path: '/desk/pool-addresses',
    summary: 'Addresses of ours that are watched for what pools pay, with what arrived and is not booked.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    data: addresses,
    errors: operatorErrors,
  }),
  deskPoolAddressAdd: endpoint({
    method: 'POST',
    path: '/desk/pool-addresses',
    summary: 'Watches an address of ours that pools pay the earnings of an owner to.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({
      address: z.string().check(z.trim(), z.minLength(10), z.maxLength(100)),
      /** The owner's e-mail address. */
      owner: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
      /** Name of one of the owner's ships. */
      ship: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    }),
    data: addresses,
    errors: [
      ...operatorErrors,
      'payout-address-invalid',
      'user-not-found',
      'ship-not-found',
      'not-found',
      'pool-address-watched',
      'invalid-request',
    ],
  }),
  deskPoolAddressBook: endpoint({
    method: 'POST',
    path: '/desk/pool-addresses/{id}/book',
    summary:
      'Books what the chain shows at a watched address, with six confirmations. Twice changes nothing.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: addressId,
    body: z.strictObject({}),
    data: PoolImportSchema,
    errors: [
      ...operatorErrors,
      'pool-address-not-found',
      'user-not-found',
      'payout-setup-missing',
      'payout-source-unavailable',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskPoolAddressRemove: endpoint({
    method: 'POST',
    path: '/desk/pool-addresses/{id}/remove',
    summary: 'Watches an address no more; what was booked stays.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: addressId,
    body: z.strictObject({}),
    data: addresses,
    errors: [...operatorErrors, 'pool-address-not-found', 'invalid-request'],
  }),
  deskPoolImport: endpoint({
    method: 'POST',
    path: '/desk/pool-imports',
    summary:
      'Shows what a pool’s file of payments to an owner would book, or books it. Twice changes nothing.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({
      /** The owner's e-mail address. */
      owner: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
      text: z.string(),
      /** Where the file does not say it. */
      coin: z.optional(z.enum(minedCoins)),
      paidTo: z.enum(['provider', 'owner']),
      /** Name of one of the owner's ships. */
      ship: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      /** True: shows the result without booking. */
      preview: z.boolean(),
    }),
    bodyLimitBytes: 6 * 1024 * 1024,
    data: PoolImportSchema,
    errors: [
      ...operatorErrors,
      'user-not-found',
      'ship-not-found',
      'pool-file-unreadable',
      'payload-too-large',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskPayoutOwner: endpoint({
    method: 'GET',
    path: '/desk/payout-owners/{userId}',
    summary:
      'The money of one owner: what pools paid and what was paid out, each newest first or sorted, 50 a page, and what is known of their pools.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    params: ownerId,
    query: z.object({
      sort: z.optional(z.enum(bookedReceiptSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
      paidSort: z.optional(z.enum(ownerPayoutSorts)),
      paidDirection: z.optional(DirectionQuerySchema),
      paidPage: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      name: z.string(),
      /** A second operator confirms a payout that is recorded by hand. */
      fourEyes: z.boolean(),
      receivedSat: z.int(),
      receivedByOwnerSat: z.int(),
      ownerShareSat: z.int(),
      paidOutSat: z.int(),
      balanceSat: z.nullable(z.int()),
      /** Kept in a run that is not paid yet. */
      reservedSat: z.int(),
      receipts: z.array(BookedReceiptSchema),
      receiptsTotal: z.int(),
      perPage: z.int(),
      payouts: z.array(PayoutSchema),
      payoutsTotal: z.int(),
      pools: z.array(PoolProfileSchema),
      /** Pools that the owner's miners use now and that nothing is noted of. */
      otherHosts: z.array(z.string()),
    }),
    errors: [...operatorErrors, 'user-not-found', 'invalid-request'],
  }),
  deskReceiptTakeBack: endpoint({
    method: 'POST',
    path: '/desk/payout-owners/{userId}/receipts/{id}/take-back',
    summary: 'Takes back what was booked by mistake; not what was paid out, or is kept in a run that waits.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: z.object({ ...ownerId.shape, id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    body: z.strictObject({ reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'not-found', 'receipt-paid-out', 'invalid-request'],
  }),
  deskPayoutRecord: endpoint({
    method: 'POST',
    path: '/desk/payout-owners/{userId}/payouts',
    summary:
      'Records that an owner was paid outside of a run. A transaction counts once; with PAYOUT_FOUR_EYES a second operator confirms it with the same call.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: ownerId,
    body: z.strictObject({ ...RecordedPayoutSchema.shape, reason: ReasonSchema }),
    /** `known`: recorded before; `waits`: for a second operator. */
    data: z.object({ outcome: z.enum(['recorded', 'known', 'waits']) }),
    errors: [...operatorErrors, 'user-not-found', 'second-operator-required', 'invalid-request'],
  }),
  deskPoolDescribe: endpoint({
    method: 'POST',
    path: '/desk/payout-owners/{userId}/pools',
    summary: 'Notes the coin, the mode and the fee of an owner’s pool, in the place of what was noted of it.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: ownerId,
    body: z.strictObject({
      host: HostSchema,
      coin: PoolProfileSchema.shape.coin,
      mode: PoolProfileSchema.shape.mode,
      feeBasisPoints: z.nullable(z.int().check(z.minimum(0), z.maximum(10_000))),
      reason: ReasonSchema,
    }),
    data: z.object({ host: z.string() }),
    errors: [...operatorErrors, 'user-not-found', 'invalid-request'],
  }),
  deskPoolForget: endpoint({
    method: 'POST',
    path: '/desk/payout-owners/{userId}/pools/forget',
    summary: 'Forgets what was noted of an owner’s pool: its name speaks for it again.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: ownerId,
    body: z.strictObject({ host: HostSchema, reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
}
