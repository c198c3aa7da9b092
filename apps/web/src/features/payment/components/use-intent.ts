import type { Asset, PaymentIntent } from '@shipminer/contract/shop/payments'
import { useEffect, useRef, useState } from 'react'
import { isPassing, toApiError } from '../../../lib/api/api-error.ts'
import { useFollow } from '../../../lib/use-follow.ts'
import { checkPayment, createIntent, fetchIntent } from '../api/payments.ts'
import { nextLookMs } from '../lib/payment-view.ts'

/** Pause before a payment that could not be opened, because the server could not be reached, is opened again. */
const retryMs = 5000

/** What a crypto payment belongs to. `intentId`: the one the order already has. */
export type PaymentSubject = {
  orderId: string
  orderKey: string | null
  intentId: string | null
  asset: Asset
  /** What the buyer chose; null: the first offered. */
  network: string | null
}

/** Opens the payment of an order or finds the open one, and follows it while the page is seen. `renew` opens another when it is over. */
export function useIntent({ orderId, orderKey, intentId, asset, network }: PaymentSubject) {
  const [round, setRound] = useState(0)
  const known = useRef<PaymentIntent | null>(null)
  const seenAt = useRef(0)
  // One key for every try of the same intention; a refusal ends the intention.
  const idempotencyKey = useRef<string | null>(null)

  const open = async (): Promise<PaymentIntent> => {
    idempotencyKey.current ??= crypto.randomUUID()
    try {
      return await createIntent({ orderId, orderKey, asset, network, idempotencyKey: idempotencyKey.current })
    } catch (thrown) {
      const { status } = toApiError(thrown)
      if (status >= 400) idempotencyKey.current = null
      throw thrown
    }
  }
  const noteTime = async (asked: Promise<PaymentIntent>): Promise<PaymentIntent> => {
    const intent = await asked
    seenAt.current = Date.now()
    return intent
  }
  const load = (): Promise<PaymentIntent> => {
    const id = known.current?.id ?? (round === 0 ? intentId : null)
    return noteTime(id === null ? open() : fetchIntent(id, { orderKey }))
  }
  const followed = useFollow<PaymentIntent>(`${orderId} ${asset} ${round}`, {
    load,
    nextLookMs: ({ data, error }) =>
      data === null && isPassing(error) ? retryMs : nextLookMs(data, Date.now()),
  })
  useEffect(() => {
    if (followed.data) known.current = followed.data
  }, [followed.data])

  return {
    intent: followed.data,
    error: followed.error,
    /** When `intent` was fetched, ms since 1970. */
    seenAt: seenAt.current,
    isBusy: followed.isBusy,
    /** Lets the server look at the chain now; without a payment it tries to open one again. */
    refresh: () => {
      const id = known.current?.id
      followed.look(id === undefined ? undefined : () => noteTime(checkPayment(id, { orderKey })))
    },
    renew: () => {
      known.current = null
      idempotencyKey.current = null
      setRound((before) => before + 1)
    },
  }
}
