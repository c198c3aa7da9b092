import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useDraft } from '../../../lib/forms/use-draft.ts'
import {
  type CalculatorForm,
  emptyCalculator,
  readCalculatorQuery,
  type SharedNetwork,
  writeCalculatorQuery,
} from '../lib/calculator-form.ts'
import { type Figures, figuresOf } from '../lib/figures.ts'
import { type Market, useMarket } from './use-market.ts'

/** Long enough that typing a number writes the address once; browsers limit how often it may change. */
const addressDelayMs = 400

export type Calculator = {
  form: CalculatorForm
  change: (part: Partial<CalculatorForm>) => void
  figures: Figures
  market: Market
  shared: SharedNetwork | null
  forgetShared: () => void
}

/** What was typed, kept in the address (and, over a change of language, in the tab), and what follows from it. */
export function useCalculator(): Calculator {
  const { form, change } = useDraft('calculator', emptyCalculator)
  const [shared, setShared] = useState<SharedNetwork | null>(null)
  const market = useMarket(form.product)
  const { search } = useLocation()
  const written = useRef<string | null>(null)
  const isStarted = useRef(false)

  // An address that this page did not write itself: opened, shared, or a link within the site.
  useLayoutEffect(() => {
    if (search === written.current) return
    written.current = search
    const asked = readCalculatorQuery(search)
    change(asked.form)
    if (asked.network) setShared(asked.network)
  }, [search, change])

  useEffect(() => {
    if (!isStarted.current) {
      isStarted.current = true
      return
    }
    const write = () => {
      const query = writeCalculatorQuery(form, shared)
      const next = query.size > 0 ? `?${query}` : ''
      if (next === written.current) return
      written.current = next
      // Past the router: this is no visit, and must not close a menu that was opened meanwhile.
      history.replaceState(history.state, '', `${location.pathname}${next}${location.hash}`)
    }
    const wait = setTimeout(write, addressDelayMs)
    // Anyone who follows a link to another language at this very moment takes the figures along.
    addEventListener('click', write, true)
    return () => {
      clearTimeout(wait)
      removeEventListener('click', write, true)
    }
  }, [form, shared])

  const forgetShared = useCallback(() => setShared(null), [])
  return useMemo(
    () => ({
      form,
      change,
      figures: figuresOf(form, market.calculation, shared),
      market,
      shared,
      forgetShared,
    }),
    [form, change, market, shared, forgetShared],
  )
}
