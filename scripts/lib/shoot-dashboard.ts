import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { REPO_ROOT } from './repo.ts'

export const pictureFolder = join(REPO_ROOT, 'docs/screenshots')
const widths = [360, 768, 1440]
/** Dutch is the product's first language; German has the longest words. */
const languages: Record<number, string> = { 360: 'nl-NL', 768: 'de-DE', 1440: 'en-GB' }

/** Takes `dashboard-<state>-<width>.jpg` of what the demo account sees at this address, in three widths and languages. */
export async function shootDashboard(browser: Browser, address: string, state: string): Promise<void> {
  for (const width of widths) {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 780 : 960 },
      locale: languages[width] ?? 'nl-NL',
    })
    const page = await context.newPage()
    await page.goto(`${address}/dashboard`)
    const way = page.getByRole('main').getByRole('button', { name: /demo/i })
    await way.click()
    // Gone: the login is done and the fleet is there.
    await way.waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await sleep(6_000)
    await page.screenshot({
      path: join(pictureFolder, `dashboard-${state}-${width}.jpg`),
      type: 'jpeg',
      quality: 72,
      fullPage: state !== 'many',
    })
    await context.close()
  }
  console.log(`${state}: ${widths.join(', ')} px`)
}
