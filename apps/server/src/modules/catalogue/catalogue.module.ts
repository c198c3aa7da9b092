import type { Language } from '@shipminer/i18n/languages'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import type { Market } from '../market/market.port.ts'
import { seedCatalogue } from './catalogue.repository.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import type { ShipCalculation } from './paper/calculation-namer.ts'
import { calculationSheetRoutes } from './paper/calculation-sheet.routes.ts'
import {
  type CalculationSheetDeps,
  nameCalculation,
  sheetAttachment,
} from './paper/calculation-sheet.service.ts'
import { dataSheetRoutes } from './paper/data-sheet.routes.ts'

/** The catalogue: what is sold, and what it costs. Fills an empty one. */
export async function openCatalogue(context: Context, ports: { market: Market }) {
  const { store, clock, productName, config } = context
  await seedCatalogue(store.db, new Date(clock()))
  const paymentTest = config.PAYMENT_TEST_PRODUCT
  const sheets: CalculationSheetDeps = {
    ...context,
    ...ports,
    paymentTest,
    company: config.company,
    mailCompany: context.company,
  }
  return {
    port: {
      nameCalculation: (ship: ShipCalculation, language: Language) => nameCalculation(sheets, ship, language),
    },
    routes: (http: Http) => {
      const { router, server } = http
      catalogueRoutes(router, {
        store,
        market: ports.market,
        clock,
        productName,
        vatPercent: config.VAT_PERCENT,
        paymentTest,
      })
      dataSheetRoutes(server, { store, productName, paymentTest, company: config.company })
      calculationSheetRoutes(http, sheets)
    },
    attachments: (name: string) => sheetAttachment(sheets, name),
  }
}
