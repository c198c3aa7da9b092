import { timingSafeEqual } from 'node:crypto'
import { needsRefundCode } from '@shipminer/domain/orders/refund-claim'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Opener } from '../opener.ts'
import type { BuyerDeps } from '../orders.deps.ts'
import { listRefunds } from '../orders.repository.ts'
import { openOrder, openOrderLocked } from '../read-order.service.ts'
import { isUnpaid } from './refund-claims.ts'
import { countGuess, keepCode, spendCode } from './refund-codes.repository.ts'

const validMs = 15 * 60_000
const guessesPerCode = 5
const codesPerDay = 5
const dayMs = 24 * 3_600_000

/**
 * Mails a code to the address of an order. Its link may lie in a mailbox that was forwarded or on a shared computer; where a large refund
 * goes takes the mailbox itself.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `rate-limited`
 */
export async function sendRefundCode(
  deps: BuyerDeps,
  id: string,
  opener: Opener,
): Promise<{ email: string }> {
  await openOrder(deps, id, opener)
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await openOrderLocked(deps, trx, id, opener)
    if (!needsRefundCode((await listRefunds(trx, row.id)).filter(isUnpaid)))
      throw new AppError('order-state-conflict')
    const at = new Date(deps.clock())
    const code = drawCode(deps.randomBytes)
    const isKept = await keepCode(trx, {
      orderId: row.id,
      codeHash: new Uint8Array(deps.secretKey.hash('refund-code', `${row.id}\n${code}`)),
      at,
      expiresAt: new Date(at.getTime() + validMs),
      countedSince: new Date(at.getTime() - dayMs),
      most: codesPerDay,
    })
    if (!isKept) throw new AppError('rate-limited')
    await deps.mails.toBuyer(trx, row, { kind: 'refundCode', code }, at)
    return { email: row.email }
  })
}

/**
 * Judges a code, after the guess was counted where every copy of the server sees it.
 *
 * @returns what to spend with the change that it allows
 * @throws AppError `refund-code-wrong`, `rate-limited`
 */
export async function guessRefundCode(
  deps: Pick<BuyerDeps, 'store' | 'clock' | 'secretKey' | 'guesses'>,
  orderId: string,
  { text, ip }: { text: string | undefined; ip: string | null },
): Promise<Uint8Array> {
  const code = (text ?? '').replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) throw new AppError('refund-code-wrong')
  const at = new Date(deps.clock())
  const given = deps.secretKey.hashes('refund-code', `${orderId}\n${code}`)
  const right = await deps.guesses.judge({ kind: 'mailed-code', ip }, async () => {
    const wanted = await countGuess(deps.store.db, orderId, { at, most: guessesPerCode })
    return wanted !== null && given.some((hash) => timingSafeEqual(hash, wanted)) ? wanted : null
  })
  if (right === null) throw new AppError('refund-code-wrong')
  return right
}

/** A code counts once. @throws AppError `refund-code-wrong` */
export async function spendRefundCode(trx: Trx, orderId: string, codeHash: Uint8Array): Promise<void> {
  if (!(await spendCode(trx, orderId, codeHash))) throw new AppError('refund-code-wrong')
}

function drawCode(randomBytes: BuyerDeps['randomBytes']): string {
  const number = Buffer.from(randomBytes(6)).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}
