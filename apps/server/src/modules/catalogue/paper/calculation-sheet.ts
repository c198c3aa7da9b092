import type { CalculationSheet } from '@shipminer/contract/shop/calculation-sheet'
import { builtInNetwork } from '@shipminer/domain/calculator/built-in-network'
import { type CalculationOutlook, calculateOutlook } from '@shipminer/domain/calculator/calculation-outlook'
import {
  phraseVerdict,
  type Verdict,
  type VerdictWords,
} from '@shipminer/domain/calculator/calculation-verdict'
import {
  type CalculatorInput,
  calculatorDefaults,
  ownerShareOf,
} from '@shipminer/domain/calculator/calculator'
import { type FittingBox, type FitVerdict, judgeFit } from '@shipminer/domain/calculator/custom-solution'
import { calculationFormats } from '@shipminer/i18n/calculation-formats'
import type { Language } from '@shipminer/i18n/languages'
import type { NetworkInput, PriceInput } from '../../market/market.port.ts'
import { type CalculationTextKey, calculationText } from './calculation-sheet-texts.ts'

/** Where a figure of the market came from. `asked`: from the person who calculates, or from a link they were given. */
export type Origin =
  | { kind: 'observed'; source: string; at: number }
  | { kind: 'built-in'; at: number }
  | { kind: 'fallback' | 'asked' }

/** A sheet with where its market figures came from, as they were known when it was asked for. */
export type AskedSheet = { sheet: CalculationSheet; language: Language; price: Origin; network: Origin }

/** Texts and figures of a sheet in its language. */
export type SheetWords = Omit<VerdictWords, 'text'> & {
  text(key: CalculationTextKey, values?: Readonly<Record<string, string>>): string
  hashrate(hashrateThs: number): string
}

/** A calculation as its paper shows it. */
export type PrintedCalculation = CalculationOutlook & {
  asked: AskedSheet
  input: CalculatorInput
  fit: FitVerdict
  isSolo: boolean
  /** `1 × Shipminer 19`. */
  box: string
  verdict: Verdict
  words: SheetWords
}

/** Only what this server knows itself is named as a source: everything else in a request is the word of its sender. */
export function originsOf(
  sheet: CalculationSheet,
  market: { network: NetworkInput; price: PriceInput | null },
): Pick<AskedSheet, 'price' | 'network'> {
  const { network, price } = market
  const isSame = (known: Pick<NetworkInput, 'difficulty' | 'blockHeight' | 'feesSatPerBlock'>) =>
    known.difficulty === sheet.difficulty &&
    known.blockHeight === sheet.blockHeight &&
    known.feesSatPerBlock === sheet.feesSatPerBlock
  const asked = { kind: 'asked' } as const
  return {
    price:
      price?.centsPerBtc === sheet.centsPerBtc
        ? { kind: 'observed', source: price.source, at: price.observedAt }
        : sheet.centsPerBtc === calculatorDefaults.fallbackCentsPerBtc
          ? { kind: 'fallback' }
          : asked,
    network: isSame(builtInNetwork)
      ? { kind: 'built-in', at: builtInNetwork.assumedAt }
      : isSame(network) && !network.builtIn
        ? { kind: 'observed', source: network.source, at: network.observedAt }
        : asked,
  }
}

/** Calculates a sheet anew from its inputs and the catalogue, by the function that the page uses. */
export function printCalculation(
  asked: AskedSheet,
  product: {
    id: string
    name: string
    category: string
    hashrateThs: number
    powerWatts: number
    priceCents: number
  },
  boxes: readonly (FittingBox & { name: string })[],
): PrintedCalculation {
  const { sheet, language } = asked
  const input: CalculatorInput = {
    hashrateThs: product.hashrateThs,
    powerKw: product.powerWatts / 1000,
    priceCents: product.priceCents,
    numberOfBoxes: sheet.numberOfBoxes,
    centsPerBtc: sheet.centsPerBtc,
    difficulty: sheet.difficulty,
    blockHeight: sheet.blockHeight,
    feesSatPerBlock: sheet.feesSatPerBlock,
    ownerShare: ownerShareOf(product.category, sheet.ownerShare),
    deliveredPercent: calculatorDefaults.deliveredPercent,
    powerCentsPerKwh: sheet.powerCentsPerKwh,
    growthPercentPerYear: sheet.growthPercentPerYear,
    horizonDays: calculatorDefaults.horizonDays,
  }
  const calculated = calculateOutlook(input, sheet.priceChangePercent)
  const fit = judgeFit(
    {
      generatorCapacityKw: sheet.generatorCapacityKw ?? null,
      currentUsagePercent: sheet.currentUsagePercent ?? null,
      boxId: product.id,
      numberOfBoxes: sheet.numberOfBoxes,
    },
    boxes,
  )
  const words: SheetWords = {
    ...calculationFormats(language, (key, values) => calculationText(language, key, values)),
    text: (key, values) => calculationText(language, key, values),
    productName: (id) => boxes.find((box) => box.id === id)?.name ?? id,
  }
  const { result } = calculated
  return {
    ...calculated,
    asked,
    input,
    fit,
    isSolo: product.category === 'solo',
    box: `${sheet.numberOfBoxes} × ${product.name}`,
    verdict: phraseVerdict({ fit, input, result, observedAt: sheet.networkAt, source: sheet.source }, words),
    words,
  }
}
