import { startTransition, useEffect, useState } from 'react'
import { productName } from '../../../config/env.ts'
import { loadFreshProduct } from '../api/fresh-product.ts'
import { builtInProduct, type ProductView } from '../lib/product-view.ts'

export type FreshProduct =
  | { kind: 'shown'; product: ProductView; stock: number | null | undefined }
  | { kind: 'missing' }

/**
 * A product as the page was built with, then as the server knows it. When the server cannot be reached the page stays as it was built;
 * when it knows no such product, the product does not exist.
 */
export function useFreshProduct(id: string): FreshProduct {
  const [state, setState] = useState<FreshProduct>(() => ({
    kind: 'shown',
    product: builtInProduct(id, productName),
    stock: undefined,
  }))
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const fresh = await loadFreshProduct(id, abort.signal)
      if (abort.signal.aborted) return
      startTransition(() => setState(fresh ? { kind: 'shown', ...fresh } : { kind: 'missing' }))
    }
    load().catch(() => undefined)
    return () => abort.abort()
  }, [id])
  return state
}
