import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { productSlug, withBrand } from '@shipminer/domain/catalogue/product-slug'
import english from '@shipminer/i18n/locales/en/product.json'
import { expect, test } from 'vitest'
import { productNames, productRoutes } from '../../../config/product-routes.ts'
import { productCopy, productIds } from './product-copy.ts'
import { shownProducts } from './product-view.ts'

test('every product of the catalogue has a page at the address of the catalogue', () => {
  expect([...productIds].sort()).toEqual(seedProducts.map(({ id }) => id).sort())
  for (const { id, route } of seedProducts) {
    expect(productRoutes(productSlug('Ship Miner'))[id]).toBe(withBrand(route, 'Ship Miner'))
  }
})

test('the menu names the products as the catalogue does', () => {
  expect(productNames('Ship Miner')).toEqual(
    shownProducts('Ship Miner').map(({ id, name }) => ({ id, name })),
  )
})

test.each(productIds)('%s has four features, seven included items and four questions', (id) => {
  const copy = productCopy[id]
  expect(copy.features).toHaveLength(4)
  expect(new Set(copy.included).size).toBe(7)
  expect(new Set(copy.questions.map(({ question }) => question)).size).toBe(4)
})

test.each(productIds)('%s names only texts that there are', (id) => {
  const copy = productCopy[id]
  const texts = new Set(Object.keys(english))
  const keys = [
    copy.title,
    copy.description,
    copy.subtitle,
    ...copy.pictures.map(({ alt }) => alt),
    ...('fitted' in copy ? [copy.fitted.alt, copy.fitted.caption] : []),
    ...copy.features.flatMap(({ title, text }) => [title, text]),
    ...copy.included,
    ...copy.questions.flatMap(({ question, answer }) => [question, answer]),
  ]
  for (const key of keys) expect(texts.has(key) || texts.has(`${key}_other`), key).toBe(true)
})
