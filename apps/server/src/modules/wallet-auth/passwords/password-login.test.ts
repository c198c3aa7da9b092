import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken } from '../../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine } from '../../../platform/db/testing.ts'

const password = 'twaalf kleine ankers'
let people = 0
const newEmail = () => {
  people += 1
  return `schipper${people}@binnenvaart.nl`
}

describeEachEngine('password login', ({ store }) => {
  let app: TestApp
  let client: TestClient
  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    return () => app.server.close()
  })
  const register = (body: object, who = client) =>
    who.post('/auth/register', { name: 'Jan Bakker', email: newEmail(), password, ...body })

  describe('POST /auth/register', () => {
    test.each(['', 'password', 'Kq7#vTz9', 'Welkom123456!', 'janbakker12345', 'a'.repeat(64)])(
      'refuses the password %s',
      async (weak) => {
        expect(await register({ password: weak })).toMatchObject({
          status: 400,
          body: {
            code: 'password-too-weak',
            error: 'Choose a longer or less common password (12 characters or more).',
          },
        })
      },
    )

    test('refuses more than 256 characters, other fields and placeholders', async () => {
      expect((await register({ password: 'aB3$'.repeat(65) })).status).toBe(400)
      expect((await register({ role: 'operator' })).status).toBe(400)
      expect((await register({ balance: 1 })).status).toBe(400)
      expect((await register({ name: 'New User' })).body.code).toBe('setup-incomplete')
      expect((await register({ email: 'a@placeholder.com' })).body.code).toBe('setup-incomplete')
    })

    test('refuses a proven e-mail, of a wallet account too, and of two at once one', async () => {
      const walletUser = await signUp(testClient(app))
      const token = await mailedToken(app, walletUser.user.email)
      expect((await testClient(app).post('/auth/verify-email', { token })).status).toBe(200)
      expect((await register({ email: walletUser.user.email })).status).toBe(409)
      const email = newEmail()
      const answers = await Promise.all([
        register({ email }, testClient(app)),
        register({ email: email.toUpperCase() }, testClient(app)),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    test('makes the account with a password of 64 random characters and signs in', async () => {
      const long = 'zN8!kD2&wQ5?vH7*'.repeat(4)
      const email = newEmail()
      const { status, body } = await register({ email, password: long })
      expect(status).toBe(200)
      expect(body.data.user).toMatchObject({ email, walletAddress: null, wallets: [], needsSetup: false })
      expect((await client.get('/wallet-auth/me', { token: body.data.token })).status).toBe(200)
      expect((await client.post('/auth/login', { email, password: long })).status).toBe(200)
    })
  })

  describe('POST /auth/login', () => {
    test('answers a wrong password and an unknown e-mail alike', async () => {
      const email = newEmail()
      await register({ email })
      const wrong = await client.post('/auth/login', { email, password: `${password}!` })
      const unknown = await client.post('/auth/login', { email: newEmail(), password })
      const strange = await client.post('/auth/login', { email: "x' OR 1=1 --", password })
      expect(wrong).toMatchObject({
        status: 401,
        body: { success: false, error: 'Login failed. Please check your credentials.' },
      })
      expect(unknown.body).toEqual(wrong.body)
      expect(strange.body).toEqual(wrong.body)
    })

    test.each([
      { email: '', password: 'x' },
      { email: 'a@b.nl', password: '' },
      { email: '  ', password: '' },
    ])('refuses blank fields %j', async (body) => {
      expect(await client.post('/auth/login', body)).toMatchObject({
        status: 400,
        body: { error: 'Please fill in all fields' },
      })
    })

    test('refuses the eleventh try of a minute, the right one too', async () => {
      const email = newEmail()
      await register({ email }, testClient(app))
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await client.post('/auth/login', { email, password: 'wrong' })).status).toBe(401)
      }
      expect(await client.post('/auth/login', { email, password })).toMatchObject({
        status: 429,
        body: { code: 'rate-limited' },
      })
      const elsewhere = testClient(app)
      expect((await elsewhere.post('/auth/login', { email, password })).status).toBe(429)
      app.clock.advance(60_000)
      expect((await elsewhere.post('/auth/login', { email, password })).status).toBe(200)
    })

    test('signs in with the e-mail in any case, and brings an old hash up to date', async () => {
      const email = newEmail()
      const { body } = await register({ email })
      const userId = body.data.user.id as string
      const old = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
      await app.store.db.updateTable('passwords').set({ phc: old }).where('userId', '=', userId).execute()
      for (const spelling of [` ${email.toUpperCase()} `, email]) {
        const login = await client.post('/auth/login', { email: spelling, password })
        expect(login.body.data.user.id).toBe(userId)
      }
      const { phc } = await app.store.db
        .selectFrom('passwords')
        .select('phc')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      expect(phc).toContain('m=19456,t=2,p=1')
    })
  })

  test('no password and no hash of one is in the log', async () => {
    const email = newEmail()
    await register({ email })
    await client.post('/auth/login', { email, password })
    await client.post('/auth/login', { email, password: 'a wrong one of mine' })
    expect(app.log()).not.toMatch(/twaalf|a wrong one|argon2/)
  })

  describe('POST /auth/demo', () => {
    test('is refused in the words of docs/product.md 8.5 unless this is the demonstration', async () => {
      expect(await client.post('/auth/demo')).toMatchObject({
        status: 403,
        body: { success: false, error: 'Demo login disabled in production' },
      })
    })

    test('enters the one account of the demonstration, whoever comes', async () => {
      const demo = await buildTestApp(store(), { demo: true })
      const answers = await Promise.all([
        testClient(demo).post('/auth/demo'),
        testClient(demo).post('/auth/demo'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const [first, second] = answers.map(({ body }) => body.data.user)
      expect(first).toEqual(second)
      expect(first).toMatchObject({ needsSetup: false, roles: [] })
      await demo.server.close()
    })
  })
})
