import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { createChunkLoader, type Finding } from './create-chunk-loader.ts'

const loadedAnewFor = 'shipminer.loadedAnewFor'

/** The address of the page's first script: its name changes with every build. Null where nothing was built. */
function entryAddress(): string | null {
  return document.querySelector<HTMLScriptElement>('script[data-load]')?.dataset.load?.split(' ')[0] ?? null
}

/** By HEAD, which neither the service worker nor the browser answers from what it kept. */
async function ask(address: string): Promise<Finding> {
  try {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (!answer.ok) return 'unreachable'
    return /html/.test(answer.headers.get('content-type') ?? '') ? 'gone' : 'here'
  } catch {
    return 'unreachable'
  }
}

function pause(delayMs: number): { ended: Promise<void>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, delayMs)
  promise.then(() => clearTimeout(timer))
  return { ended: promise, end: resolve }
}

function loadAnew(): boolean {
  const build = entryAddress() ?? ''
  try {
    if (sessionStorage.getItem(loadedAnewFor) === build) return false
    sessionStorage.setItem(loadedAnewFor, build)
  } catch {
    // Without a place to remember it the page could reload for ever.
    return false
  }
  location.reload()
  return true
}

/** The bundler's loader takes a style sheet linked in the page as loaded; one that failed must be loaded again. */
function removeFailedSheets(): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
    if (sheet.sheet === null) sheet.remove()
}

const loader = createChunkLoader({
  async probe(address) {
    const entry = entryAddress()
    const asked = [...new Set([address, entry])].filter((one) => one !== null)
    const found = await Promise.all(asked.map(ask))
    return found.find((one) => one !== 'here') ?? 'here'
  },
  pause,
  loadAnew,
  tidy: removeFailedSheets,
})

/** Fetches a piece of the site, trying again by itself for as long as it takes. */
export const loadChunk = loader.load
/** Ends every pause between two tries. */
export const { tryNow } = loader
// The site is built without a browser.
if (typeof document !== 'undefined') addEventListener('online', tryNow)

/** Whether something of the page could not be fetched and is tried again. */
export function useIsWaiting(): boolean {
  return useSyncExternalStore(loader.subscribe, loader.isWaiting, () => false)
}

/** Resolves once something could not be fetched. */
export function untilWaiting(): Promise<void> {
  return new Promise((resolve) => {
    const stop = loader.subscribe(() => {
      if (!loader.isWaiting()) return
      stop()
      resolve()
    })
  })
}

/** `lazy` of React over `loadChunk`. */
export function lazyChunk<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadChunk(async () => ({ default: await load() })))
}
