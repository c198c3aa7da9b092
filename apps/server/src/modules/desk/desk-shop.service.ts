import type { AuditAction } from '@shipminer/contract/desk/audit'
import type { deskCatalogueEndpoints, OrdersSwitch } from '@shipminer/contract/desk/catalogue'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { changeDeskProduct, listDeskProducts, restoreDeskProduct } from '../catalogue/catalogue.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'

export type DeskShopDeps = Pick<DeskDeps, 'store' | 'clock' | 'productName'> & {
  settings: Settings
  /** VAT that prices include, whole percent. */
  vatPercent: number
}

type Change = z.output<typeof deskCatalogueEndpoints.deskProductChange.body & object>
type Restore = z.output<typeof deskCatalogueEndpoints.deskProductRestore.body & object>
type Switch = z.output<typeof deskCatalogueEndpoints.deskOrdersSwitch.body & object>
type Changed = Awaited<ReturnType<typeof changeDeskProduct>>

export async function readCatalogue(deps: DeskShopDeps) {
  const { store, clock, vatPercent, productName } = deps
  return {
    serverTime: clock(),
    vatPercent,
    orders: await readOrdersSwitch(deps),
    products: await listDeskProducts(store.db, productName),
  }
}

/** @throws AppError `product-not-found`, `product-changed`, `earlier-price-too-high`, `earlier-price-not-higher` */
export function changeProductOf(
  deps: DeskShopDeps,
  operator: Operator,
  id: string,
  { version, stockSeen, change, reason }: Change,
): Promise<Pick<Changed, 'product'>> {
  // A stock that was not edited may be sold from while an operator has the product open.
  const seen = change.stock === undefined ? { version } : { version, stock: stockSeen ?? null }
  return note(deps, operator, { id, action: 'product.change', reason }, (trx, rest) =>
    changeDeskProduct(trx, id, { ...rest, change, seen }),
  )
}

/** @throws AppError those of `changeProductOf`, `not-found` */
export function restoreProductOf(
  deps: DeskShopDeps,
  operator: Operator,
  id: string,
  { version, to, reason }: Restore,
): Promise<Pick<Changed, 'product'>> {
  return note(deps, operator, { id, action: `product.restore-${to}`, reason }, (trx, rest) =>
    restoreDeskProduct(trx, id, { ...rest, to, seen: { version } }),
  )
}

/** Makes a change and logs it; a change without effect leaves no trace. */
async function note(
  deps: DeskShopDeps,
  operator: Operator,
  { id, action, reason }: { id: string; action: AuditAction; reason: string },
  change: (
    trx: Trx,
    rest: { note: { at: Date; by: string; reason: string }; productName: string },
  ) => Promise<Changed>,
): Promise<Pick<Changed, 'product'>> {
  return deps.store.db.transaction().execute(async (trx) => {
    const by = { at: new Date(deps.clock()), by: operator.name, reason }
    const { product, version } = await change(trx, { note: by, productName: deps.productName })
    if (version !== null) await noteAction(deps, trx, operator, { action, subject: `product ${id}`, reason })
    return { product }
  })
}

/** @throws AppError `setting-changed` */
export async function switchOrders(
  deps: DeskShopDeps,
  operator: Operator,
  { enabled, version, reason }: Switch,
): Promise<{ orders: OrdersSwitch }> {
  await deps.store.db.transaction().execute(async (trx) => {
    const change = { at: new Date(deps.clock()), by: operator.name, version }
    const written = await deps.settings.replace(trx, 'orders.enabled', enabled, change)
    if (written === null) throw new AppError('setting-changed')
    const action = enabled ? 'orders.on' : 'orders.off'
    await noteAction(deps, trx, operator, { action, subject: `setting orders.enabled ${written}`, reason })
  })
  return { orders: await readOrdersSwitch(deps) }
}

async function readOrdersSwitch({ store, settings }: DeskShopDeps): Promise<OrdersSwitch> {
  const { value, version, changedAt, changedBy } = await settings.inspect(store.db, 'orders.enabled')
  return { enabled: value, version, changedAt: changedAt?.getTime() ?? null, changedBy }
}
