import { expect, test } from 'vitest'
import { type DescribedPage, questionsOf, structuredData } from './structured-data.ts'

const site = {
  productName: 'Ship </script> Miner',
  address: (path: string, language: string) => `https://x${path}?lang=${language}`,
  file: (path: string) => `https://x${path}`,
  company: (field: string) => `__${field}__`,
  words: { home: 'Home', products: 'Products', hashrate: 'Hashrate', power: 'Leistung' },
}
const page = (name: string, body = ''): DescribedPage => ({
  name,
  path: '/p',
  language: 'de',
  title: 'T',
  description: 'D',
  body,
})
/** As the server leaves it. */
const dataOf = (name: string, holds: 'later' | 'now' = 'now') =>
  JSON.parse(
    (structuredData(page(name), site) ?? 'null').replace(
      /__LATER_[\w-]+?__(.*?)__ELSE_[\w-]+?__(.*?)__END_[\w-]+?__/,
      holds === 'later' ? '$1' : '$2',
    ),
  )

test('a product has a price in euros with VAT and a way back home', () => {
  const [product, crumbs] = dataOf('product-sm19')['@graph']
  expect(product).toMatchObject({
    '@type': 'Product',
    sku: 'sm19',
    additionalProperty: [{ name: 'Hashrate' }, { name: 'Leistung' }],
    offers: { price: '__OFFER_sm19__', priceCurrency: 'EUR', url: 'https://x/p?lang=de' },
  })
  expect(product.offers.priceSpecification.valueAddedTaxIncluded).toBe(true)
  expect(crumbs.itemListElement.map(({ position }: { position: number }) => position)).toEqual([1, 2])
})

test('what comes later has no offer, whichever it is by then; what is for tests has nothing', () => {
  for (const name of ['product-sm19', 'product-sm23']) {
    expect(dataOf(name, 'later')['@graph'][0].offers).toBeUndefined()
    expect(dataOf(name, 'now')['@graph'][0].offers).toMatchObject({ '@type': 'Offer' })
    expect(dataOf(name, 'later')['@graph'][1]).toMatchObject({ '@type': 'BreadcrumbList' })
  }
  expect(dataOf('product-payment-test')).toBeNull()
  expect(dataOf('contact')).toBeNull()
})

test('no text can end the element', () => {
  expect(structuredData(page('product-sm19'), site)).not.toContain('</')
})

test('questions come from the page', () => {
  const html = '<details><summary>A &amp; b?</summary><div><p>Yes.</p><p>&quot;No&quot;</p></div></details>'
  expect(questionsOf(html)[0]?.mainEntity).toEqual([
    { '@type': 'Question', name: 'A & b?', acceptedAnswer: { '@type': 'Answer', text: 'Yes. "No"' } },
  ])
  expect(questionsOf('<p>none</p>')).toEqual([])
})
