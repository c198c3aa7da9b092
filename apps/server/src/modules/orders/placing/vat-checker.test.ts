import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fakeClock } from '@shipminer/testkit/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../../test/build-test-app.ts'
import { placedOrder, testBuyer } from '../../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { createVatChecker } from './vat-checker.ts'

/** A local register that answers like VIES. */
let asked: string[]
let answer: { status: number; body: string }
let server: Server
let url: string
beforeEach(async () => {
  asked = []
  answer = { status: 200, body: '{"isValid":true,"userError":"VALID"}' }
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const german = { country: 'DE', number: 'DE136695976' }
const greek = { country: 'GR', number: 'EL094259216' }

describe('the register of VAT numbers', () => {
  const clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
  const checker = (at: string | null = url) =>
    createVatChecker({ url: at, fetch, clock: clock.now, logger: { info: () => undefined } })

  test('says yes or no, and is asked once in six hours', async () => {
    const vies = checker()
    expect(await Promise.all([vies.check(german), vies.check(german)])).toEqual(['confirmed', 'confirmed'])
    expect(asked).toEqual(['/rest-api/ms/DE/vat/136695976'])
    answer.body = '{"isValid":false,"userError":"INVALID"}'
    expect(await vies.check(greek)).toBe('unknown-to-vies')
    expect(asked[1]).toBe('/rest-api/ms/EL/vat/094259216')
    clock.advance(6 * 3_600_000)
    expect(await vies.check(german)).toBe('unknown-to-vies')
  })

  test.each([
    ['busy', 200, '{"isValid":false,"userError":"MS_MAX_CONCURRENT_REQ"}'],
    ['broken', 500, 'oops'],
    ['not JSON', 200, '<html>'],
    ['empty', 200, '{}'],
  ])('%s is no answer, and it is left in peace for a minute', async (_name, status, body) => {
    answer = { status, body }
    const vies = checker()
    expect(await vies.check(german)).toBe('form-valid')
    answer = { status: 200, body: '{"valid":true}' }
    expect(await vies.check(german)).toBe('form-valid')
    expect(asked).toHaveLength(1)
    clock.advance(60_000)
    expect(await vies.check(german)).toBe('confirmed')
  })

  test('is not flooded: sixty questions a minute', async () => {
    const vies = checker()
    const numbers = Array.from({ length: 70 }, (_, at) => ({
      country: 'DE',
      number: `DE${100_000_000 + at}`,
    }))
    const said = await Promise.all(numbers.map((number) => vies.check(number)))
    expect(said.filter((one) => one === 'confirmed')).toHaveLength(60)
    expect(asked).toHaveLength(60)
    clock.advance(60_000)
    expect(await vies.check(numbers[69] ?? german)).toBe('confirmed')
  })

  test('off, or away', async () => {
    expect(await checker(null).check(german)).toBe('form-valid')
    expect(await checker('http://127.0.0.1:9').check(german)).toBe('form-valid')
  })
})

describeEachEngine('VAT of an order', ({ store }) => {
  test('is that of the place of fitting for every buyer; what VIES says of a number is kept', async () => {
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: url }, fetch })
    try {
      const german = { country: 'DE', company: 'Reederei GmbH', vatNumber: 'DE 136 695 976' }
      const quote = await testClient(app).post('/orders/quote', { product: 'sm19', quantity: 1, ...german })
      const totals = { netCents: 1_446_281, vatCents: 303_719, grossCents: 1_750_000, vatPercent: 21 }
      expect(quote.body.data).toMatchObject({
        vatNumberCheck: 'confirmed',
        totals: { ...totals, reverseCharge: false },
      })
      const { order } = await placedOrder(testClient(app), { buyer: { ...testBuyer, ...german } })
      expect(order).toMatchObject({
        totals,
        buyer: { vatNumber: 'DE136695976', vatNumberCheck: 'confirmed' },
        withdrawal: null,
      })
      expect(await vatOf(order.id)).toEqual({ vatCase: 'fitted', fittedIn: 'NL' })
    } finally {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  test('what is only sent says so', async () => {
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    try {
      const lottery = { product: 'lottery', expectedGrossCents: 25_000 }
      const home = await placedOrder(testClient(app), lottery)
      expect(await vatOf(home.order.id)).toEqual({ vatCase: 'sent', fittedIn: null })
      const buyer = { ...testBuyer, country: 'DE' }
      const afar = await placedOrder(testClient(app), { ...lottery, buyer })
      expect(await vatOf(afar.order.id)).toEqual({ vatCase: 'sent-afar', fittedIn: null })
    } finally {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  const vatOf = (id: string) =>
    store()
      .db.selectFrom('orders')
      .select(['vatCase', 'fittedIn'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
})
