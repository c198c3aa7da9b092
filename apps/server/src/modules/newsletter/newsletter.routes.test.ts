import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner } from '../../../test/chains/wallet-signers.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'

describeEachEngine('the newsletter', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let reader: TestClient
  let userId: string
  beforeAll(async () => {
    app = await buildTestApp(store())
    operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    reader = testClient(app)
    const { user } = await signUp(reader)
    userId = user.id
    await store()
      .db.updateTable('users')
      .set({ name: '=HYPERLINK("x")', preferredLanguage: 'de' })
      .where('id', '=', userId)
      .execute()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => app.server.close())
  const data = async () => (await operator.get('/desk/newsletter')).body.data
  const confirm = (emailVerifiedAt: Date | null) =>
    store().db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', userId).execute()
  const wants = async () => (await reader.get('/user/profile')).body.data.profile.newsletter
  const exported = async () =>
    (await operator.post('/desk/newsletter/export', { reason: 'autumn issue' })).body.data
  const linkOf = async () => {
    const link: string = (await exported()).csv.match(/https:\S+/)?.[0] ?? ''
    return new URL(link.trim())
  }
  const post = (link: URL, payload: string, type = 'application/x-www-form-urlencoded') =>
    app.server.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': type, 'accept-language': 'nl' },
      payload,
      remoteAddress: '203.0.113.9',
    })

  test('whoever wants it is listed, with when and from where', async () => {
    expect(await data()).toEqual({ counts: [], subscribers: [], next: null })
    app.clock.advance(1000)
    await reader.call('PUT', '/user/profile', { newsletter: true })
    await reader.call('PUT', '/user/profile', { newsletter: true })
    expect(await data()).toMatchObject({
      counts: [{ language: 'de', confirmed: 0, unconfirmed: 1 }],
      subscribers: [{ id: userId, since: app.clock.now(), source: 'profile', isConfirmed: false }],
    })
    expect((await reader.get('/user/data')).body.data.newsletterConsents).toMatchObject([
      { subscribed: true, source: 'profile' },
    ])
  })

  test('only confirmed addresses are exported, as text and never as a formula, and it is noted', async () => {
    await confirm(null)
    expect(await exported()).toEqual({ csv: '\ufeffemail,name,language,since,unsubscribe\r\n', rows: 0 })
    await confirm(new Date(app.clock.now()))
    const { csv, rows } = await exported()
    expect(rows).toBe(1)
    expect(csv).toMatch(
      /\r\n[^,]+@[^,]+,"'=HYPERLINK\(""x""\)",de,2026-05-01T10:00:01\.000Z,https:\/\/shipminer\.example\/newsletter\/unsubscribe\?token=[\w.-]+&lang=de\r\n$/,
    )
    expect((await operator.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'newsletter.export',
      subject: 'newsletter 1',
      reason: 'autumn issue',
    })
  })

  test('a link that is not whole ends nothing', async () => {
    const link = await linkOf()
    const token = link.searchParams.get('token') ?? ''
    for (const wrong of ['', 'x', token.slice(0, -2), token.replace(/^.{8}/, '00000000'), `${userId}.`])
      expect(await testClient(app).post('/newsletter/unsubscribe', { token: wrong })).toMatchObject({
        status: 404,
        body: { code: 'unsubscribe-link-invalid' },
      })
    link.searchParams.set('token', 'x')
    expect((await post(link, 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
    expect((await post(new URL('/newsletter/unsubscribe?token=a&token=b', link), '')).statusCode).toBe(404)
    expect((await post(link, 'x'.repeat(5000))).statusCode).toBe(413)
    expect(await wants()).toBe(true)
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click', 'one-click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
      'one-click',
    ],
    ['application/x-www-form-urlencoded', '', 'link'],
  ])('a form of %s with %j ends it at once, and again', async (type, payload, source) => {
    await reader.call('PUT', '/user/profile', { newsletter: true })
    const link = await linkOf()
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(link, payload, type)
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'Sie erhalten den Newsletter nicht mehr.\n',
      ])
    }
    expect(await wants()).toBe(false)
    const { newsletterConsents } = (await reader.get('/user/data')).body.data
    expect(newsletterConsents.at(-1)).toMatchObject({ subscribed: false, source })
    expect(newsletterConsents.at(-2)).toMatchObject({ subscribed: true })
  })

  test('a browser whose scripts are not there yet gets a page, in the language of its reader', async () => {
    await reader.call('PUT', '/user/profile', { newsletter: true })
    const link = await linkOf()
    const answer = await app.server.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      },
      payload: '',
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toMatch(
      /^<!doctype html><html lang="de">.*<title>Sie erhalten den Newsletter nicht mehr\..*<main><h1>Sie erhalten den Newsletter nicht mehr\.<\/h1>/,
    )
    expect(await wants()).toBe(false)
  })

  test('the page’s call ends it, is no session, and means nothing once the account is gone', async () => {
    await reader.call('PUT', '/user/profile', { newsletter: true })
    const token = (await linkOf()).searchParams.get('token') ?? ''
    const visitor = testClient(app)
    expect((await visitor.get('/user/profile', { token })).status).toBe(401)
    expect((await visitor.post('/newsletter/unsubscribe', { token })).status).toBe(200)
    expect(await wants()).toBe(false)
    await store().db.deleteFrom('users').where('id', '=', userId).execute()
    expect((await visitor.post('/newsletter/unsubscribe', { token })).status).toBe(200)
    expect(await data()).toMatchObject({ subscribers: [] })
  })

  test('a consent given at the setup is written down', async () => {
    const client = testClient(app)
    const signer = ethereumSigner()
    const { registrationToken } = (await walletLogin(client, signer)).body
    const person = { walletAddress: signer.address, name: 'Jan', email: 'jan@kade.nl', newsletter: true }
    const registered = await client.post('/wallet-auth/register', person, { token: registrationToken })
    const { user } = registered.body.data
    expect(await data()).toMatchObject({ subscribers: [{ id: user.id, source: 'setup' }] })
  })

  test('pressing ends for one address, not for others', async () => {
    // The clock stands still: a slow machine takes longer for these than the minute of the rate limit.
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = testClient(app)
    const answers = []
    for (let press = 0; press < 61; press += 1)
      answers.push((await client.post('/newsletter/unsubscribe', { token: 'x' })).status)
    expect(answers.at(-1)).toBe(429)
    expect((await testClient(app).post('/newsletter/unsubscribe', { token: 'x' })).status).toBe(404)
  })
})
