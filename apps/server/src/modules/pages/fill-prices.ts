import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { splitVat } from '@shipminer/domain/vat'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'

/** What the delivered pages state about a product and the catalogue may change. Cents include VAT. */
export type PricedProduct = {
  id: string
  priceCents: number
  originalPriceCents: number | null
  status: 'in-stock' | 'made-to-order' | 'out-of-stock' | 'coming-soon'
}

/** VAT rate that the pages name beside their prices and are built with, 21 %. */
const pagesVatPercent = 21

/** As schema.org names them; it has no word for products that come later. */
const availability = {
  'in-stock': 'InStock',
  'made-to-order': 'MadeToOrder',
  'out-of-stock': 'OutOfStock',
  'coming-soon': 'OutOfStock',
} as const

/** Marks for a product that is still to come, and for all others. */
const choice = /__LATER_([a-z0-9-]+?)__(.*?)__ELSE_\1__(.*?)__END_\1__/gs
/** What shows the price that was built, and what is shown once it is another or there is none. */
const samePrice = /__SAME_([a-z0-9-]+?)__(.*?)__ELSE_\1__(.*?)__END_\1__/gs
const mark = /__(PRICE|NET|BEFORE|OFFER|AVAILABILITY)_([a-z0-9-]+?)__/g

/** What a page says while orders are accepted, and what while they are not. */
const byOrders = /__ORDERS__(.*?)__CLOSED__(.*?)__END_ORDERS__/gs

/** The catalogue as the pages are built with it. */
export const builtProducts: readonly PricedProduct[] = seedProducts.map((product) => ({
  id: product.id,
  priceCents: product.priceCents,
  originalPriceCents: product.originalPriceCents,
  status: product.comingSoon ? 'coming-soon' : 'made-to-order',
}))

/** Whether a document has prices to fill in, or says whether orders are accepted. */
export function hasPrices(html: string): boolean {
  return html.search(mark) >= 0 || html.search(byOrders) >= 0
}

/**
 * Puts the prices of the catalogue where the web build left its marks, for readers and for search engines. Differences from the built
 * catalogue are passed to the page's code as well, so that it starts with the same prices. A product that is not listed keeps what was
 * built. While orders are closed, every way to buy is a waiting list, and search engines read that nothing is available.
 */
export function fillPrices(
  html: string,
  language: Language,
  products: readonly PricedProduct[],
  areOrdersOpen = true,
): string {
  const known = new Map(builtProducts.map((product) => [product.id, product]))
  const changed: Record<string, [priceCents: number, originalPriceCents: number | null, isLater?: boolean]> =
    {}
  for (const product of products) {
    const built = known.get(product.id)
    if (!built) continue
    known.set(product.id, product)
    const isLater = product.status === 'coming-soon'
    const hasCome = isLater !== (built.status === 'coming-soon')
    if (
      hasCome ||
      product.priceCents !== built.priceCents ||
      (built.originalPriceCents !== null && product.originalPriceCents !== built.originalPriceCents)
    )
      changed[product.id] = hasCome
        ? [product.priceCents, product.originalPriceCents, isLater]
        : [product.priceCents, product.originalPriceCents]
  }
  const isAsBuilt = (id: string) => changed[id] === undefined
  const pictured = html.replaceAll(samePrice, (_whole, id: string, same: string, other: string) =>
    isAsBuilt(id) ? same : other,
  )
  const chosen = pictured.replaceAll(choice, (_whole, id: string, later: string, now: string) =>
    known.get(id)?.status === 'coming-soon' ? later : now,
  )
  const offered = chosen.replaceAll(byOrders, (_whole, open: string, closed: string) =>
    areOrdersOpen ? open : closed,
  )
  const filled = withoutEndedOffers(offered, known).replaceAll(mark, (word, kind: string, id: string) => {
    const product = known.get(id)
    if (!product) return word
    const { priceCents, originalPriceCents, status } = product
    switch (kind) {
      case 'PRICE':
        return formatEuroPrice(language, priceCents)
      case 'NET':
        return formatEuroPrice(language, splitVat(priceCents, pagesVatPercent).netCents)
      case 'BEFORE':
        return formatEuroPrice(language, originalPriceCents ?? priceCents)
      case 'OFFER':
        return (priceCents / 100).toFixed(2)
      default:
        return areOrdersOpen ? availability[status] : 'OutOfStock'
    }
  })
  const sent = JSON.stringify(changed).replaceAll('"', '&quot;')
  const marks = [
    areOrdersOpen ? '' : '<meta name="shipminer-orders" content="closed">',
    Object.keys(changed).length === 0 ? '' : `<meta name="shipminer-prices" content="${sent}">`,
  ].join('')
  return marks === '' ? filled : filled.replace('</head>', () => `${marks}</head>`)
}

/** An earlier price that the catalogue no longer names is removed, with the sentence about it. */
function withoutEndedOffers(html: string, known: ReadonlyMap<string, PricedProduct>): string {
  return html.replaceAll(
    /<(s|p)\b[^>]* data-before="([a-z0-9-]+)"[^>]*>.*?<\/\1>/gs,
    (element, _name, id: string) => (known.get(id)?.originalPriceCents === null ? '' : element),
  )
}
