/**
 * `node scripts/pictures/desk-screenshots.ts`: takes the pictures of `docs/screenshots/desk` again: the desk of a provider with work on every page, in
 * English at 1440 px, and some of it in Dutch and German at 390. Run it by hand after the look has changed; it needs a Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { type BusyDesk, startBusyDesk } from '../../e2e/support/busy-desk.ts'
import { REPO_ROOT } from '../lib/repo.ts'
import { ensureWebBuilt } from '../lib/web-build.ts'
import { findChromium } from '../test/find-chromium.ts'

const folder = join(REPO_ROOT, 'docs/screenshots/desk')
const pages = {
  today: '/desk',
  orders: '/desk/orders',
  order: '/desk/orders/:id',
  customer: '/desk/customers/:id',
  calendar: '/desk/calendar',
  bank: '/desk/bank',
  payouts: '/desk/payouts',
  fleet: '/desk/fleet',
}
type Name = keyof typeof pages
const shots: readonly { language: string; width: number; names: readonly Name[] }[] = [
  { language: 'en', width: 1440, names: Object.keys(pages) as Name[] },
  { language: 'nl', width: 390, names: ['today', 'orders', 'calendar'] },
  { language: 'de', width: 390, names: ['order', 'customer', 'payouts'] },
]

async function main(): Promise<void> {
  const executablePath = await findChromium(process.env, console.log)
  if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM_PATH.')
  await ensureWebBuilt()
  mkdirSync(folder, { recursive: true })
  const root = mkdtempSync(join(tmpdir(), 'sm-desk-pictures-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  let desk: BusyDesk | null = null
  try {
    desk = await startBusyDesk(join(root, 'server'), browser)
    for (const shot of shots) await shoot(browser, desk, shot)
  } finally {
    await browser.close()
    await desk?.server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

async function shoot(
  browser: Browser,
  desk: BusyDesk,
  { language, width, names }: (typeof shots)[number],
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 960 },
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const name of names) {
    await page.goto(`${desk.addressOf(pages[name])}?lang=${language}`)
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const file = join(folder, `${name}-${language}-${width}.jpg`)
    await page.screenshot({ path: file, type: 'jpeg', quality: 60 })
  }
  await context.close()
  console.log(`${language} ${width} px: ${names.join(', ')}`)
}

await main()
