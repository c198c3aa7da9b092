import { useCallback, useRef, useState } from 'react'
import {
  firstInquiryState,
  type InquiryEvent,
  type InquiryState,
  inquiryTransition,
} from './inquiry-state.ts'

/** Sends an inquiry at most once at a time. `send` resolves to true when it was received. */
export function useInquiry<Body>(post: (body: Body) => Promise<{ reference: string }>): {
  state: InquiryState
  send: (body: Body) => Promise<boolean>
  again: () => void
} {
  const [state, setState] = useState<InquiryState>(firstInquiryState)
  // The state as of now, not as of the last rendering: two clicks may come between two renderings.
  const current = useRef(state)

  const on = useCallback((event: InquiryEvent): boolean => {
    const next = inquiryTransition(current.current, event)
    if (!next) return false
    current.current = next
    setState(next)
    return true
  }, [])

  const send = async (body: Body): Promise<boolean> => {
    if (!on({ type: 'send' })) return false
    try {
      const { reference } = await post(body)
      return on({ type: 'received', reference })
    } catch (error) {
      on({ type: 'failed', error })
      return false
    }
  }
  return { state, send, again: () => on({ type: 'again' }) }
}
