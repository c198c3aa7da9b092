import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { ethereumSigner } from '../../../test/chains/wallet-signers.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'

const password = 'a long row of words'

/** Someone enters an address that is not theirs, by mistake or not: its real owner must not be locked out. */
describeEachEngine('an e-mail address that nobody proved', ({ store }) => {
  let app: TestApp
  let holder: TestClient
  let email: string

  beforeEach(async () => {
    app = await buildTestApp(store())
    holder = testClient(app)
    email = (await signUp(holder)).user.email
    return () => app.server.close()
  })

  const profile = async (who: TestClient) => (await who.get('/user/profile')).body.data.profile
  const verify = (token: string) => testClient(app).post('/auth/verify-email', { token })
  const login = (text: string) => testClient(app).post('/auth/login', { email, password: text })

  /** A new account by wallet with the holder's address, and the token of its mail. */
  async function claimant(): Promise<{ who: TestClient; token: string }> {
    const who = testClient(app)
    const signer = ethereumSigner()
    const { registrationToken } = (await walletLogin(who, signer)).body as { registrationToken: string }
    const body = { walletAddress: signer.address, name: 'Piet Smit', email }
    const answer = await who.post('/wallet-auth/register', body, { token: registrationToken })
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { email, needsSetup: false } } } })
    who.token = answer.body.data.token
    return { who, token: await mailedToken(app, email) }
  }

  test('is pending for a second account, and the first to answer the mail has it', async () => {
    const holderToken = await mailedToken(app, email)
    const { who, token } = await claimant()
    expect(await profile(who)).toMatchObject({ user: { email }, pendingEmail: email, emailVerified: false })
    expect((await verify(token)).body.data).toEqual({ email })
    expect(await profile(who)).toMatchObject({ user: { email }, pendingEmail: null, emailVerified: true })
    expect(await profile(holder)).toMatchObject({
      user: { email: null, needsSetup: true },
      emailVerified: false,
    })
    expect((await verify(holderToken)).body.code).toBe('link-invalid')
  })

  test('stays with its holder who proves it', async () => {
    const holderToken = await mailedToken(app, email)
    const { who, token } = await claimant()
    expect((await verify(holderToken)).status).toBe(200)
    expect(await verify(token)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
    expect(await profile(who)).toMatchObject({ emailVerified: false })
    expect(await profile(holder)).toMatchObject({ user: { email }, emailVerified: true })
  })

  test('goes to exactly one of several who answer at once', async () => {
    const tokens = [await mailedToken(app, email)]
    for (let count = 0; count < 3; count++) tokens.push((await claimant()).token)
    const answers = await Promise.all(tokens.map(verify))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([409, 410], body.code).toContain(status)
    }
    const owners = await app.store.db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('email', '=', email)
      .execute()
    expect(owners).toHaveLength(1)
    expect(owners[0]?.emailVerifiedAt).not.toBeNull()
  })

  test('is asked for anew of whoever lost it', async () => {
    const { token } = await claimant()
    await verify(token)
    const own = `own.${email}`
    expect((await holder.call('PUT', '/user/profile', { email })).body.code).toBe('account-exists')
    expect(await holder.call('PUT', '/user/profile', { email: own })).toMatchObject({
      status: 200,
      body: { data: { profile: { user: { email: own, needsSetup: false } } } },
    })
  })

  test('of an account that lost its own is pending as well', async () => {
    const { token } = await claimant()
    await verify(token)
    const other = testClient(app)
    const { user } = await signUp(other)
    const answer = await holder.call('PUT', '/user/profile', { email: user.email })
    expect(answer.body.data.profile).toMatchObject({ user: { email: user.email }, pendingEmail: user.email })
    expect((await verify(await mailedToken(app, user.email))).status).toBe(200)
    expect((await profile(other)).user.email).toBeNull()
  })

  describe('with a password', () => {
    const register = (text = password) =>
      testClient(app).post('/auth/register', { name: 'Piet Smit', email, password: text })

    test('of a wallet account: a new account logs in with it once it is proven', async () => {
      const { status, body } = await register()
      expect(status).toBe(200)
      expect(body.data.user).toMatchObject({ email, needsSetup: false })
      expect((await login(password)).status, 'not proven yet').toBe(401)
      expect((await verify(await mailedToken(app, email))).status).toBe(200)
      expect(await login(password)).toMatchObject({ status: 200, body: { data: { user: { email } } } })
      expect((await register('another row of words')).status).toBe(409)
    })

    test('that opens an account which can be reset, a second is refused', async () => {
      const other = `other.${email}`
      const twice = () =>
        testClient(app).post('/auth/register', { name: 'Piet Smit', email: other, password })
      expect((await twice()).status).toBe(200)
      expect(await twice()).toMatchObject({ status: 409, body: { code: 'account-exists' } })
    })

    test('whoever loses the address keeps the password for proofs, not for logging in with it', async () => {
      const loser = testClient(app)
      const lost = `lost.${email}`
      const made = await loser.post('/auth/register', { name: 'Piet Smit', email: lost, password })
      loser.token = made.body.data.token
      const signer = ethereumSigner()
      const proof = await signedProof(loser, signer, 'link-wallet')
      expect((await loser.post('/user/wallets', proof)).status).toBe(200)
      email = lost
      const { who, token } = await claimant()
      expect((await verify(token)).status).toBe(200)
      expect((await login(password)).status).toBe(401)
      expect((await loser.post('/user/confirm', { proof: { password } })).status).toBe(200)
      expect(await profile(who)).toMatchObject({ user: { email: lost }, emailVerified: true })
    })
  })
})
