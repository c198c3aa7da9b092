import {
  builtInMarket,
  type EstimateMarket,
  estimateBox,
  firstEstimateId,
} from '@shipminer/domain/calculator/box-estimate'
import { calculatorDefaults } from '@shipminer/domain/calculator/calculator'
import { estimateParts, estimateWords } from '@shipminer/i18n/estimate-words'
import type { Language } from '@shipminer/i18n/languages'
import de from '@shipminer/i18n/locales/de/home.json' with { type: 'json' }
import en from '@shipminer/i18n/locales/en/home.json' with { type: 'json' }
import nl from '@shipminer/i18n/locales/nl/home.json' with { type: 'json' }
import ro from '@shipminer/i18n/locales/ro/home.json' with { type: 'json' }
import type { Market } from '../market/market.port.ts'
import { builtProducts, type PricedProduct } from './fill-prices.ts'

const texts = { nl, en, de, ro }
const mark = new RegExp(`__MARKET_(${estimateParts.join('|')})__`, 'g')

/** Whether a document shows what a box would earn. */
export function hasMarket(html: string): boolean {
  return html.search(mark) >= 0
}

/** Network and price as they are known, as the calculator's call answers them: dated by the older of the two. */
export async function readEstimateMarket(market: Pick<Market, 'network' | 'price'>): Promise<EstimateMarket> {
  const [network, price] = await Promise.all([market.network(), market.price()])
  return {
    difficulty: network.difficulty,
    blockHeight: network.blockHeight,
    feesSatPerBlock: network.feesSatPerBlock,
    centsPerBtc: price?.centsPerBtc ?? calculatorDefaults.fallbackCentsPerBtc,
    at: Math.min(network.observedAt, price?.observedAt ?? network.observedAt),
    isBuiltIn: network.builtIn || price === null,
  }
}

/**
 * Puts the figures of an estimate where the web build left its marks, with the market as it is known and the day of it, and passes that market
 * to the page's code, which starts with the same figures. Without a known market they are those of the built-in one, and say so.
 */
export function fillMarket(
  html: string,
  language: Language,
  known: EstimateMarket | null,
  products: readonly PricedProduct[] = builtProducts,
): string {
  if (!hasMarket(html)) return html
  const market = known ?? builtInMarket
  const priceCents = products.find(({ id }) => id === firstEstimateId)?.priceCents
  const words = estimateWords(
    language,
    { ...estimateBox(firstEstimateId, 1, market, priceCents), market },
    (key, values) =>
      texts[language][key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
  )
  const filled = html.replaceAll(mark, (_whole, part: keyof typeof words) => words[part])
  if (known === null) return filled
  const sent = JSON.stringify(known).replaceAll('"', '&quot;')
  return filled.replace('</head>', () => `<meta name="shipminer-market" content="${sent}"></head>`)
}
