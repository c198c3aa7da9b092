import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../apps/server/test/services/webhook-receiver.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { paced } from '../support/pace.ts'
import { signUp } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'

/** The payment-test product and screen of docs/product.md 2.16: off by default, with their messages when they are on. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

// Long walks on a machine that may be slow; each wait in them has its own end.
test.describe.configure({ timeout: paced(300_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-payment-test-'))
const quiet = { VIES_URL: 'off' }
let server: ServerProcess | undefined
let receiver: WebhookReceiver | undefined

test.afterEach(async () => {
  await server?.stop()
  await receiver?.stop()
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

test('off by default', async ({ page, server: plain }) => {
  await signUp(page, plain)
  const screen = await page.goto(`${plain.url}/payment-test?lang=en`)
  expect(screen?.status()).toBe(404)
  await expect(page.getByText('Test functions disabled in production')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start test purchase' })).toHaveCount(0)
  const product = await page.goto(`${plain.url}/payment-test-product`)
  expect(product?.status()).toBe(404)
})

test('webhook saved and tested, a purchase started, refreshed, confirmed and cleared', async ({ page }) => {
  receiver = await startWebhookReceiver()
  const { url, received } = receiver
  server = await startServer({
    dataDir: join(root, 'on'),
    env: {
      ...quiet,
      ORDERS_ENABLED: 'true',
      PAYMENT_TEST: 'true',
      PAYMENT_TEST_PRODUCT: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  })
  await signUp(page, server)
  await page.goto(`${server.url}/payment-test?lang=en`)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('No webhook URL configured')).toBeVisible()
  await page.getByLabel('Webhook URL').fill(url)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/The test message arrived/)).toBeVisible()
  await expect.poll(() => received.length).toBeGreaterThan(0)
  await expectAccessible(page, 'payment test')

  await page.getByRole('button', { name: 'Start test purchase' }).click()
  const started = page.getByText(/Purchase started: SM-/)
  await expect(started).toBeVisible()
  const number = /SM-\d{4}-\d{6}/.exec((await started.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Refresh status' }).click()
  await expect(page.getByText('Status refreshed')).toBeVisible()
  await operate(server, 'book-payment', { order: number, euro: '1', reason: 'test' })
  await page.getByRole('button', { name: 'Refresh status' }).click()
  await expect(page.getByText(`Purchase confirmed: ${number}`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear orders' }).click()
  await expect(page.getByText('Orders cleared')).toBeVisible()

  await page.goto(`${server.url}/payment-test-product`)
  await page.locator('main a[href="/koop?product=payment-test"]').first().click()
  await expect(page.getByRole('radio', { name: 'Payment test product' })).toBeChecked()
})
