import type { Asset, PaymentIntent } from '@shipminer/contract/payments'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useFollow } from '../../../lib/use-follow.ts'
import { checkPayment, createIntent, fetchIntent } from '../api/payments.ts'
import { nextLookMs } from '../lib/payment-view.ts'

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
  const load = async (): Promise<PaymentIntent> => {
    const id = known.current?.id ?? (round === 0 ? intentId : null)
    return id === null ? open() : fetchIntent(id, { orderKey })
  }
  const followed = useFollow<PaymentIntent>(`${orderId} ${asset} ${round}`, {
    load,
    nextLookMs: ({ data }) => nextLookMs(data, Date.now()),
  })
  useEffect(() => {
    if (followed.data) known.current = followed.data
  }, [followed.data])

  return {
    intent: followed.data,
    error: followed.error,
    isBusy: followed.isBusy,
    /** Lets the server look at the chain now; without a payment it tries to open one again. */
    refresh: () => {
      const id = known.current?.id
      followed.look(id === undefined ? undefined : () => checkPayment(id, { orderKey }))
    },
    renew: () => {
      known.current = null
      idempotencyKey.current = null
      setRound((before) => before + 1)
    },
  }
}
