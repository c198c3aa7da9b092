import { expect, test } from 'vitest'
import { lazyPage, preloadPage } from './lazy-page.tsx'
import type { PageDefinition } from './pages.ts'

let count = 0
function page(load: PageDefinition['load']): PageDefinition {
  return {
    name: `page-${count++}`,
    title: 'title.home',
    pattern: '/x',
    isAccount: false,
    isIndexed: false,
    texts: [],
    load,
  }
}
const Page = () => null

test('a page that was fetched ahead shows itself and does not suspend', async () => {
  const definition = page(async () => ({ default: Page }))
  await preloadPage(definition)
  expect(lazyPage(definition)).toBe(Page)
})

test('a page that is fetched while it shows keeps its identity', async () => {
  const definition = page(async () => ({ default: Page }))
  const shown = lazyPage(definition)
  await preloadPage(definition)
  expect(lazyPage(definition)).toBe(shown)
})

test('a page that broke while it started is not remembered', async () => {
  let calls = 0
  const definition = page(async () => {
    if (calls++ === 0) throw new Error('broken')
    return { default: Page }
  })
  await expect(preloadPage(definition)).rejects.toThrow('broken')
  await preloadPage(definition)
  expect(lazyPage(definition)).toBe(Page)
})
