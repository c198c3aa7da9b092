import { deskCatalogueEndpoints, type Setting } from '@shipminer/contract/desk/catalogue'
import { newsletterEndpoints } from '@shipminer/contract/shop/newsletter'
import type { Router } from '../../platform/http/routing.ts'
import { listDeskVersions } from '../catalogue/catalogue.port.ts'
import { exportSubscribers, type NewsletterDeps, readSubscribers } from '../newsletter/newsletter.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import {
  changeProductOf,
  type DeskShopDeps,
  readCatalogue,
  restoreProductOf,
  switchOrders,
} from './desk-shop.service.ts'
import { cursorOf } from './paging.ts'

/** Versions are small numbers; a query may name any. */
const highestVersion = 2_147_483_647

export type DeskShopRoutesDeps = DeskShopDeps & NewsletterDeps & { readSettings: () => Promise<Setting[]> }

/** The shop at the desk: catalogue, whether orders can be placed, settings, newsletter. */
export function deskShopRoutes(router: Router, deps: DeskShopRoutesDeps): void {
  router.route(deskCatalogueEndpoints.deskCatalogue, async () => readCatalogue(deps))
  router.route(deskCatalogueEndpoints.deskProductChange, async (call) =>
    changeProductOf(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCatalogueEndpoints.deskProductVersions, async (call) => {
    const { before = null } = call.query
    return listDeskVersions(
      deps.store.db,
      call.params.id,
      before === null ? null : Math.max(0, Math.min(before, highestVersion)),
    )
  })
  router.route(deskCatalogueEndpoints.deskProductRestore, async (call) =>
    restoreProductOf(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCatalogueEndpoints.deskOrdersSwitch, async (call) =>
    switchOrders(deps, call.operator, call.body),
  )
  router.route(deskCatalogueEndpoints.deskSettings, async () => ({ settings: await deps.readSettings() }))
  router.route(newsletterEndpoints.deskNewsletter, async (call) =>
    readSubscribers(deps, cursorOf(call.query.before)),
  )
  router.route(newsletterEndpoints.deskNewsletterExport, async (call) => {
    const operator = call.operator
    return deps.store.db.transaction().execute(async (trx) => {
      const made = await exportSubscribers(deps, trx)
      await noteAction(deps, trx, operator, {
        action: 'newsletter.export',
        subject: `newsletter ${made.rows}`,
        reason: call.body.reason,
      })
      return made
    })
  })
}
