import { base58 } from '@scure/base'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mailedToken } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { bitcoinSigner, ethereumSigner, solanaSigner } from '../../../test/chains/wallet-signers.ts'
import { signedLogin, signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { sweepAccounts } from './sweep-accounts.ts'
import { issueNonce } from './wallet-login.service.ts'

const refused = {
  success: false,
  error: 'Authentication failed',
  message: 'Authentication failed',
  code: 'authentication-failed',
}
const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describeEachEngine('wallet login', ({ store }) => {
  let app: TestApp
  let client: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    return () => app.server.close()
  })

  describe('GET /wallet-auth/nonce/{wallet}', () => {
    test.each([
      ['0x1234', 'wallet-address-invalid'],
      [vitalik.replace('d8dA', 'D8dA'), 'wallet-address-invalid'],
      ['%00', 'invalid-request'],
      ["'%20OR%201=1", 'wallet-address-invalid'],
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'wallet-address-invalid'],
      ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'wallet-kind-unsupported'],
      [`eip155:137:${vitalik}`, 'wallet-kind-unsupported'],
    ])('refuses %s', async (wallet, code) => {
      expect(await client.get(`/wallet-auth/nonce/${wallet}`)).toMatchObject({
        status: 400,
        body: { success: false, code },
      })
    })

    test('refuses the 31st call of a minute, whatever X-Forwarded-For says', async ({ onTestFinished }) => {
      // The clock stands still: a slow machine takes longer for these than the minute of the rate limit.
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      for (let call = 0; call < 30; call += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${call}` }
        expect((await client.get(`/wallet-auth/nonce/${vitalik}`, { headers })).status).toBe(200)
      }
      const headers = { 'x-forwarded-for': '203.0.113.99' }
      expect(await client.get(`/wallet-auth/nonce/${vitalik}`, { headers })).toMatchObject({
        status: 429,
        body: { success: false, code: 'rate-limited' },
      })
      expect((await testClient(app).get(`/wallet-auth/nonce/${vitalik}`)).status).toBe(200)
    })

    test('caps the unused nonces of a client until they expire and are swept', async () => {
      const deps = {
        store: app.store,
        clock: app.clock.now,
        secretKey: app.secretKey,
        sessions: app.sessions,
        publicUrl: 'https://shipminer.example',
        productName: 'Shipminer',
        nonceLimits: { perClient: 5, inAll: 20 },
        randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
      }
      const issue = (ip: string) => issueNonce(deps, { wallet: vitalik, ip })
      for (let count = 0; count < 5; count += 1) await issue('2001:db8::1')
      await expect(issue('2001:db8::2')).rejects.toMatchObject({ code: 'rate-limited' })
      await issue('2001:db8:0:1::1')
      app.clock.advance(5 * 60_000)
      await issue('2001:db8::1')
      expect(await sweepAccounts(deps)).toBeGreaterThanOrEqual(5)

      const first = await issue('203.0.113.1')
      app.clock.advance(1)
      let last = first
      for (let count = 2; count <= 40; count += 1) last = await issue(`203.0.113.${count}`)
      const stored = await app.store.db.selectFrom('walletNonces').select('nonce').execute()
      expect(stored.length).toBe(20)
      expect(stored).not.toContainEqual({ nonce: first.nonce })
      expect(stored).toContainEqual({ nonce: last.nonce })
    })

    test('writes a message of its own domain with a fresh 128-bit nonce that no cache keeps', async () => {
      const first = await client.get(`/wallet-auth/nonce/${vitalik.toLowerCase()}`, {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      })
      const second = await client.get(`/wallet-auth/nonce/${encodeURIComponent(`eip155:1:${vitalik}`)}`)
      expect(first.headers['cache-control']).toBe('no-store')
      expect(first.body.data).toMatchObject({ namespace: 'eip155', expiresAt: '2026-05-01T10:05:00.000Z' })
      expect(first.body.data.nonce).toMatch(/^[0-9a-f]{32}$/)
      expect(first.body.data.nonce).not.toBe(second.body.data.nonce)
      expect(first.body.data.message).toContain('shipminer.example wants you to sign in')
      expect(first.body.data.message).toContain(vitalik)
      expect(first.body.data.message).not.toContain('evil')
    })

    test('answers alike for a wallet with and without an account', async () => {
      const signer = ethereumSigner()
      await signUp(client, signer)
      const known = await client.get(`/wallet-auth/nonce/${signer.address}`)
      const unknown = await client.get(`/wallet-auth/nonce/${vitalik}`)
      expect(Object.keys(known.body.data)).toEqual(Object.keys(unknown.body.data))
    })
  })

  describe('POST /wallet-auth/login', () => {
    test('refuses an address alone, and one half of a proof', async () => {
      const signer = ethereumSigner()
      const { walletAddress, nonce, signature } = await signedLogin(client, signer)
      for (const body of [{ walletAddress }, { walletAddress, nonce }, { walletAddress, signature }]) {
        expect(await client.post('/wallet-auth/login', body)).toMatchObject({
          status: 400,
          body: { code: 'wallet-signature-required' },
        })
      }
    })

    test('refuses fields that are none of its business', async () => {
      const body = await signedLogin(client, ethereumSigner())
      expect((await client.post('/wallet-auth/login', { ...body, role: 'operator' })).status).toBe(400)
      expect(
        (await client.post('/wallet-auth/login', `{"__proto__":{"a":1},${JSON.stringify(body).slice(1)}`))
          .status,
      ).toBe(400)
      expect((await client.post('/wallet-auth/login', '{"walletAddress":')).body).toMatchObject({
        success: false,
        code: 'invalid-request',
      })
      expect(
        (await client.post('/wallet-auth/login', body, { headers: { 'content-type': 'text/plain' } })).status,
      ).toBe(415)
      expect((await client.post('/wallet-auth/login', { walletAddress: 'x'.repeat(40_000) })).status).toBe(
        413,
      )
    })

    test('refuses a nonce twice, even at once, and whatever became of the first try', async () => {
      const signer = ethereumSigner()
      await signUp(client, signer)
      const body = await signedLogin(client, signer)
      const answers = await Promise.all([
        client.post('/wallet-auth/login', body),
        client.post('/wallet-auth/login', body),
        client.post('/wallet-auth/login', body),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect(await client.post('/wallet-auth/login', body)).toMatchObject({ status: 401, body: refused })

      const second = await signedLogin(client, signer)
      const wrong = await ethereumSigner().sign('something else')
      expect((await client.post('/wallet-auth/login', { ...second, signature: wrong })).body).toEqual(refused)
      expect((await client.post('/wallet-auth/login', second)).body).toEqual(refused)
    })

    test('refuses a nonce of five minutes and more', async () => {
      const signer = ethereumSigner()
      await signUp(client, signer)
      const late = await signedLogin(client, signer)
      const inTime = await signedLogin(client, signer)
      app.clock.advance(5 * 60_000 - 1)
      expect((await client.post('/wallet-auth/login', inTime)).status).toBe(200)
      app.clock.advance(1)
      expect(await client.post('/wallet-auth/login', late)).toMatchObject({ status: 401, body: refused })
    })

    test('refuses the nonce of another wallet and of another chain', async () => {
      const [victim, attacker, solana] = [ethereumSigner(), ethereumSigner(), solanaSigner()]
      await signUp(client, victim)
      const own = await signedLogin(client, attacker)
      expect(
        (await client.post('/wallet-auth/login', { ...own, walletAddress: victim.address })).body,
      ).toEqual(refused)
      const other = await signedLogin(client, solana)
      expect(
        (await client.post('/wallet-auth/login', { ...other, walletAddress: victim.address })).body,
      ).toEqual(refused)
    })

    test.each(['', 'abc', '0'.repeat(32), '0'.repeat(31), "' OR '1'='1", '\0'.repeat(32)])(
      'refuses the made-up nonce %j',
      async (nonce) => {
        const signature = await ethereumSigner().sign('text')
        const { status } = await client.post('/wallet-auth/login', {
          walletAddress: vitalik,
          nonce,
          signature,
        })
        // What no database can hold is refused before anything is looked for.
        expect(status).toBe(nonce === '' || nonce.includes('\0') ? 400 : 401)
      },
    )

    test.each([
      ['domain', 'shipminer.example wants', 'evil.example wants'],
      ['URI', 'URI: https://shipminer.example', 'URI: https://evil.example'],
      ['chain id', 'Chain ID: 1', 'Chain ID: 137'],
      ['version', 'Version: 1', 'Version: 2'],
      ['line ends', '\n', '\r\n'],
      ['expiry', 'Expiration Time: 2026', 'Expiration Time: 2036'],
    ])('refuses a signature over the text with another %s', async (_what, from, to) => {
      const signer = ethereumSigner()
      await signUp(client, signer)
      const { body } = await client.get(`/wallet-auth/nonce/${signer.address}`)
      const { nonce, message } = body.data as { nonce: string; message: string }
      expect(message).toContain(from)
      const signature = await signer.sign(message.replaceAll(from, to))
      const login = { walletAddress: signer.address, nonce, signature }
      expect(await client.post('/wallet-auth/login', login)).toMatchObject({ status: 401, body: refused })
    })

    test("refuses a stranger's signature over the victim's text", async () => {
      for (const make of [ethereumSigner, solanaSigner, bitcoinSigner]) {
        const victim = make()
        const { body } = await client.get(`/wallet-auth/nonce/${victim.address}`)
        const signature = await make().sign(body.data.message)
        const login = { walletAddress: victim.address, nonce: body.data.nonce, signature }
        expect((await client.post('/wallet-auth/login', login)).body).toEqual(refused)
      }
    })

    test('refuses 64 forgeries for the address 111…1', async () => {
      const walletAddress = '1'.repeat(32)
      const forgery = new Uint8Array(64)
      forgery[0] = 1
      for (let round = 0; round < 64; round += 1) {
        const guest = testClient(app)
        const { body } = await guest.get(`/wallet-auth/nonce/${walletAddress}`)
        const login = { walletAddress, nonce: body.data.nonce, signature: base58.encode(forgery) }
        expect((await guest.post('/wallet-auth/login', login)).status).toBe(401)
      }
    })

    test('gives a proven new wallet 404 and a ticket, and nothing to one that proved nothing', async () => {
      const answer = await walletLogin(client, ethereumSigner())
      expect(answer).toMatchObject({
        status: 404,
        body: { success: false, error: 'User not found', code: 'user-not-found' },
      })
      expect(answer.body.registrationToken).toMatch(/^reg_[\w-]{43}$/)
      const body = { ...(await signedLogin(client, ethereumSigner())), signature: '0x00' }
      expect((await client.post('/wallet-auth/login', body)).body.registrationToken).toBeUndefined()
    })

    test.each([
      ['Ethereum', ethereumSigner],
      ['Solana', solanaSigner],
      ['Bitcoin', bitcoinSigner],
    ])('signs a known %s wallet in, from either of two nonces', async (_chain, make) => {
      const signer = make()
      const { user } = await signUp(client, signer)
      const [first, second] = [await signedLogin(client, signer), await signedLogin(client, signer)]
      for (const body of [second, first]) {
        const answer = await client.post('/wallet-auth/login', body)
        expect(answer).toMatchObject({
          status: 200,
          body: { success: true, data: { user: { id: user.id } } },
        })
        expect(answer.headers['cache-control']).toBe('no-store')
        expect(answer.body.data.token).toMatch(/^at_[\w-]{43}$/)
        expect(answer.body.data.refreshToken).toMatch(/^rt_[\w-]{43}$/)
      }
    })

    test('is the same user in every spelling of an address', async () => {
      const signer = ethereumSigner()
      const { user } = await signUp(client, signer)
      const lower = signer.address.toLowerCase()
      for (const walletAddress of [
        lower,
        `0x${lower.slice(2).toUpperCase()}`,
        `eip155:1:${signer.address}`,
      ]) {
        const body = await signedLogin(client, { ...signer, address: walletAddress })
        expect((await client.post('/wallet-auth/login', body)).body.data.user.id).toBe(user.id)
      }
    })
  })

  describe('a contract wallet', () => {
    const contract = ethereumSigner().address
    const signer = { address: contract, sign: async () => `0x${'22'.repeat(130)}` }
    const openWith = async (answerOf: (method: string) => object) => {
      await app.server.close()
      app = await buildTestApp(store(), {
        settings: { CONTRACT_WALLET_RPC_URL: 'http://node.test' },
        fetch: async (_, init) => Response.json(answerOf(JSON.parse(String(init?.body)).method)),
      })
      client = testClient(app)
    }
    const answers: Record<string, object> = {
      eth_chainId: { result: '0x1' },
      eth_getCode: { result: '0x6001' },
      eth_call: { result: `0x1626ba7e${'00'.repeat(28)}` },
    }

    test('is told why it cannot sign in where no node is set', async () => {
      expect(await walletLogin(client, signer)).toMatchObject({
        status: 400,
        body: { code: 'contract-wallet-unsupported' },
      })
    })

    test('signs in over the node, and is asked to come back while that is away', async () => {
      await openWith((method) => answers[method] ?? {})
      expect((await signUp(client, signer)).user.id).toBeTruthy()
      expect((await walletLogin(client, signer)).status).toBe(200)
      await openWith((method) => ({ ...answers[method], ...(method === 'eth_call' && { result: '0x' }) }))
      expect((await walletLogin(client, signer)).body.code).toBe('authentication-failed')
      await openWith(() => ({ error: { code: -32000, message: 'busy' } }))
      expect(await walletLogin(client, signer)).toMatchObject({
        status: 503,
        body: { code: 'service-unavailable' },
      })
    })
  })

  describe('POST /wallet-auth/register', () => {
    const profile = (walletAddress: string, email: string) => ({ walletAddress, name: 'Jan Bakker', email })
    let people = 0
    const newEmail = () => {
      people += 1
      return `jan${people}@binnenvaart.nl`
    }
    async function ticketFor(signer = ethereumSigner()) {
      const { registrationToken } = (await walletLogin(testClient(app), signer)).body
      return { walletAddress: signer.address, ticket: registrationToken as string, signer }
    }

    test('refuses without a ticket, with an altered one, and with another kind of token', async () => {
      const { walletAddress, ticket } = await ticketFor()
      const session = await signUp(testClient(app))
      const email = newEmail()
      expect((await client.post('/wallet-auth/register', profile(walletAddress, email))).status).toBe(401)
      for (const token of [
        `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`,
        'reg_',
        session.token,
        session.refreshToken,
      ]) {
        expect(
          await client.post('/wallet-auth/register', profile(walletAddress, email), { token }),
        ).toMatchObject({
          status: 401,
          body: refused,
        })
      }
    })

    test('refuses the ticket of another wallet, an old one and a used one', async () => {
      const [mine, other] = [await ticketFor(), await ticketFor()]
      const register = (walletAddress: string, token: string) =>
        client.post('/wallet-auth/register', profile(walletAddress, newEmail()), { token })
      expect((await register(other.walletAddress, mine.ticket)).body).toEqual(refused)
      expect((await register(mine.walletAddress, mine.ticket)).status).toBe(200)
      expect((await register(mine.walletAddress, mine.ticket)).body).toEqual(refused)
      app.clock.advance(10 * 60_000)
      expect((await register(other.walletAddress, other.ticket)).body).toEqual(refused)
    })

    test.each([
      ['Wallet User', 'jan@binnenvaart.nl'],
      [' new user ', 'jan@binnenvaart.nl'],
      ['Jan Bakker', 'jan@example.com'],
      ['Jan Bakker', 'jan@wallet.temp'],
    ])('refuses the placeholders %s, %s and keeps the ticket good', async (name, email) => {
      const { walletAddress, ticket: token } = await ticketFor()
      expect(
        await client.post('/wallet-auth/register', { walletAddress, name, email }, { token }),
      ).toMatchObject({
        status: 400,
        body: { error: 'Please fill in at least your name and email address.', code: 'setup-incomplete' },
      })
      expect(
        (await client.post('/wallet-auth/register', profile(walletAddress, newEmail()), { token })).status,
      ).toBe(200)
    })

    test.each(['role', 'roles', 'user_id', 'balance', 'status', 'needsSetup'])(
      'refuses the extra field %s',
      async (field) => {
        const { walletAddress, ticket: token } = await ticketFor()
        const body = { ...profile(walletAddress, newEmail()), [field]: ['operator'] }
        expect((await client.post('/wallet-auth/register', body, { token })).status).toBe(400)
      },
    )

    test('refuses control characters and broken e-mail addresses', async () => {
      const { walletAddress, ticket: token } = await ticketFor()
      for (const change of [
        { name: 'a\0b' },
        { company: 'x\0' },
        { email: 'a\0@b.nl' },
        { email: 'nobody' },
        { name: ' ' },
      ]) {
        const body = { ...profile(walletAddress, newEmail()), ...change }
        expect((await client.post('/wallet-auth/register', body, { token })).status).toBe(400)
      }
    })

    test('refuses a verified e-mail in any case, and lets the person choose another', async () => {
      const taken = await signUp(testClient(app))
      const mailed = await mailedToken(app, taken.user.email)
      expect((await client.post('/auth/verify-email', { token: mailed })).status).toBe(200)
      const { walletAddress, ticket: token } = await ticketFor()
      const body = profile(walletAddress, taken.user.email.toUpperCase())
      expect(await client.post('/wallet-auth/register', body, { token })).toMatchObject({
        status: 409,
        body: { code: 'account-exists' },
      })
      expect(
        (await client.post('/wallet-auth/register', profile(walletAddress, newEmail()), { token })).status,
      ).toBe(200)
    })

    test('refuses a second account for one wallet', async () => {
      const { walletAddress, ticket: first, signer } = await ticketFor()
      const { ticket: second } = await ticketFor(signer)
      const register = (token: string) =>
        client.post('/wallet-auth/register', profile(walletAddress, newEmail()), { token })
      expect((await register(first)).status).toBe(200)
      expect(await register(second)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
    })

    test('makes one account of two tries at once: with one ticket, for one wallet', async () => {
      const statuses = async (tries: { walletAddress: string; ticket: string; email: string }[]) => {
        const answers = await Promise.all(
          tries.map(({ walletAddress, ticket: token, email }) =>
            testClient(app).post('/wallet-auth/register', profile(walletAddress, email), { token }),
          ),
        )
        return answers.map(({ status }) => status).sort()
      }
      const one = await ticketFor()
      expect(
        await statuses([
          { ...one, email: newEmail() },
          { ...one, email: newEmail() },
        ]),
      ).toEqual([200, 401])
      const two = await ticketFor()
      const again = await ticketFor(two.signer)
      expect(
        await statuses([
          { ...two, email: newEmail() },
          { ...again, email: newEmail() },
        ]),
      ).toEqual([200, 409])
    })

    test('makes the account and signs in', async () => {
      const { walletAddress, ticket: token } = await ticketFor()
      const body = {
        ...profile(walletAddress.toLowerCase(), '  Kapitein@Binnenvaart.NL '),
        company: 'Rederij Bakker',
        phone: '',
        preferredLanguage: 'nl',
        newsletter: true,
      }
      const answer = await client.post('/wallet-auth/register', body, { token })
      expect(answer).toMatchObject({
        status: 200,
        body: {
          data: {
            user: {
              name: 'Jan Bakker',
              email: 'kapitein@binnenvaart.nl',
              company: 'Rederij Bakker',
              phone: null,
              preferredLanguage: 'nl',
              walletAddress,
              wallets: [{ namespace: 'eip155', address: walletAddress }],
              memberSince: '2026-05-01T10:00:00.000Z',
              needsSetup: false,
              roles: [],
            },
          },
        },
      })
      const me = await client.get('/wallet-auth/me', { token: answer.body.data.token })
      expect(me.body.data.user).toEqual(answer.body.data.user)
    })
  })

  test('nothing of a sign-in is in the log: no token, no signature, no nonce', async () => {
    const signer = ethereumSigner()
    const login = await signedLogin(client, signer)
    const { registrationToken } = (await client.post('/wallet-auth/login', login)).body
    const browser = testClient(app, { browser: true })
    const session = await signUp(browser, solanaSigner())
    await browser.post('/auth/refresh', {}, { token: session.refreshToken })
    await browser.post('/auth/logout')
    await client.get('/wallet-auth/me', { token: session.token })
    const log = app.log()
    expect(log).toContain('/api/wallet-auth/login')
    for (const secret of [
      login.signature,
      login.nonce,
      registrationToken,
      session.token,
      session.refreshToken,
    ]) {
      expect(log).not.toContain(secret)
    }
    expect(log).not.toMatch(/\b(at|rt|reg|b)_[\w-]{43}/)
  })
})
