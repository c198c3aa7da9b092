import { dirname, join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import * as z from 'zod'
import { expectAccessible } from '../support/access.ts'
import { startBusyDesk } from '../support/busy-desk.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk, signUp } from '../support/sign-in.ts'

/** The desk looks after the fleets of all owners, and after where messages go. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-fleet', { WEBHOOK_ALLOW_LOOPBACK: 'true' })

const SessionSchema = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id: z.string() }) }),
})

/** The owner of the busy desk's fleet. */
async function signInOwner(context: BrowserContext, url: string): Promise<void> {
  const email = 'jan@schip-aurora.nl'
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'quiet-harbour-lantern-42' }),
  })
  const { token, refreshToken, user } = SessionSchema.parse(await answer.json()).data
  const name = 'Jan van der Berg'
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    {
      'shipminer.auth-token': token,
      'shipminer.refresh-token': refreshToken,
      'shipminer.user': JSON.stringify({ id: user.id, name, email, wallet_address: null }),
    },
  )
}

const FleetSchema = z.object({ data: z.object({ controllers: z.array(z.object({ id: z.string() })) }) })

/** Of an order to 301 miners each can be found: where it is, and which were left out and why. */
async function seeEachOfAnOrder(page: Page): Promise<void> {
  const order = page.getByRole('region', { name: 'De laatste opdracht' })
  const rows = order.getByRole('table').locator('tbody').getByRole('row')
  const chip = (name: RegExp) => order.getByRole('button', { name })
  await expect(chip(/^Krijgen de opdracht\s?300$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText(/Miner 1\s*Box 1\s*In de wachtrij/)
  const pager = order.getByRole('navigation')
  await expect(pager).toContainText('1 tot 20 van 300')
  await pager.getByRole('button', { name: 'Volgende' }).click()
  await expect(rows.first()).toContainText('Miner 21')
  await chip(/^Niet gelukt\s?0$/).click()
  await expect(order.getByText('Geen miner voldoet aan deze keuze.')).toBeVisible()
  await chip(/^Overgeslagen\s?1$/).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Bakboord\s*Voorpiek\s*Overgeslagen\s*Het apparaat kan dit niet/)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `those that were left out at ${width}`)
  }
  await chip(/^In de wachtrij\s?300$/).click()
  await expect(rows).toHaveCount(20)
  // It is the server that knows all of it: a page that is loaded again, as another operator's, shows the same.
  await page.reload()
  await expect(rows).toHaveCount(20)
  await chip(/^Overgeslagen\s?1$/).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Bakboord\s*Voorpiek\s*Overgeslagen\s*Het apparaat kan dit niet/)
  await chip(/^Krijgen de opdracht\s?300$/).click()
  await expect(rows).toHaveCount(20)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `how far an order is at ${width}`)
    if (process.env.LOOK) await order.screenshot({ path: `${process.env.LOOK}/order-${width}.png` })
  }
  await order.getByRole('button', { name: 'Sluiten' }).click()
  await expect(order).toHaveCount(0)
  await expect(page).not.toHaveURL(/order=/)
}

