import type { Product, ProductStatus } from '@shipminer/contract/shop/catalogue'
import { type SheetValues, sheetValues } from '@shipminer/domain/catalogue/data-sheet'
import { type SeedProduct, seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { splitVat } from '@shipminer/domain/vat'
import { changedPrice } from '../../../lib/format/shown-price.ts'

/** The VAT that catalogue prices hold until a server names another rate, percent. */
export const builtInVatPercent = 21

/** A product as its page shows it: from what the catalogue starts out with, or from the server. */
export type ProductView = {
  id: string
  name: string
  algorithm: string
  hashrateThs: number
  powerWatts: number
  unitsPerBox: number
  cooling: 'hydro' | null
  warrantyMonths: number
  /** Watts; 0 when no generator is needed. */
  minGeneratorWatts: number
  priceCents: number
  netPriceCents: number
  vatPercent: number
  originalPriceCents: number | null
  status: ProductStatus
  sheet: SheetValues
}

/** Joules for each terahash; null where nothing is hashed. */
export function efficiencyOf({ powerWatts, hashrateThs }: ProductView): number | null {
  return hashrateThs > 0 ? powerWatts / hashrateThs : null
}

/** A product as the page is delivered; its stock is not known then, so that it counts as made to order. */
export function viewOfSeed(seed: SeedProduct, productName: string): ProductView {
  const changed = changedPrice(seed.id)
  const priceCents = changed?.priceCents ?? seed.priceCents
  return {
    id: seed.id,
    name: withBrand(seed.name, productName),
    algorithm: seed.algorithm,
    hashrateThs: seed.hashrateThs,
    powerWatts: Math.round(seed.powerKw * 1000),
    unitsPerBox: seed.unitsPerBox,
    cooling: seed.cooling,
    warrantyMonths: seed.warrantyMonths,
    minGeneratorWatts: seed.minGeneratorKw * 1000,
    priceCents,
    netPriceCents: splitVat(priceCents, builtInVatPercent).netCents,
    vatPercent: builtInVatPercent,
    // An earlier price that the page was not built with needs more than a text.
    originalPriceCents:
      seed.originalPriceCents === null || !changed ? seed.originalPriceCents : changed.originalPriceCents,
    status: (changed?.isLater ?? seed.comingSoon) ? 'coming-soon' : 'made-to-order',
    sheet: sheetValues(seed.sheet),
  }
}

/** A product as the server knows it now. */
export function viewOfProduct(product: Product): ProductView {
  return {
    id: product.id,
    name: product.name,
    algorithm: product.algorithm,
    hashrateThs: product.hashrateThs,
    powerWatts: Math.round(product.powerKw * 1000),
    unitsPerBox: product.unitsPerBox,
    cooling: product.cooling,
    warrantyMonths: product.warrantyMonths,
    minGeneratorWatts: product.minGeneratorKw * 1000,
    priceCents: product.priceCents,
    netPriceCents: product.netPriceCents,
    vatPercent: product.vatPercent,
    originalPriceCents: product.originalPriceCents,
    status: product.status,
    sheet: product.sheet,
  }
}

/** The products that everyone may see, in the order they are shown. */
export function shownProducts(productName: string): ProductView[] {
  return seedProducts.filter(({ devOnly }) => !devOnly).map((seed) => viewOfSeed(seed, productName))
}

/** The product of a page; throws for an id that the catalogue does not start out with. */
export function builtInProduct(id: string, productName: string): ProductView {
  const seed = seedProducts.find((product) => product.id === id)
  if (!seed) throw new Error(`No product ${id}`)
  return viewOfSeed(seed, productName)
}
