import { seedProducts } from '@shipminer/domain/product-catalogue'

/** Products on the form: all that is sold or will be, and on servers that show it the payment test product. */
export function orderableProducts(withTest: boolean) {
  return seedProducts.filter(({ category }) => withTest || category !== 'test')
}

/** The product that the address names, or null. */
export function readOrderable(search: string, withTest: boolean): string | null {
  const id = new URLSearchParams(search).get('product')
  return orderableProducts(withTest).find((product) => product.id === id)?.id ?? null
}
