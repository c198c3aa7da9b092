import type { PoolProfile } from '@shipminer/contract/desk/pools'
import type { RecordedPayout } from '@shipminer/contract/desk/proposals'
import { parseCoinAmount } from '@shipminer/domain/revenue/parse-coin-amount'
import { poolHost } from '@shipminer/domain/revenue/pool-coin'
import { parseTypedNumber } from '../../../../lib/format/parse-number.ts'

type Checked<Value, Field extends string> = { value: Value; wrong: null } | { value: null; wrong: Set<Field> }

export type TypedPayout = { amount: string; txid: string; on: string; note: string }
export type PayoutField = 'amount' | 'txid' | 'on'

/**
 * A payout as it was typed; `today` is the reader's day.
 *
 * @example checkPayout({ amount: '0,0123', txid: 'ab…', on: '2026-11-20', note: '' }, '2026-11-21').value?.amountSat // 1_230_000
 */
export function checkPayout(
  { amount, txid, on, note }: TypedPayout,
  today: string,
): Checked<RecordedPayout, PayoutField> {
  const parsed = parseCoinAmount(amount, 'coin', { decimalComma: true })
  const id = txid.trim().toLowerCase()
  const wrong = new Set<PayoutField>()
  if (!parsed.ok) wrong.add('amount')
  if (!/^[0-9a-f]{64}$/.test(id)) wrong.add('txid')
  if (!/^20\d\d-\d\d-\d\d$/.test(on) || on > today) wrong.add('on')
  if (!parsed.ok || wrong.size > 0) return { value: null, wrong }
  return { value: { amountSat: parsed.sat, txid: id, on, note: note.trim() || null }, wrong: null }
}

export type TypedPool = { host: string; coin: PoolProfile['coin']; mode: PoolProfile['mode']; fee: string }
export type PoolField = 'host' | 'fee'

/** A pool as it was typed; a fee that is left empty is the server's. */
export function checkPool({ host: written, coin, mode, fee }: TypedPool): Checked<PoolProfile, PoolField> {
  const host = written.trim() === '' ? null : poolHost(written)
  const percent = fee.trim() === '' ? null : parseTypedNumber(fee, 'decimals')
  const basisPoints = percent === null ? null : Math.round(percent * 100)
  const wrong = new Set<PoolField>()
  if (host === null || host.length > 253 || !/^[a-z0-9.\-_[\]]+$/.test(host)) wrong.add('host')
  const isExact = percent === null || Math.abs(percent * 100 - (basisPoints ?? 0)) < 1e-6
  if (fee.trim() !== '' && (percent === null || percent < 0 || percent > 100 || !isExact)) wrong.add('fee')
  if (host === null || wrong.size > 0) return { value: null, wrong }
  return { value: { host, coin, mode, feeBasisPoints: basisPoints }, wrong: null }
}
