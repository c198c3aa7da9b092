import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { ServerProcess } from '../scripts/lib/stack.ts'
import { expectAccessible } from './support/access.ts'
import { operate } from './support/buyer.ts'
import { expect, test } from './support/journey.ts'
import { paced } from './support/pace.ts'
import { passSecondFactor, signUp } from './support/sign-in.ts'
import { startServer } from './support/start-server.ts'

/** Somebody asks the desk what is kept about them. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-customer-data-'))
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { NETWORK_SOURCES: '', PRICE_SOURCES: '', PAYMENT_RATE_SOURCES: '', VIES_URL: 'off' },
  })
})

test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const GrantSchema = z.object({ authenticator: z.string() })
const DataSchema = z.object({ profile: z.object({ user: z.object({ email: z.string() }) }) })

test('the owner of the desk downloads what is kept about a customer', async ({ page }) => {
  const anna = {
    name: 'Anna de Wit',
    email: 'anna@schip-aurora.nl',
    phone: '',
    company: '',
    newsletter: false,
  }
  const { account } = await signUp(page, server, anna)
  const granted = await operate(server, 'operator:grant', { user: account.address, role: 'owner' })
  await page.goto(`${server.url}/desk`)
  await passSecondFactor(page, GrantSchema.parse(granted).authenticator)
  await page.goto(`${server.url}/desk/customers`)
  await page.getByRole('link', { name: 'Anna de Wit' }).click()
  const privacy = page.getByRole('region', { name: 'Privacy' })
  const downloading = page.waitForEvent('download')
  await privacy.getByRole('button', { name: 'Gegevens downloaden' }).click()
  const file = await (await downloading).path()
  const data = DataSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  expect(data.profile.user.email).toBe(anna.email)
  await expect(privacy.getByText('Het bestand staat bij uw downloads.')).toBeVisible()
  await expectAccessible(page, 'customer data')
})
