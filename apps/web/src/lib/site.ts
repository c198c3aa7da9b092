import type { Site } from '@shipminer/contract/shop/site'
import { useEffect, useSyncExternalStore } from 'react'
import { fetchSite } from './api/fetch-site.ts'

const listeners = new Set<() => void>()
let site: Site | null | undefined
let loading: Promise<void> | undefined

function set(next: Site | null | undefined): void {
  site = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the settings of the site once; after a failure each call fetches again. */
export function loadSite(): Promise<void> {
  if (site) return Promise.resolve()
  loading ??= fetchSite()
    .then(set, () => set(null))
    .finally(() => {
      loading = undefined
    })
  return loading
}

/** Company details and whether orders can be placed: undefined while loading (and in the prerendered page), null when it could not be fetched. */
export function useSite(): Site | null | undefined {
  useEffect(() => {
    loadSite()
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => site,
    () => undefined,
  )
}
