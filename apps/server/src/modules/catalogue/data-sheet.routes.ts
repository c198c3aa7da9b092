import { DataSheetSchema, dataSheetPath } from '@shipminer/contract/data-sheet'
import { sheetValues } from '@shipminer/domain/data-sheet'
import { withBrand } from '@shipminer/domain/product-slug'
import { type Language, languages } from '@shipminer/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { findProduct, type ProductRow } from './catalogue.repository.ts'
import type { CatalogueDeps } from './catalogue.service.ts'
import { renderDataSheet } from './data-sheet-pdf.ts'

type Deps = Pick<CatalogueDeps, 'store' | 'productName' | 'paymentTest'> & { company: Config['company'] }

/** The data sheets as PDF, each made once for a version of its product. */
export function dataSheetRoutes(app: FastifyInstance, deps: Deps): void {
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

  for (const language of languages) {
    app.get<{ Params: { id: string } }>(dataSheetPath(':id', language), async (request, reply) => {
      const row = await findProduct(deps.store.db, request.params.id, { withDevOnly: deps.paymentTest })
      if (!row) return reply.callNotFound()
      const name = `${withBrand(row.name, deps.productName)}-${language}`.replaceAll(/[^\w-]+/g, '-')
      return reply
        .type('application/pdf')
        .header('content-language', language)
        .header('content-disposition', `inline; filename="${name}.pdf"`)
        .header('cache-control', 'public, max-age=300')
        .send(Buffer.from(await render(row, language)))
    })
  }
}
