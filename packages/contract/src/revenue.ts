import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EarningsSchema, NetworkInputsSchema } from './mining.ts'
import { FuelReportSchema } from './power/fuel.ts'

export const CoinSchema = z.enum(['BTC', 'BCH', 'BSV'])
export type Coin = z.infer<typeof CoinSchema>

/** Money that a pool or a solo block really paid, as imported from the pool's CSV or seen on the chain. Whole base units of the coin. */
export const ReceiptSchema = z.object({
  id: z.string(),
  at: z.int(),
  coin: CoinSchema,
  amountSat: z.int(),
  /** Whom the pool paid. What went to the owner directly is subtracted from what the provider still owes. */
  paidTo: z.enum(['provider', 'owner']),
  source: z.enum(['pool-csv', 'on-chain', 'provider']),
  /** Transaction or line of the file. */
  reference: z.string(),
  shipId: z.nullable(z.uuid()),
})
export type Receipt = z.infer<typeof ReceiptSchema>

/** The owner's share, sent by the provider. */
export const PayoutSchema = z.object({
  id: z.string(),
  at: z.int(),
  amountSat: z.int(),
  txid: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type Payout = z.infer<typeof PayoutSchema>

/** What estimates of a coin are based on from a day on, until the next entry of the same coin. Null figures are unknown. */
export const RevenueInputSchema = z.object({
  coin: CoinSchema,
  /** `2026-11-20`, UTC: the first day it was used for. */
  fromDay: z.string(),
  difficulty: z.nullable(z.number()),
  blockHeight: z.nullable(z.int()),
  subsidySat: z.nullable(z.int()),
  /** Mean of a block. Null counts as none. */
  feesSatPerBlock: z.nullable(z.int()),
  source: z.nullable(z.string()),
  observedAt: z.nullable(z.int()),
  builtIn: z.boolean(),
})
export type RevenueInput = z.infer<typeof RevenueInputSchema>

/** A coin other than Bitcoin that the fleet mines, as it is now. Null: not known. */
export const CoinEstimateSchema = z.object({
  coin: CoinSchema,
  today: z.nullable(EarningsSchema),
  month: z.nullable(EarningsSchema),
  receivedSat: z.int(),
  difficulty: z.nullable(z.number()),
  source: z.nullable(z.string()),
  observedAt: z.nullable(z.int()),
  /** Euro cents for a whole coin. */
  centsPerCoin: z.nullable(z.int()),
})
export type CoinEstimate = z.infer<typeof CoinEstimateSchema>

/** A day, a month, or a whole span, of one scope and coin. Estimated and received are never added. */
export const RevenueRowSchema = z.object({
  /** `2026-11-20`, `2026-11`, or a whole span `2026-10-22/2026-11-20` (both days included). UTC. */
  period: z.string(),
  /** Amounts of a row are in its coin. A coin beside Bitcoin has rows of its own, only where it was mined or received. */
  coin: CoinSchema,
  shipId: z.nullable(z.uuid()),
  minerId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Null: unknown, or mined solo. */
  estimated: z.nullable(EarningsSchema),
  /** The owner's three quarters of it, satoshi. */
  estimatedOwnerSat: z.nullable(z.int()),
  receivedSat: z.nullable(z.int()),
  energyWh: z.nullable(z.int()),
})
export type RevenueRow = z.infer<typeof RevenueRowSchema>

export const RevenueSplitSchema = z.object({ ownerNumerator: z.int(), denominator: z.int() })

const shipId = z.optional(z.uuid())
const period = z._default(z.enum(['7d', '30d', '90d', '12m']), '30d')

export const revenueEndpoints = {
  revenue: endpoint({
    method: 'GET',
    path: '/mining/revenue',
    summary: 'Estimates of today and the month, what pools really paid, and the owner’s unpaid share.',
    auth: 'user',
    keyScope: 'read',
    data: z.object({
      serverTime: z.int(),
      today: z.nullable(EarningsSchema),
      month: z.nullable(EarningsSchema),
      /** What mining burnt this month, of all ships whose boxes follow a generator. */
      fuel: FuelReportSchema,
      split: RevenueSplitSchema,
      receivedSat: z.int(),
      ownerShareSat: z.int(),
      paidOutSat: z.int(),
      /** Owner's share of what was received, less payouts. Null while nothing was ever received. */
      balanceSat: z.nullable(z.int()),
      /** The part of it that went to the owner directly; it is subtracted from the balance. */
      receivedByOwnerSat: z.int(),
      /** Newest first, of every coin, at most 500. The sums above are of Bitcoin. */
      receipts: z.array(ReceiptSchema),
      /** Newest first, at most 500. */
      payouts: z.array(PayoutSchema),
      coins: z.array(CoinEstimateSchema),
      network: NetworkInputsSchema,
    }),
    errors: ['unauthorized'],
  }),
  revenueAnalysis: endpoint({
    method: 'GET',
    path: '/mining/revenue/analysis',
    summary: 'Revenue day by day (month by month over a year), for all, one ship, or miner by miner.',
    auth: 'user',
    keyScope: 'read',
    query: z.object({ period, shipId, by: z._default(z.enum(['total', 'ship', 'miner']), 'total') }),
    data: z.object({
      serverTime: z.int(),
      /**
       * 1: rows are days. Null: rows are months. More: every row covers this many days, as where miners times days would be
       * too many rows.
       */
      stepDays: z.nullable(z.int()),
      /** By time, then by scope. Steps in which nothing is known are included, with nulls, for totals and ships, but not for single miners. */
      rows: z.array(RevenueRowSchema),
      inputs: z.array(RevenueInputSchema),
      split: RevenueSplitSchema,
      network: NetworkInputsSchema,
    }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
  revenueStatement: endpoint({
    method: 'GET',
    path: '/mining/revenue/statement',
    summary: 'The statement of one month as PDF, base64.',
    auth: 'user',
    keyScope: 'read',
    query: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
    data: z.object({ filename: z.string(), pdfBase64: z.string() }),
    errors: ['unauthorized', 'invalid-request', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}
