import { DataSheetSchema } from '@shipminer/contract/shop/data-sheet'
import { sheetValues } from '@shipminer/domain/catalogue/data-sheet'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Language } from '@shipminer/i18n/languages'
import type { Config } from '../../../config.ts'
import { findProduct, type ProductRow } from '../catalogue.repository.ts'
import type { CatalogueDeps } from '../catalogue.service.ts'
import { renderDataSheet } from './data-sheet-pdf.ts'

export type DataSheetDeps = Pick<CatalogueDeps, 'store' | 'productName' | 'paymentTest'> & {
  company: Config['company']
}

/** Makes the data sheets as PDF, each once for a version of its product; null for a product that is not shown. */
export function createDataSheets(
  deps: DataSheetDeps,
): (id: string, language: Language) => Promise<{ filename: string; pdf: Uint8Array } | null> {
  const made = new Map<string, { version: number; pdf: Promise<Uint8Array> }>()

  function render(row: ProductRow, language: Language): Promise<Uint8Array> {
    const key = `${row.id} ${language}`
    const known = made.get(key)
    if (known?.version === row.version) return known.pdf
    const pdf = renderDataSheet(
      {
        name: withBrand(row.name, deps.productName),
        hashrateThs: row.hashrateThs,
        powerWatts: row.powerWatts,
        unitsPerBox: row.unitsPerBox,
        cooling: row.cooling === 'hydro' ? 'hydro' : null,
        minGeneratorWatts: row.minGeneratorKw * 1000,
        sheet: sheetValues(DataSheetSchema.parse(row.sheet)),
        version: row.version,
        changedAt: row.updatedAt,
      },
      language,
      deps,
    )
    made.set(key, { version: row.version, pdf })
    pdf.catch(() => made.delete(key))
    return pdf
  }

  return async (id, language) => {
    const row = await findProduct(deps.store.db, id, { withDevOnly: deps.paymentTest })
    if (!row) return null
    const name = `${withBrand(row.name, deps.productName)}-${language}`.replaceAll(/[^\w-]+/g, '-')
    return { filename: `${name}.pdf`, pdf: await render(row, language) }
  }
}
