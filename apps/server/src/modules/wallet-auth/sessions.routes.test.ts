import { beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { solanaSigner } from '../../../test/chains/wallet-signers.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { bindingCookieName } from '../../platform/auth/authenticator.ts'
import { createToken } from '../../platform/auth/tokens.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { sweepAccounts } from './sweep-accounts.ts'

const minute = 60_000
const day = 24 * 60 * minute

describeEachEngine('sessions', ({ store }) => {
  let app: TestApp
  let client: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    return () => app.server.close()
  })

  const statusOfMe = async (who: TestClient, token: string, cookie?: string | null) =>
    (await who.get('/wallet-auth/me', { token, ...(cookie === undefined ? {} : { cookie }) })).status
  const refresh = (who: TestClient, token: string, cookie?: string | null) =>
    who.post('/auth/refresh', {}, { token, ...(cookie === undefined ? {} : { cookie }) })

  test('every route for users refuses a missing, made-up, altered, expired or other kind of token', async () => {
    const session = await signUp(client)
    const { registrationToken } = (await walletLogin(client, solanaSigner())).body as {
      registrationToken: string
    }
    const { token } = session
    const bad = [
      null,
      'at_',
      createToken('access', (count) => new Uint8Array(count)),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toLowerCase(),
      session.refreshToken,
      registrationToken,
    ]
    const routes = [...app.router.table.values()].filter(({ auth }) => auth === 'user')
    expect(routes.length).toBeGreaterThanOrEqual(3)
    const tryAll = async (tokens: (string | null)[]) => {
      for (const { method, path } of routes) {
        for (const wrong of tokens) {
          const url = path.replaceAll(/\{\w+\}/g, 'x')
          const answer = await testClient(app).call(method, url, method === 'GET' ? undefined : {}, {
            token: wrong,
          })
          expect([path, wrong, answer.status]).toEqual([path, wrong, 401])
          expect(answer.body).toMatchObject({ success: false, error: 'Authentication required' })
        }
      }
    }
    await tryAll(bad)
    app.clock.advance(10 * minute)
    await tryAll([token])
  })

  test('the refresh refuses access tokens, tickets, made-up and missing tokens', async () => {
    const session = await signUp(client)
    for (const token of [session.token, 'rt_x', createToken('refresh', (count) => new Uint8Array(count))]) {
      expect(await refresh(client, token)).toMatchObject({ status: 401, body: { code: 'session-expired' } })
    }
    expect((await client.post('/auth/refresh', {}, { token: null })).status).toBe(401)
    expect(await statusOfMe(client, session.token)).toBe(200)
  })

  test('an access token lives ten minutes', async () => {
    const { token, expiresAt } = await signUp(client)
    expect(Date.parse(expiresAt) - app.clock.now()).toBe(10 * minute)
    app.clock.advance(10 * minute - 1)
    expect(await statusOfMe(client, token)).toBe(200)
    app.clock.advance(1)
    expect(await statusOfMe(client, token)).toBe(401)
  })

  test('logout ends both tokens at the server', async () => {
    const { token, refreshToken } = await signUp(client)
    const other = await signUp(testClient(app))
    expect((await client.post('/auth/logout', {}, { token })).status).toBe(200)
    expect(await statusOfMe(client, token)).toBe(401)
    expect((await refresh(client, refreshToken)).status).toBe(401)
    expect(await statusOfMe(client, other.token)).toBe(200)
  })

  test('calls without a body may name the JSON content type all the same', async () => {
    const { token, refreshToken } = await signUp(client)
    const refreshed = await client.post('/auth/refresh', '', { token: refreshToken })
    expect(refreshed.status).toBe(200)
    expect((await client.post('/auth/logout', '', { token })).status).toBe(200)
    expect((await client.post('/auth/login', '')).body).toMatchObject({ code: 'invalid-request' })
  })

  describe('rotation', () => {
    test('gives a new pair; the old one used after the new one kills both', async () => {
      const first = await signUp(client)
      const { data: second } = (await refresh(client, first.refreshToken)).body
      expect(second.user.id).toBe(first.user.id)
      expect(await statusOfMe(client, second.token)).toBe(200)
      const { data: third } = (await refresh(client, second.refreshToken)).body
      expect(await statusOfMe(client, third.token)).toBe(200)
      expect((await refresh(client, first.refreshToken)).status).toBe(401)
      for (const token of [first.token, second.token, third.token]) {
        expect(await statusOfMe(client, token)).toBe(401)
      }
      expect((await refresh(client, third.refreshToken)).status).toBe(401)
    })

    test('answers a lost answer once more within 60 s; the dead pair is a tripwire', async () => {
      const first = await signUp(client)
      const { data: lost } = (await refresh(client, first.refreshToken)).body
      app.clock.advance(minute)
      const { data: retried } = (await refresh(client, first.refreshToken)).body
      expect(await statusOfMe(client, lost.token)).toBe(401)
      expect(await statusOfMe(client, retried.token)).toBe(200)
      expect((await refresh(client, lost.refreshToken)).status).toBe(401)
      expect(await statusOfMe(client, retried.token)).toBe(401)
      expect((await refresh(client, retried.refreshToken)).status).toBe(401)
    })

    test('does not answer a second retry', async () => {
      const first = await signUp(client)
      await refresh(client, first.refreshToken)
      const { data: retried } = (await refresh(client, first.refreshToken)).body
      expect((await refresh(client, first.refreshToken)).status).toBe(401)
      expect(await statusOfMe(client, retried.token)).toBe(401)
    })

    test('does not answer a retry after 60 s', async () => {
      const first = await signUp(client)
      const { data: second } = (await refresh(client, first.refreshToken)).body
      app.clock.advance(minute + 1)
      expect((await refresh(client, first.refreshToken)).status).toBe(401)
      expect(await statusOfMe(client, second.token)).toBe(401)
    })

    test('of many at once with one token, at most the retry rule is used and one pair at most survives', async () => {
      const { refreshToken } = await signUp(client)
      const two = await Promise.all([refresh(client, refreshToken), refresh(client, refreshToken)])
      expect(two.map(({ status }) => status)).toEqual([200, 200])
      const living = await Promise.all(two.map(({ body }) => statusOfMe(client, body.data.token)))
      expect(living.sort()).toEqual([200, 401])

      const other = await signUp(testClient(app))
      const three = await Promise.all([1, 2, 3].map(() => refresh(client, other.refreshToken)))
      expect(three.map(({ status }) => status).sort()).toEqual([200, 200, 401])
      for (const { status, body } of three) {
        if (status === 200) expect(await statusOfMe(client, body.data.token)).toBe(401)
      }
    })

    test('ends after 14 days however often it went on', async () => {
      let { refreshToken } = await signUp(client)
      for (let days = 1; days < 14; days += 1) {
        app.clock.advance(day)
        const { status, body } = await refresh(client, refreshToken)
        expect(status).toBe(200)
        refreshToken = body.data.refreshToken
      }
      app.clock.advance(day - minute)
      const last = await refresh(client, refreshToken)
      expect(Date.parse(last.body.data.expiresAt) - app.clock.now()).toBe(minute)
      app.clock.advance(minute)
      expect((await refresh(client, last.body.data.refreshToken)).status).toBe(401)
      expect(await statusOfMe(client, last.body.data.token)).toBe(401)
    })
  })

  describe('browser binding', () => {
    test('sets one HttpOnly, Secure, SameSite=Strict cookie of this host, and the token is worthless without it', async () => {
      const browser = testClient(app, { browser: true })
      const { token, refreshToken } = await signUp(browser)
      expect(browser.cookie).toMatch(/^b_[\w-]{43}$/)
      expect(await statusOfMe(browser, token)).toBe(200)
      for (const cookie of [null, '', 'b_x', createToken('binding', (count) => new Uint8Array(count))]) {
        expect(await statusOfMe(client, token, cookie)).toBe(401)
        expect((await refresh(client, refreshToken, cookie)).status).toBe(401)
      }
      expect((await refresh(browser, refreshToken)).status).toBe(200)
    })

    test('the cookie has every attribute that its name promises, and logout takes it away', async () => {
      const browser = testClient(app, { browser: true })
      const password = 'twaalf kleine ankers'
      const registered = await browser.post('/auth/register', {
        name: 'Piet',
        email: `piet${Math.random()}@schip.nl`,
        password,
      })
      const [cookie] = [registered.headers['set-cookie']].flat() as string[]
      expect(cookie).toContain(`${bindingCookieName}=b_`)
      expect(cookie?.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=1209600',
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ])
      const logout = await browser.post('/auth/logout', {}, { token: registered.body.data.token })
      expect(String(logout.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970')
      expect(browser.cookie).toBeNull()
    })

    test('a session stays bound through its refresh', async () => {
      const browser = testClient(app, { browser: true })
      const { refreshToken } = await signUp(browser)
      const { data } = (await refresh(browser, refreshToken)).body
      expect(await statusOfMe(browser, data.token)).toBe(200)
      expect(await statusOfMe(client, data.token, null)).toBe(401)
    })

    test('a client that is no browser gets no cookie and needs none', async () => {
      const { token } = await signUp(client)
      expect(client.cookie).toBeNull()
      expect(await statusOfMe(client, token)).toBe(200)
      expect(await statusOfMe(client, token, 'b_whatever')).toBe(200)
    })
  })

  test('the sweep removes what nobody can use and nothing else', async () => {
    const kept = await signUp(client)
    const ended = await signUp(testClient(app))
    await client.post('/auth/logout', {}, { token: ended.token })
    const rotated = (await refresh(client, kept.refreshToken)).body.data
    app.clock.advance(10 * minute)
    expect(await sweepAccounts({ store: app.store, clock: app.clock.now })).toBeGreaterThan(0)
    expect(await sweepAccounts({ store: app.store, clock: app.clock.now })).toBe(0)
    const later = (await refresh(client, rotated.refreshToken)).body.data
    expect(await statusOfMe(client, later.token)).toBe(200)
    expect((await refresh(client, kept.refreshToken)).status).toBe(401)
    expect(await statusOfMe(client, later.token)).toBe(401)
  })

  test('tells who is calling, with the roles of now', async () => {
    const { token, user } = await signUp(client)
    const before = await app.sessions.verifyAccess(token, null)
    expect(before).toMatchObject({ userId: user.id, roles: [], sessionCreatedAt: new Date(app.clock.now()) })
    await app.store.db
      .updateTable('users')
      .set({ roles: ['operator'] })
      .where('id', '=', user.id)
      .execute()
    expect((await app.sessions.verifyAccess(token, null))?.roles).toEqual(['operator'])
  })
})
