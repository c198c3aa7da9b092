import { catalogueEndpoints } from '@shipminer/contract/shop/catalogue'
import { startTransition, useEffect, useState } from 'react'
import { callEndpoint } from './api/client.ts'

/** What may have changed about a product since the pages were built. */
export type FreshPrice = { priceCents: number; isLater: boolean }
type FreshPrices = ReadonlyMap<string, FreshPrice>

let loading: Promise<FreshPrices> | undefined

function load(): Promise<FreshPrices> {
  loading ??= callEndpoint(catalogueEndpoints.products, { query: { order: 'asc' } }).then(
    ({ products }) =>
      new Map(
        products.map(({ id, priceCents, status }) => [id, { priceCents, isLater: status === 'coming-soon' }]),
      ),
  )
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Prices of the catalogue as the server knows them; null until then, and for as long as it cannot be reached. Fetched once a visit. */
export function useFreshPrices(): FreshPrices | null {
  const [prices, setPrices] = useState<FreshPrices | null>(null)
  useEffect(() => {
    let isGone = false
    load().then(
      (loaded) => {
        if (!isGone) startTransition(() => setPrices(loaded))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return prices
}
