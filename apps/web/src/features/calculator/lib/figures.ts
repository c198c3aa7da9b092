import type { Calculation } from '@shipminer/contract/shop/catalogue'
import { builtInNetwork } from '@shipminer/domain/calculator/built-in-network'
import { type CalculationOutlook, calculateOutlook } from '@shipminer/domain/calculator/calculation-outlook'
import {
  type CalculatorInput,
  calculatorDefaults,
  ownerShareOf,
} from '@shipminer/domain/calculator/calculator'
import { type FitVerdict, judgeFit } from '@shipminer/domain/calculator/custom-solution'
import { parseTypedNumber } from '../../../lib/format/parse-number.ts'
import { fittingBoxes, parseCapacity, parseUsage } from '../../../lib/ship-power.ts'
import { parseCount } from '../../../ui/forms/stepper.tsx'
import {
  type CalculatorForm,
  calculatedProducts,
  changeChoices,
  type SharedNetwork,
  shareChoices,
} from './calculator-form.ts'

/**
 * Where the Bitcoin price comes from. `asked`: typed; `market`: from the sources; `not-positive`: typed but not a price, so 65000;
 * `unknown`: no price known at all, so 65000 (docs/product.md 5.12).
 */
export type PriceKind = 'asked' | 'market' | 'not-positive' | 'unknown'

/** Where the network figures come from. */
export type NetworkKind = 'shared' | 'observed' | 'built-in'

export type Figures = CalculationOutlook & {
  input: CalculatorInput
  /** Whether it fits on the ship. */
  fit: FitVerdict
  /** A miner that works alone: a chance, no revenue to divide. */
  isSolo: boolean
  price: { kind: PriceKind; source: string | null; observedAt: number | null }
  network: { kind: NetworkKind; source: string | null; observedAt: number }
  problems: { boxes: boolean; power: boolean }
}

const maxEuroPerBtc = 1e9

/** Everything the page shows, from what was typed and what is known. `market` null: nothing received from the server (yet). */
export function figuresOf(
  form: CalculatorForm,
  market: Calculation | null,
  shared: SharedNetwork | null,
): Figures {
  const seed = calculatedProducts.find(({ id }) => id === form.product) ?? calculatedProducts[0]
  if (!seed) throw new Error('The catalogue is empty')
  // Figures of another product are of no use, but the market is the same for all.
  const product = market?.productId === seed.id ? market.input : seed
  const boxes = parseCount(form.boxes)
  const powerCents = parsePowerCents(form.power)
  const { centsPerBtc, ...price } = pickPrice(form.price, market)
  const { figures, ...network } = pickNetwork(market, shared)
  const input: CalculatorInput = {
    hashrateThs: product.hashrateThs,
    powerKw: product.powerKw,
    priceCents: product.priceCents,
    numberOfBoxes: boxes ?? 1,
    centsPerBtc,
    ...figures,
    ownerShare: ownerShareOf(
      seed.category,
      shareChoices.find((share) => share === form.share) ?? calculatorDefaults.ownerShare,
    ),
    deliveredPercent: calculatorDefaults.deliveredPercent,
    powerCentsPerKwh: powerCents ?? calculatorDefaults.powerCentsPerKwh,
    growthPercentPerYear: Number(form.growth),
    horizonDays: calculatorDefaults.horizonDays,
  }
  const change = changeChoices.includes(form.change as (typeof changeChoices)[number])
    ? Number(form.change)
    : 0
  return {
    input,
    ...calculateOutlook(input, change),
    fit: judgeFit(
      {
        generatorCapacityKw: parseCapacity(form.generator),
        currentUsagePercent: parseUsage(form.usage),
        boxId: seed.id,
        numberOfBoxes: boxes,
      },
      fittingBoxes(),
    ),
    isSolo: seed.category === 'solo',
    price,
    network,
    problems: { boxes: boxes === null, power: powerCents === null },
  }
}

/** Cents a kilowatt-hour from 0 to 500, or null. */
export function parsePowerCents(text: string): number | null {
  const cents = parseTypedNumber(text, 'decimals')
  return cents !== null && cents >= 0 && cents <= 500 ? cents : null
}

function pickPrice(text: string, market: Calculation | null) {
  const fallback = { centsPerBtc: calculatorDefaults.fallbackCentsPerBtc, source: null, observedAt: null }
  if (text.trim() !== '') {
    const euro = parseTypedNumber(text)
    const isPrice = euro !== null && euro > 0 && euro <= maxEuroPerBtc
    return isPrice
      ? {
          kind: 'asked' as const,
          centsPerBtc: Math.max(1, Math.round(euro * 100)),
          source: null,
          observedAt: null,
        }
      : { kind: 'not-positive' as const, ...fallback }
  }
  if (market?.sources.price.kind !== 'market') return { kind: 'unknown' as const, ...fallback }
  const { source, observedAt } = market.sources.price
  return { kind: 'market' as const, centsPerBtc: market.input.centsPerBtc, source, observedAt }
}

function pickNetwork(market: Calculation | null, shared: SharedNetwork | null) {
  if (shared) {
    const { at, ...figures } = shared
    return { kind: 'shared' as const, source: null, observedAt: at, figures }
  }
  if (market && !market.sources.network.builtIn) {
    const { difficulty, blockHeight, feesSatPerBlock } = market.input
    const { source, observedAt } = market.sources.network
    return {
      kind: 'observed' as const,
      source,
      observedAt,
      figures: { difficulty, blockHeight, feesSatPerBlock },
    }
  }
  const { assumedAt, ...figures } = builtInNetwork
  return { kind: 'built-in' as const, source: null, observedAt: assumedAt, figures }
}
