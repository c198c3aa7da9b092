import type { EstimateMarket } from '@shipminer/domain/calculator/box-estimate'
import type { Language } from '@shipminer/i18n/languages'
import { fillMarket } from './fill-market.ts'
import { fillPrices, type PricedProduct } from './fill-prices.ts'
import { makeDocument, type PageDocument } from './load-pages.ts'

/** How long catalogue and market are cached. */
const freshMs = 5_000

/**
 * Documents with current prices and the market as it is known, and with ways to buy only while orders are accepted. They are read at most once in
 * five seconds, and a document is rendered again only after a change, when it is next requested. What cannot be read stays as it was last known.
 */
export function createPricedDocuments(deps: {
  listProducts: () => Promise<readonly PricedProduct[]>
  areOrdersOpen: () => Promise<boolean>
  /** The market as it is known; without it the figures are those of the built-in one. */
  readMarket?: () => Promise<EstimateMarket>
  clock: () => number
}): (document: PageDocument, language: Language) => Promise<PageDocument> {
  let products: readonly PricedProduct[] | null = null
  let areOpen = true
  let market: EstimateMarket | null = null
  let version = ''
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  const made = new Map<PageDocument, { version: string; document: PageDocument }>()

  async function read(): Promise<void> {
    try {
      ;[products, areOpen, market] = await Promise.all([
        deps.listProducts(),
        deps.areOrdersOpen(),
        deps.readMarket?.() ?? null,
      ])
      version = JSON.stringify([products, areOpen, market])
    } catch {
      // What was last known is kept; the next visit after a while tries again.
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
    const priced = fillPrices(template, language, products, areOpen)
    const filled = makeDocument(fillMarket(priced, language, market, products), document.styleHash)
    made.set(document, { version, document: filled })
    return filled
  }
}
