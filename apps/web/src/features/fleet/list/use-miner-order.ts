import type { ListQuery } from '@shipminer/domain/fleet/miner-list'
import { listMiners, orderNames } from '@shipminer/domain/fleet/miner-list'
import { languageLocales } from '@shipminer/i18n/languages'
import { useMemo, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useFleet, useFleetStore } from '../components/fleet-context.tsx'

/**
 * Ids of the miners to show, in order. The order follows what a person does, miners that come or go and states that change; it does
 * not follow figures, so nothing jumps under a finger. `within`: the controllers that are looked at, null for all. `resort` sorts again by
 * the present figures.
 */
export function useMinerOrder(
  query: ListQuery,
  within: ReadonlySet<string> | null,
): { ids: readonly string[]; resort: () => void } {
  const store = useFleetStore()
  const language = useLanguage()
  const known = useFleet((state) => state.ids)
  const states = useFleet((state) => state.states)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are put in order when miners come or go
  const names = useMemo(() => {
    const collator = new Intl.Collator(languageLocales[language], { numeric: true })
    return orderNames(store.current(), collator.compare)
  }, [store, language, known])
  const before = useRef<readonly string[]>([])
  // Sorting by a figure must not follow states either, unless a filter depends on them.
  const followed =
    query.sort === 'status' || query.filter !== 'all' || query.group !== undefined ? states : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `followed` and `turn` are the moments to sort again
  const ids = useMemo(() => {
    const all = listMiners(store.current(), query, names)
    const { miners } = store.current()
    const next = within === null ? all : all.filter((id) => within.has(miners.get(id)?.controllerId ?? ''))
    const same =
      next.length === before.current.length && next.every((id, index) => id === before.current[index])
    if (!same) before.current = next
    return before.current
  }, [store, query, within, names, followed, turn])
  return { ids, resort: () => setTurn(turn + 1) }
}
