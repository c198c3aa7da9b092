import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageAddress } from '../../scripts/site-files.ts'
import { pages } from './pages.ts'
import { pageAddresses } from './update-head.ts'

describe('pageAddresses', () => {
  test('are those of the delivered pages', () => {
    for (const page of pages.filter(({ isIndexed }) => isIndexed)) {
      for (const language of ['nl', 'de'] as const) {
        const { canonical, alternates } = pageAddresses('https://ship.example', page, language)
        expect(canonical).toBe(
          pageAddress(page.pattern, language).replace('__PUBLIC_ORIGIN__', 'https://ship.example'),
        )
        expect(alternates.map(([code]) => code)).toEqual(['nl', 'en', 'de', 'ro', 'x-default'])
        expect(Object.fromEntries(alternates)[language]).toBe(canonical)
      }
    }
  })

  test('name a picture where there is one', () => {
    for (const page of pages.filter(({ isIndexed }) => isIndexed)) {
      const { picture } = pageAddresses('', page, 'ro')
      const file = new URL(`../../public/assets/social/${page.name}-ro.jpg`, import.meta.url)
      expect(picture !== null, page.name).toBe(existsSync(file))
    }
    expect(pageAddresses('https://ship.example', { name: 'faq', pattern: '/faq' }, 'ro').picture).toBe(
      'https://ship.example/assets/social/faq-ro.jpg',
    )
  })
})
