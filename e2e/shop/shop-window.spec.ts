import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { findAllViolations, languages, setWidth } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { watchPage } from '../support/watch-page.ts'

/** The shop window: products found and read, pictures that move and pause, four languages, no scripts, no connection. */
test.use({ locale: 'nl-NL' })

const products = ['/shipminer-19', '/shipminer-21', '/shipminer-23', '/lottery-miner']
let server: ServerProcess

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})
/** Waits until the scripts of the page run; a touch of the page starts them at once. */
async function wake(page: Page): Promise<void> {
  await page.locator('body').dispatchEvent('pointerdown')
  await page.waitForFunction(() => Object.keys(document.querySelector('main h1') ?? {}).length > 0)
}

test('a visitor finds a product and lands in the shop with it chosen', async ({ page }) => {
  const watched = watchPage(page, server.url)
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uw generator verdient terwijl u vaart')
  await page.getByRole('button', { name: 'Producten' }).click()
  await page.getByRole('link', { name: 'Shipminer 21' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipminer 21')
  await expect(page).toHaveTitle(/Shipminer 21/)
  await page.getByRole('link', { name: 'Op de wachtlijst voor Shipminer 21' }).click()
  await expect(page).toHaveURL(/\/koop\?product=sm21$/)
  await expect(page.getByRole('main')).toContainText('Shipminer 21')
  expect(watched.problems).toEqual([])
})

test('what is guaranteed is not among what is only stated', async ({ page }) => {
  await page.goto(server.url)
  const section = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title }) })
  await expect(section('Wat wij opgeven')).not.toContainText('90')
  await expect(section('Waar u op kunt rekenen')).toContainText(/garanderen dat de box 90.%/)
})

