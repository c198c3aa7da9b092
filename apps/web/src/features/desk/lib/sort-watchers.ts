import type { ChainWatcher } from '@shipminer/contract/desk'

/** What watchers of chains can be sorted by. */
export const watcherSorts = ['chain', 'state', 'source', 'lag'] as const

type By = (typeof watcherSorts)[number]

const orders: Record<By, (a: ChainWatcher, b: ChainWatcher) => number> = {
  chain: (a, b) => a.chain.localeCompare(b.chain),
  // Those that are behind stand above those that are up to date.
  state: (a, b) => Number(b.fresh) - Number(a.fresh),
  source: (a, b) => a.source.localeCompare(b.source),
  // One whose lag is not known may be behind by anything.
  lag: (a, b) => (a.lagSeconds ?? Number.MAX_VALUE) - (b.lagSeconds ?? Number.MAX_VALUE),
}

/** The watchers in an order; among equals by chain and source. */
export function sortWatchers(
  watchers: readonly ChainWatcher[],
  { by, isAscending }: { by: By; isAscending: boolean },
): ChainWatcher[] {
  const turn = isAscending ? 1 : -1
  return watchers.toSorted((a, b) => turn * orders[by](a, b) || orders.chain(a, b) || orders.source(a, b))
}
