import { catalogueEndpoints } from '@shipminer/contract/shop/catalogue'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { type ProductView, viewOfProduct } from '../lib/product-view.ts'

/** A product as it is now, with the boxes ready to go (null: built to order); null when there is no such product. Throws `ApiError` otherwise. */
export async function loadFreshProduct(
  id: string,
  signal: AbortSignal,
): Promise<{ product: ProductView; stock: number | null } | null> {
  try {
    const [{ product }, { stock }] = await Promise.all([
      callEndpoint(catalogueEndpoints.product, { params: { id }, signal }),
      callEndpoint(catalogueEndpoints.productAvailability, {
        params: { id },
        query: { quantity: 1 },
        signal,
      }),
    ])
    return { product: viewOfProduct(product), stock }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'product-not-found') return null
    throw error
  }
}
