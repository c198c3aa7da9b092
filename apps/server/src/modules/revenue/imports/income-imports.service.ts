import { reasonOf } from '@shipminer/domain/reason-of'
import {
  type LeftOutCode,
  parsePayoutCsv,
  paymentReferences,
} from '@shipminer/domain/revenue/parse-payout-csv'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import type { Store, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  insertReceipts,
  type KnownReceipt,
  listKnownReceipts,
  listPayoutAddresses,
  listPayoutTxids,
  lockOwner,
} from './income-imports.repository.ts'
import { type IncomingOutput, parseIncoming } from './parse-esplora.ts'
import type { NewReceipt } from './receipts.repository.ts'

export type ImportDeps = { store: Store; clock: () => number }

type Target = {
  userId: string
  shipId: string | null
  paidTo: 'provider' | 'owner'
  /** Reports what would happen, and changes nothing. */
  dryRun: boolean
}

/** What became of one payment. `line` is the line in the file. */
export type ImportedPayment = {
  line: number | null
  result: 'imported' | 'known' | 'skipped' | 'refused'
  at: Date | null
  coin: MinedCoin | null
  amountSat: number | null
  reference: string | null
  why: string | null
  /** The same for programs: why it is not imported; null for what is. */
  code: LeftOutCode | 'known' | 'known-elsewhere' | 'payout-of-ours' | null
  /** What stands in the file where it cannot be read. */
  cell: string | null
}

/** Runs in the transaction that stores, when it stores something; it gets everything in the file. */
export type WhenImported = (trx: Trx, imported: readonly ImportedPayment[]) => Promise<void>

/** The text is not a file of payments. */
export class PoolFileUnreadable extends Error {
  override readonly name = 'PoolFileUnreadable'
}

/** Confirmations before a payment is recorded, because what is in the books stays. */
const confirmationsNeeded = 6
/** A pool may date a payment a day before or after the block it is in. */
const sameWithinMs = 2 * 86_400_000
const mostPages = 400
const timeoutMs = 15_000

/**
 * Books what a pool paid according to its file. The same payments again, in the same file or a longer one, change nothing, nor do those
 * that were seen on the chain already.
 *
 * @throws PoolFileUnreadable when the text is not a file of payments
 */
export async function importPoolCsv(
  deps: ImportDeps,
  input: Target & { text: string; coin?: MinedCoin | undefined },
  whenImported?: WhenImported,
): Promise<ImportedPayment[]> {
  const file = parsePayoutCsv(input.text, input.coin === undefined ? {} : { coin: input.coin })
  if (!file.ok) throw new PoolFileUnreadable(file.reason)
  const references = paymentReferences(file.payments)
  const found = file.payments.map((payment, index) => ({
    line: payment.line,
    txid: payment.txid,
    receipt: receiptOf(input, 'pool-csv', { ...payment, reference: references[index] ?? '' }),
  }))
  const leftOut = file.leftOut.map(
    ({ line, kind, reason, code, cell }): ImportedPayment => ({
      line,
      result: kind,
      at: null,
      coin: null,
      amountSat: null,
      reference: null,
      why: reason,
      code,
      cell,
    }),
  )
  const booked = await book(
    deps,
    input,
    found,
    whenImported && ((trx, payments) => whenImported(trx, [...payments, ...leftOut])),
  )
  return [...booked, ...leftOut].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

export class ChainUnreadable extends Error {}

/**
 * Books what the chain paid to an address, with six confirmations. Change that the address paid itself, payouts by the provider, and what a
 * pool's file already reported are left out. Twice changes nothing.
 *
 * @throws ChainUnreadable when the node cannot be read, or the address has a longer history than can be
 */
export async function importOnChain(
  deps: ImportDeps & { fetch: typeof globalThis.fetch; esploraUrl: string },
  input: Target & { address: string },
  whenImported?: WhenImported,
): Promise<ImportedPayment[]> {
  const outputs = await readIncoming(deps, input.address).catch((error: unknown) => {
    throw new ChainUnreadable(reasonOf(error), { cause: error })
  })
  const taken = outputs.filter(({ isOwnChange }) => !isOwnChange)
  return book(
    deps,
    input,
    taken.map((output) => ({
      line: null,
      txid: output.txid,
      receipt: receiptOf(input, 'on-chain', {
        ...output,
        coin: 'BTC',
        reference: `${output.txid}:${output.vout}`,
      }),
    })),
    whenImported,
  )
}

/** Whether the owner ever used an address for payouts: what pools pay there went to the owner. */
export async function isPayoutAddress(store: Store, userId: string, address: string): Promise<boolean> {
  return (await listPayoutAddresses(store.db, userId)).includes(address)
}

function receiptOf(
  { shipId, paidTo }: Target,
  source: 'pool-csv' | 'on-chain',
  payment: { at: number; coin: MinedCoin; amountSat: number; reference: string },
): NewReceipt {
  const { coin, amountSat, reference } = payment
  return { shipId, paidTo, source, coin, amountSat, reference, at: new Date(payment.at) }
}

function book(
  { store, clock }: ImportDeps,
  { userId, dryRun }: Target,
  found: readonly { line: number | null; txid: string | null; receipt: NewReceipt }[],
  whenImported?: WhenImported,
): Promise<ImportedPayment[]> {
  return store.db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, userId))) throw new AppError('user-not-found')
    const known = await listKnownReceipts(trx, userId)
    const payouts = new Set(await listPayoutTxids(trx, userId))
    const names = new Set(known.map(({ source, reference }) => `${source} ${reference}`))
    const imported = createTwins(known)
    const decide = (
      txid: string | null,
      receipt: NewReceipt,
    ): Pick<ImportedPayment, 'result' | 'why' | 'code'> => {
      if (names.has(`${receipt.source} ${receipt.reference}`))
        return { result: 'known', why: null, code: 'known' }
      if (txid !== null && payouts.has(txid))
        return { result: 'skipped', why: 'a payout of the provider', code: 'payout-of-ours' }
      const twin = imported.take(txid, receipt)
      return twin === null
        ? { result: 'imported', why: null, code: null }
        : { result: 'known', why: twin, code: 'known-elsewhere' }
    }
    const decided = found.map(({ line, txid, receipt }) => ({ line, receipt, ...decide(txid, receipt) }))
    const added = decided.filter(({ result }) => result === 'imported').map(({ receipt }) => receipt)
    const payments = decided.map(
      ({ line, result, why, code, receipt: { at, coin, amountSat, reference } }): ImportedPayment => ({
        line,
        result,
        at,
        coin,
        amountSat,
        reference,
        why,
        code,
        cell: null,
      }),
    )
    if (!dryRun && added.length > 0) {
      await insertReceipts(trx, userId, added, new Date(clock()))
      await whenImported?.(trx, payments)
    }
    return payments
  })
}

