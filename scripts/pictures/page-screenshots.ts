/**
 * `node scripts/pictures/page-screenshots.ts`: takes the pictures of `docs/screenshots/pages` again: every public page in Dutch and German at 360 and
 * 1440 px, at half size where they are wide. Run it by hand after the look has changed; it needs a Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { REPO_ROOT } from '../lib/repo.ts'
import { startServer } from '../lib/stack.ts'
import { ensureWebBuilt } from '../lib/web-build.ts'
import { findChromium } from '../test/find-chromium.ts'

const folder = join(REPO_ROOT, 'docs/screenshots/pages')
const pages = {
  home: '/',
  'shipminer-19': '/shipminer-19',
  'shipminer-21': '/shipminer-21',
  'shipminer-23': '/shipminer-23',
  'lottery-miner': '/lottery-miner',
  calculator: '/calculator',
  maatwerk: '/maatwerk',
  faq: '/faq',
  contact: '/contact',
  koop: '/koop?product=sm21',
  terms: '/terms',
  privacy: '/privacy',
  'not-found': '/nowhere',
}

const executablePath = await findChromium(process.env, console.log)
if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM_PATH.')
await ensureWebBuilt()
mkdirSync(folder, { recursive: true })
const root = mkdtempSync(join(tmpdir(), 'sm-pages-'))
const server = await startServer({ dataDir: root, env: { NETWORK_SOURCES: '', PRICE_SOURCES: '' } })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const language of ['nl', 'de']) {
    for (const width of [360, 1440]) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        deviceScaleFactor: width > 1000 ? 0.5 : 1,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${server.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
        await page.waitForLoadState('networkidle').catch(() => undefined)
        // What lies below the first view, and pictures that wait for it, come when they are scrolled to.
        await page.evaluate('scrollTo(0, document.body.scrollHeight)')
        await page.waitForTimeout(400)
        await page.evaluate('scrollTo(0, 0)')
        const file = join(folder, `${name}-${language}-${width}.jpg`)
        await page.screenshot({ path: file, type: 'jpeg', quality: 50, fullPage: true })
      }
      await context.close()
      console.log(`${language} ${width} px: ${Object.keys(pages).length} pages`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
}
