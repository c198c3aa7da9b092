import type { Asset } from '@shipminer/contract/shop/payments'
import { evmConfirmationsRequired, valueCentsAtRate } from '@shipminer/domain/payments/amounts'
import { type IntentStatus, isActive } from '@shipminer/domain/payments/intent/intent'
import { reasonOf } from '@shipminer/domain/reason-of'
import { bindTo } from '../../../platform/bind-to.ts'
import type { Store, StoreLogger, Trx } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import type { Fate, KnownPayment, Sighting, SourceReport, WatchedAddress } from '../chains/chain-source.ts'
import { chainIdOf } from '../intents/intent-terms.policy.ts'
import {
  findIntent,
  type IntentRow,
  lockIntentsOfOrder,
  updateIntent,
} from '../intents/intents.repository.ts'
import type { Settle } from '../intents/settle.service.ts'
import type { ChainToken } from '../payment-networks.ts'
import type { Rates } from '../rates/rates.ts'
import { classifyUnbooked } from '../staff/unbooked-reason.ts'
import type { ChainStanding } from './chain-standing.ts'
import { type MergedPayment, mergeViews } from './merge-views.policy.ts'
import {
  findPayment,
  insertPayment,
  listOpenPayments,
  listPayments,
  listViews,
  listWatched,
  type PaymentRow,
  saveView,
  updatePayment,
} from './observations.repository.ts'

export type LedgerDeps = {
  store: Store
  logger: Pick<StoreLogger, 'warn'>
  clock: () => number
  settle: Settle
  rates: Rates
  /** From this price on, two sources must agree before money counts as settled. */
  twoSourcesFromCents: number
  tokensOf(chainId: number): readonly ChainToken[]
}

export type ChainReport = { chain: string; source: string; report: SourceReport; standing: ChainStanding }

export type Ledger = {
  /** What a source of a chain has to look for. */
  watchList(chain: string, source: string): Promise<{ watched: WatchedAddress[]; known: KnownPayment[] }>
  /** Stores what a source reported and settles every intent it concerns, each by itself. Safe to repeat. @throws SweepError */
  record(report: ChainReport): Promise<void>
}

/** Late money usually arrives soon. */
const hotAfterMs = 2 * 3_600_000
/** When every address costs a query, an address without a payment request for this long is no longer watched. */
const watchedAfterMs = 400 * 86_400_000

const assetOf = (chain: string): Asset => (chain === 'bitcoin' ? 'BTC' : 'USDT')

export function createLedger(deps: LedgerDeps): Ledger {
  return bindTo(deps, { watchList: readWatchList, record: recordReport })
}

async function readWatchList(
  deps: Pick<LedgerDeps, 'store' | 'clock'>,
  chain: string,
  source: string,
): ReturnType<Ledger['watchList']> {
  const now = deps.clock()
  const [rows, open] = [
    await listWatched(deps.store.db, assetOf(chain)),
    await listOpenPayments(deps.store.db, chain, source),
  ]
  const withOpen = new Set(open.map(({ intentId }) => intentId))
  return {
    watched: rows
      .filter(({ monitorUntil }) => chain === 'bitcoin' || now < monitorUntil.getTime() + watchedAfterMs)
      .map(({ id, matchKey, address, status, effectiveExpiresAt }) => ({
        matchKey,
        address,
        hot:
          isActive(status as IntentStatus) ||
          now < effectiveExpiresAt.getTime() + hotAfterMs ||
          withOpen.has(id),
      })),
    known: open.map((row) => ({
      id: row.id,
      matchKey: row.matchKey,
      txId: row.txId,
      index: row.outputIndex,
      token: row.token,
      amount: BigInt(row.amount),
      spends: row.spends,
      block: blockOf(row),
      own: row.ownState
        ? {
            state: row.ownState,
            block: blockOf({ blockHeight: row.ownBlockHeight, blockHash: row.ownBlockHash }),
          }
        : null,
    })),
  }
}

