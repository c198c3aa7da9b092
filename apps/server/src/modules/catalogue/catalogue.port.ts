import type { ProductStatus } from '@shipminer/contract/shop/catalogue'
import { DataSheetSchema } from '@shipminer/contract/shop/data-sheet'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Queryable } from '../../platform/db/store.ts'
import { isAvailable, productStatus } from './catalogue.policy.ts'
import {
  findProduct,
  giveStockBack,
  listAllProducts,
  listProducts,
  type ProductRow,
  takeStock,
} from './catalogue.repository.ts'

export type { CalculationNamer } from './paper/calculation-namer.ts'
export { changeProduct } from './product-changes.ts'
export {
  changeDeskProduct,
  listDeskProducts,
  listDeskVersions,
  restoreDeskProduct,
} from './product-editing.service.ts'
export { giveStockBack, listAllProducts, takeStock }

/** What other modules need of a product. */
export type CatalogueEntry = {
  id: string
  name: string
  hashrateThs: number
  powerKw: number
  anyGenerator: boolean
  comingSoon: boolean
}

type Shown = { withDevOnly: boolean; productName: string }

/** Null for a product that does not exist or is not shown. */
export async function findCatalogueEntry(
  db: Queryable,
  id: string,
  shown: Shown,
): Promise<CatalogueEntry | null> {
  const row = await findProduct(db, id, shown)
  return row && entryOf(row, shown.productName)
}

export async function listCatalogueEntries(db: Queryable, shown: Shown): Promise<CatalogueEntry[]> {
  return (await listProducts(db, shown)).map((row) => entryOf(row, shown.productName))
}

function entryOf(row: ProductRow, productName: string): CatalogueEntry {
  return {
    id: row.id,
    name: withBrand(row.name, productName),
    hashrateThs: row.hashrateThs,
    powerKw: row.powerWatts / 1000,
    anyGenerator: row.minGeneratorKw === 0,
    comingSoon: row.comingSoon,
  }
}

/** Every product with its page, and whether one of it can be had now. */
export async function listShelf(
  db: Queryable,
  productName: string,
): Promise<{ id: string; name: string; path: string; isAvailable: boolean }[]> {
  return (await listAllProducts(db)).map((row) => ({
    id: row.id,
    name: withBrand(row.name, productName),
    path: withBrand(row.route, productName),
    isAvailable: !row.hidden && isAvailable(row, 1),
  }))
}

/** What an order needs of a product. */
export type SellableProduct = {
  id: string
  name: string
  /** Price of one, VAT included. */
  priceCents: number
  comingSoon: boolean
  /** Fitted on board by the seller; false: sent, and plugged in by the buyer. */
  isFitted: boolean
  /** Null: made to order. */
  stock: number | null
  /** Weeks from the confirmed order to the delivery, as the catalogue says; null: it does not. */
  leadWeeks: number | null
}

/** Null for a product that does not exist or is not shown. */
export async function findSellable(db: Queryable, id: string, shown: Shown): Promise<SellableProduct | null> {
  const row = await findProduct(db, id, shown)
  if (!row) return null
  const { priceCents, comingSoon, stock, minGeneratorKw, sheet } = row
  return {
    id: row.id,
    name: withBrand(row.name, shown.productName),
    priceCents,
    comingSoon,
    // What runs on any generator is plugged in, not fitted.
    isFitted: minGeneratorKw > 0,
    stock,
    leadWeeks: DataSheetSchema.parse(sheet).leadWeeks?.value ?? null,
  }
}

/** Price and availability of every product that a page may show. */
export async function listPrices(
  db: Queryable,
): Promise<{ id: string; priceCents: number; originalPriceCents: number | null; status: ProductStatus }[]> {
  const rows = await listProducts(db, { withDevOnly: true })
  return rows.map((row) => ({
    id: row.id,
    priceCents: row.priceCents,
    originalPriceCents: row.originalPriceCents,
    status: productStatus(row),
  }))
}