test('what comes later cannot be bought, and waiting for it leads to the contact form', async ({ page }) => {
  await page.goto(`${server.url}/shipminer-23`)
  await expect(page.getByRole('button', { name: 'Binnenkort' })).toBeDisabled()
  await expect(page.getByRole('link', { name: /kopen$|wachtlijst voor/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Telefonisch of per bericht bestellen' })).toHaveAttribute(
    'href',
    '/contact?subject=order&product=sm23',
  )
  await page.getByRole('link', { name: 'Houd mij op de hoogte' }).first().click()
  await expect(page).toHaveURL(/\/contact\?subject=notify-me&product=sm23$/)
})

test('the bar to order follows once the buttons are out of sight', async ({ page }) => {
  await page.goto(`${server.url}/shipminer-19`)
  await wake(page)
  const bar = page.getByRole('region', { name: 'Bestellen' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('heading', { name: 'Naast elkaar' }).scrollIntoViewIfNeeded()
  await expect(bar.getByRole('link', { name: 'Wachtlijst' })).toHaveAttribute('href', '/koop?product=sm19')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toHaveCount(0)
})

test.describe('pictures', () => {
  const count = (page: Page, number: number) => page.getByText(`Foto ${number} van 2`, { exact: true })

  async function open(page: Page): Promise<void> {
    await page.clock.install()
    await page.goto(`${server.url}/shipminer-19`)
    await wake(page)
    await expect(page.getByRole('button', { name: 'Volgende foto' })).toBeVisible()
  }
  async function grab(page: Page): Promise<void> {
    const box = await page.getByRole('group', { name: 'Foto' }).first().boundingBox()
    if (!box) throw new Error('no picture')
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.68, box.y + box.height / 2)
  }
  const away = (page: Page) => page.mouse.move(5, 5)

  test('go on every three seconds and start over', async ({ page }) => {
    await open(page)
    await away(page)
    await expect(count(page, 1)).toBeVisible()
    await page.clock.runFor(3100)
    await expect(count(page, 2)).toBeVisible()
    await page.clock.runFor(3000)
    await expect(count(page, 1)).toBeVisible()
  })

  test('stand still while held and go on after', async ({ page }) => {
    await open(page)
    await grab(page)
    await page.clock.runFor(20_000)
    await expect(count(page, 1)).toBeVisible()
    await page.mouse.up()
    await page.clock.runFor(1000)
    await expect(count(page, 1)).toBeVisible()
    await page.clock.runFor(2500)
    await expect(count(page, 2)).toBeVisible()
  })

  test('stay paused, also after a drag, until somebody plays them', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Pauzeren' }).click()
    await grab(page)
    await page.mouse.up()
    await away(page)
    await page.clock.runFor(1000)
    // The drag itself may have turned to the other picture.
    const shown = (await page.getByText(/^Foto \d van 2$/).textContent()) === 'Foto 1 van 2' ? 1 : 2
    await page.clock.runFor(20_000)
    await expect(count(page, shown)).toBeVisible()
    await page.getByRole('button', { name: 'Afspelen' }).click()
    await page.getByRole('button', { name: 'Pauzeren' }).evaluate((button) => button.blur())
    await page.clock.runFor(3100)
    await expect(count(page, 3 - shown)).toBeVisible()
  })

  test('do not move by themselves for those who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await away(page)
    await page.clock.runFor(20_000)
    await expect(count(page, 1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pauzeren' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Volgende foto' }).click()
    await expect(count(page, 2)).toBeVisible()
  })

  test('that cannot be had are drawn', async ({ page }) => {
    await page.route('**/assets/pictures/**', (route) => route.abort())
    await page.goto(`${server.url}/shipminer-21`)
    await wake(page)
    await expect(page.getByRole('img', { name: /De foto kon niet worden geladen/ }).first()).toBeVisible()
  })
})

test('another language is the same page, with the rest of its address', async ({ page }) => {
  await page.goto(`${server.url}/shipminer-21?from=leaflet`)
  await wake(page)
  await page.getByRole('button', { name: /Taal/ }).click()
  await page.getByRole('link', { name: 'Deutsch' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Wassergekühlt.').first()).toBeVisible()
  await wake(page)
  await expect(page).toHaveURL(/\/shipminer-21\?from=leaflet$/)
  await page.goto(`${server.url}/lottery-miner`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read and opened', async ({ page }) => {
    await page.goto(`${server.url}/shipminer-19`)
    await expect(page.getByText('€ 17.500').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Zeven dingen bij de prijs in' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Gegevensblad' })).toContainText('771 TH/s')
    await expect(page.getByRole('table', { name: 'De vier producten in cijfers' })).toBeVisible()
    const question = page.getByText('Wanneer krijg ik uitbetaald?')
    await question.click()
    await expect(page.getByText('Driekwart van wat de pool uitkeert')).toBeVisible()
    await page.getByText('Is mijn generator groot genoeg?').click()
    await expect(page.getByText('Driekwart van wat de pool uitkeert')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toContainText('KvK')
    await page.getByRole('button', { name: 'Producten' }).click()
    await page.getByRole('link', { name: 'Lottery Miner' }).first().click()
    await expect(page).toHaveURL(/\/lottery-miner$/)
    await page.goto(`${server.url}/?lang=ro`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro')
    await expect(page.getByText('Ce declarăm noi')).toBeVisible()
  })
})

test('unknown products and pages say so, with status 404 and ways on', async ({ page }) => {
  const missing = await page.goto(`${server.url}/shipminer-99?lang=en`)
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
  await expect(page.getByText('The requested product could not be loaded.')).toBeVisible()
  await wake(page)
  await page.getByRole('link', { name: 'Navigate Home' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  const gone = await page.goto(`${server.url}/nowhere?lang=en`)
  expect(gone?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Shop Ship Miners' })).toBeVisible()
  const hidden = await page.goto(`${server.url}/payment-test-product?lang=en`)
  expect(hidden?.status()).toBe(404)
  await wake(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
})

test('search engines and those who share find what they need', async ({ page, request }) => {
  const map = await (await request.get(`${server.url}/sitemap.xml`)).text()
  for (const path of products) {
    expect(map).toContain(`<loc>${server.url}${path}?lang=de</loc>`)
    await page.goto(`${server.url}${path}?lang=de`)
    const link = (selector: string) => page.locator(`head link${selector}`).getAttribute('href')
    expect(await link('[rel=canonical]')).toBe(`${server.url}${path}?lang=de`)
    expect(await link('[hreflang=x-default]')).toBe(`${server.url}${path}`)
    expect(await link('[hreflang=nl]')).toBe(`${server.url}${path}`)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data['@graph'][0]['@type']).toBe('Product')
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
  }
  expect(map).not.toContain('payment-test')
  await page.goto(`${server.url}/?lang=de`)
  await expect(page, 'the words that a skipper searches for').toHaveTitle(/Bitcoin-Mining.*Binnenschiff/)
  expect((await request.get(`${server.url}/manifest.webmanifest`)).ok()).toBe(true)
  await page.goto(`${server.url}/dashboard?lang=de`)
  const owners = (await page.locator('head link[rel=manifest]').getAttribute('href')) ?? ''
  expect(await (await request.get(`${server.url}${owners}`)).json()).toMatchObject({
    id: '/',
    start_url: '/dashboard',
    lang: 'de',
    shortcuts: [{ url: '/dashboard' }, { name: 'Meldungen', url: '/dashboard/alerts' }, { name: 'Erträge' }],
  })
  expect((await request.get(`${server.url}/images/products/sm19a.webp`)).headers()['content-type']).toBe(
    'image/webp',
  )
})

test('a price changed in the catalogue stands in the delivered pages', async ({ page, request }) => {
  const set = (price: string, original: string) =>
    operate(server, 'product:set', { id: 'sm19', price, 'original-price': original })
  const html = async (path: string) => (await request.get(`${server.url}${path}?lang=nl`)).text()
  const built = await html('/shipminer-19')
  expect(built).toContain('"price":"17500.00"')
  const shared = (amount: string) =>
    `<meta property="product:price:amount" content="${amount}"><meta property="product:price:currency" content="EUR">`
  expect(built).toContain(shared('17500.00'))
  await set('16850.50', 'none')
  await expect.poll(async () => (await html('/shipminer-19')).includes('"price":"16850.50"')).toBe(true)
  expect(await html('/shipminer-19')).toContain(shared('16850.50'))
  for (const path of ['/', '/shipminer-19', '/shipminer-21']) {
    const now = await html(path)
    expect(now.includes('€\u00a016.850,50'), path).toBe(true)
    expect(/17\.500|19\.999|17500|__PRICE/.exec(now), path).toBeNull()
  }
  // The page's own code starts with the same: nothing is rendered again.
  const watched = watchPage(page, server.url)
  for (const path of ['/', '/shipminer-19']) {
    await page.goto(`${server.url}${path}`)
    await page.locator('h1').evaluate((title) => title.setAttribute('data-first', ''))
    await wake(page)
    await expect(page.getByText('€\u00a016.850,50').first()).toBeVisible()
    await expect(page.locator('h1[data-first]')).toHaveCount(1)
  }
  expect(watched.problems).toEqual([])
  await set('17500', '19999')
  await expect.poll(async () => (await html('/shipminer-19')) === built).toBe(true)
})

test('what has come by now can be bought in the delivered page, and what is to come cannot', async ({
  page,
  request,
}) => {
  const set = (id: string, isLater: boolean) =>
    operate(server, 'product:set', { id, 'coming-soon': isLater ? 'yes' : 'no' })
  const html = async (path: string) => (await request.get(`${server.url}${path}?lang=nl`)).text()
  const built = await html('/shipminer-23')
  const waitFor = (id: string) => `subject=notify-me&amp;product=${id}`
  expect(built).toContain(waitFor('sm23'))
  expect(built).not.toMatch(/"offers"|koop\?product=sm23|__LATER/)
  await set('sm23', false)
  await set('sm19', true)
  await expect.poll(async () => (await html('/shipminer-23')).includes('"offers"')).toBe(true)
  const come = await html('/shipminer-23')
  expect(come).toContain('koop?product=sm23')
  expect(come).not.toContain(waitFor('sm23'))
  const away = await html('/shipminer-19')
  expect(away).toContain(waitFor('sm19'))
  expect(away).not.toMatch(/"offers"|koop\?product=sm19/)
  // The page's own code starts out with the same.
  await page.goto(`${server.url}/shipminer-23`)
  await page.locator('h1').evaluate((title) => title.setAttribute('data-first', ''))
  await wake(page)
  await expect(page.locator('h1[data-first]')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /wachtlijst voor/ }).first()).toBeVisible()
  await set('sm23', true)
  await set('sm19', false)
  await expect.poll(async () => (await html('/shipminer-23')) === built).toBe(true)
})

/** What the head says about the page, in its document and after a change of page without a load. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(attribute)).sort()
    return {
      title: document.title,
      titles: document.querySelectorAll('head title').length,
      description: all('meta[name=description]', 'content'),
      canonical: all('link[rel=canonical]', 'href'),
      languages: all('link[hreflang]', 'href'),
      robots: all('meta[name=robots]', 'content'),
      // The version of a picture is the build's to know.
      shared: all('meta[property^="og:"]', 'content').map((text) => text?.replace(/\?v=\w+$/, '')),
      products: document.querySelectorAll('script[type="application/ld+json"]').length,
    }
  })

test('a change of page without a load changes what the head says', async ({ page }) => {
  await page.goto(`${server.url}/shipminer-21?lang=de`)
  await wake(page)
  // The foot comes to life after the head; before that its links are the browser's.
  await page.waitForFunction(() => Object.keys(document.querySelector('footer a') ?? {}).length > 0)
  const footer = page.getByRole('contentinfo')
  for (const [link, path] of [
    ['Häufige Fragen', '/faq'],
    ['Datenschutz', '/privacy'],
    ['Shipminer 19', '/shipminer-19'],
  ] as const) {
    await footer.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(server.url + path)
    const other = await page.context().newPage()
    await other.goto(server.url + path)
    const delivered = await headOf(other)
    await other.close()
    expect(delivered.canonical).toEqual([`${server.url}${path}?lang=de`])
    // A document has its data for search engines; after a change of page there are none, and above all none of the previous page.
    const wanted = {
      ...delivered,
      shared: delivered.shared.filter((text) => !/^(1200|630|de_DE)$/.test(text ?? '')),
    }
    await expect.poll(() => headOf(page)).toEqual({ ...wanted, products: 0 })
  }
  await page.getByRole('link', { name: 'Warteliste', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/koop`)
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([`${server.url}/koop?lang=de`])
  expect((await headOf(page)).robots).toEqual([])
})

test('without a connection there is a page that says so', async ({ page }) => {
  await page.goto(server.url)
  await wake(page)
  const isReady = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller?.state === 'activated' &&
        (await caches.match('/offline')) !== undefined,
    )
  await expect.poll(isReady, 'the worker is in charge and has put the offline page by').toBe(true)
  // A browser that plays offline cuts page and worker one after the other; a server that is gone is gone for both.
  await server.stop()
  try {
    await page.goto(`${server.url}/faq`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Geen verbinding')
  } finally {
    await server.start()
  }
  await page.goto(`${server.url}/faq`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Geen verbinding')
})

for (const path of ['/', ...products]) {
  test(`${path} has no accessibility faults, narrow and wide, in four languages`, async ({ page }) => {
    for (const language of languages) {
      await page.goto(`${server.url}${path}?lang=${language}`)
      await wake(page)
      for (const width of [1440, 360]) {
        await setWidth(page, width)
        const question = page.locator('details:not([open]) > summary').filter({ visible: true }).first()
        if ((await question.count()) > 0) await question.click()
        expect(await findAllViolations(page), `${language} at ${width}`).toEqual([])
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(sideways, `${language} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
}
