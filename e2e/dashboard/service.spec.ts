import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { callAs, signInAtDesk, signUp } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'

/** A fault, from the miner's page to the answer: the owner reports it, the desk sees the data and the clock, answers, and the owner reads it. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-service-'))
let server: ServerProcess
let ship: ShipProcess

test.beforeAll(async () => {
  test.setTimeout(paced(120_000))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { VIES_URL: 'off' },
  })
  ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Machinekamer',
    dataDir: join(root, 'ship'),
    simulator: { seed: 'service', miners: '1' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
})

test.afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const ShipsSchema = z.object({ ships: z.array(z.object({ id: z.string() })) })

/** Claims the controller for the person signed in on the page and puts it on their ship, through the API. */
async function claimShip(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard`)
  await callAs(page, server, 'POST', '/miners/claim', { claimKey: ship.claimKey })
  const { ships } = ShipsSchema.parse(await callAs(page, server, 'GET', '/user/ships'))
  await callAs(page, server, 'PUT', `/mining/controllers/${ship.controllerId}`, { shipId: ships[0]?.id })
}

test('a fault is reported from a miner, answered at the desk, and read in the dashboard', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(180_000))
  await signUp(page, server, {
    name: 'Karl Jansen',
    email: 'karl@schip-aurora.nl',
    phone: '+31 6 1111 2222',
  })
  await claimShip(page)
  await page.goto(`${server.url}/dashboard`)
  const miner = page.getByRole('article').filter({ hasText: 'hydro-01' })
  await expect(miner).toContainText('Online', { timeout: paced(90_000) })
  await miner.getByRole('link').first().click()
  // The page that is left has such a link too, about all on board.
  await expect(page.getByRole('heading', { level: 1, name: 'hydro-01' })).toBeVisible()
  await page.getByRole('link', { name: 'Storing melden' }).click()

  await expect(page.getByText('hydro-01, Ms Aurora')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dit sturen wij mee' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'hydro-01' })).toBeVisible()
  await expect(page.getByLabel(/Telefoon om u terug te bellen/)).toHaveValue('+31 6 1111 2222')
  await page.getByRole('button', { name: 'Melding versturen' }).click()
  await expect(page.getByLabel('Wat ziet, hoort of merkt u?')).toHaveAccessibleDescription(/enkele woorden/)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page, 'the form at 360')
  await page.getByLabel('Wat is er aan de hand?').selectOption('temperature')
  await page.getByLabel('Wat ziet, hoort of merkt u?').fill('De ventilator maakt herrie.')
  await page.getByRole('button', { name: 'Melding versturen' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^S-\w{8}: Temperatuur of ventilator$/ }),
  ).toBeVisible()
  await expect(page.getByText(/^Wij antwoorden vóór .* nog 23\su/)).toBeVisible()
  await expectAccessible(page, 'the report at 360')
  // An answer that comes while the report is on the screen is read at once.
  await page.goto(`${server.url}/dashboard`)

  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await signInAtDesk(desk, server)
  const waiting = desk.getByRole('listitem').filter({ hasText: '1 storing wacht op ons' })
  await waiting.getByRole('link', { name: 'Bekijken' }).click()
  await desk.getByRole('main').getByRole('link', { name: /^S-/ }).click()
  await expect(desk.getByText('De ventilator maakt herrie.')).toBeVisible()
  await expect(desk.getByText(/^Antwoord vóór .* nog 23\su/)).toBeVisible()
  await expect(desk.getByRole('link', { name: '+31 6 1111 2222' })).toBeVisible()
  await expect(desk.getByRole('rowheader', { name: 'hydro-01' })).toBeVisible()
  await expect(desk.getByRole('figure').filter({ hasText: 'Hashrate, laatste 48 uur' })).toContainText(
    /Van .*\sTH\/s/,
  )
  await expect(desk.getByText('karl@schip-aurora.nl')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Sjabloon invullen' }).click()
  const answer = desk.getByRole('textbox', { name: 'Tekst' })
  await expect(answer).toHaveValue(/^Wij hebben de temperaturen bekeken/)
  await answer.fill('Wij sturen morgen een nieuwe ventilator.')
  await desk.getByRole('button', { name: 'Antwoord versturen' }).click()
  await expect(desk.getByText('Eerste antwoord na', { exact: false })).toBeVisible()
  await expect(desk.getByText('Wacht op de eigenaar')).toBeVisible()
  for (const width of [360, 1440]) {
    await desk.setViewportSize({ width, height: 900 })
    await expectAccessible(desk, `the report at the desk at ${width}`)
  }

  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Meer', exact: true }).click()
  await page.getByRole('link', { name: 'Storingen (1 ongelezen)' }).click()
  await expect(page.getByText('Nieuw antwoord')).toBeVisible()
  await expectAccessible(page, 'the list at 360')
  await page.getByRole('main').getByRole('link', { name: /^S-/ }).click()
  await expect(page.getByText('Wij sturen morgen een nieuwe ventilator.')).toBeVisible()
  await page.getByRole('button', { name: 'Meer', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Storingen', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Afsluiten' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Afsluiten' }).click()
  await expect(page.getByText('Afgesloten: Door de eigenaar afgesloten')).toBeVisible()
  await context.close()
})
