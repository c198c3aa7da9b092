import { sellerDay } from '../../apps/server/src/modules/invoices/seller.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'

/** The documents of an order that is paid in parts, as its buyer finds them. */
test.use({ locale: 'nl-NL', viewport: { width: 390, height: 844 }, actionTimeout: paced(15_000) })

const server = ownServer('documents', {
  VIES_URL: 'off',
  ORDERS_ENABLED: 'true',
})

test('an order paid in two parts: an invoice over each, and the final one after the delivery', async ({
  page,
}) => {
  const { order, orderKey } = await placeOrder(server, { buyer })
  const pay = (euro: string) => operate(server, 'book-payment', { order: order.number, euro, reason: 'deel' })
  await pay('5000')
  await page.goto(`${server.url}/order/${order.id}#key=${orderKey}`)
  const button = (name: RegExp) => page.getByRole('button', { name })
  await expect(button(/^Vooruitbetalingsfactuur INV-\d+-000003 als pdf$/)).toBeVisible()
  await expect(button(/^Creditfactuur INV-\d+-000002 als pdf$/)).toBeVisible()

  await pay('12500')
  const on = sellerDay(new Date())
  await operate(server, 'order:advance', { order: order.number, event: 'schedule', on })
  await operate(server, 'order:advance', { order: order.number, event: 'install' })
  await page.reload()
  await expect(button(/^Vooruitbetalingsfactuur/)).toHaveCount(2)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(/^Vooruitbetalingsfactuur INV-\d+-000003/).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^INV-\d+-000003\.pdf$/)
  const [xml] = await Promise.all([
    page.waitForEvent('download'),
    button(/^E-factuur INV-\d+-000005/).click(),
  ])
  expect(xml.suggestedFilename()).toMatch(/^INV-\d+-000005\.xml$/)
  await expectAccessible(page, 'documents of an order')
})
