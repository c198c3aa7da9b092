import { type ComponentType, lazy } from 'react'
import { loadChunk } from '../lib/chunks/chunk-loader.ts'
import type { PageDefinition } from './pages.ts'

type Loaded = { default: ComponentType }
const loading = new Map<string, Promise<Loaded>>()
const components = new Map<string, ComponentType>()

/** Fetches a page's code ahead of its showing. What broke is not remembered. */
export function preloadPage(page: PageDefinition): Promise<Loaded> {
  const known = loading.get(page.name)
  if (known) return known
  const fetching = loadChunk(page.load)
  loading.set(page.name, fetching)
  fetching.then(
    (module) => {
      // A page that is already shown keeps its identity, else it would start over.
      if (!components.has(page.name)) components.set(page.name, module.default)
    },
    () => loading.delete(page.name),
  )
  return fetching
}

/**
 * The component of a page, fetched when it first shows. One that is there already does not suspend, not even for a moment: while
 * hydrating, that would make React discard the prerendered page and render it again.
 */
export function lazyPage(page: PageDefinition): ComponentType {
  const known = components.get(page.name)
  if (known) return known
  const component = lazy(() => preloadPage(page))
  components.set(page.name, component)
  return component
}
