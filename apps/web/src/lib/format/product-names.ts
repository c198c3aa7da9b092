import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { productName } from '../../config/env.ts'

/** The name of a product with the brand in it; null for an unknown id. */
export function productNameOf(id: string): string | null {
  const product = seedProducts.find((seed) => seed.id === id)
  return product ? withBrand(product.name, productName) : null
}
