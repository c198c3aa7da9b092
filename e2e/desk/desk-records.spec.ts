import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/** What leaves the desk, and what it writes down: papers sent again, lists as files, the newsletter, the test buttons, and the log. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-records', { VIES_URL: 'off', ORDERS_ENABLED: 'true' })

/** The file that a press saves: its name and its text. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await press()
  const download = await downloading
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test('papers are sent again, lists are saved, many are written to, and the log shows who did it', async ({
  page,
}) => {
  test.setTimeout(paced(240_000))
  const { order } = await placeOrder(server, { buyer: { ...buyer, firstName: 'Jan' } })
  const { order: other } = await placeOrder(server, { buyer: { ...buyer, firstName: 'Piet' } })
  const dialog = page.getByRole('dialog')
  await signInAtDesk(page, server, `/desk/orders/${order.id}`, { newsletter: true })

  await test.step('an invoice and the packing slip are mailed again', async () => {
    const papers = page.getByRole('region', { name: 'Papieren' })
    await papers.getByRole('button', { name: / opnieuw mailen$/ }).click()
    await expect(papers.getByText(/^INV-\S+ gaat naar jan@schip-aurora\.nl\.$/)).toBeVisible()
    await papers.getByRole('button', { name: 'Pakbon mailen' }).click()
    await expect(papers.getByText('De pakbon gaat naar jan@schip-aurora.nl.')).toBeVisible()
    const { name } = await saved(page, () =>
      papers.getByRole('button', { name: 'Pakbon', exact: true }).click(),
    )
    expect(name).toMatch(/\.pdf$/)
    await expectAccessible(page, 'papers of an order')
  })

  await test.step('the list of orders is saved, as it is narrowed down and as it is chosen', async () => {
    await page.goto(`${server.url}/desk/orders?search=${other.number}`)
    await expect(page.getByRole('link', { name: other.number })).toBeVisible()
    const found = await saved(page, () => page.getByRole('button', { name: 'CSV' }).click())
    expect(found.name).toBe('orders.csv')
    expect(found.text).toContain(other.number)
    expect(found.text).not.toContain(order.number)
    await page.goto(`${server.url}/desk/orders`)
    await page.getByLabel(`${order.number} kiezen`).check()
    const bar = page.getByRole('region', { name: 'Gekozen regels' })
    const chosen = await saved(page, () => bar.getByRole('button', { name: 'CSV' }).click())
    expect(chosen.text).toContain(order.number)
    expect(chosen.text).not.toContain(other.number)
  })

  await test.step('each test button says what it found', async () => {
    await page.goto(`${server.url}/desk/settings`)
    const checks = page.getByRole('region', { name: 'Uitproberen' }).getByRole('listitem')
    const expected: Record<string, RegExp> = {
      'Mailserver, met een e-mail aan u': /Nog niet ingesteld\./,
      'Berichten naar uw browsers': /U wilt nog in geen browser berichten/,
      'Rekening voor overschrijvingen': /Nog niet ingesteld\./,
      'Volgen van de ketens': /Nog niet ingesteld\./,
      'VIES, met ons eigen btw-nummer': /Nog niet ingesteld\./,
    }
    await expect(checks).toHaveCount(Object.keys(expected).length)
    for (const [name, answer] of Object.entries(expected)) {
      const line = checks.filter({ hasText: name })
      await line.getByRole('button').click()
      await expect(line).toContainText(answer)
    }
    await expectAccessible(page, 'what the test buttons found')
  })

  await test.step('a newsletter is written and counted; those who wait are told, and what came back is noted', async () => {
    const waits = 'otto@rhein.example'
    const asked = await page.request.post(`${server.url}/api/inquiries/waiting-list`, {
      data: { email: waits, language: 'de' },
    })
    expect(asked.ok(), await asked.text()).toBe(true)
    await page.goto(`${server.url}/desk/newsletter`)
    const write = page.getByRole('region', { name: 'Nieuwsbrief schrijven' })
    await write.getByLabel('Onderwerp').fill('Open dag in Dordrecht')
    await write.getByRole('button', { name: 'Bekijken en aantal tellen' }).click()
    await expect(write.getByText('Nederlands: vul onderwerp en tekst in, of laat beide leeg.')).toBeVisible()
    await write.getByLabel('Tekst').fill('Kom langs op 12 december.')
    await write.getByRole('button', { name: 'Bekijken en aantal tellen' }).click()
    // Nobody has confirmed an address yet: there is nobody to send it to.
    await expect(dialog.getByText('Dit bericht gaat naar 0 adressen.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /versturen$/ })).toHaveCount(0)
    await expectAccessible(page, 'a newsletter for nobody')
    await dialog.getByRole('button', { name: 'Toch niet' }).click()
    await page.getByRole('button', { name: 'Iedereen inlichten die nu kan bestellen' }).click()
    await dialog.getByRole('button', { name: 'Naar 1 adres versturen' }).click()
    const sent = page.getByRole('region', { name: 'Verstuurd' })
    await expect(sent).toContainText('Wachtlijst ingelicht')
    await sent.getByRole('button', { name: 'Vastleggen' }).click()
    await expect(sent.getByText('Hier staat geen e-mailadres.')).toBeVisible()
    await sent.getByLabel('Adressen waarvan de e-mail terugkwam').fill(`Otto <${waits}>`)
    await sent.getByRole('button', { name: 'Vastleggen' }).click()
    await expect(sent.getByText('1 adres vastgelegd.')).toBeVisible()
    await expectAccessible(page, 'what was sent to many')
  })

  await test.step('the log is narrowed down and saved, and has who looked at whom', async () => {
    await page.goto(`${server.url}/desk/customers`)
    await page.getByRole('table', { name: 'Klanten' }).getByRole('link', { name: 'Anna de Wit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Anna de Wit' })).toBeVisible()
    await page.goto(`${server.url}/desk/audit`)
    const lines = page.getByRole('table', { name: 'Logboek' }).getByRole('row')
    await expect(lines.filter({ hasText: 'Klant bekeken' })).toContainText('Anna de Wit')
    await page.getByLabel('Over').selectOption({ label: 'bestelling' })
    await page.getByRole('button', { name: 'Zoeken', exact: true }).last().click()
    await expect(page).toHaveURL(/about=order/)
    await expect(lines.filter({ hasText: 'Klant bekeken' })).toHaveCount(0)
    await expect(lines.filter({ hasText: 'Document opnieuw gemaild' }).first()).toContainText(order.number)
    await expect(lines.filter({ hasText: 'Bestelling bekeken' }).first()).toContainText(order.number)
    await expect(lines.filter({ hasText: 'Bestellingen gedownload' })).toHaveCount(2)
    const { name, text } = await saved(page, () => page.getByRole('button', { name: 'CSV' }).click())
    expect(name).toMatch(/\.csv$/)
    expect(text).toContain('order.resend')
    expect(text).not.toContain('customer.read')
    await page.getByLabel('Tot en met').fill('2020-01-01')
    await page.getByRole('button', { name: 'Zoeken', exact: true }).last().click()
    await expect(lines).toHaveCount(0)
    await page.goto(`${server.url}/desk/audit`)
    await expect(lines.filter({ hasText: 'Logboek gedownload' })).toHaveCount(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'the log on a phone')
  })
})
