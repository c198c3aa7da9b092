import { buildIntent, buildObserved } from '../../apps/web/src/features/payment/lib/intent.fixture.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible, expectAccessibleAtWidths, languages } from '../support/access.ts'
import { buyer, order, walkToPayment } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'

/** Every step of buying and the order page for everyone: four languages, two widths, with and without errors. */
const polygon = { id: 'eip155:137', name: 'Polygon', chainId: 137, testnet: false }
const seen = buildObserved()
/** A coin payment in every stage, and with everything that can be out of the ordinary; what only a real chain brings about is put in its place. */
const stages: Record<string, ReturnType<typeof buildIntent>> = {
  awaiting: buildIntent(),
  underpaid: buildIntent({
    exceptions: ['underpaid', 'replaced'],
    amountReceived: '0.1',
    amountRemaining: '0.08421337',
    payments: [
      buildObserved({ amount: '0.1' }),
      buildObserved({ index: 1, status: 'unaccounted', replacedBy: 'ab'.repeat(32) }),
    ],
    watcherFresh: false,
  }),
  detected: buildIntent({ status: 'detected', amountRemaining: '0', payments: [seen] }),
  confirming: buildIntent({
    status: 'confirming',
    exceptions: ['overpaid', 'reorged', 'late'],
    amountRemaining: '-0.01',
    confirmations: { seen: 1, required: 6 },
    payments: [buildObserved({ confirmations: 1, explorerUrl: 'https://mempool.example/tx/1' })],
  }),
  confirmed: buildIntent({ status: 'confirmed', amountRemaining: '0', payments: [seen] }),
  expired: buildIntent({ status: 'expired' }),
  late: buildIntent({ status: 'expired', exceptions: ['late', 'underpaid'], amountReceived: '0.1' }),
  completed: buildIntent({ status: 'manually_completed', exceptions: ['manual'] }),
  failed: buildIntent({ status: 'failed' }),
  wrong: buildIntent({
    exceptions: ['wrong_network', 'wrong_token'],
    payments: [
      buildObserved({ network: polygon, asset: 'USDT' }),
      buildObserved({ asset: 'USDC', index: 1 }),
    ],
  }),
}

// Long walks on a machine that may be slow; each wait in them has its own end.
test.describe.configure({ mode: 'parallel', timeout: paced(300_000) })

test.use({ sharedServer: 'orders' })

let server: ServerProcess

test.beforeAll(({ server: shared }) => {
  server = shared
})

// The worker that serves without a connection plays no part in looks.
test.use({ viewport: { width: 360, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' })

for (const language of languages) {
  test(`steps and order in ${language}`, async ({ page }) => {
    const submit = page.locator('main form button[type="submit"]')
    await page.goto(`${server.url}/koop?product=sm23&lang=${language}`)
    await page.locator('input[name="quantity"]').fill('11')
    await expect(page.locator('main a[href*="subject=quote"]')).toBeVisible()
    await expectAccessibleAtWidths(page, 'product with notices')
    await page.goto(`${server.url}/koop?product=sm19&step=info`)
    await page.locator('input[name="quantity"]').fill('1')
    await submit.click()
    await page.locator('input[name="company"]').fill('Aurora')
    for (const name of ['vatNumber', 'peppolId', 'invoiceEmail'])
      await page.locator(`input[name="${name}"]`).fill('12345678')
    await page.locator('select[name="country"]').selectOption('NL')
    await submit.click()
    await expect(page.locator('[role="alert"]').first()).toBeVisible()
    await expectAccessibleAtWidths(page, 'info with errors')
    // Only consumers have what follows on the page of the order.
    await page.locator('input[name="company"]').fill('')
    await walkToPayment(page, server, { language })
    await submit.click()
    await expect(page.locator('main form')).toContainText(/\S/)
    await expectAccessibleAtWidths(page, 'payment with errors')
    await order(page, 'bank_transfer')
    await expect(page.locator('main svg[role="img"]')).toBeVisible()
    await expectAccessibleAtWidths(page, 'complete')
    await page.locator('main a[href^="/order/"]').click()
    await expect(page.locator('main svg[role="img"]')).toBeVisible()
    await expectAccessibleAtWidths(page, 'order')
    await page.locator('section[aria-labelledby="order-withdrawal"] button').click()
    await page.locator('section[aria-labelledby="order-withdrawal"] form button[type="submit"]').click()
    await expectAccessibleAtWidths(page, 'withdrawal, second step')
    await page.locator('section[aria-labelledby="order-axes"] button').first().click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await expectAccessibleAtWidths(page, 'another way to pay')
  })
}

for (const [language, width] of [
  ['ro', 360],
  ['de', 1440],
] as const) {
  test(`every stage of a coin payment at ${width} px`, async ({ page }) => {
    const { order: made, orderKey } = await placeOrder(server, {
      product: 'lottery',
      buyer,
      expectedGrossCents: 25_000,
    })
    let shown = buildIntent()
    await page.route('**/api/orders/*', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: { order: { ...made, method: 'bitcoin', bank: null, paymentIntentId: shown.id } },
        },
      }),
    )
    await page.route('**/api/payments/intent/*', (route) =>
      route.fulfill({ json: { success: true, data: { intent: shown } } }),
    )
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/order/${made.id}?lang=${language}#key=${orderKey}`)
    for (const [name, intent] of Object.entries(stages)) {
      shown = intent
      await page.reload()
      await expect(page.locator('section[aria-labelledby="order-payment"] h3').first()).toBeVisible()
      await expectAccessible(page, name)
    }
  })
}

test('an order on its way, from paid to fitted', async ({ page }) => {
  const { order: made, orderKey } = await placeOrder(server, {
    method: 'pay_on_delivery',
    buyer: { ...buyer, email: 'weg@schip-aurora.nl' },
  })
  let shown: object = {}
  await page.route('**/api/orders/*', (route) =>
    route.fulfill({ json: { success: true, data: { order: { ...made, ...shown } } } }),
  )
  const at = '2026-06-12T10:00:00.000Z'
  const built = { kind: 'built', at, actor: 'provider', note: null }
  const way: [string, object, RegExp][] = [
    [
      'confirmed',
      { payment: 'paid', deliveryWeek: { week: 14, year: 2099 } },
      /Paid. We are building your box. Delivery in week 14 \(2099\)/,
    ],
    [
      'scheduled',
      { installationOn: '2026-06-12', events: [...made.events, built] },
      /Confirmed. Your box is ready. The installation is on/,
    ],
    ['installed', { payment: 'paid', installedAt: at }, /Paid. Installed on/],
    ['expired', {}, /the order has lapsed/],
    ['cancelled', { payment: 'refund_pending' }, /You get money back/],
  ]
  await page.goto(`${server.url}/order/${made.id}?lang=en#key=${orderKey}`)
  for (const [state, change, said] of way) {
    shown = { state, ...change }
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `${state} at ${width}`)
    }
  }
})

test('an order that is not there', async ({ page }) => {
  await page.goto(`${server.url}/order/3f2b8a52-6f0e-4d52-9a55-1f3a6f6d8a10?lang=de`)
  await expect(page.getByRole('heading', { name: 'Bestellung nicht gefunden' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'missing')
})
