import type { MethodOffer, Order as PresentedOrder, Totals } from '@shipminer/contract/shop/orders'
import type { Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { AgreedOrder, AgreedOrders } from '../orders.port.ts'
import { readOrder } from '../read-order.service.ts'
import type { DecidedOrder } from './decided-order.ts'
import { requireBuyer, storeOrder } from './place-order.service.ts'
import {
  getSellable,
  listMethods,
  priceFor,
  priceOrder,
  requireMethod,
  requireOrderable,
  totalsOfLine,
} from './price-order.service.ts'

/** Orders at a price that the provider has agreed, which may differ from that of the catalogue in price and quantity. */
export function createAgreedOrders(deps: OrderDeps): AgreedOrders {
  return {
    findProduct: (id) => deps.findProduct(deps.store.db, id),
    requireOrderable: async (id, quantity) => {
      const { product, availability } = await requireOrderable(deps, id, quantity)
      if (availability === 'none') throw new AppError('out-of-stock')
      return product
    },
    totals: (price) => totalsOf(deps, price),
    methods: async (productId, grossCents): Promise<MethodOffer[]> => {
      const product = await deps.findProduct(deps.store.db, productId)
      return product ? listMethods(deps, { grossCents, isFitted: product.isFitted }) : []
    },
    decide: (agreed) => decide(deps, agreed),
    place: (trx, decided, by) => place(deps, trx, decided, by),
  }
}

function totalsOf(
  { vatPercent }: Pick<OrderDeps, 'vatPercent'>,
  { unitGrossCents, quantity }: { unitGrossCents: number; quantity: number },
): Totals {
  return totalsOfLine(priceOrder({ priceCents: unitGrossCents }, { quantity, vatPercent }))
}

/** Whether the shop is open and how many a buyer may order by themselves do not matter here; buyer, terms and way to pay do. */
async function decide(deps: OrderDeps, agreed: AgreedOrder): Promise<DecidedOrder> {
  const { quantity, method, language, unitGrossCents, productName } = agreed
  const product = await getSellable(deps, agreed.productId)
  const buyer = requireBuyer(agreed.buyer)
  if (!agreed.acceptedTerms) throw new AppError('terms-not-accepted')
  const { line, check } = await priceFor(deps, { ...product, priceCents: unitGrossCents }, quantity, buyer)
  await requireMethod(deps, method, { grossCents: line.grossCents, isFitted: product.isFitted })
  // What the catalogue promises is not what was agreed.
  const leadWeeks = null
  const named = { id: product.id, name: productName }
  return { product: named, leadWeeks, quantity, method, language, buyer, check, line }
}

async function place(
  deps: OrderDeps,
  trx: Trx,
  decided: DecidedOrder,
  { isLimited, ...by }: Parameters<AgreedOrders['place']>[2],
): Promise<{ order: PresentedOrder; orderKey: string }> {
  const row = await storeOrder(deps, trx, decided, { ...by, limits: isLimited ? deps.holds : null })
  return { order: await readOrder(deps, trx, row), orderKey: deps.keys.of(row.id) }
}
