import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectNoViolations } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { completeSetup, connectWallet } from '../support/sign-in.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** The welcome setup: four steps that keep what was typed, whatever happens on the way. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

let server: ServerProcess
let people = 0

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})

const newEmail = () => `setup${++people}@schip-aurora.nl`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function arrive(page: Page): Promise<void> {
  await page.goto(`${server.url}/`)
  await connectWallet(page)
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await expect(page.getByLabel('Name')).toBeVisible()
}

async function expectSound(page: Page): Promise<void> {
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(wider, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
  await expectNoViolations(page)
}

for (const [language, words] of [
  ['nl', ['Wie bent u?', 'In welke taal wilt u verder?', 'Wat mogen wij u mailen?', 'Af en toe nieuws?']],
  ['en', ['Who are you?', 'Which language do you prefer?', 'What may we mail you?', 'News now and then?']],
  [
    'de',
    [
      'Wer sind Sie?',
      'Welche Sprache möchten Sie?',
      'Was dürfen wir Ihnen mailen?',
      'Ab und zu Neuigkeiten?',
    ],
  ],
  [
    'ro',
    ['Cine sunteți?', 'Ce limbă preferați?', 'Ce vă putem trimite prin e-mail?', 'Noutăți din când în când?'],
  ],
] as const) {
  test(`${language}: with the keyboard alone, 360 px wide`, async ({ page }) => {
    // Four pages are looked through for accessibility.
    test.setTimeout(paced(240_000))
    await page.setViewportSize({ width: 360, height: 740 })
    const watched = watchPage(page, server.url)
    await installEthereumWallet(page)
    await page.goto(`${server.url}/welcome-setup?lang=${language}`)
    const connect = page.getByRole('main').getByRole('button')
    await expect(connect).toBeVisible()
    await expectSound(page)
    await connect.focus()
    await page.keyboard.press('Enter')
    const wallet = page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' })
    await wallet.focus()
    await page.keyboard.press('Enter')

    const [who, ...others] = words
    await expect(heading(page, who)).toBeVisible()
    await expect(page.locator('input[name=name]')).toBeFocused()
    await page.keyboard.type('Jan de Vries')
    await page.keyboard.press('Tab')
    await page.keyboard.type(newEmail())
    await expectSound(page)
    await page.locator('input[name=email]').focus()
    for (const title of others) {
      await page.keyboard.press('Enter')
      await expect(heading(page, title)).toBeFocused()
      await expectSound(page)
      await heading(page, title).focus()
      // On to the first field, where Enter sends the step.
      await page.keyboard.press('Tab')
      await expect(page.locator('form input:focus')).toBeVisible()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(watched.problems).toEqual([])
  })
}

test('what was typed stays over back, forward, reload and another language', async ({ page }) => {
  const wallet = await installEthereumWallet(page)
  await arrive(page)
  const email = newEmail()
  await page.getByLabel('Name').fill('Jan de Vries')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Company').fill('Rederij De Vries')
  await page.getByLabel('Phone').fill('+31 6 12345678')
  await next(page)
  await expect(heading(page, 'Which language do you prefer?')).toBeVisible()
  await next(page)
  await page.getByLabel('Mail me statements of payouts').uncheck()
  await next(page)
  await page.getByLabel('Send me news').check()

  await page.goBack()
  await expect(page.getByLabel('Mail me statements of payouts')).not.toBeChecked()
  await page.goBack()
  await expect(heading(page, 'Which language do you prefer?')).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Send me news')).toBeChecked()

  const asked = wallet.prompts.length
  await page.reload()
  await expect(page.getByLabel('Send me news')).toBeChecked()
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await expect(page.getByLabel('Company')).toHaveValue('Rederij De Vries')
  await expect(page.getByLabel('Phone')).toHaveValue('+31 6 12345678')

  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Language' }).click()
  await page.getByLabel('Deutsch').check()
  await expect(heading(page, 'Welche Sprache möchten Sie?')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('link', { name: 'Häufige Fragen' }).first()).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Welche Sprache möchten Sie?')).toBeVisible()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByLabel('Auszahlungsübersichten per E-Mail')).not.toBeChecked()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByLabel('Schicken Sie mir')).toBeChecked()
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(wallet.prompts, 'the wallet was asked once for all of it').toHaveLength(asked)

  await page.goto(`${server.url}/profile`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Rederij De Vries')).toBeVisible()
  await expect(page.getByLabel('Auszahlungsübersichten')).not.toBeChecked()
  // Nothing of it waits in the browser for the next person.
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
})

test('going elsewhere before the end disconnects and says so; what was typed waits', async ({ page }) => {
  await installEthereumWallet(page)
  await arrive(page)
  await page.getByLabel('Name').fill('Jan de Vries')
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(
    page.getByText('Your wallet was disconnected. Please connect your wallet to continue.'),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()

  await connectWallet(page)
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await expect(page.getByLabel('Name')).toHaveValue('Jan de Vries')
})

test('a ticket that ran out is asked for again without losing a word', async ({ page }) => {
  await installEthereumWallet(page)
  await arrive(page)
  const email = newEmail()
  await page.getByLabel('Name').fill('Jan de Vries')
  await page.getByLabel('Email address').fill(email)
  for (let step = 0; step < 3; step++) await next(page)
  // What the server answers after ten minutes.
  await page.route('**/api/wallet-auth/register', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, error: 'Authentication failed', message: '', code: 'authentication-failed' },
    }),
  )
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your wallet has to prove itself once more.')).toBeVisible()
  await page.unroute('**/api/wallet-auth/register')

  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  // The wallet is still connected: only its signature is requested.
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with this wallet' }).click()
  await expect(heading(page, 'News now and then?')).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an address of somebody else leads back to where it can be changed', async ({ page, browser }) => {
  const email = newEmail()
  const other = await browser.newPage()
  await installEthereumWallet(other)
  await arrive(other)
  await completeSetup(other, email)
  await other.close()

  await installEthereumWallet(page)
  await arrive(page)
  // Only a verified address is refused; the link in its mail cannot be followed here.
  await page.route('**/api/wallet-auth/register', async (route) => {
    if (!route.request().postData()?.includes(email)) return route.continue()
    await route.fulfill({
      status: 409,
      json: { success: false, error: 'An account exists', message: '', code: 'account-exists' },
    })
  })
  await page.getByLabel('Name').fill('Jan de Vries')
  await page.getByLabel('Email address').fill(email)
  for (let step = 0; step < 3; step++) await next(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('An account for this wallet or email already exists.')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await completeSetup(page, newEmail())
})

test('the server out of reach at the end is told, and the end can be tried again', async ({ page }) => {
  await installEthereumWallet(page)
  await arrive(page)
  await page.getByLabel('Name').fill('Jan de Vries')
  await page.getByLabel('Email address').fill(newEmail())
  for (let step = 0; step < 3; step++) await next(page)
  await page.route('**/api/wallet-auth/register', (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Failed to create your account. Please try again.')).toBeVisible()
  await page.unroute('**/api/wallet-auth/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
