import type { Product, ProductStatus } from '@shipminer/contract/shop/catalogue'

/** Whether a product can be had: announced, counted, or built when ordered. `stock` null is not counted. */
export function productStatus(product: { comingSoon: boolean; stock: number | null }): ProductStatus {
  if (product.comingSoon) return 'coming-soon'
  if (product.stock === null) return 'made-to-order'
  return product.stock > 0 ? 'in-stock' : 'out-of-stock'
}

/** Whether this many can be delivered now or built; more than ten need a quote of their own. */
export function isAvailable(
  product: { comingSoon: boolean; stock: number | null },
  quantity: number,
): boolean {
  return !product.comingSoon && (product.stock === null || product.stock >= quantity)
}

export type CatalogueQuery = {
  category?: Product['category'] | undefined
  availability?: ProductStatus | 'available' | undefined
  sortBy?: 'name' | 'price' | 'hashrate' | 'power' | undefined
  order: 'asc' | 'desc'
}

const sortKeys: Record<NonNullable<CatalogueQuery['sortBy']>, (product: Product) => number | string> = {
  name: (product) => product.name,
  price: (product) => product.priceCents,
  hashrate: (product) => product.hashrateThs,
  power: (product) => product.powerKw,
}

/** Filters and sorts; equal ones, and everything without `sortBy`, stay in the order of the catalogue (`desc` reverses it). */
export function arrangeProducts(products: readonly Product[], query: CatalogueQuery): Product[] {
  const wanted = products.filter(
    ({ category, status }) =>
      (query.category === undefined || category === query.category) &&
      (query.availability === undefined ||
        status === query.availability ||
        (query.availability === 'available' && (status === 'in-stock' || status === 'made-to-order'))),
  )
  const direction = query.order === 'desc' ? -1 : 1
  if (query.sortBy === undefined) return direction === 1 ? wanted : wanted.toReversed()
  const keyOf = sortKeys[query.sortBy]
  return wanted.toSorted((a, b) => direction * compare(keyOf(a), keyOf(b)))
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' || typeof b === 'string')
    return String(a).localeCompare(String(b), 'en', { numeric: true })
  return a - b
}
