import type { OrderRefund, RefundOffer } from '@shipminer/contract/shop/orders'
import type { RefundWay } from '@shipminer/domain/orders/refund-proof'
import { parseIban } from '@shipminer/domain/payments/bank/iban'

/** Where money goes back to, as the buyer types it. `choice`: `bank`, or the id of a network. */
export type ClaimForm = { choice: string; to: string; name: string; code: string }
export type ClaimProblems = {
  to?: 'refund.required' | 'refund.ibanWrong'
  name?: 'refund.required'
  code?: 'refund.required'
}

/** Refunds that wait for the buyer's word, and those that are on their way or paid. */
export function sortRefunds(refunds: readonly OrderRefund[]): {
  unclaimedCents: number
  claimed: OrderRefund[]
} {
  const claimed = refunds.filter(({ claim, paidAt }) => claim !== null || paidAt !== null)
  const unclaimed = refunds.filter(({ claim, paidAt }) => claim === null && paidAt === null)
  return { unclaimedCents: unclaimed.reduce((sum, { amountCents }) => sum + amountCents, 0), claimed }
}

/** What is wrong with the form; addresses of coins are for the server to judge. */
export function checkClaim({ choice, to, name, code }: ClaimForm, needsCode: boolean): ClaimProblems {
  const isBank = choice === 'bank'
  return {
    ...(to.trim() === ''
      ? { to: 'refund.required' as const }
      : isBank && parseIban(to) === null
        ? { to: 'refund.ibanWrong' as const }
        : {}),
    ...(isBank && name.trim() === '' ? { name: 'refund.required' as const } : {}),
    ...(needsCode && code.trim() === '' ? { code: 'refund.required' as const } : {}),
  }
}

export type ClaimBody = {
  way: RefundWay
  network?: string
  to: string
  name?: string
  expectedAmount: string
  code?: string
}

/** The coin that was chosen: as it is offered, or as it was claimed. */
type ChosenCoin = { way: RefundWay; network: Pick<RefundOffer['network'], 'id'>; amount: string }

/** What is sent: the amount is the one that the buyer saw. Without a coin it goes to a bank account. */
export function claimBody(form: ClaimForm, coin: ChosenCoin | null, amountCents: number): ClaimBody {
  const to = form.to.trim()
  const code = form.code.trim() === '' ? {} : { code: form.code.trim() }
  return coin === null
    ? { way: 'bank', to, name: form.name.trim(), expectedAmount: String(amountCents), ...code }
    : { way: coin.way, network: coin.network.id, to, expectedAmount: coin.amount, ...code }
}
