import { dataSheetPath } from '@shipminer/contract/shop/data-sheet'
import { languages } from '@shipminer/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { createDataSheets, type DataSheetDeps } from './data-sheet.service.ts'

/** The data sheets as PDF, at addresses of their own. */
export function dataSheetRoutes(app: FastifyInstance, deps: DataSheetDeps): void {
  const dataSheet = createDataSheets(deps)
  for (const language of languages) {
    app.get<{ Params: { id: string } }>(dataSheetPath(':id', language), async (request, reply) => {
      const found = await dataSheet(request.params.id, language)
      if (!found) return reply.callNotFound()
      return reply
        .type('application/pdf')
        .header('content-language', language)
        .header('content-disposition', `inline; filename="${found.filename}"`)
        .header('cache-control', 'public, max-age=300')
        .send(Buffer.from(found.pdf))
    })
  }
}
