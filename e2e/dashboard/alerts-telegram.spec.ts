import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { startBotApi } from '../../apps/server/test/services/bot-api.ts'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessibleAtWidths } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { signUp } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'

/** Alerts in a chat of the owner, by the bot that the provider set once: a real server, controller and device; only Telegram is a stand-in. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-telegram-'))
const token = `1234567:${'t'.repeat(35)}`
const SentSchema = z.object({
  chat_id: z.literal('42'),
  text: z.string(),
  reply_markup: z.optional(
    z.object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), url: z.string() }))) }),
  ),
})
let bot: Awaited<ReturnType<typeof startBotApi>>
let server: ServerProcess
let ship: ShipProcess

test.beforeAll(async () => {
  test.setTimeout(paced(120_000))
  bot = await startBotApi({ token, username: 'ship_alerts_bot' })
  server = await startServer({
    dataDir: join(root, 'server'),
    env: {
      ...{ NETWORK_SOURCES: '', PRICE_SOURCES: '', TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: bot.url },
      ...{ OFFLINE_AFTER_MS: '16000', SWEEP_INTERVAL_MS: '1000' },
    },
  })
  ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Machinekamer',
    dataDir: join(root, 'ship'),
    simulator: { seed: 'telegram', miners: '1' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
})
test.afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  await bot?.close()
  rmSync(root, { recursive: true, force: true })
})

const sent = () => bot.callsOf('sendMessage').map(({ body }) => SentSchema.parse(body))
const slow = { timeout: paced(90_000) }

async function setQuietHours(page: Page, change: () => Promise<void>): Promise<void> {
  const channels = page.getByRole('region', { name: 'Waar u het hoort' })
  await change()
  await channels.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect(channels.getByText('Opgeslagen.')).toBeVisible()
}

test('a chat is linked by a code, hears of an alert after the quiet hours, and is let go', async ({
  page,
}) => {
  test.setTimeout(paced(300_000))
  const { token: access } = await signUp(page, server, {
    name: 'Jan de Vries',
    email: 'jan@schip-aurora.nl',
  })
  const claimed = await page.request.post(`${server.url}/api/miners/claim`, {
    headers: { authorization: `Bearer ${access}` },
    data: { claimKey: ship.claimKey },
  })
  expect(claimed.ok(), await claimed.text()).toBe(true)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('article').filter({ hasText: 'hydro-01' })).toContainText('Online', slow)

  await test.step('linked', async () => {
    await page.goto(`${server.url}/dashboard/alerts`)
    await page.getByRole('button', { name: 'Telegram koppelen' }).click()
    const opened = page.getByRole('link', { name: 'Telegram openen' })
    await expect(page.getByText(/^Druk op Start .* geldt tot \d\d:\d\d/)).toBeVisible()
    const href = new URL((await opened.getAttribute('href')) ?? '')
    expect(`${href.origin}${href.pathname}`).toBe('https://t.me/ship_alerts_bot')
    await expectAccessibleAtWidths(page, 'a chat that is being linked')
    bot.write(`/start ${href.searchParams.get('start')}`)
    await expect(page.getByText('Gekoppeld met @jan.')).toBeVisible()
    await expect
      .poll(() => sent().map(({ text }) => text), slow)
      .toEqual([expect.stringContaining('gekoppeld aan uw account')])
  })

  await test.step('quiet hours hold an alert back', async () => {
    await setQuietHours(page, async () => {
      await page.getByLabel('Stille uren', { exact: true }).check()
      await page.getByLabel('Van', { exact: true }).fill('00:00')
      await page.getByLabel('Tot', { exact: true }).fill('23:59')
      await page.getByLabel('Kritieke meldingen ook in de stille uren').uncheck()
    })
    const hung = await fetch(`${ship.simulatorUrl}/devices/hydro-01/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'hung' }),
    })
    expect(hung.ok).toBe(true)
    await expect(page.getByRole('listitem').filter({ hasText: 'hydro-01 is offline' })).toBeVisible(slow)
    // Longer than a message waits for others that belong to it, and a turn of the job.
    await page.waitForTimeout(35_000)
    expect(sent()).toHaveLength(1)
  })

  await test.step('after them it arrives, with since when, what to do, and one button', async () => {
    await setQuietHours(page, () => page.getByLabel('Stille uren', { exact: true }).uncheck())
    await expect.poll(() => sent().length, slow).toBe(2)
    const [, { text, reply_markup } = { text: '', reply_markup: undefined }] = sent()
    expect(text).toMatch(/^hydro-01 \(Ms Aurora\) is offline\nSinds: \d\S+ \d\d:\d\d\nWat u kunt doen: \S.+$/)
    const [[button] = [], ...others] = reply_markup?.inline_keyboard ?? []
    expect(others).toEqual([])
    expect(button?.text).toBe('Bekijken op het dashboard')
    await page.goto(button?.url ?? '')
    await expect(page.getByRole('heading', { level: 1, name: 'hydro-01' })).toBeVisible()
  })

  await test.step('and is let go', async () => {
    await page.goto(`${server.url}/dashboard/alerts`)
    await expect(page.getByText('Gekoppeld met @jan.')).toBeVisible()
    await page.getByRole('button', { name: 'Ontkoppelen' }).click()
    await expect(page.getByText('Gekoppeld met @jan.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Telegram koppelen' })).toBeVisible()
  })
})