test('an operator looks at the fleets and sets, tests and switches off a webhook', async ({ page }) => {
  test.setTimeout(paced(180_000))
  const email = 'anna@schip-aurora.nl'
  await operate(server, 'controller:create', { name: 'Ms Aurora' })
  await signInAtDesk(page, server, '/desk/fleet', { email })

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
    await expect(page.getByRole('combobox', { name: 'Firmware', exact: true })).toHaveValue('Stock 2024-06')
    const miners = page.getByRole('table', { name: 'Miners' }).locator('tbody').getByRole('row')
    await expect(miners).toHaveCount(50)
    await expect(miners.filter({ hasText: 'BOS+' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(miners.filter({ hasText: 'BOS+' }).first()).toBeVisible()

    await test.step('what no table takes and a box that was copied are work of the day', async () => {
      const job = (name: RegExp) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
      await page.goto(`${desk.server.url}/desk`)
      await job(/1 box is gekopieerd/)
        .getByRole('link', { name: 'Bekijken' })
        .click()
      const card = page.getByRole('article', { name: 'Voorpiek', exact: true })
      await expect(card).toContainText(/Sinds .+ gebruiken twee boxen deze sleutel/)
      await expect(card).toContainText(/Het geheugen is op .+ teruggezet/)
      await page.goto(`${desk.server.url}/desk`)
      await job(/1 melding van schepen kon niet worden opgeslagen/)
        .getByRole('link', { name: 'Bekijken' })
        .click()
      await page.getByRole('button', { name: /^Gezien: SM-R6RHDA/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reden').fill('met de schipper besproken')
      await dialog.getByRole('button', { name: 'Gezien' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(/die niet opgeslagen kon/)).toHaveCount(0)
      await page.goto(`${desk.server.url}/desk`)
      await expect(job(/1 box is gekopieerd/)).toBeVisible()
      await expect(job(/van schepen/)).toHaveCount(0)
      await page.goto(`${desk.server.url}/desk/fleet`)
    })

    const versions = page.getByRole('region', { name: 'Controllers naar versie' })
    await versions.getByRole('link', { name: '1.5.0' }).click()
    await expect(page).toHaveURL(/controllers\?version=1\.5\.0/)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'boxes of a version')
    await page.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(page).not.toHaveURL(/version/)

    // Which columns a table shows is the reader's choice, and stays.
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect(head('Versie')).toBeVisible()
    await page.getByRole('button', { name: 'Kolommen' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Versie').focus()
    await page.keyboard.press('Space')
    await expect(head('Versie')).toHaveCount(0)
    await expectAccessible(page, 'the choice of columns')
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Versie')).toBeHidden()
    await page.reload()
    await expect(head('Eigenaar')).toBeVisible()
    await expect(head('Versie')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText('Miners 100')).toHaveCount(0)
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByLabel('Miners', { exact: true }).check()
    await expect(page.getByText('Miners 100').first()).toBeVisible()
    await expectAccessible(page, 'the choice of columns on a phone')
    await page.getByRole('button', { name: 'Zoals het eerst was' }).click()
    await expect(page.getByText('Miners 100')).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(head('Versie')).toBeVisible()
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.keyboard.press('Escape')

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

test('an owner lets the provider act, the desk restarts all that match, and the owner sees who did it', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(300_000))
  const desk = await startBusyDesk(join(dirname(server.dataDir), 'busy-orders'), browser)
  try {
    await desk.signIn(page)
    await page.goto(`${desk.server.url}/desk/fleet?firmware=Stock+2024-06`)
    const dialog = page.getByRole('dialog')
    const ask = async () => {
      await page.getByLabel('Kies alles wat aan deze keuze voldoet').check()
      await page.getByRole('button', { name: 'Minen herstarten' }).click()
    }
    await ask()
    await expect(dialog.getByText('Het bereikt 0 miners.')).toBeVisible()
    await expect(dialog.getByText('De eigenaar staat het niet toe: 75')).toBeVisible()
    await expectAccessible(page, 'an order that reaches nobody')
    await page.keyboard.press('Escape')

    const owner = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
    await signInOwner(owner, desk.server.url)
    const own = await owner.newPage()
    await own.goto(`${desk.server.url}/profile`)
    const help = own.getByRole('region', { name: 'Hulp van de leverancier' })
    await help.getByLabel(/^De leverancier mag op verzoek mijn miners herstarten/).check()
    await expect(help.getByText(/^Toegestaan sinds /)).toBeVisible()
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await page.reload()
    await page.getByLabel('Miner 1', { exact: true }).check()
    await expect(page.getByText('1 gekozen')).toBeVisible()
    await ask()
    await expect(dialog.getByText('Het bereikt 75 miners.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(page.getByLabel('Miner 3', { exact: true })).toBeVisible()
    await page.getByLabel('Kies alles wat aan deze keuze voldoet').check()
    await page.getByRole('button', { name: 'Lampje laten knipperen' }).click()
    await dialog.getByLabel('Reden').fill('op verzoek van de schipper')
    await dialog.getByRole('button', { name: 'Lampje laten knipperen' }).click()
    await expect(dialog).toBeHidden()
    await seeEachOfAnOrder(page)
    await page.goto(`${desk.server.url}/desk/fleet?firmware=Stock+2024-06`)
    await ask()
    await dialog.getByLabel('Reden').fill('op verzoek van de schipper')
    await dialog.getByRole('button', { name: 'Minen herstarten' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'De laatste opdracht' })).toContainText(
      'In de wachtrij: 75',
    )
    await page.goto(`${desk.server.url}/desk/audit`)
    const line = page.getByRole('row').filter({ hasText: 'Minen herstart voor een eigenaar' })
    await expect(line).toContainText('op verzoek van de schipper')
    await line.getByRole('link', { name: 'eigenaar Jan van der Berg' }).click()
    await expect(page.getByText(/^ja, sinds /)).toBeVisible()

    await own.goto(`${desk.server.url}/dashboard/history`)
    await expect(own.getByText('door de leverancier').first()).toBeVisible()
    await own.goto(`${desk.server.url}/profile`)
    await help.getByLabel(/^De leverancier mag op verzoek mijn miners herstarten/).uncheck()
    await expect(help.getByText(/^Ingetrokken op /)).toBeVisible()
    await owner.close()
  } finally {
    await desk.server.stop()
  }
})

test('service finds the diagnostics that came with a report, takes new ones with consent, and compares them', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(300_000))
  const desk = await startBusyDesk(join(dirname(server.dataDir), 'busy-diagnostics'), browser)
  try {
    await desk.signIn(page)
    await page.goto(`${desk.server.url}/desk/diagnostics`)
    const rows = page.getByRole('table', { name: 'Diagnoses' }).getByRole('row')
    await expect(rows.filter({ hasText: /^.*S-/ }).first()).toBeVisible()
    await rows.nth(1).getByRole('link').first().click()
    const box = page.getByRole('link', { name: /^SM-/ }).first()
    const id = (await box.textContent()) ?? ''
    await expect(page.getByRole('heading', { name: 'Miners', exact: true })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Als JSON downloaden' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^diagnostics-SM-.*\.json$/)

    const dialog = page.getByRole('dialog')
    const take = async (boxes: string) => {
      await page.getByRole('button', { name: 'Nieuwe diagnoses' }).first().click()
      await dialog.getByLabel('Controllers').fill(boxes)
      await dialog.getByLabel('Reden').fill('hashrate zakt in de nacht')
      await dialog.getByRole('button', { name: 'Vastleggen' }).click()
    }
    await take(`${id}\nSM-NIEMAND`)
    await expect(dialog.getByText(`${id}: de eigenaar laat ons niet ingrijpen`)).toBeVisible()
    await expect(
      dialog.getByText('SM-NIEMAND: er is geen controller met dit nummer in gebruik'),
    ).toBeVisible()
    await expectAccessible(page, 'what came of each box')
    await page.keyboard.press('Escape')

    const owner = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
    await signInOwner(owner, desk.server.url)
    const own = await owner.newPage()
    await own.goto(`${desk.server.url}/profile`)
    const help = own.getByRole('region', { name: 'Hulp van de leverancier' })
    await help.getByRole('checkbox').check()
    await expect(help.getByText(/^Toegestaan sinds /)).toBeVisible()

    await take(id)
    await expect(dialog.getByText('Eén diagnose vastgelegd.')).toBeVisible()
    await dialog.getByRole('link', { name: id }).click()
    await expect(dialog).toBeHidden()
    await page.getByLabel('Vergelijken met').selectOption({ index: 1 })
    await expect(page).toHaveURL(/with=/)
    await expect(page.getByRole('region', { name: 'Beide naast elkaar' }).first()).toContainText('Hashrate')
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await expect(page.getByRole('region', { name: 'Beide naast elkaar' }).first()).toBeVisible()
      await expectAccessible(page, `two sets of diagnostics at ${width}`)
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/set-${width}.png` })
    }
    await page.goto(`${desk.server.url}/desk/diagnostics?search=bestaat+niet`)
    await expect(page.getByText('Geen diagnose gevonden.')).toBeVisible()
    await page.goto(`${desk.server.url}/desk/audit`)
    await expect(page.getByText('Diagnose bekeken').first()).toBeVisible()
    await expect(page.getByText('Diagnose vastgelegd').first()).toBeVisible()
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${desk.server.url}/desk/diagnostics`)
      await expect(rows.nth(1)).toBeVisible()
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/sets-${width}.png` })
      await expectAccessible(page, `diagnostics at ${width}`)
    }
  } finally {
    await desk.server.stop()
  }
})

test('a box goes to a new owner: the old one is told and sees nothing new, the new one claims it', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(300_000))
  const desk = await startBusyDesk(join(dirname(server.dataDir), 'busy-transfer'), browser)
  try {
    const owner = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
    await signInOwner(owner, desk.server.url)
    const old = await owner.newPage()
    await old.goto(`${desk.server.url}/dashboard`)
    await expect(old.getByRole('heading', { level: 1 })).toContainText('30 punten')

    await desk.signIn(page)
    await page.goto(`${desk.server.url}/desk/controllers?id=SM-F00002`)
    const box = page.getByRole('article', { name: 'Box 2' })
    await box.getByRole('button', { name: 'Overdragen aan nieuwe eigenaar' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, 'the transfer of a box')
    await dialog.getByLabel('Reden').fill('het schip is verkocht')
    await dialog.getByRole('button', { name: 'Overdragen aan nieuwe eigenaar' }).click()
    await expect(dialog).toBeHidden()
    await expect(box).toContainText(/Wacht op nieuwe eigenaar sinds/)
    const key = (await page.getByText(/^[A-Z0-9]{8}-[A-Z0-9]{8}$/).textContent()) ?? ''
    await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
    await old.reload()
    await expect(old.getByRole('heading', { level: 1 })).toContainText('30 punten')

    const elsewhere = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
    const buyer = await elsewhere.newPage()
    await signUp(buyer, desk.server, {
      name: 'Karl Jansen',
      email: 'karl@ms-lorelei.de',
      preferredLanguage: 'nl',
    })
    await buyer.goto(`${desk.server.url}/dashboard?claim=${key}`)
    const claim = buyer.getByRole('dialog')
    await claim.getByRole('button', { name: 'Sleutel controleren' }).click()
    await claim.getByRole('button', { name: 'Controller koppelen' }).click()
    await claim.getByRole('button', { name: 'Naar het dashboard' }).click()
    // What was measured before is not theirs.
    await expect(buyer.getByRole('heading', { level: 1 })).toContainText('niets gehoord van 100 miners')
    await elsewhere.close()

    const wanted = old.waitForResponse((answer) => /\/api\/mining\/fleet(\?|$)/.test(answer.url()))
    await old.reload()
    const left = FleetSchema.parse(await (await wanted).json()).data.controllers.map(({ id }) => id)
    expect(left).toContain('SM-F00001')
    expect(left).not.toContain('SM-F00002')
    await expect(old.getByRole('heading', { level: 1 })).toContainText(/^2\d punten/)
    await owner.close()
    await page.reload()
    await expect(box).toContainText('Karl Jansen')
    await expect(box).not.toContainText('Wacht op nieuwe eigenaar')
    await page.goto(`${desk.server.url}/desk/audit`)
    await expect(
      page.getByRole('row').filter({ hasText: 'Overdracht van controller begonnen' }),
    ).toContainText('het schip is verkocht')
  } finally {
    await desk.server.stop()
  }
})
