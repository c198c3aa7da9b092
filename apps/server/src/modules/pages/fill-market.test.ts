import { builtInMarket, estimateBox } from '@shipminer/domain/calculator/box-estimate'
import { formatEuro } from '@shipminer/i18n/formats'
import { languages } from '@shipminer/i18n/languages'
import { expect, test } from 'vitest'
import { fillMarket, hasMarket, readEstimateMarket } from './fill-market.ts'
import { builtProducts } from './fill-prices.ts'

const page =
  '<head></head><dd>__MARKET_day__</dd><dd>__MARKET_payback__</dd><dd>__MARKET_priced__</dd><p>__MARKET_basis__</p>'
const known = {
  difficulty: 140e12,
  blockHeight: 960_000,
  feesSatPerBlock: 2_000_000,
  centsPerBtc: 9_876_500,
  at: Date.UTC(2026, 10, 26, 23, 30),
  isBuiltIn: false,
}

test.each(languages)('the figures are those of the known market, with its day: %s', (language) => {
  const html = fillMarket(page, language, known)
  expect(hasMarket(html)).toBe(false)
  expect(html).not.toContain('{{')
  expect(html).toContain(`<dd>${formatEuro(language, estimateBox('sm21', 1, known).ownerCentsPerDay)}</dd>`)
  // Half an hour after midnight in the Netherlands.
  expect(html).toMatch(/27\.? \p{L}+ 2026/u)
  expect(html).toMatch(/98[.,]765/)
})

test('the page starts with the same market', () => {
  const sent = /<meta name="shipminer-market" content="([^"]*)">/.exec(fillMarket(page, 'nl', known))?.[1]
  expect(JSON.parse(String(sent).replaceAll('&quot;', '"'))).toEqual(known)
})

test('without a known market they are those of the built-in one, which says that it was not measured', () => {
  const html = fillMarket(page, 'en', null)
  expect(html).toContain('not measured')
  expect(html).not.toContain('shipminer-market')
})

test('the price of the box is that of the catalogue', () => {
  const dearer = builtProducts.map((one) => (one.id === 'sm21' ? { ...one, priceCents: 99_000_00 } : one))
  expect(fillMarket(page, 'en', known, dearer)).not.toBe(fillMarket(page, 'en', known))
})

test('a page without such figures stays as it is', () => {
  expect(fillMarket('<head></head>', 'nl', known)).toBe('<head></head>')
})

test('a market is dated by the older half, and built in while one half of it is', async () => {
  const network = { ...builtInMarket, subsidySat: 1, source: 'a', observedAt: 2_000, builtIn: false }
  const price = { centsPerBtc: 5, source: 'b', observedAt: 1_000 }
  const read = (half: { builtIn: boolean; price: typeof price | null }) =>
    readEstimateMarket({
      network: async () => ({ ...network, builtIn: half.builtIn }),
      price: async () => half.price,
    })
  expect(await read({ builtIn: false, price })).toMatchObject({ at: 1_000, centsPerBtc: 5, isBuiltIn: false })
  expect(await read({ builtIn: true, price })).toMatchObject({ at: 1_000, centsPerBtc: 5, isBuiltIn: true })
  expect(await read({ builtIn: false, price: null })).toMatchObject({ at: 2_000, isBuiltIn: true })
})