async function recordReport(deps: LedgerDeps, input: ChainReport): Promise<void> {
  const { chain, source, report } = input
  const rows = await listWatched(deps.store.db, assetOf(chain))
  const intentOfKey = new Map(rows.map(({ matchKey, id }) => [matchKey, id]))
  const open = await listOpenPayments(deps.store.db, chain, source)
  const intentOfPayment = new Map(open.map(({ id, intentId }) => [id, intentId]))
  const sightings = Map.groupBy(report.sightings, ({ matchKey }) => intentOfKey.get(matchKey))
  const fates = Map.groupBy([...report.fates], ([id]) => intentOfPayment.get(id))
  const concerned = new Set([...sightings.keys(), ...fates.keys(), ...intentOfPayment.values()])
  // A late payment is worth its value at present, so a price is needed.
  const late = rows.some(
    ({ id, effectiveExpiresAt }) => sightings.has(id) && effectiveExpiresAt.getTime() < deps.clock(),
  )
  if (late) await deps.rates.current(assetOf(chain))
  await forEachIsolated(
    [...concerned].filter((id) => id !== undefined),
    (id) => `intent ${id}`,
    async (id) => {
      const intent = await findIntent(deps.store.db, id)
      if (intent) await recordAndBook(deps, intent, input, sightings.get(id) ?? [], fates.get(id) ?? [])
    },
  )
}

/**
 * When what follows from the money cannot be stored, the money is, with the reason: the chain is read on for everyone else, a person sees it,
 * and payments that are due are booked again and again.
 */
async function recordAndBook(
  deps: LedgerDeps,
  intent: IntentRow,
  input: ChainReport,
  ...facts: [sightings: readonly Sighting[], fates: readonly (readonly [number, Fate])[]]
): Promise<void> {
  const { db } = deps.store
  const record = (trx: Trx) => recordForIntent(deps, trx, intent, input, ...facts)
  try {
    await db.transaction().execute((trx) => deps.settle.settle(trx, intent, { before: () => record(trx) }))
  } catch (error) {
    const unbookedReason = classifyUnbooked(error)
    await db.transaction().execute(async (trx) => {
      await lockIntentsOfOrder(trx, intent.orderId)
      await record(trx)
      await updateIntent(trx, intent.id, { unbookedReason })
    })
    const reason = reasonOf(error)
    deps.logger.warn(
      { intent: intent.id, unbookedReason, reason },
      'money is known that could not be booked on its order',
    )
  }
}

async function recordForIntent(
  deps: LedgerDeps,
  trx: Trx,
  intent: IntentRow,
  { chain, source, standing }: ChainReport,
  sightings: readonly Sighting[],
  fates: readonly (readonly [number, Fate])[],
): Promise<void> {
  const seenAt = new Date(deps.clock())
  for (const sighting of sightings) {
    const { id } = await storeFirstSight(deps, trx, intent, chain, sighting)
    await saveView(trx, {
      paymentId: id,
      source,
      state: sighting.block ? 'mined' : 'mempool',
      amount: String(sighting.amount),
      blockHeight: sighting.block?.height ?? null,
      blockHash: sighting.block?.hash ?? null,
      replacedBy: null,
      goneBecause: null,
      seenAt,
    })
  }
  for (const [paymentId, fate] of fates) {
    const block = fate.state === 'mined' ? fate.block : null
    await saveView(trx, {
      paymentId,
      source,
      state: fate.state,
      amount: fate.state === 'gone' ? '0' : String(fate.amount),
      blockHeight: block?.height ?? null,
      blockHash: block?.hash ?? null,
      replacedBy: fate.state === 'gone' ? fate.replacedBy : null,
      goneBecause: fate.state === 'gone' ? fate.because : null,
      seenAt,
    })
  }
  await mergePayments(deps, trx, intent, standing)
}

async function storeFirstSight(
  deps: LedgerDeps,
  trx: Trx,
  intent: IntentRow,
  chain: string,
  sighting: Sighting,
): Promise<PaymentRow> {
  const key = { chain, txId: sighting.txId, outputIndex: sighting.index }
  const before = await findPayment(trx, key)
  if (before) return before
  const now = deps.clock()
  const kind = kindOf(deps, intent, chain, sighting)
  const { asset, token, decimals, amount } = sighting
  return insertPayment(trx, {
    ...key,
    intentId: intent.id,
    asset,
    token,
    decimals,
    amount: String(amount),
    kind,
    spends: [...sighting.spends],
    firstSeenAt: new Date(Math.min(now, sighting.blockTimeMs ?? now)),
    confirmations: 0,
    valueCentsAtFirstSeen: kind === 'expected' ? worthOf(deps, asset, amount, decimals) : null,
  })
}

