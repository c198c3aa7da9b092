import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { changedPrice } from '../../../lib/format/shown-price.ts'
import type { FreshPrice } from '../../../lib/fresh-prices.ts'

/**
 * Products on the form: all that is sold or will be, and on servers that show it the payment test product. Price and whether it has come
 * are as the server says, `fresh` being newer than the page.
 */
export function orderableProducts(withTest: boolean, fresh: ReadonlyMap<string, FreshPrice> | null = null) {
  return seedProducts
    .filter(({ category }) => withTest || category !== 'test')
    .map((product) => {
      const changed = changedPrice(product.id)
      const { priceCents, isLater } = fresh?.get(product.id) ?? {
        priceCents: changed?.priceCents ?? product.priceCents,
        isLater: changed?.isLater ?? product.comingSoon,
      }
      return { ...product, priceCents, comingSoon: isLater }
    })
}

/** The product that the address names, or null. */
export function readOrderable(search: string, withTest: boolean): string | null {
  const id = new URLSearchParams(search).get('product')
  return orderableProducts(withTest).find((product) => product.id === id)?.id ?? null
}
