import { type DeskProduct, deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { describe, expect, test } from 'vitest'
import { type ProductForm, productForm, readProductForm } from './product-form.ts'

const dayMs = 86_400_000
const terms = {
  priceCents: 1_750_000,
  originalPriceCents: 1_999_900,
  stock: null,
  comingSoon: false,
  hidden: false,
  sheet: { noiseDb: { value: 50, source: 'maker' } },
}
const product: Pick<DeskProduct, 'terms' | 'prices'> = {
  terms,
  prices: [{ at: 0, priceCents: 1_750_000, originalPriceCents: 1_999_900, isOffered: true }],
}
const form = productForm('nl', terms)
const read = (part: Partial<ProductForm>) => readProductForm({ ...form, ...part }, product, 60 * dayMs)

test('shows what holds as people of the language type it', () => {
  expect(form).toMatchObject({ price: '17500', original: '19999', isCounted: false, stock: '' })
  expect(productForm('de', { ...terms, priceCents: 1_685_050, stock: 0 })).toMatchObject({
    price: '16850,50',
    isCounted: true,
    stock: '0',
  })
  expect(productForm('en', { ...terms, priceCents: 1_685_050, originalPriceCents: null })).toMatchObject({
    price: '16850.50',
    original: '',
  })
})

test('untouched it changes nothing, and needs no proof of what is there', () =>
  expect(read({})).toMatchObject({ terms, change: {}, problems: {} }))

test('names only what differs, in a form that the call takes', () => {
  const { change } = read({
    price: '16.000,50',
    original: '17500',
    isCounted: true,
    stock: ' 3 ',
    hidden: true,
  })
  expect(change).toEqual({ priceCents: 1_600_050, originalPriceCents: 1_750_000, stock: 3, hidden: true })
  const body = { version: 1, stockSeen: null, change, reason: 'new season' }
  expect(deskCatalogueEndpoints.deskProductChange.body?.safeParse(body).success).toBe(true)
})

test('a figure of the data sheet is a change of the whole sheet, and a wrong one stops it', () => {
  const sheet = { ...form.sheet, weightKg: { value: '420', source: 'scales' } }
  expect(read({ sheet }).change).toEqual({
    sheet: { ...terms.sheet, weightKg: { value: 420, source: 'scales' } },
  })
  const wrong = { ...form.sheet, weightKg: { value: 'heavy', source: 'scales' } }
  expect(read({ sheet: wrong })).toMatchObject({ terms: null, problems: { sheet: { weightKg: 'value' } } })
})

describe('an earlier price', () => {
  test.each([
    [{ price: '16000', original: '17500,01' }, 'too-high'],
    [{ price: '16000' }, 'too-high'],
    [{ price: '16000', original: '16000' }, 'not-higher'],
    [{ price: '18000', original: '19999' }, 'not-allowed'],
    [{ original: 'much' }, 'wrong'],
    [{ original: '' }, undefined],
    [{ price: '16000', original: '17500' }, undefined],
    [{ stock: '4', isCounted: true }, undefined],
  ])('%j is %s', (part, problem) => expect(read(part).problems.original).toBe(problem))

  test('has its limit shown while the price is typed', () => {
    expect(read({ price: '16000' }).limit).toMatchObject({ highestCents: 1_750_000, isProven: true })
    expect(read({ price: '' }).limit).toBeNull()
  })
})

test.each([
  [{ price: '' }, { price: 'wrong' }],
  [{ price: '0' }, { price: 'wrong' }],
  [{ isCounted: true, stock: '' }, { stock: 'wrong' }],
  [{ isCounted: true, stock: '-1' }, { stock: 'wrong' }],
  [{ isCounted: true, stock: '100001' }, { stock: 'wrong' }],
])('%j is refused', (part, problems) =>
  expect(read(part)).toMatchObject({ terms: null, change: {}, problems }),
)