async function mergePayments(
  deps: LedgerDeps,
  trx: Trx,
  intent: IntentRow,
  standing: ChainStanding,
): Promise<void> {
  const now = new Date(deps.clock())
  const chainId = chainIdOf(standing.chain)
  const payments = (await listPayments(trx, intent.id)).filter(({ chain }) => chain === standing.chain)
  const views = await listViews(
    trx,
    payments.map(({ id }) => id),
  )
  const terms = {
    mustAgree: intent.priceCents >= deps.twoSourcesFromCents,
    isBitcoin: chainId === null,
    needsFinalMark: chainId !== null && evmConfirmationsRequired(chainId, intent.priceCents) === null,
  }
  for (const row of payments) {
    const before = toMergedPayment(row)
    const own = views
      .filter(({ paymentId }) => paymentId === row.id)
      .map((view) => ({
        source: view.source,
        state: view.state,
        amount: BigInt(view.amount),
        block: blockOf(view),
        replacedBy: view.replacedBy,
        goneBecause: view.goneBecause,
      }))
    const after = mergeViews(before, own, standing.sources, terms)
    if (
      !after.isVouchedFor &&
      after.confirmations > intent.confirmationsRequired &&
      after.confirmations !== before.confirmations
    )
      deps.logger.warn(
        { chain: standing.chain, intent: intent.id, txId: row.txId, confirmations: after.confirmations },
        'sources of a chain do not say the same of a payment: it is not confirmed until they do',
      )
    const isBack = after.unaccountedBecause === null
    await updatePayment(trx, row.id, {
      amount: String(after.amount),
      blockHeight: after.block?.height ?? null,
      blockHash: after.block?.hash ?? null,
      confirmations: after.confirmations,
      final: after.final,
      settledForGood: after.settledForGood,
      wasReorged: after.wasReorged,
      replacedBy: after.replacedBy,
      unaccountedBecause: after.unaccountedBecause,
      unaccountedAt: isBack ? null : (row.unaccountedAt ?? now),
    })
  }
}

/** How a transfer relates to the intent whose address it went to. */
function kindOf(deps: LedgerDeps, intent: IntentRow, chain: string, sighting: Sighting): PaymentRow['kind'] {
  if (chain === 'bitcoin') return 'expected'
  const chainId = chainIdOf(chain)
  const known = chainId === null ? [] : deps.tokensOf(chainId)
  const token = known.find(({ address }) => address === sighting.token)
  const isTether = token?.asset === 'USDT'
  if (intent.chain !== chain) return isTether ? 'wrong_network' : 'wrong_token'
  const fits = token?.isAccepted === true && isTether && token.decimals === intent.decimals
  return fits ? 'expected' : 'wrong_token'
}

/** Value of a payment when first seen, at the present rate; a payment that was missed at first is valued at the rate when it was found. */
function worthOf(deps: LedgerDeps, asset: string, amount: bigint, decimals: number): number | null {
  const quote = asset === 'BTC' || asset === 'USDT' ? deps.rates.lastKnown(asset) : null
  return quote ? valueCentsAtRate(amount, decimals, quote.rate) : null
}

function toMergedPayment(row: PaymentRow): MergedPayment {
  return {
    amount: BigInt(row.amount),
    block: blockOf(row),
    confirmations: row.confirmations,
    final: row.final,
    unaccountedBecause: row.unaccountedBecause,
    replacedBy: row.replacedBy,
    wasReorged: row.wasReorged,
    settledForGood: row.settledForGood,
    isVouchedFor: true,
  }
}

function blockOf({
  blockHeight,
  blockHash,
}: {
  blockHeight: number | null
  blockHash: string | null
}): { height: number; hash: string } | null {
  return blockHeight === null || blockHash === null ? null : { height: blockHeight, hash: blockHash }
}