/**
 * The same payment as another source reported it: with the same transaction and amount, or, when one of the two names no transaction, with
 * the same amount within two days. Each matches one payment only.
 */
function createTwins(known: readonly KnownReceipt[]) {
  const left = Map.groupBy(known, ({ coin, amountSat }) => `${coin} ${amountSat}`)
  return {
    /** Why a payment is known already, using up the matching one; null when it is not known. */
    take(txid: string | null, { source, coin, amountSat, at }: NewReceipt): string | null {
      const candidates = left.get(`${coin} ${amountSat}`) ?? []
      const others = candidates.filter((row) => row.source !== source)
      const byTransaction = others.find((row) => txid !== null && transactionOf(row) === txid)
      const near = others.find(
        (row) =>
          (txid === null || transactionOf(row) === null) &&
          Math.abs(row.at.getTime() - at.getTime()) <= sameWithinMs,
      )
      const twin = byTransaction ?? near
      if (!twin) return null
      candidates.splice(candidates.indexOf(twin), 1)
      return byTransaction
        ? `reported by ${twin.source} already`
        : `${twin.source} reported the same amount within two days: ${twin.reference}`
    },
  }
}

function transactionOf({ reference }: { reference: string }): string | null {
  return /^[0-9a-f]{64}(?=[:#]|$)/.exec(reference)?.[0] ?? null
}

/** Outputs to an address with enough confirmations, oldest first. */
async function readIncoming(
  { fetch, esploraUrl }: { fetch: typeof globalThis.fetch; esploraUrl: string },
  address: string,
): Promise<IncomingOutput[]> {
  const root = esploraUrl.replace(/\/+$/, '')
  const read = async (path: string) => {
    const response = await fetch(`${root}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the node answered with status ${response.status}`)
    return response
  }
  const tip = Number(await (await read('/blocks/tip/height')).text())
  if (!Number.isSafeInteger(tip) || tip < 0) throw new Error('the node reported no height')
  const outputs: IncomingOutput[] = []
  let after = ''
  for (let page = 0; page < mostPages; page++) {
    const parsed = parseIncoming(await (await read(`/address/${address}/txs/chain${after}`)).json(), address)
    if (!parsed) throw new Error('the node answered in no known form')
    outputs.push(...parsed.outputs)
    if (parsed.lastTxid === null)
      return outputs
        .filter(({ blockHeight }) => tip - blockHeight + 1 >= confirmationsNeeded)
        .sort((a, b) => a.blockHeight - b.blockHeight)
    if (after === `/${parsed.lastTxid}`) throw new Error('the node repeats itself')
    after = `/${parsed.lastTxid}`
  }
  throw new Error('the address has too long a history: use the file of the pool instead')
}
