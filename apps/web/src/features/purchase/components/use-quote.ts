import { useCallback, useEffect, useRef, useState } from 'react'
import type { OrderQuestion, OrderQuote } from '../api/purchase.ts'
import { askQuote } from '../api/purchase.ts'

type Answer = { question: string; quote: OrderQuote }

/** How often it is asked again while a way to pay cannot be had for the moment. */
const askAgainMs = 10_000
/** Why a way to pay cannot be had, where that passes without anybody doing anything here. */
const passing: readonly (string | null)[] = ['no-fresh-rate', 'watcher-behind']

/** Typing a VAT number should not send a request at every letter. */
const restMs = 300

/**
 * What the order would cost now, fetched again whenever the order changes. While an answer is on its way, or none comes, the last one stays
 * and `isOld` says so.
 */
export function useQuote(question: OrderQuestion | null) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const asked = question === null ? null : JSON.stringify(question)
  const latest = useRef(asked)
  latest.current = asked

  /** Fetches now; null when no answer came. */
  const ask = useCallback(async (text: string, signal: AbortSignal): Promise<OrderQuote | null> => {
    try {
      const quote = await askQuote(JSON.parse(text) as OrderQuestion, signal)
      if (latest.current !== text) return null
      setAnswer({ question: text, quote })
      setError(null)
      return quote
    } catch (thrown) {
      if (!signal.aborted && latest.current === text) setError(thrown)
      return null
    }
  }, [])

  const isFirst = useRef(true)
  useEffect(() => {
    if (asked === null) return
    const ending = new AbortController()
    const timer = setTimeout(() => void ask(asked, ending.signal), isFirst.current ? 0 : restMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [asked, ask])

  // What cannot be had for the moment comes back without a press.
  const isWaiting =
    answer?.question === asked && answer?.quote.methods.some(({ reason }) => passing.includes(reason))
  useEffect(() => {
    if (asked === null || !isWaiting) return
    const ending = new AbortController()
    const timer = setInterval(() => void ask(asked, ending.signal), askAgainMs)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [asked, isWaiting, ask])

  return {
    quote: answer?.quote ?? null,
    /** What the quote is for. */
    quoteFor: answer && (JSON.parse(answer.question) as OrderQuestion),
    /** Whether the quote is for another question than the present one. */
    isOld: answer?.question !== asked,
    error,
    again: (): Promise<OrderQuote | null> =>
      asked === null ? Promise.resolve(null) : ask(asked, new AbortController().signal),
  }
}
