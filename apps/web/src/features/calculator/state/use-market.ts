import type { Calculation } from '@shipminer/contract/shop/catalogue'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { fetchCalculation } from '../api/calculation.ts'

/** `waiting`: not answered yet; `failed`: no answer, what was known before stays. */
export type Market = {
  state: 'waiting' | 'known' | 'failed'
  calculation: Calculation | null
  clockOffsetMs: number
  retry: () => void
}

/** The market and the product as the server knows them. */
export function useMarket(productId: string): Market {
  const [market, setMarket] = useState<Omit<Market, 'retry'>>({
    state: 'waiting',
    calculation: null,
    clockOffsetMs: 0,
  })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round fetches again
  useEffect(() => {
    const ending = new AbortController()
    fetchCalculation(productId, ending.signal).then(
      (calculation) => {
        const clockOffsetMs = calculation.serverTime - Date.now()
        // Drawn in short tasks, between which the page answers to a touch.
        startTransition(() => setMarket({ state: 'known', calculation, clockOffsetMs }))
      },
      () => {
        if (!ending.signal.aborted) setMarket((before) => ({ ...before, state: 'failed' }))
      },
    )
    return () => ending.abort()
  }, [productId, round])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  return useMemo(() => ({ ...market, retry }), [market, retry])
}
