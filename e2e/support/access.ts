import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No axe violation (WCAG 2.2 AA and best practice), and nothing to scroll sideways. `what` names the view in a failure. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // What is half hidden under the bar at the top would count as a target too small.
  await page.evaluate('scrollTo(0, 0)')
  const axe = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = axe.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, what).toEqual([])
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(overflow, what).toBeLessThanOrEqual(0)
}
