import type { Product } from '@shipminer/contract/shop/catalogue'
import { DataSheetSchema } from '@shipminer/contract/shop/data-sheet'
import { sheetValues } from '@shipminer/domain/catalogue/data-sheet'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { splitVat } from '@shipminer/domain/vat'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import * as z from 'zod'
import { productStatus } from './catalogue.policy.ts'
import type { ProductRow } from './catalogue.repository.ts'

const ImagesSchema = z.object({ primary: z.string(), secondary: z.string().nullish(), alt: z.string() })
const ColorSchemeSchema = z.object({ primary: z.string(), secondary: z.string(), accent: z.string() })
const CategorySchema = z.enum(['box', 'solo', 'test'])

export type CatalogueContext = { productName: string; vatPercent: number }

/** A row as the catalogue shows it: with the brand filled in and prices split into net and VAT. */
export function presentProduct(row: ProductRow, { productName, vatPercent }: CatalogueContext): Product {
  const brand = (text: string) => withBrand(text, productName)
  const images = ImagesSchema.parse(row.images)
  const { netCents, vatCents } = splitVat(row.priceCents, vatPercent)
  return {
    id: row.id,
    name: brand(row.name),
    subtitle: brand(row.subtitle),
    algorithm: row.algorithm,
    hashrate: row.hashrate,
    powerConsumption: row.powerConsumption,
    price: formatEuroPrice('en', row.priceCents),
    priceNumeric: row.priceCents / 100,
    ...(row.originalPriceCents === null ? {} : { originalPrice: row.originalPriceCents / 100 }),
    images: {
      primary: images.primary,
      ...(images.secondary ? { secondary: images.secondary } : {}),
      alt: brand(images.alt),
    },
    translationKey: row.translationKey,
    route: brand(row.route),
    colorScheme: ColorSchemeSchema.parse(row.colorScheme),
    ...(row.comingSoon ? { comingSoon: true } : {}),
    ...(row.devOnly ? { devOnly: true } : {}),
    category: CategorySchema.parse(row.category),
    status: productStatus(row),
    hashrateThs: row.hashrateThs,
    powerKw: row.powerWatts / 1000,
    efficiencyJoulePerTh: row.hashrateThs > 0 ? row.powerWatts / row.hashrateThs : null,
    priceCents: row.priceCents,
    netPriceCents: netCents,
    vatCents,
    vatPercent,
    originalPriceCents: row.originalPriceCents,
    unitsPerBox: row.unitsPerBox,
    unitHashrateThs: row.unitHashrateThs,
    unitPowerWatts: row.unitPowerWatts,
    cooling: row.cooling === 'hydro' ? 'hydro' : null,
    warrantyMonths: row.warrantyMonths,
    minGeneratorKw: row.minGeneratorKw,
    sheet: sheetValues(DataSheetSchema.parse(row.sheet)),
  }
}
