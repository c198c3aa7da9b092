import { readFileSync } from 'node:fs'
import { devices } from '@playwright/test'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { watchPage } from '../support/watch-page.ts'

/**
 * What a visitor does on the public pages before buying: calculate and pass it on, ask for an analysis from a phone, write, wait for a
 * product, read the answers. Real server and database, no market sources, so that the built-in figures show and can be compared.
 */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

let server: ServerProcess

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})

/** Opens a part of the calculator that is folded. */
const unfold = async (page: Page, title: string) => {
  const fold = page.locator('details').filter({ has: page.getByText(title, { exact: true }) })
  if ((await fold.getAttribute('open')) === null) await page.getByText(title, { exact: true }).click()
}
const knobs = 'Change Bitcoin price, your share and price of power'
const readings = 'A day in figures, reckoned both ways'
const sources = 'Where the figures come from'
const verdict = (page: Page) => page.getByRole('heading', { level: 1 })

/** The figures of both readings as one text. */
const figures = async (page: Page) => {
  await unfold(page, readings)
  const cards = page.getByRole('region', { name: /^(Spare generator power|Priced power)$/ })
  return (await cards.allTextContents()).join('|')
}

const switchTo = async (page: Page, language: string) => {
  await page.getByRole('button', { name: /^(Language|Menu)/ }).click()
  await page.getByRole('link', { name: language }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'Deutsch' ? 'de' : 'ro')
}

/** Before scripts run a form's button sends nothing. */
const isAlive = (page: Page) => expect(page.locator('button[type=submit]')).toBeVisible()

