/**
 * `node scripts/pictures/story-picture.ts`: takes the pictures of the demonstration again: the dashboard live at three widths, and for the README the
 * story “bow thruster” as a moving picture, in which boxes give way. Run it by hand after the look has changed; it needs a Chromium and takes some minutes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { writeMovingPicture } from '../../apps/web/scripts/moving-picture.ts'
import { startChild } from '../lib/child.ts'
import { freePort } from '../lib/free-port.ts'
import { pictureFolder, shootDashboard } from '../lib/shoot-dashboard.ts'
import type { StoryName } from '../lib/stories.ts'
import { findChromium } from '../test/find-chromium.ts'

const file = join(pictureFolder, 'bow-thruster.webp')
const story: StoryName = 'bow-thruster'
const mostBytes = 1_500_000
const view = { width: 1200, height: 860 }
const pictureWidth = 960
/** Every miner of the demonstration runs, or gives way, within this time. */
const patienceMs = 240_000
const everyMs = 1_000
const before = 3
const during = 26
const frameMs = 350
const lastMs = 3_000

const executablePath = await findChromium(process.env, console.log)
if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM_PATH.')
const root = mkdtempSync(join(tmpdir(), 'sm-story-'))
const demo = startChild('scripts/demo.ts', {
  args: ['--data-dir', root, '--port', String(await freePort())],
  env: { ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}) },
  logFile: join(root, 'demo.log'),
})
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const [, address = ''] = await demo.waitForOutput(/Open\s+(http\S+)\/dashboard/)
  const page = await openDashboard(address)
  await runsAll(page)
  await shootDashboard(browser, address, 'live')
  const frames = await follow(page, before)
  const stories = readFileSync(join(root, 'stories.txt'), 'utf8')
  await fetch(`${stories}/${story}`, { method: 'POST' })
  frames.push(...(await follow(page, during)))
  const pictures = frames.map((png, index) => ({
    png,
    ms: index === frames.length - 1 ? lastMs : frameMs,
  }))
  const { bytes } = await writeMovingPicture(file, pictures, pictureWidth)
  if (bytes > mostBytes) throw new Error(`The picture has ${bytes} bytes, more than ${mostBytes}.`)
  console.log(`${file}: ${frames.length} frames, ${Math.round(bytes / 1000)} kB`)
} finally {
  await browser.close()
  // It ends its ships one after another, and then its server: cut short it would leave that behind.
  await demo.stop(90_000)
  rmSync(root, { recursive: true, force: true })
}

async function openDashboard(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: view, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${address}/dashboard`)
  const way = page.getByRole('main').getByRole('button', { name: /demo/i })
  await way.click()
  await way.waitFor({ state: 'detached' })
  return page
}

/** Waits until the year of the demonstration is there, the ship rests and nothing gives way. */
async function runsAll(page: Page): Promise<void> {
  const money = page.getByText(/^Received in /).first()
  const nothing = page.getByText('nothing received yet')
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(10_000)) {
    await page.reload()
    await money.waitFor()
    await sleep(2_000)
    if ((await nothing.count()) === 0) break
  }
  await page.getByRole('heading', { name: /^Room: / }).waitFor({ timeout: patienceMs })
}

/** Pictures of the page, one a second; one that says nothing new is left out. */
async function follow(page: Page, count: number): Promise<Buffer[]> {
  const frames: Buffer[] = []
  for (let taken = 0; taken < count; taken++) {
    const started = Date.now()
    const png = await page.screenshot({ clip: { x: 0, y: 0, ...view } })
    if (!frames.at(-1)?.equals(png)) frames.push(png)
    await sleep(Math.max(0, everyMs - (Date.now() - started)))
  }
  return frames
}
