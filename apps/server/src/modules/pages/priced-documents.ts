import type { Language } from '@shipminer/i18n/languages'
import { fillPrices, type PricedProduct } from './fill-prices.ts'
import { makeDocument, type PageDocument } from './load-pages.ts'

/** How long the catalogue is cached. */
const freshMs = 5_000

/**
 * Documents with current prices, and with ways to buy only while orders are accepted. The catalogue is read at most once in five seconds, and a document is rendered again only after a change,
 * when it is next requested. While the catalogue cannot be read, the last known prices are kept.
 */
export function createPricedDocuments(deps: {
  listProducts: () => Promise<readonly PricedProduct[]>
  areOrdersOpen: () => Promise<boolean>
  clock: () => number
}): (document: PageDocument, language: Language) => Promise<PageDocument> {
  let products: readonly PricedProduct[] | null = null
  let areOpen = true
  let version = ''
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  const made = new Map<PageDocument, { version: string; document: PageDocument }>()

  async function read(): Promise<void> {
    try {
      ;[products, areOpen] = await Promise.all([deps.listProducts(), deps.areOrdersOpen()])
      version = JSON.stringify([products, areOpen])
    } catch {
      // The last known prices are kept; the next visit after a while tries again.
    }
    readAt = deps.clock()
    reading = null
  }

  return async (document, language) => {
    const { template } = document
    if (template === null) return document
    if (deps.clock() - readAt >= freshMs) {
      reading ??= read()
      await reading
    }
    if (products === null) return document
    const known = made.get(document)
    if (known?.version === version) return known.document
    const filled = makeDocument(fillPrices(template, language, products, areOpen), document.styleHash)
    made.set(document, { version, document: filled })
    return filled
  }
}
