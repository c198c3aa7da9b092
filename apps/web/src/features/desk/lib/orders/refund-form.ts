import { parseRefundProof, type RefundWay } from '@shipminer/domain/orders/refund-proof'
import type { OrderActBody } from '../../api/desk.ts'

/** What is typed into the dialog of a refund that was paid. */
export type RefundForm = { refundId: string; way: RefundWay; proof: string; on: string }
export type RefundProblems = {
  proof?: `refunds.wrong.${RefundWay}`
  on?: 'refunds.onWrong'
}

/** What the call takes, or what is wrong with the form. `today`: ISO date; no payment can be later than that. */
export function refundBody(
  { refundId, way, proof, on }: RefundForm,
  reason: string,
  today: string,
): { body: OrderActBody } | { problems: RefundProblems } {
  const reference = parseRefundProof(way, proof)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(on) && on <= today
  if (reference === null || !isDay)
    return {
      problems: {
        ...(reference === null && { proof: `refunds.wrong.${way}` as const }),
        ...(!isDay && { on: 'refunds.onWrong' as const }),
      },
    }
  return { body: { action: 'refund-paid', reason, refundId, way, proof: reference, on } }
}

/** This device's day, ISO date. */
export function localDay(at: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`
}
