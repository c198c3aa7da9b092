import type { ComponentType } from 'react'
import { loadChunk } from '../lib/chunks/chunk-loader.ts'
import type { PageDefinition } from './pages.ts'

type Loaded = { default: ComponentType }

const loading = new Map<string, Promise<Loaded>>()
const loaded = new Map<string, ComponentType>()

/** Fetches a page's code ahead of its showing. What broke is not remembered. */
export function preloadPage(page: PageDefinition): Promise<Loaded> {
  const known = loading.get(page.name)
  if (known) return known
  const fetching = loadChunk(page.load)
  loading.set(page.name, fetching)
  fetching.then(
    (module) => loaded.set(page.name, module.default),
    () => loading.delete(page.name),
  )
  return fetching
}

/** The component of a page that is here; null for one that is still to be fetched. */
export function loadedPage(page: PageDefinition): ComponentType | null {
  return loaded.get(page.name) ?? null
}
