import {
  CalculationSheetSchema,
  calculationSheetEndpoints,
  calculationSheetPath,
} from '@shipminer/contract/shop/calculation-sheet'
import { languages } from '@shipminer/i18n/languages'
import { AppError } from '../../../platform/http/app-error.ts'
import { languageOf } from '../../../platform/http/language-of.ts'
import type { Http } from '../../../platform/module.ts'
import { type CalculationSheetDeps, mailSheet, makeSheet } from './calculation-sheet.service.ts'

/** A calculation on paper: as PDF at an address of its own, and by mail. */
export function calculationSheetRoutes({ server, router }: Http, deps: CalculationSheetDeps): void {
  for (const language of languages) {
    server.get(
      calculationSheetPath(language),
      { config: { rateLimit: { max: 30, timeWindow: 60_000 } } },
      async (request, reply) => {
        const sheet = CalculationSheetSchema.safeParse(request.query)
        if (!sheet.success) throw new AppError('invalid-request')
        const pdf = await makeSheet(deps, sheet.data, language)
        return reply
          .type(pdf.contentType)
          .header('content-language', language)
          .header('content-disposition', `inline; filename="${pdf.filename}"`)
          .header('cache-control', 'no-store')
          .send(Buffer.from(pdf.content))
      },
    )
  }
  router.route(calculationSheetEndpoints.mailSheet, async ({ body, request }) => {
    const { email, sheet, language = languageOf(request) } = body
    if (body.website) return { sentTo: email }
    return mailSheet(deps, { email, language, sheet })
  })
}