/** Holds back every script until released, as a weak connection would. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test.describe('calculator', () => {
  test('calculate, share, reload', async ({ page, browser, context }) => {
    await context.grantPermissions(['clipboard-write'])
    const watched = watchPage(page, server.url)
    await page.goto(`${server.url}/calculator`)
    await unfold(page, sources)
    await expect(page.getByText('No source can be reached')).toBeVisible()
    await page.getByLabel('Your generator').fill('250')
    await page.getByLabel('Product').selectOption('sm21')
    await page.getByRole('button', { name: 'One box more' }).click()
    await page.getByRole('button', { name: 'One box more' }).click()
    await unfold(page, knobs)
    await page.getByLabel('Bitcoin price (€)').fill('90.000')
    await page.getByRole('radio', { name: '3/4' }).check()
    await page.getByRole('radio', { name: '40 %' }).check()
    await expect(page.getByText('Calculated with €90,000')).toBeVisible()
    await expect(page).toHaveURL(/product=sm21.*boxes=3.*price=90\.000/)
    const mine = await figures(page)
    expect(mine).toContain('does not pay back')

    await page.reload()
    await expect.poll(() => figures(page)).toBe(mine)

    await page.getByRole('button', { name: 'Copy link' }).click()
    const address = await page.getByLabel('The link is copied').inputValue()
    expect(address).toContain('difficulty=150000000000000')
    const other = await browser.newContext({ locale: 'en-GB' })
    const theirs = await other.newPage()
    await theirs.goto(address)
    await expect.poll(() => figures(theirs)).toBe(mine)
    await expect(theirs.getByText('so that you see what its sender saw')).toBeVisible()
    await other.close()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv).toContain('bitcoin_price_eur,90000')
    expect(csv).toContain('owner_share,3/4')

    const paper = await page.getByRole('link', { name: 'Sheet as PDF' }).getAttribute('href')
    const pdf = await page.request.get(`${server.url}${paper}`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    await page.getByRole('button', { name: 'Mail this to myself' }).click()
    await expect(page.getByLabel('Your email address')).toBeFocused()
    await page.keyboard.type('anna')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'email address' })).toBeVisible()
    await page.getByLabel('Your email address').fill('anna@example.nl')
    await page.keyboard.press('Enter')
    await expect(page.getByText('On its way to anna@example.nl, with the sheet as PDF.')).toBeVisible()
    expect(watched.problems).toEqual([])
  })

  test('says what it does with a price that is none, with many boxes, and with a lottery', async ({
    page,
  }) => {
    await page.goto(`${server.url}/calculator`)
    await unfold(page, knobs)
    await page.getByLabel('Bitcoin price (€)').fill('-5')
    await expect(page.getByText('This is not a price above zero. €65,000 is used.')).toBeVisible()
    await page.getByLabel('Number of boxes').fill('11')
    await expect(page.getByText('For more than 10 boxes we make a custom quote.')).toBeVisible()
    await page.getByLabel('Number of boxes').fill('eleven')
    await expect(page.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible()
    await expect(verdict(page)).toHaveText('How many boxes would you have on board?')
    await page.getByLabel('Number of boxes').fill('1')
    await page.getByText('Show the chart as a table').click()
    await expect(page.getByRole('table').first().getByRole('row')).not.toHaveCount(0)
    await page.getByLabel('Product').selectOption('lottery')
    await expect(page.getByText(/^1 in /).first()).toBeVisible()
    await expect(page.getByText('The most likely amount for one miner is zero.')).toBeVisible()
  })

  test('one sentence with its reservation: fits, does not fit, and what is missing', async ({ page }) => {
    await page.goto(`${server.url}/calculator?product=sm21`)
    await expect(verdict(page)).toHaveText(
      'Fits: about €22 a day for you, paid back in 5.3 years. On paid power never.',
    )
    // Within the page itself: the region that speaks to screen readers says it again.
    const but = page.getByRole('main').getByText('the halving of 2028 is certain')
    await expect(but).toContainText('after 8 years you then stand at €32,730')
    await expect(but).toContainText('growing 20 % a year at €20,384')
    await expect(
      page.getByRole('img', {
        name: 'Generator 80 kW: ship 32 kW, box 25 kW, free 3 kW, reserve 8 kW, limit 68 kW',
      }),
    ).toBeVisible()

    await page.getByLabel('Your generator').fill('60')
    await expect(verdict(page)).toContainText('Does not fit. Usually 21 kW is left')
    await expect(but).toHaveCount(0)
    await page.getByRole('button', { name: 'Calculate with 1 × Lottery Miner' }).click()
    await expect(verdict(page)).toContainText('1 in 8,500 a year')
    await page.getByLabel('Product').selectOption('sm21')
    await page.getByLabel('Your generator').fill('')
    await expect(verdict(page)).toHaveText('How many kilowatts does your generator deliver?')
    await page.getByLabel('Not sure?').selectOption('tanker')
    await expect(page.getByLabel('Your generator')).toHaveValue('120')
    await expect(page.getByText(/^A rough assumption for this type of ship, not a measurement/)).toBeVisible()
    await expect(verdict(page)).toContainText('Fits')
    await page.getByRole('radio', { name: 'I pay for it' }).check()
    await expect(verdict(page)).toContainText('on paid power it costs you')
    await expect(but).toBeVisible()
  })

  test('a calculation is taken along to the contact form and to the order', async ({ page }) => {
    await page.goto(`${server.url}/calculator?product=sm21&generator=150&boxes=2`)
    await expect(page.getByRole('link', { name: 'Join the waiting list' })).toHaveAttribute(
      'href',
      '/koop?product=sm21&quantity=2',
    )
    await page.getByRole('link', { name: 'Discuss this with us' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Question about Shipminer 21')
    await expect(page.getByLabel('Message')).toHaveValue(
      /Generator 150\skW, the ship usually takes 40\s% \(60\skW\)\. 2 × Shipminer 21[\s\S]*halving of 2028/,
    )
  })

  test('on a phone question, sentence and reservation begin in the first view', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}/calculator?product=sm21`)
    await expect(verdict(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('the halving of 2028 is certain')).toBeInViewport()
    await expect(page.getByRole('region', { name: 'The answer in short' })).toBeInViewport()
  })

  test('what is typed before the page comes to life counts', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(`${server.url}/calculator`, { waitUntil: 'domcontentloaded' })
    await expect(page.getByText('a day for you').first()).toBeVisible()
    await page.getByLabel('Your generator').fill('300')
    await page.getByLabel('Number of boxes').fill('4')
    await page.getByLabel('Product').selectOption('sm21')
    await unfold(page, knobs)
    await page.getByRole('radio', { name: '3/4' }).check()
    release()
    await expect(verdict(page)).toContainText('Fits')
    await unfold(page, readings)
    await expect(page.getByText(/^Purchase €170,000 incl/)).toBeVisible()
    await expect(page.getByText('Your share (3/4)')).toBeVisible()
    await expect(page.getByLabel('Number of boxes')).toHaveValue('4')
  })

  test('shows a first result without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${server.url}/calculator`)
    await expect(verdict(page)).toContainText('Fits: about €12 a day for you')
    await expect(verdict(page)).toContainText('On paid power never.')
    await expect(page.getByText('the halving of 2028 is certain')).toBeVisible()
    await unfold(page, readings)
    await expect(page.getByText('Purchase €17,500 incl. VAT')).toBeVisible()
    await expect(page.getByText('does not pay back').first()).toBeVisible()
    // Switching scripts off in the browser does not change its parser, so the content of <noscript> is searched in the document.
    const document = await page.request.get(`${server.url}/calculator?lang=en`)
    expect(await document.text()).toContain('<noscript><p')
    // The chart as figures: the sums of eight years.
    expect(await document.text()).toMatch(/<noscript><table.*?year 5.*?€9,880.*?<\/table><\/noscript>/s)
    expect(await document.text()).toContain('Without JavaScript you see the example')
    await context.close()
  })
})

test.describe('custom request from a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  test.use({ ...phone, locale: 'en-GB' })

  test('computes at once, keeps everything when sending fails, sends once', async ({ page }) => {
    const watched = watchPage(page, server.url)
    await page.goto(`${server.url}/maatwerk`)
    await isAlive(page)
    await page.getByRole('button', { name: 'Ask for the free analysis' }).tap()
    await expect(page.getByText('Form incomplete')).toBeVisible()
    await expect(page.getByText('Please fill in all required fields.')).toBeInViewport()

    await page.getByLabel('Ship type').selectOption('tanker')
    await page.getByLabel('Generator capacity (kW)').fill('40')
    await page.getByLabel('Current usage (%)').fill('50')
    await expect(page.getByText('Generators under 50 kW are not supported')).toBeVisible()
    await page.getByLabel('Generator capacity (kW)').fill('1200')
    await expect(page.getByText('More than 10 boxes fit.')).toBeVisible()
    await page.getByLabel('Generator capacity (kW)').fill('120')
    // Below the limit of 85 % and a reserve of 10 %, not to the last kilowatt.
    await expect(page.getByText('There are 30 kW left.')).toBeVisible()
    await expect(page.getByText('1 × Shipminer 21')).toBeVisible()
    await expect(page.getByText('Fits: about €22 a day for you')).toBeVisible()
    await expect(page.getByText('the halving of 2028 is certain')).toBeVisible()
    await page.getByLabel('Additional information').fill('Room beside the switchboard')
    await page.getByLabel('Name').fill('Jan de Vries')
    await page.getByLabel('Email address').fill('jan@schip-aurora.nl')

    await switchTo(page, 'Deutsch')
    await expect(page.getByLabel('Leistung des Generators (kW)')).toHaveValue('120')
    await expect(page.getByLabel('Schiffstyp')).toHaveValue('tanker')
    await expect(page.getByLabel('Zusätzliche Angaben')).toHaveValue('Room beside the switchboard')

    await page.route('**/api/inquiries/custom', (route) => route.abort())
    await page.getByRole('button', { name: 'Kostenlose Analyse anfragen' }).tap()
    await expect(page.getByText('Das Senden hat nicht geklappt')).toBeInViewport()
    await expect(page.getByText('Netzwerkfehler')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Jan de Vries')
    await page.unroute('**/api/inquiries/custom')

    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/inquiries/custom')) sent += 1
    })
    await page.getByRole('button', { name: 'Kostenlose Analyse anfragen' }).dblclick()
    await expect(page.getByText('Ihre Anfrage ist angekommen')).toBeVisible()
    await expect(page.getByText('binnen 24 Stunden mit einer ersten Analyse')).toBeVisible()
    expect(sent).toBe(1)
    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue('')
    expect(watched.problems).toEqual([])
  })
})

