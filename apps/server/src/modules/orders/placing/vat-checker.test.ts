import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fakeClock } from '@shipminer/testkit/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../../test/build-test-app.ts'
import { placedOrder, placeOrder, testBuyer } from '../../../../test/place-order.ts'
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

describeEachEngine('VAT that the buyer owes', ({ store }) => {
  test('is shifted for a confirmed number of a business elsewhere, and for nobody else', async () => {
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: url }, fetch })
    try {
      const buyer = { ...testBuyer, country: 'DE', company: 'Reederei GmbH', vatNumber: 'DE 136695976' }
      const quote = await testClient(app).post('/orders/quote', {
        product: 'sm19',
        quantity: 1,
        country: 'DE',
        company: 'Reederei GmbH',
        vatNumber: 'de136695976',
      })
      expect(quote.body.data).toMatchObject({
        vatNumberCheck: 'confirmed',
        totals: {
          netCents: 1_446_281,
          vatCents: 0,
          grossCents: 1_446_281,
          vatPercent: 0,
          reverseCharge: true,
        },
      })
      expect((await placeOrder(testClient(app), { buyer })).body.code).toBe('price-changed')
      const { order } = await placedOrder(testClient(app), { buyer, expectedGrossCents: 1_446_281 })
      expect(order).toMatchObject({
        totals: { reverseCharge: true, vatCents: 0 },
        buyer: { vatNumber: 'DE136695976', vatNumberCheck: 'confirmed' },
        withdrawal: null,
      })
      expect(order.bank?.epc).toContain('EUR14462.81')
      // In the seller's country, without a company, or with an address in another country than the number's: the standard VAT applies.
      for (const change of [
        { country: 'NL', vatNumber: 'NL123456782B90' },
        { company: '' },
        { country: 'AT' },
      ]) {
        const { status, body } = await placeOrder(testClient(app), { buyer: { ...buyer, ...change } })
        expect([change, status, body.code ?? body.data.order.totals.reverseCharge]).toEqual([
          change,
          200,
          false,
        ])
      }
    } finally {
      await app.server.close()
      await resetTestStore(store())
    }
  })
})
