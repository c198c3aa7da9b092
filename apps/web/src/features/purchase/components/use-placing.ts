import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useDraft } from '../../../lib/forms/use-draft.ts'
import { orderKeys } from '../../../lib/storage/order-keys.ts'
import type { OrderBody, PlacedOrder } from '../api/purchase.ts'
import { placeOrder } from '../api/purchase.ts'
import { createIntentions } from '../lib/intention.ts'
import { judgeFailure, type Placing, type PlacingEvent, placingTransition } from '../lib/placing.ts'

/** The key of this tab's intention, and what was sent with it without an answer. */
const emptyAttempt = { key: '', sent: '' }

const intentions = createIntentions(
  {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  () => crypto.randomUUID(),
)

/** How often, and how far apart, the same request is repeated while the server is still working on it. */
const busyTries = 15
const busyPauseMs = 1000

/**
 * Places an order once, whatever happens in between. `requote` fetches the current price. `onPlaced` is called once, with the order.
 * While an order is being made the tab has an intention; it is kept over a reload.
 */
export function usePlacing(options: {
  /** Whether an order is being made; while one is only shown, no new intention begins. */
  isMaking: boolean
  requote: () => Promise<{ totals: { grossCents: number } } | null>
  onPlaced: (placed: PlacedOrder) => void
}) {
  const [state, setState] = useState<Placing>({ kind: 'idle' })
  const current = useRef(state)
  const attempt = useDraft('koop-attempt', emptyAttempt)
  const { change, clear } = attempt
  const isRead = useRef(false)

  // The first pass has not read what is kept.
  useEffect(() => {
    if (!isRead.current) {
      isRead.current = true
      return
    }
    if (options.isMaking && attempt.form.key === '') change({ key: intentions.begin('') })
  })
  const [, wake] = useState(false)
  useEffect(() => wake(true), [])

  const on = useCallback((event: PlacingEvent): boolean => {
    const next = placingTransition(current.current, event)
    if (!next) return false
    current.current = next
    setState(next)
    return true
  }, [])

  const finish = (key: string, placed: PlacedOrder) => {
    orderKeys.set(placed.order.id, placed.orderKey)
    intentions.end(key, placed.order.id)
    clear()
    on({ type: 'placed', orderId: placed.order.id })
    options.onPlaced(placed)
  }
  /** No order was made: the next try is another intention. */
  const giveUp = (key: string) => {
    intentions.end(key, null)
    clear()
  }

  const place = async (body: OrderBody): Promise<void> => {
    if (!on({ type: 'send' })) return
    const key = intentions.begin(attempt.form.key)
    const earlier = attempt.form.sent
    change({ key, sent: earlier === '' ? JSON.stringify(body) : earlier })
    try {
      finish(key, await send(body, key))
    } catch (thrown) {
      const error = toApiError(thrown)
      const meaning = judgeFailure(error)
      if (meaning === 'lost' || meaning === 'busy') return void on({ type: 'lost', error: thrown })
      if (meaning === 'used') return sendEarlier(key, earlier)
      giveUp(key)
      const fresh = meaning === 'price-changed' ? await options.requote() : null
      if (fresh) on({ type: 'price-changed', grossCents: fresh.totals.grossCents })
      else on({ type: 'refused', error: thrown })
    }
  }

  /** What was sent before, and changed since, did arrive: it is sent again, which returns the order that it made. */
  const sendEarlier = async (key: string, earlier: string): Promise<void> => {
    try {
      if (earlier !== '') return finish(key, await send(JSON.parse(earlier) as OrderBody, key))
      on({ type: 'used' })
    } catch (thrown) {
      on(judgeFailure(toApiError(thrown)) === 'used' ? { type: 'used' } : { type: 'lost', error: thrown })
    }
  }

  return {
    state,
    place,
    /** The order that this intention made in another tab, where that is known. */
    otherOrder: () => intentions.orderOf(attempt.form.key),
    /** The order is there and seen; what comes next is another intention. */
    leave: () => void on({ type: 'leave' }),
    /** After `used`: the buyer wants this order too. */
    startAnew: () => giveUp(attempt.form.key),
  }
}

async function send(body: OrderBody, key: string): Promise<PlacedOrder> {
  for (let tries = 1; ; tries++) {
    try {
      return await placeOrder(body, key)
    } catch (thrown) {
      if (judgeFailure(toApiError(thrown)) !== 'busy' || tries === busyTries) throw thrown
      await new Promise((resolve) => setTimeout(resolve, busyPauseMs))
    }
  }
}
