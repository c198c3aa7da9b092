import type { Calculation } from '@shipminer/contract/shop/catalogue'
import {
  type CalculatorInput,
  calculate,
  calculatorDefaults,
  ownerShareOf,
} from '@shipminer/domain/calculator/calculator'
import type { NetworkInput, PriceInput } from '../market/market.port.ts'

export type CalculationRequest = Pick<
  CalculatorInput,
  'numberOfBoxes' | 'ownerShare' | 'growthPercentPerYear' | 'powerCentsPerKwh' | 'horizonDays'
> & {
  /** Euro; undefined: the market price. */
  bitcoinPrice?: number | undefined
}

/**
 * The calculator of one product with the market as it is known. A price that is not positive, or unknown, is replaced by the fallback of
 * 65000 (docs/product.md 5.12), and the answer says so.
 */
export function calculateProduct(
  product: { id: string; category: string; hashrateThs: number; powerWatts: number; priceCents: number },
  request: CalculationRequest,
  market: { network: NetworkInput; price: PriceInput | null; now: number },
): Calculation {
  const { network, now } = market
  const { bitcoinPrice, ...assumptions } = request
  const price = pickPrice(bitcoinPrice, market.price)
  const age = (at: number) => Math.max(0, Math.round((now - at) / 1000))
  const input: CalculatorInput = {
    hashrateThs: product.hashrateThs,
    powerKw: product.powerWatts / 1000,
    priceCents: product.priceCents,
    centsPerBtc: price.centsPerBtc,
    difficulty: network.difficulty,
    blockHeight: network.blockHeight,
    feesSatPerBlock: network.feesSatPerBlock,
    deliveredPercent: calculatorDefaults.deliveredPercent,
    ...assumptions,
    ownerShare: ownerShareOf(product.category, assumptions.ownerShare),
  }
  return {
    productId: product.id,
    serverTime: now,
    fallback: network.builtIn || price.kind === 'fallback',
    sources: {
      network: {
        source: network.source,
        observedAt: network.observedAt,
        ageSeconds: age(network.observedAt),
        builtIn: network.builtIn,
      },
      price: {
        kind: price.kind,
        source: price.source,
        observedAt: price.observedAt,
        ageSeconds: price.observedAt === null ? null : age(price.observedAt),
      },
    },
    input,
    result: calculate(input),
  }
}

type PickedPrice = {
  kind: Calculation['sources']['price']['kind']
  centsPerBtc: number
  source: string | null
  observedAt: number | null
}

function pickPrice(asked: number | undefined, known: PriceInput | null): PickedPrice {
  const askedCents = asked === undefined ? 0 : Math.round(asked * 100)
  if (askedCents > 0) return { kind: 'asked', centsPerBtc: askedCents, source: null, observedAt: null }
  if (asked === undefined && known) return { kind: 'market', ...known }
  return {
    kind: 'fallback',
    centsPerBtc: calculatorDefaults.fallbackCentsPerBtc,
    source: null,
    observedAt: null,
  }
}
