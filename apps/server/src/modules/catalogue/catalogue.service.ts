import type {
  Availability,
  Calculation,
  CryptoPrices,
  Pricing,
  Product,
} from '@shipminer/contract/shop/catalogue'
import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { weeksFromBoxes } from '../boxes/boxes.port.ts'
import type { Market, PriceInput } from '../market/market.port.ts'
import { type CalculationRequest, calculateProduct } from './calculation.ts'
import { arrangeProducts, type CatalogueQuery, isAvailable, productStatus } from './catalogue.policy.ts'
import { presentProduct } from './catalogue.presenter.ts'
import { findProduct, listProducts, type ProductRow } from './catalogue.repository.ts'
import { priceQuantity } from './pricing.ts'

export type CatalogueDeps = {
  store: Store
  market: Market
  clock: () => number
  productName: string
  vatPercent: number
  /** Whether the payment test product is shown. */
  paymentTest: boolean
}

/** Reads of the catalogue. Every read of one product throws `product-not-found` when it is not shown. */
export function createCatalogue(deps: CatalogueDeps) {
  const { store, market, clock, vatPercent } = deps
  const shown = { withDevOnly: deps.paymentTest }

  async function getRow(id: string): Promise<ProductRow> {
    const row = await findProduct(store.db, id, shown)
    if (!row) throw new AppError('product-not-found')
    return row
  }

  /** The time to the delivery comes from the boxes that there are, where they say it; otherwise the data sheet's holds. */
  async function withDeliveryTimes(products: Product[]): Promise<Product[]> {
    const ids = products.map(({ id }) => id)
    const weeks = await weeksFromBoxes(store.db, ids, { quantity: 1, now: clock() })
    return products.map((product) => {
      const leadWeeks = weeks.get(product.id)
      return leadWeeks === undefined ? product : { ...product, sheet: { ...product.sheet, leadWeeks } }
    })
  }

  return {
    async list(query: CatalogueQuery): Promise<Product[]> {
      const rows = await listProducts(store.db, shown)
      return arrangeProducts(await withDeliveryTimes(rows.map((row) => presentProduct(row, deps))), query)
    },
    async get(id: string): Promise<Product> {
      const product = presentProduct(await getRow(id), deps)
      return (await withDeliveryTimes([product]))[0] ?? product
    },
    async pricing(id: string, order: Pick<Pricing, 'quantity' | 'currency'>): Promise<Pricing> {
      const [row, eur, usd] = await Promise.all([getRow(id), market.price(), market.price('USD')])
      return priceQuantity(row, { ...order, vatPercent }, { eur, usd })
    },
    async availability(id: string, quantity: number): Promise<Availability> {
      const row = await getRow(id)
      return {
        productId: row.id,
        quantity,
        available: isAvailable(row, quantity),
        quoteRequired: needsQuote(quantity),
        status: productStatus(row),
        stock: row.stock,
      }
    },
    async calculation(id: string, request: CalculationRequest): Promise<Calculation> {
      const row = await getRow(id)
      const [network, price] = await Promise.all([market.network(), market.price()])
      return calculateProduct(row, request, { network, price, now: clock() })
    },
    async prices(): Promise<CryptoPrices> {
      const [usd, eur] = await Promise.all([market.price('USD'), market.price()])
      const now = clock()
      return { serverTime: now, bitcoin: { usd: presentPrice(usd, now), eur: presentPrice(eur, now) } }
    },
  }
}

function presentPrice(price: PriceInput | null, now: number): CryptoPrices['bitcoin']['eur'] {
  return (
    price && {
      ...price,
      price: price.centsPerBtc / 100,
      ageSeconds: Math.max(0, Math.round((now - price.observedAt) / 1000)),
    }
  )
}
