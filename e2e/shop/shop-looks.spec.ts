import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectWholeWords, languages } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'

/** Public pages as people with their own settings see them: text twice as large, forced colours. */
const paths = [
  '/',
  '/shipminer-19',
  '/shipminer-23',
  '/lottery-miner',
  '/calculator',
  '/maatwerk',
  '/faq',
  '/contact',
  '/koop?product=sm19',
  '/terms',
  '/privacy',
  '/nowhere',
  '/shipminer-99',
  '/offline',
]
let server: ServerProcess

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})
async function open(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${server.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
  await page.locator('body').dispatchEvent('pointerdown')
  // The page lives once its script has taken the language out of the address; the page without a connection has none.
  if (path !== '/offline') await page.waitForURL((url) => !url.searchParams.has('lang'))
}

for (const language of languages) {
  test(`text twice as large needs no sideways scroll at 320 and 360 px, in ${language}`, async ({ page }) => {
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 800 })
      await open(page, path, language)
      const bar = await page.getByRole('banner').evaluate((header) => header.clientHeight)
      expect(bar, `one row at the usual size: ${path}`).toBeLessThanOrEqual(66)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(sideways, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`forced colours, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 1280, height: 900 } })

    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
    })

    test('this page alone is marked in the navigation, and main buttons have an edge', async ({ page }) => {
      await open(page, '/faq', 'en')
      await page.locator('body').dispatchEvent('pointerdown')
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      const edges = () =>
        links.evaluateAll((found) =>
          found.map((link) => {
            const { borderTopColor, borderBottomColor } = getComputedStyle(link)
            return `${link.textContent}: ${borderTopColor === borderBottomColor ? 'plain' : 'marked'}`
          }),
        )
      await expect.poll(edges).toEqual(['Home: plain', 'FAQ: marked', 'Contact: plain'])
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const buy = page.getByRole('link', { name: 'Waitlist', exact: true })
      expect(await buy.evaluate((link) => getComputedStyle(link).borderTopColor)).not.toBe(paper)
      expect(await links.first().evaluate((link) => getComputedStyle(link).borderTopColor)).toBe(paper)
    })

    test('icons, the generator bar and the chart stand out from the page', async ({ page }) => {
      await open(page, '/contact', 'en')
      await page.locator('body').dispatchEvent('pointerdown')
      const ways = page.getByRole('listitem').filter({ hasText: 'WhatsApp' })
      const colours = () =>
        ways.evaluate((way) => {
          const icon = way.querySelector('svg')
          return [icon && getComputedStyle(icon).stroke, getComputedStyle(way).color]
        })
      await expect.poll(async () => new Set(await colours()).size).toBe(1)

      await open(page, '/calculator', 'en')
      const fills = await page
        .getByRole('img', { name: /generator/i })
        .first()
        .evaluate((bar) => [...bar.querySelectorAll('rect')].map((part) => getComputedStyle(part).fill))
      // Ship, box, what is free, the reserve, and the frame around them.
      expect(new Set(fills).size).toBe(5)
      const chart = page.getByRole('img', { name: /after 8 years/i }).first()
      const inks = await chart.evaluate((drawing) => {
        const line = drawing.querySelector('path')
        return [getComputedStyle(drawing).backgroundColor, line && getComputedStyle(line).stroke]
      })
      expect(inks).toEqual(['rgb(11, 23, 32)', 'rgb(255, 221, 138)'])
    })

    test('whoever walks by keyboard sees where', async ({ page }) => {
      for (const path of ['/', '/shipminer-19', '/contact']) {
        await open(page, path, 'en')
        for (let stop = 0; stop < 6; stop++) {
          await page.keyboard.press('Tab')
          const ring = await page.evaluate(() => {
            const { outlineStyle, outlineColor } = getComputedStyle(document.activeElement ?? document.body)
            return outlineStyle === 'none' ? 'none' : outlineColor
          })
          const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
          expect([ring, path, stop]).not.toEqual([paper, path, stop])
          expect([ring, path, stop]).not.toEqual(['none', path, stop])
        }
      }
    })
  })
}

test.describe('less motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('nothing on a public page moves or fades', async ({ page }) => {
    for (const path of paths) {
      await open(page, path, 'en')
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => {
            const { animationName, transitionDuration } = getComputedStyle(element)
            return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration)
          })
          .map((element) => element.outerHTML.slice(0, 80)),
      )
      expect(moving, path).toEqual([])
      expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0)
    }
  })
})

for (const language of languages) {
  test(`no word of ${language} is broken without a hyphen at 360 px, whatever is opened`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of paths) {
      await open(page, path, language)
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
      await expectWholeWords(page, path)
    }
  })
}
