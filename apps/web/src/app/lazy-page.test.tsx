import { expect, test } from 'vitest'
import { loadedPage, preloadPage } from './lazy-page.tsx'
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

test('a page is there once it was fetched, and is fetched once', async () => {
  let calls = 0
  const definition = page(async () => {
    calls++
    return { default: Page }
  })
  expect(loadedPage(definition)).toBeNull()
  await Promise.all([preloadPage(definition), preloadPage(definition)])
  await preloadPage(definition)
  expect(loadedPage(definition)).toBe(Page)
  expect(calls).toBe(1)
})

test('a page that broke while it started is not remembered', async () => {
  let calls = 0
  const definition = page(async () => {
    if (calls++ === 0) throw new Error('broken')
    return { default: Page }
  })
  await expect(preloadPage(definition)).rejects.toThrow('broken')
  expect(loadedPage(definition)).toBeNull()
  await preloadPage(definition)
  expect(loadedPage(definition)).toBe(Page)
})
