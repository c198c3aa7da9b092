import { useRef, useState } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { orderKeys } from '../../../lib/storage/order-keys.ts'
import { type AcceptanceBody, acceptOffer, type OfferAccess } from '../api/offers.ts'
import { judgeFailure, type Placing, type PlacingEvent, placingTransition } from '../lib/placing.ts'

/**
 * Accepts an offer once: what is sent again unchanged is the same order, and the server takes an offer only once whatever was changed.
 * `onPlaced` gets the id of the order, whose key this browser then has.
 */
export function useAccepting(access: OfferAccess, onPlaced: (orderId: string) => void) {
  const [state, setState] = useState<Placing>({ kind: 'idle' })
  const current = useRef(state)
  const attempt = useRef({ body: '', key: '' })
  const on = (event: PlacingEvent): boolean => {
    const next = placingTransition(current.current, event)
    if (!next) return false
    current.current = next
    setState(next)
    return true
  }
  const accept = async (body: AcceptanceBody): Promise<void> => {
    if (!on({ type: 'send' })) return
    const sent = JSON.stringify(body)
    if (attempt.current.body !== sent) attempt.current = { body: sent, key: crypto.randomUUID() }
    try {
      const { order, orderKey } = await acceptOffer(access, body, attempt.current.key)
      orderKeys.set(order.id, orderKey)
      on({ type: 'placed', orderId: order.id })
      onPlaced(order.id)
    } catch (error) {
      const meaning = judgeFailure(toApiError(error))
      on({ type: meaning === 'lost' || meaning === 'busy' ? 'lost' : 'refused', error })
    }
  }
  return { state, accept }
}
