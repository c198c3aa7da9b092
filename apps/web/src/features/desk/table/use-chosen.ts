import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import type { TaskMessage } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { announce } from '../../../ui/signs/live-region.tsx'
import { forEach, type Results } from './for-each.ts'

/** The rows of a table that are chosen, on whichever page, and what is done with each of them. Those that it was refused for stay chosen. */
export function useChosen<Row extends { id: string }>(shown: readonly Row[]) {
  const queries = useQueryClient()
  const wordsOf = useResultWords()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<TaskMessage | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  // As they are now, where they are shown.
  const known = new Map([...chosen, ...shown.map((row) => [row.id, row] as const)])
  const rows = [...chosen.keys()].flatMap((id) => known.get(id) ?? [])

  const choose = (ids: ReadonlySet<string>) => {
    setMessage(null)
    setChosen(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as Row]] : []))))
  }

  /** Resolves once it is over, however it went: the message says how. */
  const doWith = async (some: readonly Row[], act: (row: Row) => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    const results = await forEach(some, act)
    await queries.invalidateQueries({ queryKey: ['desk'] })
    const over = new Set(results.done.map(({ id }) => id))
    setChosen((now) => new Map([...now].filter(([id]) => !over.has(id))))
    const words = wordsOf(results)
    if (words.tone === 'good') announce(words.text)
    setMessage(words)
    setBusy(false)
  }

  return {
    ids: new Set(chosen.keys()),
    rows,
    choose,
    clear: () => choose(new Set()),
    doWith,
    isBusy,
    message,
  }
}

function useResultWords(): (results: Results<unknown>) => TaskMessage {
  const { t } = useTranslation('desk-table')
  const language = useLanguage()
  const errorText = useErrorText()
  const number = (value: number) => formatNumber(language, value)
  return ({ done, refused, error }) =>
    refused.length === 0
      ? { tone: 'good', text: t('eachDone', { count: done.length }) }
      : {
          tone: 'error',
          text: t('eachPart', {
            done: number(done.length),
            all: number(done.length + refused.length),
            reason: errorText(error),
          }),
        }
}
