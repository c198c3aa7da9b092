import { readSerials } from '@shipminer/domain/stock/serials'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../../ui/signs/live-region.tsx'
import type { Refused } from './stock-queries.ts'

const most = 100

/** The serial numbers that were scanned or typed. Those that are refused stay, with the reason. */
export function useSerials(first: readonly string[] = []) {
  const queries = useQueryClient()
  const [text, setText] = useState(first.join('\n'))
  const [isEmpty, setEmpty] = useState(false)
  const [refused, setRefused] = useState<Refused>([])

  /** What is to be done with; none when nothing was entered, which is shown then. */
  const read = () => {
    const { serials, wrong } = readSerials(text)
    const wanted = [...serials, ...wrong].slice(0, most)
    setEmpty(wanted.length === 0)
    return wanted
  }

  /** Takes the answer. @returns what to show of it; announces it and closes when none was refused. */
  const settle = (
    answer: { refused: Refused; done: number },
    words: string,
    onClose: () => void,
  ): string | null => {
    void queries.invalidateQueries({ queryKey: ['desk'] })
    setRefused(answer.refused)
    setText(answer.refused.map(({ serial }) => serial).join('\n'))
    if (answer.refused.length > 0) return answer.done > 0 ? words : null
    announce(words)
    onClose()
    return null
  }

  return { text, setText, isEmpty, refused, setRefused, read, settle }
}
