import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { guessLimits } from '../../platform/auth/guess-policy.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'

const password = 'twaalf kleine ankers'

describeEachEngine('guessing over the API', ({ store }) => {
  let app: TestApp
  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    return () => app.server.close()
  })

  /** 120 calls at once from as many addresses; returns how often each status was the answer. */
  async function atOnce(call: (client: TestClient, index: number) => Promise<{ status: number }>) {
    const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => call(testClient(app), index)))
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const mailsAboutGuesses = async () => {
    const mails = await store().db.selectFrom('mails').select(['recipient', 'subject']).execute()
    return mails
      .filter(({ subject }) => subject.startsWith('Failed attempts'))
      .map(({ recipient }) => recipient)
  }

  test('second factors: five of 120 are judged, and the owner gets one mail', async () => {
    const operator = testClient(app)
    const { secret, user } = await signUpOperator(app, operator)
    await sql`UPDATE users SET preferred_language = 'en'`.execute(store().db)
    const wrongCode = totpCode(secret, totpStep(app.clock.now()) + 9)
    const counts = await atOnce((client) => {
      client.token = operator.token
      return client.post('/desk/second-factor', { code: wrongCode })
    })
    expect(counts).toEqual({ 403: guessLimits['second-factor'].account, 429: 115 })
    expect(await mailsAboutGuesses()).toEqual([user.email])
  })

  test('passwords: ten of 120 are judged, of an unknown address too', async () => {
    const email = 'anna@binnenvaart.nl'
    await testClient(app).post('/auth/register', { name: 'Anna Bakker', email, password })
    for (const name of [email, 'nobody@binnenvaart.nl']) {
      const counts = await atOnce((client, index) =>
        client.post('/auth/login', { email: name, password: `wrong ${index}` }),
      )
      // Too many hashes at once are turned away unjudged.
      const { 503: busy = 0, ...judged } = counts
      expect(judged[401]).toBeLessThanOrEqual(guessLimits.login.account)
      expect((judged[401] ?? 0) + (judged[429] ?? 0) + busy).toBe(120)
    }
    expect((await testClient(app).post('/auth/login', { email, password })).status).toBe(429)
    app.clock.advance(60_000)
    expect((await testClient(app).post('/auth/login', { email, password })).status).toBe(200)
  })

  test('claim keys and order keys: of 120 from one network no more than may be', async () => {
    const fromNetwork = (index: number) =>
      testClient(app, { ip: `2001:db8:7:${(index + 1).toString(16)}::1` })
    const claims = await atOnce((_, index) =>
      fromNetwork(index).get('/miners/claim-status/AAAAAAAA-AAAAAAAA'),
    )
    expect(claims).toEqual({
      404: guessLimits['claim-key'].network,
      429: 120 - guessLimits['claim-key'].network,
    })
    const fromAddress = (index: number) =>
      testClient(app, { ip: `2001:db8:7:7::${(index + 1).toString(16)}` })
    const { order } = await placedOrder(testClient(app))
    const orders = await atOnce((_, index) =>
      fromAddress(index).get(`/orders/${order.id}`, { headers: { 'x-order-key': `guess ${index}` } }),
    )
    expect(orders).toEqual({
      404: guessLimits['order-key'].client,
      429: 120 - guessLimits['order-key'].client,
    })
  })
})
