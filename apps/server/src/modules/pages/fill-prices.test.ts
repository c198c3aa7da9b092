import { describe, expect, test } from 'vitest'
import { builtProducts, fillPrices, hasPrices, type PricedProduct } from './fill-prices.ts'

const html =
  '<head></head><p>__PRICE_sm19__<s class="b" data-before="sm19"><span>was</span>__BEFORE_sm19__</s> __NET_sm19__</p>' +
  '<p class="n" data-before="sm19">rule</p><i>__PRICE_payment-test__</i>{"price":"__OFFER_sm19__","a":"__AVAILABILITY_sm19__"}'
const sm19 = (change: Partial<PricedProduct> = {}): PricedProduct => ({
  id: 'sm19',
  priceCents: 1_750_000,
  originalPriceCents: 1_999_900,
  status: 'made-to-order',
  ...change,
})

describe('fillPrices', () => {
  test('writes the built catalogue and tells the page nothing', () => {
    const filled = fillPrices(html, 'nl', builtProducts)
    expect(filled).toContain('€\u00a017.500')
    expect(filled).toContain('€\u00a019.999')
    expect(filled).toContain('€\u00a014.462,81')
    expect(filled).toContain('"price":"17500.00","a":"MadeToOrder"')
    expect(filled).not.toContain('shipminer-prices')
    expect(hasPrices(filled)).toBe(false)
  })

  test('writes what has changed, and tells the page', () => {
    const filled = fillPrices(html, 'en', [sm19({ priceCents: 1_699_950, status: 'in-stock' })])
    expect(filled).toContain('€16,999.50')
    expect(filled).toContain('"price":"16999.50","a":"InStock"')
    expect(filled).toContain(
      '<meta name="shipminer-prices" content="{&quot;sm19&quot;:[1699950,1999900]}"></head>',
    )
  })

  test('an earlier price that has ended goes with its rule', () => {
    const filled = fillPrices(html, 'de', [sm19({ originalPriceCents: null })])
    expect(filled).not.toContain('data-before')
    expect(filled).not.toContain('rule')
    expect(filled).toContain('14.462,81')
  })

  test('says of a product what holds while it is to come, or what holds once it has come', () => {
    const page =
      '<head></head><b>__LATER_sm23__wait__ELSE_sm23__buy__END_sm23__</b>{"a":1__LATER_sm23____ELSE_sm23__,"offers":{}__END_sm23__}'
    const sm23 = builtProducts.filter(({ id }) => id === 'sm23')
    const to = (status: PricedProduct['status']) => sm23.map((product) => ({ ...product, status }))
    expect(fillPrices(page, 'nl', sm23)).toBe('<head></head><b>wait</b>{"a":1}')
    const come = fillPrices(page, 'nl', to('in-stock'))
    expect(come).toContain('<b>buy</b>{"a":1,"offers":{}}')
    expect(come).toMatch(/content="\{&quot;sm23&quot;:\[\d+,(null|\d+),false\]\}"/)
    const away = fillPrices(page.replaceAll('sm23', 'sm19'), 'nl', [sm19({ status: 'coming-soon' })])
    expect(away).toContain('<b>wait</b>{"a":1}')
    expect(away).toContain('[1750000,1999900,true]')
  })

  test('a picture with a price in it is shown while that is the price', () => {
    const page = '<head></head>__SAME_sm19__with.jpg__ELSE_sm19__without.jpg__END_sm19__ __PRICE_sm19__'
    expect(fillPrices(page, 'nl', builtProducts)).toBe('<head></head>with.jpg €\u00a017.500')
    for (const change of [
      { priceCents: 1_600_000 },
      { originalPriceCents: null },
      { status: 'coming-soon' },
    ] as const)
      expect(fillPrices(page, 'nl', [sm19(change)])).toContain('without.jpg')
  })

  test('an unknown product is no reason to fail', () => {
    expect(fillPrices('__PRICE_sm99__', 'ro', [sm19({ id: 'sm99' })])).toBe('__PRICE_sm99__')
  })
})
