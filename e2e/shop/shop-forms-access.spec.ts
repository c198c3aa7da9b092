import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { findViolations, languagesAt } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'

/** Forms, calculator, answers and legal pages for everyone: no axe violation, no sideways scroll, every stop of the keyboard seen. */
const paths = ['/calculator', '/maatwerk', '/faq', '/contact', '/koop?product=sm19', '/terms', '/privacy']
let server: ServerProcess

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})

/** What a page shows last, once its scripts are alive. */
const lastParts: Record<string, string> = {
  '/calculator': 'main h1',
  '/maatwerk': 'main form button[type="submit"]',
  '/contact': 'main form button[type="submit"]',
  '/koop': 'main form button[type="submit"]',
}

async function open(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${server.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
  await page.locator('body').dispatchEvent('pointerdown')
  // The page lives: its script takes the language out of the address.
  await page.waitForURL((url) => !url.searchParams.has('lang'))
  const last = lastParts[new URL(page.url()).pathname]
  if (last) await expect(page.locator(last).first()).toBeVisible()
}

/** What is known of the element that has the focus. */
type Stop = { id: string; isTrap: boolean; ring: boolean; isSeen: boolean; small: boolean }

/**
 * Runs in the page, whose types this side does not know. Two frames pass first, so that what the page does about the new place (scrolling, the
 * bar to order that comes up) has been done: it must not cover what has the focus then either.
 */
const describeStop = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const box = element.getBoundingClientRect()
  const label = element.closest('label') ?? element
  const style = getComputedStyle(element)
  const beside = element.nextElementSibling
  const card = element.closest('li')
  const ring =
    style.outlineStyle !== 'none' ||
    (beside !== null && getComputedStyle(beside).outlineStyle !== 'none') ||
    // A card that is one link shows the ring around itself.
    (card !== null && getComputedStyle(card).outlineStyle !== 'none')
  const x = box.left + box.width / 2
  const y = box.top + Math.min(box.height / 2, innerHeight / 2)
  const top = document.elementFromPoint(x, y)
  const isSeen = top !== null && (label.contains(top) || top.contains(element))
  const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return {
    id: \`\${element.tagName} \${element.getAttribute('name') ?? ''} \${words.slice(0, 40)} \${Math.round(box.left)},\${Math.round(box.top + scrollY)}\`,
    isTrap: element.getAttribute('name') === 'website',
    ring,
    isSeen,
    small: Math.min(box.width, box.height) < 24 && style.display !== 'inline',
  }
})()`

for (const width of [360, 1440]) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    for (const path of paths) {
      test(`${path} in its languages`, async ({ page }) => {
        for (const language of languagesAt(width)) {
          await open(page, path, language)
          expect(await findViolations(page), language).toEqual([])
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          expect(overflow, language).toBeLessThanOrEqual(0)
        }
      })
    }

    test('forms with errors, opened answers and tables', async ({ page }) => {
      await open(page, '/maatwerk', 'de')
      await page.getByLabel('Leistung des Generators (kW)').fill('40')
      await page.getByLabel('Derzeitige Auslastung (%)').fill('150')
      await page.getByRole('button', { name: 'Kostenlose Analyse anfragen' }).click()
      await expect(page.getByText('Formular unvollständig')).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await open(page, '/faq', 'ro')
      await page.locator('summary').first().click()
      expect(await findViolations(page)).toEqual([])
      for (const query of ['product=lottery&price=0&boxes=12', 'generator=60&usage=60', 'generator=']) {
        await open(page, `/calculator?${query}`, 'nl')
        expect(await findViolations(page), query).toEqual([])
      }
      await open(page, '/calculator?product=sm19&price=0&boxes=12&generator=900&usage=40&source=priced', 'nl')
      await page.getByText('Laat de grafiek als tabel zien').click()
      // One after the other: what is open is none of the closed ones any more.
      const closed = page.locator('main details:not([open]) > summary')
      while ((await closed.count()) > 0) await closed.first().click()
      expect(await findViolations(page)).toEqual([])
    })
  })
}

/** Pages of which the shop window's own journeys do the rest. */
const shopWindow = ['/', '/shipminer-21', '/shipminer-23', '/lottery-miner', '/nowhere']

test.describe('keyboard', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  for (const path of [...paths, ...shopWindow]) {
    test(`walk of ${path}`, async ({ page }) => {
      await open(page, path, 'nl')
      const problems: string[] = []
      const seen = new Set<string>()
      for (let stop = 0; stop < 150; stop++) {
        await page.keyboard.press('Tab')
        const found = await page.evaluate<Stop | null>(describeStop)
        if (found === null) break
        if (seen.has(found.id)) break
        seen.add(found.id)
        if (found.isTrap) problems.push(`the trap for robots takes focus: ${found.id}`)
        if (!found.ring) problems.push(`no ring: ${found.id}`)
        if (!found.isSeen) problems.push(`hidden: ${found.id}`)
        if (found.small) problems.push(`small: ${found.id}`)
      }
      expect(seen.size).toBeGreaterThan(10)
      expect(problems).toEqual([])
    })
  }
})

test.describe('keyboard, before the scripts have come', () => {
  test.use({ viewport: { width: 1280, height: 800 }, locale: 'nl-NL' })
  for (const stops of [16, 27, 33]) {
    test(`what has the focus after ${stops} stops is not covered by the bar to order that comes up`, async ({
      page,
    }) => {
      let letThrough: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.route(/\/assets\/(?!boot-).*\.js$/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${server.url}/shipminer-21`, { waitUntil: 'domcontentloaded' })
      for (let stop = 0; stop < stops; stop++) await page.keyboard.press('Tab')
      letThrough()
      await expect(page.getByRole('region', { name: 'Bestellen' })).toBeVisible()
      expect(await page.evaluate<Stop | null>(describeStop)).toMatchObject({ isSeen: true, ring: true })
    })
  }
})
