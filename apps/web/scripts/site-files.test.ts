import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { expect, test } from 'vitest'
import { pictures } from '../src/config/pictures.ts'
import { robots, sitemap, webManifest } from './site-files.ts'

test('the sitemap names each page in each language, with all the others', () => {
  const map = sitemap(['/', '/faq'], '2026-11-20')
  expect(map.match(/<url>/g)).toHaveLength(8)
  expect(map.match(/hreflang="x-default"/g)).toHaveLength(8)
  expect(map).toContain('<loc>__PUBLIC_ORIGIN__/faq?lang=ro</loc><lastmod>2026-11-20</lastmod>')
  expect(sitemap(['/'], null)).not.toContain('lastmod')
})

test('robots find the sitemap and leave the calls alone', () => {
  expect(robots()).toContain('Sitemap: __PUBLIC_ORIGIN__/sitemap.xml')
  expect(robots()).toContain('Disallow: /api/')
})

test('the manifest carries the brand', () => {
  expect(JSON.parse(webManifest('Ship "Miner"'))).toMatchObject({
    name: 'Ship "Miner"',
    display: 'standalone',
    start_url: '/',
  })
})

test('that of an owner opens with the dashboard, and is the same app', () => {
  const pages = [
    { name: 'Miner-Dashboard', url: '/dashboard' },
    { name: 'Meldungen', url: '/dashboard/alerts' },
  ]
  expect(JSON.parse(webManifest('Shipminer', { language: 'de', pages }))).toMatchObject({
    id: '/',
    start_url: '/dashboard',
    lang: 'de',
    shortcuts: pages,
  })
})

test('every picture that the catalogue names exists', () => {
  for (const { images } of seedProducts) {
    for (const address of [images.primary, images.secondary]) {
      if (address)
        expect(Object.keys(pictures)).toContain(/\/images\/products\/(\w+)\.webp/.exec(address)?.[1])
    }
  }
})