test.describe('contact', () => {
  test('a message is sent and its contact within 24 hours is promised', async ({ page }) => {
    const watched = watchPage(page, server.url)
    await page.goto(`${server.url}/contact`)
    await expect(page.getByRole('link', { name: /^\+31 10/ }).first()).toHaveAttribute('href', /^tel:\+31/)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'WhatsApp' }).getByRole('link'),
    ).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/)
    await expect(page.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByText('Monday to Friday, 08:00–18:00')).toBeVisible()
    await isAlive(page)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Email address' }).click()
    await expect(page.getByLabel('Email address')).toBeFocused()
    await page.getByLabel('Name').fill('Jan de Vries')
    await page.getByLabel('Email address').fill('jan@schip')
    await page.getByLabel('Message').focus()
    await page.getByLabel('Message').fill('Does a box fit beside the gearbox?')
    await expect(page.getByText('This is not a valid email address.')).toBeVisible()
    await page.getByLabel('Email address').fill('jan@schip-aurora.nl')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeFocused()
    await expect(page.getByText('We will contact you within 24 hours.')).toBeVisible()
    expect(watched.problems).toEqual([])
  })

  test('notify me comes with the subject filled in and needs no message', async ({ page }) => {
    await page.goto(`${server.url}/contact?subject=notify-me&product=sm23`)
    await expect(page.getByLabel('Subject')).toHaveValue('Tell me when Shipminer 23 is available')
    await switchTo(page, 'Română')
    await expect(page.getByLabel('Subiect')).toHaveValue('Anunțați-mă când se poate cumpăra Shipminer 23')
    await page.getByLabel('Nume').fill('Ion Popescu')
    await page.getByLabel('Adresă de e-mail').fill('ion@nava-delta.ro')
    const [request] = await Promise.all([
      page.waitForRequest('**/api/inquiries/contact'),
      page.getByRole('button', { name: 'Anunțați-mă' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({
      subjectKind: 'notify-me',
      product: 'sm23',
      language: 'ro',
    })
    await expect(page.getByText('Mesajul dumneavoastră a ajuns la noi')).toBeVisible()
  })

  test('nothing typed before the page comes to life is lost or put into the address', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(`${server.url}/contact`, { waitUntil: 'domcontentloaded' })
    await page.getByLabel('Name').fill('Early Bird')
    await page.getByLabel('Message').fill('Typed on a weak connection')
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('button', { name: 'Send message' }).click()
    expect(new URL(page.url()).search).toBe('')
    release()
    await page.getByLabel('Email address').fill('early@schip.nl')
    await expect(page.getByLabel('Name')).toHaveValue('Early Bird')
    await expect
      .poll(() => page.evaluate<string>("sessionStorage.getItem('shipminer.draft.contact') ?? ''"))
      .toContain('early@schip.nl')
    await switchTo(page, 'Deutsch')
    await expect(page.getByLabel('Nachricht')).toHaveValue('Typed on a weak connection')
    await expect(page.getByLabel('Name')).toHaveValue('Early Bird')
  })
})

test('while orders are prepared, the chosen product goes onto the waiting list', async ({ page }) => {
  const watched = watchPage(page, server.url)
  await page.goto(`${server.url}/koop?product=sm21`)
  await expect(page.getByRole('heading', { name: 'Orders are being prepared' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shipminer 21' })).toBeVisible()
  await expect(page.getByLabel('Product')).toHaveValue('sm21')
  await expect(page.getByRole('link', { name: 'To the contact form' })).toHaveAttribute(
    'href',
    '/contact?subject=order&product=sm21',
  )
  await page.getByLabel('Email address').fill('wacht@schip.nl')
  await switchTo(page, 'Deutsch')
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('wacht@schip.nl')
  await expect(page.getByLabel('Produkt')).toHaveValue('sm21')
  await page.getByRole('button', { name: 'Auf die Warteliste setzen' }).click()
  await expect(page.getByRole('heading', { name: 'Sie stehen auf der Warteliste' })).toBeVisible()
  expect(watched.problems).toEqual([])
})

test('the calculator keeps its figures over a change of language', async ({ page }) => {
  await page.goto(`${server.url}/calculator`)
  await page.getByLabel('Number of boxes').fill('7')
  await expect(page).toHaveURL(/boxes=7/)
  await unfold(page, knobs)
  await page.getByLabel('Price of power (cents per kWh)').fill('22')
  await switchTo(page, 'Deutsch')
  await unfold(page, 'Bitcoin-Kurs, Ihren Anteil und Strompreis ändern')
  await expect(page.getByLabel('Anzahl Boxen')).toHaveValue('7')
  await expect(page.getByLabel('Strompreis (Cent je kWh)')).toHaveValue('22')
})

test('questions: one open at a time in a category, search, anchors', async ({ page }) => {
  await page.goto(`${server.url}/faq#payback`)
  const payback = page.locator('#payback')
  await expect(payback).toHaveAttribute('open', '')
  await expect(payback).toContainText('We state 250 to 300 days')
  await page.getByText('How is the revenue divided?').click()
  await expect(payback).not.toHaveAttribute('open')
  await page.getByLabel('Search the questions').fill('warranty')
  await expect(page.getByText('1 question found')).toBeVisible()
  await page.getByText('What about the warranty?').click()
  await expect(page.getByText('2 years on the boxes')).toBeVisible()
  await page.getByLabel('Search the questions').fill('submarine')
  await expect(page.getByText('There is no answer to that yet.')).toBeVisible()
})

test('terms and privacy name the company, mark examples and carry a date', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByText('Version of 28 November 2026')).toBeVisible()
    await expect(page.getByRole('main').getByText('example', { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Your wallet address' })).toBeVisible()
})
