import { dirname, join } from 'node:path'
import * as z from 'zod'
import { expectAccessible } from './support/access.ts'
import { startBusyDesk } from './support/busy-desk.ts'
import { operate } from './support/buyer.ts'
import { expect, test } from './support/journey.ts'
import { ownServer } from './support/own-server.ts'
import { paced } from './support/pace.ts'
import { passSecondFactor, signUp } from './support/sign-in.ts'

/** The desk looks after the fleets of all owners, and after where messages go. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-fleet', { WEBHOOK_ALLOW_LOOPBACK: 'true' })

const GrantSchema = z.object({ authenticator: z.string() })

test('an operator looks at the fleets and sets, tests and switches off a webhook', async ({ page }) => {
  test.setTimeout(paced(180_000))
  const email = 'anna@schip-aurora.nl'
  const { account: wallet } = await signUp(page, server, {
    name: 'Anna de Wit',
    email,
    phone: '+31 6 1234 5678',
    company: '',
  })
  const { authenticator } = GrantSchema.parse(
    await operate(server, 'operator:grant', { user: wallet.address, role: 'owner' }),
  )
  await operate(server, 'controller:create', { name: 'Ms Aurora' })
  await page.goto(`${server.url}/desk/fleet`)
  await passSecondFactor(page, authenticator)

  await expect(page.getByRole('heading', { level: 1, name: 'Alle vloten' })).toBeVisible()
  await expect(page.getByText('Er is nog geen miner bekend.')).toBeVisible()
  await expect(page.getByText('0 online, 0 stil, 1 nog nooit gehoord')).toBeVisible()
  await page.getByLabel('Toestand').selectOption('stale')
  await expect(page).toHaveURL(/health=stale/)
  await expect(page.getByText('Geen miner voldoet aan deze keuze.')).toBeVisible()
  await expectAccessible(page, 'fleets')

  const parts = page.getByRole('navigation', { name: 'Onderdelen van de balie' })
  await parts.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('Er is nog geen adres ingesteld.')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Adres instellen' }).click()
  await dialog.getByRole('button', { name: 'Adres instellen' }).click()
  await expect(dialog.getByText('Vul een volledig adres in.')).toBeVisible()
  // A port of this machine that nothing listens on.
  await dialog.getByLabel('Adres', { exact: true }).fill('http://127.0.0.1:9/hook')
  await dialog.getByLabel('Reden').fill('voor de boekhouding')
  await dialog.getByRole('button', { name: 'Adres instellen' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: 'Ik heb het bewaard' }).click()
  await expect(page.getByText(/^whsec_/)).toBeHidden()
  await page.getByRole('button', { name: 'Testbericht sturen' }).click()
  await expect(page.getByText('test.ping')).toBeVisible()
  await expectAccessible(page, 'webhooks')
  await page.getByRole('button', { name: 'Uitzetten' }).click()
  await dialog.getByLabel('Reden').fill('niet meer nodig')
  await dialog.getByRole('button', { name: 'Uitzetten' }).click()
  await expect(page.getByRole('button', { name: 'Weer aanzetten' })).toBeVisible()
})

test('an operator sees what runs on the fleet, and goes from a firmware to its miners and from a version to its boxes', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(300_000))
  const desk = await startBusyDesk(join(dirname(server.dataDir), 'busy'), browser)
  try {
    await desk.signIn(page)
    await page.goto(`${desk.server.url}/desk/fleet`)
    const firmwares = page.getByRole('region', { name: 'Miners naar firmware' })
    const row = (name: string) => firmwares.getByRole('listitem').filter({ hasText: name })
    await expect(row('BOS+ 23.03')).toContainText(/225 \(7\d\s?%\)/)
    await expect(row('Stock 2024-06')).toContainText(/75 \(2\d\s?%\)/)
    await expectAccessible(page, 'what runs on the fleet')
    await row('Stock 2024-06').getByRole('link').click()
    await expect(page).toHaveURL(/firmware=Stock\+?(%20)?2024-06/)
    await expect(page.getByLabel('Firmware', { exact: true })).toHaveValue('Stock 2024-06')
    const miners = page.getByRole('list', { name: 'Miners' }).getByRole('listitem')
    await expect(miners).toHaveCount(50)
    await expect(miners.filter({ hasText: 'BOS+' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(miners.filter({ hasText: 'BOS+' }).first()).toBeVisible()

    const versions = page.getByRole('region', { name: 'Controllers naar versie' })
    await versions.getByRole('link', { name: '1.5.0' }).click()
    await expect(page).toHaveURL(/controllers\?version=1\.5\.0/)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'boxes of a version')
    await page.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(page).not.toHaveURL(/version/)
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${desk.server.url}/desk/fleet`)
      await expect(firmwares).toBeVisible()
      await expectAccessible(page, `fleets at ${width}`)
    }
  } finally {
    await desk.server.stop()
  }
})
