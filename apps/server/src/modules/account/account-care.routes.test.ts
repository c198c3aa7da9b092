import type { ProofPurpose } from '@shipminer/contract/account/profile'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, mailsTo, signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import {
  bitcoinSigner,
  ethereumSigner,
  type Signer,
  solanaSigner,
} from '../../../test/chains/wallet-signers.ts'
import { startMailServer } from '../../../test/services/mail-server.ts'
import { signedLogin, signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { sendOutbox } from '../../platform/mail/send-outbox.ts'
import { createSmtpMailer } from '../../platform/mail/smtp-mailer.ts'
import { sweepAccounts } from '../wallet-auth/sweep-accounts.ts'

const minute = 60_000
const hour = 60 * minute
const password = 'twaalf kleine ankers'
const other = 'dertien grote boeien'
let people = 0
const newEmail = () => {
  people += 1
  return `kapitein${people}@binnenvaart.nl`
}

describeEachEngine('account care', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let signer: Signer
  let email: string
  let userId: string
  let refreshToken: string
  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    signer = ethereumSigner()
    const session = await signUp(client, signer)
    email = session.user.email
    userId = session.user.id
    refreshToken = session.refreshToken
    return () => app.server.close()
  })
  const profile = async (who = client) => (await who.get('/user/profile')).body.data.profile
  const verify = (token: string) => testClient(app).post('/auth/verify-email', { token })
  const verified = async (address = email) => verify(await mailedToken(app, address))
  const setPassword = (proof: unknown, text = password, who = client) =>
    who.call('PUT', '/user/password', { password: text, ...(proof ? { proof } : {}) })
  const login = (address: string, text: string) =>
    testClient(app).post('/auth/login', { email: address, password: text })
  const subjects = async (address = email) => (await mailsTo(app, address)).map(({ subject }) => subject)
  const goOn = async (ms: number) => {
    app.clock.advance(ms)
    const { data } = (await client.call('POST', '/auth/refresh', undefined, { token: refreshToken })).body
    client.token = data.token
    refreshToken = data.refreshToken
  }
  const registered = async (who: TestClient, address = newEmail()) => {
    const { body } = await who.post('/auth/register', { name: 'Jan Bakker', email: address, password })
    who.token = body.data.token
    return address
  }

  describe('POST /user/proof-message', () => {
    const ask = (body: object, who = client) => who.post('/user/proof-message', body)

    test.each<[object, number, string]>([
      [{ walletAddress: '0x12', purpose: 'set-password' }, 400, 'wallet-address-invalid'],
      [{ purpose: 'sell-ship' }, 400, 'invalid-request'],
      [{ purpose: 'set-password', subject: 'x' }, 400, 'invalid-request'],
      [{ purpose: 'payout-address' }, 400, 'payout-address-invalid'],
      [{ purpose: 'payout-address', subject: 'bc1qnonsense' }, 400, 'payout-address-invalid'],
      [{ purpose: 'change-email', subject: 'a b@c.nl' }, 400, 'invalid-request'],
      [{ purpose: 'change-email', subject: 'x@y.nl\nURI: https://evil.example' }, 400, 'invalid-request'],
      [{ purpose: 'unlink-wallet' }, 400, 'wallet-address-invalid'],
    ])('refuses %j', async (body, status, code) => {
      expect(await ask({ walletAddress: signer.address, ...body })).toMatchObject({ status, body: { code } })
    })

    test('refuses the wallet of nobody and of somebody else, unless it is to be linked', async () => {
      const stranger = ethereumSigner()
      await signUp(testClient(app), stranger)
      for (const { address } of [ethereumSigner(), stranger]) {
        const answer = await ask({ walletAddress: address, purpose: 'set-password' })
        expect(answer).toMatchObject({ status: 404, body: { code: 'wallet-not-found' } })
        expect((await ask({ walletAddress: address, purpose: 'link-wallet' })).status).toBe(200)
      }
    })

    test('writes what is signed: site, purpose, subject and account', async () => {
      const subject = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
      const { status, body } = await ask({
        walletAddress: signer.address,
        purpose: 'payout-address',
        subject: subject.toUpperCase(),
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ namespace: 'eip155', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) })
      expect(Date.parse(body.data.expiresAt)).toBe(app.clock.now() + 5 * minute)
      expect(body.data.message.split('\n').slice(0, 4)).toEqual([
        'shipminer.example wants you to sign in with your Ethereum account:',
        signer.address,
        '',
        `Pay out to ${subject} from now on, for the Shipminer account of ${email}. This costs nothing and sends no transaction.`,
      ])
    })

    test('caps unused messages of one user until they expire', async () => {
      const body = { walletAddress: signer.address, purpose: 'set-password' }
      const askFrom = () => {
        const who = testClient(app)
        who.token = client.token
        return ask(body, who)
      }
      for (let count = 0; count < 50; count += 1) expect((await askFrom()).status).toBe(200)
      expect((await askFrom()).status).toBe(429)
      app.clock.advance(5 * minute)
      expect((await askFrom()).status).toBe(200)
    })
  })

  describe('a proof', () => {
    const confirm = (proof: unknown, who = client) => who.post('/user/confirm', { proof })
    const failed = { status: 403, body: { code: 'proof-failed' } }

    test.each([ethereumSigner, solanaSigner, bitcoinSigner])('works once, by %o', async (make) => {
      const own = make()
      const who = testClient(app)
      await signUp(who, own)
      const proof = await signedProof(who, own, 'confirm-session')
      expect(await confirm(proof, who)).toMatchObject({ status: 200 })
      expect(await confirm(proof, who)).toMatchObject(failed)
    })

    test('is refused when it is too old, of another user, another wallet or altered', async () => {
      const proof = await signedProof(client, signer, 'confirm-session')
      const stranger = testClient(app)
      const theirs = ethereumSigner()
      await signUp(stranger, theirs)
      expect(await confirm(proof, stranger)).toMatchObject(failed)
      const foreign = await signedProof(stranger, theirs, 'confirm-session')
      expect(await confirm(foreign)).toMatchObject(failed)
      expect(await confirm({ ...proof, walletAddress: theirs.address })).toMatchObject(failed)
      expect(await confirm(proof), 'the nonce is used up').toMatchObject(failed)
      const old = await signedProof(client, signer, 'confirm-session')
      app.clock.advance(5 * minute)
      expect(await confirm(old)).toMatchObject(failed)
      const fresh = await signedProof(client, signer, 'confirm-session')
      const signature = await signer.sign('something else')
      expect(await confirm({ ...fresh, signature })).toMatchObject(failed)
    })

    test('for one purpose or subject is none for another, and a login is none at all', async () => {
      const login = await signedLogin(testClient(app), signer)
      expect(await confirm(login)).toMatchObject(failed)
      const purposes: ProofPurpose[] = ['set-password', 'delete-account', 'link-wallet']
      for (const purpose of purposes) {
        expect(await confirm(await signedProof(client, signer, purpose)), purpose).toMatchObject(failed)
      }
      const a = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
      const b = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
      const proof = await signedProof(client, signer, 'payout-address', a)
      expect(await client.post('/user/payout-address', { address: b, proof })).toMatchObject(failed)
      const proofForLogin = await signedProof(client, signer, 'confirm-session')
      expect((await testClient(app).post('/wallet-auth/login', proofForLogin)).status).toBe(401)
    })

    test('is refused by every sensitive call when it is missing', async () => {
      const wallet = { walletAddress: signer.address }
      const calls: [string, string, object][] = [
        ['POST', '/user/delete', {}],
        ['POST', '/user/payout-address', { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }],
        ['POST', '/user/wallets/unlink', wallet],
        ['PUT', '/user/profile', { email: 'new@binnenvaart.nl' }],
      ]
      await verified()
      calls.push(['PUT', '/user/password', { password }])
      for (const [method, path, body] of calls) {
        expect(await client.call(method, path, body), path).toMatchObject({
          status: 403,
          body: { code: 'proof-required' },
        })
      }
      expect(await profile()).toMatchObject({ hasPassword: false, pendingEmail: null })
    })

    test('by password: ten wrong ones lock proofs for a quarter of an hour, from wherever they come', async () => {
      const who = testClient(app)
      await registered(who)
      const from = () => {
        const elsewhere = testClient(app)
        elsewhere.token = who.token
        return elsewhere
      }
      for (let count = 0; count < 10; count += 1) {
        expect(await confirm({ password: other }, from())).toMatchObject(failed)
      }
      expect((await confirm({ password }, from())).status).toBe(429)
      expect((await confirm(await signedProof(client, signer, 'confirm-session'))).status).toBe(200)
    })
  })

  describe('e-mail verification', () => {
    test('is mailed at registration, in the chosen language, and redeemed once', async () => {
      const who = testClient(app)
      const address = newEmail()
      const { body } = await who.post('/auth/register', {
        name: 'Jan Bakker',
        email: address,
        password,
        preferredLanguage: 'de',
        notifications: { emailAlerts: false },
      })
      who.token = body.data.token
      expect(await profile(who)).toMatchObject({
        emailVerified: false,
        notifications: { emailAlerts: false, emailStatements: true },
      })
      const [mail, ...rest] = await mailsTo(app, address)
      expect(rest).toEqual([])
      expect(mail).toMatchObject({
        subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Shipminer',
        status: 'queued',
        messageId: expect.stringMatching(/^token\.[0-9a-f]{24}@shipminer\.example$/),
      })
      const token = await mailedToken(app, address)
      expect(mail?.textBody).toContain(`https://shipminer.example/verify-email#token=${token}`)
      expect(await verify(token)).toMatchObject({ status: 200, body: { data: { email: address } } })
      expect(await profile(who)).toMatchObject({ emailVerified: true })
      expect(await verify(token)).toMatchObject({ status: 410, body: { code: 'link-invalid' } })
    })

    test.each(['', 'ev_x', 'x'.repeat(200)])('refuses the token %j', async (token) => {
      expect((await verify(token)).status).toBe(410)
    })

    test('refuses the token "\\u0000", which no database can hold, before it is looked for', async () => {
      expect(await verify('\0')).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
    })

    test('ends after 24 hours', async () => {
      const token = await mailedToken(app, email)
      app.clock.advance(24 * hour)
      expect((await verify(token)).status).toBe(410)
    })

    test('is sent again at most three times an hour in all, and only the last mail counts', async () => {
      const first = await mailedToken(app, email)
      const again = () => client.post('/user/email/verification')
      expect(await again()).toMatchObject({ status: 200, body: { data: { sentTo: email } } })
      expect((await again()).status).toBe(200)
      expect((await again()).status).toBe(429)
      expect((await verify(first)).status).toBe(410)
      expect((await verified()).status).toBe(200)
      expect(await again()).toMatchObject({ status: 409, body: { code: 'email-already-verified' } })
    })

    test('arrives through a mail server with a link that works', async () => {
      const mailServer = await startMailServer()
      const mailer = createSmtpMailer({
        url: `smtp://127.0.0.1:${mailServer.port}`,
        from: 'noreply@shipminer.example',
        tls: { rejectUnauthorized: false },
      })
      const logger = { info: () => undefined, warn: () => undefined }
      await app.store.db.deleteFrom('mails').where('recipient', '<>', email).execute()
      await sendOutbox({ store: app.store, clock: app.clock.now, mailer, providerEmail: 'x@y.nl', logger })
      await mailServer.close()
      const [mail] = mailServer.received.filter(({ to }) => to.includes(email))
      const link = /^https:\/\/shipminer\.example\/verify-email#token=([\w-]+)$/m.exec(mail?.text ?? '')
      expect((await verify(link?.[1] ?? '')).body.data).toEqual({ email })
    })

    test('keeps no token: hashes in the table, and empty mails once they are sent', async () => {
      const token = await mailedToken(app, email)
      const sweep = () => sweepAccounts({ store: app.store, clock: app.clock.now })
      await sweep()
      expect(await mailedToken(app, email), 'not before it is sent').toBe(token)
      await app.store.db.updateTable('mails').set({ status: 'sent' }).where('recipient', '=', email).execute()
      await sweep()
      const [mail] = await mailsTo(app, email)
      expect(mail).toMatchObject({ textBody: '', htmlBody: '' })
      const rows = await app.store.db.selectFrom('accountTokens').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(app.log()).not.toContain(token)
      expect((await verify(token)).status).toBe(200)
    })
  })

  describe('changing the e-mail address', () => {
    const change = async (to: string) =>
      client.call('PUT', '/user/profile', {
        email: to,
        proof: await signedProof(client, signer, 'change-email', to),
      })

    test('counts once its mail was answered; the old address is told', async () => {
      await verified()
      const to = newEmail()
      const answer = await change(to.toUpperCase().replace(/@.*/, (domain) => domain.toLowerCase()))
      expect(answer.status).toBe(200)
      expect(answer.body.data.profile).toMatchObject({
        user: { email },
        pendingEmail: to,
        emailVerified: true,
      })
      expect((await subjects()).at(-1)).toBe('Uw e-mailadres bij Shipminer wordt gewijzigd')
      expect((await verified(to)).body.data).toEqual({ email: to })
      expect(await profile()).toMatchObject({ user: { email: to }, pendingEmail: null, emailVerified: true })
    })

    test('takes the login along', async () => {
      const who = testClient(app)
      const from = await registered(who)
      const to = newEmail()
      const body = { email: to, proof: { password } }
      expect((await who.call('PUT', '/user/profile', body)).status).toBe(200)
      expect((await login(to, password)).status).toBe(401)
      await verified(to)
      expect((await login(from, password)).status).toBe(401)
      expect((await login(to, password)).status).toBe(200)
    })

    test('refuses what is taken, a placeholder, and no address', async () => {
      const taken = await registered(testClient(app))
      await verified(taken)
      expect(await change(taken)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
      const bad = async (text: string) =>
        (await client.call('PUT', '/user/profile', { email: text })).body.code
      expect(await bad('')).toBe('setup-incomplete')
      expect(await bad('me@example.com')).toBe('setup-incomplete')
      expect(await bad('nobody')).toBe('email-invalid')
    })

    test('two that want one address: the first to answer gets it', async () => {
      const to = newEmail()
      expect((await change(to)).status).toBe(200)
      const token = await mailedToken(app, to)
      await registered(testClient(app), to)
      await verified(to)
      expect(await verify(token)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
      expect(await profile()).toMatchObject({ user: { email } })
    })

    test('takes an address that somebody else gave and never proved', async () => {
      const to = newEmail()
      await registered(testClient(app), to)
      expect((await change(to)).status).toBe(200)
      expect((await verified(to)).status).toBe(200)
      expect(await profile()).toMatchObject({ user: { email: to }, emailVerified: true })
    })

    test('is withdrawn by the present address', async () => {
      const to = newEmail()
      await change(to)
      const answer = await client.call('PUT', '/user/profile', { email })
      expect(answer.body.data.profile).toMatchObject({ pendingEmail: null })
      expect((await verified(to)).status).toBe(410)
      expect(await profile()).toMatchObject({ user: { email } })
    })
  })

  describe('password reset', () => {
    const request = (address: string, who = testClient(app)) =>
      who.post('/auth/password-reset', { email: address })
    const reset = (token: string, text = other) =>
      testClient(app).post('/auth/password-reset/confirm', { token, password: text })
    const resets = async (address: string) =>
      (await mailsTo(app, address)).filter(({ textBody }) => textBody.includes('/reset-password#token='))

    test('answers the same for known, unknown and wallet-only addresses, and mails only to the first', async () => {
      const known = await registered(testClient(app))
      const answers = await Promise.all([known, newEmail(), email].map((address) => request(address)))
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([200, { success: true, data: { accepted: true } }])
      }
      expect(await resets(known)).toHaveLength(1)
      expect(await resets(email)).toEqual([])
      expect((await request('')).body.code).toBe('fields-missing')
      expect((await request('nobody')).body.code).toBe('email-invalid')
    })

    test('sets the password once and ends every session', async () => {
      const who = testClient(app)
      const address = await registered(who)
      await request(address.toUpperCase())
      expect(await resets(address)).toHaveLength(1)
      const token = await mailedToken(app, address)
      expect(await reset(token, 'password')).toMatchObject({
        status: 400,
        body: { code: 'password-too-weak' },
      })
      const both = await Promise.all([reset(token), reset(token, 'veertien oude lieren')])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
      const worked = both[0]?.status === 200 ? other : 'veertien oude lieren'
      expect((await login(address, password)).status).toBe(401)
      expect((await login(address, worked)).status).toBe(200)
      expect((await who.get('/user/profile')).status).toBe(401)
      expect((await reset(token)).status).toBe(410)
      expect((await subjects(address)).at(-1)).toBe('Uw wachtwoord bij Shipminer is ingesteld')
    })

    describe('of an address that nobody had proven', () => {
      const counting = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
      const waiting = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
      const askPayout = (who: TestClient, to: string) =>
        who.post('/user/payout-address', { address: to, proof: { password } })
      const payoutOf = async (who: TestClient) =>
        (await who.get('/user/profile')).body.data.profile.payoutAddress

      test('takes the payout addresses of whoever was in the account before, and tells the owner', async () => {
        const stranger = testClient(app)
        const address = await registered(stranger)
        expect((await askPayout(stranger, counting)).status).toBe(200)
        app.clock.advance(48 * hour)
        stranger.token = (await login(address, password)).body.data.token
        expect((await askPayout(stranger, waiting)).status).toBe(200)
        expect(await payoutOf(stranger)).toMatchObject({
          current: { address: counting },
          pending: { address: waiting },
        })

        await request(address)
        expect((await reset(await mailedToken(app, address))).status).toBe(200)
        expect((await stranger.get('/user/profile')).status).toBe(401)
        const owner = testClient(app)
        owner.token = (await login(address, other)).body.data.token
        const payout = await payoutOf(owner)
        expect(payout).toMatchObject({ current: null, pending: null })
        expect(payout.history.map(({ kind }: { kind: string }) => kind)).toEqual(
          expect.arrayContaining(['requested', 'cancelled', 'cleared']),
        )
        expect((await subjects(address)).slice(-3)).toEqual([
          'De wijziging van uw uitbetaaladres bij Shipminer is geannuleerd',
          'Uw uitbetaaladres bij Shipminer is verwijderd',
          'Uw wachtwoord bij Shipminer is ingesteld',
        ])
        app.clock.advance(60 * hour)
        owner.token = (await login(address, other)).body.data.token
        expect(await payoutOf(owner)).toMatchObject({ current: null, pending: null })
      })

      test('takes an address that the stranger wanted the account to have', async () => {
        const stranger = testClient(app)
        const address = await registered(stranger)
        const wanted = newEmail()
        const change = { email: wanted, proof: { password } }
        expect((await stranger.call('PUT', '/user/profile', change)).status).toBe(200)
        const theirs = await mailedToken(app, wanted)
        await request(address)
        expect((await reset(await mailedToken(app, address))).status).toBe(200)
        expect((await testClient(app).post('/auth/verify-email', { token: theirs })).body.code).toBe(
          'link-invalid',
        )
        const owner = testClient(app)
        owner.token = (await login(address, other)).body.data.token
        expect((await owner.get('/user/profile')).body.data.profile).toMatchObject({
          pendingEmail: null,
          emailVerified: true,
        })
      })

      test('does not work once a wallet was linked after the mail went out', async () => {
        const stranger = testClient(app)
        const address = await registered(stranger)
        await request(address)
        const token = await mailedToken(app, address)
        const proof = await signedProof(stranger, ethereumSigner(), 'link-wallet')
        expect((await stranger.post('/user/wallets', proof)).status).toBe(200)
        expect((await reset(token)).body.code).toBe('link-invalid')
      })

      test('leaves everything to an owner who had proven it', async () => {
        const who = testClient(app)
        const address = await registered(who)
        const token = await mailedToken(app, address)
        expect((await who.post('/auth/verify-email', { token })).status).toBe(200)
        expect((await askPayout(who, counting)).status).toBe(200)
        await request(address)
        expect((await reset(await mailedToken(app, address))).status).toBe(200)
        who.token = (await login(address, other)).body.data.token
        expect(await payoutOf(who)).toMatchObject({ pending: { address: counting } })
      })
    })

    test('ends after one hour and by a password set meanwhile; a verification token resets nothing', async () => {
      const who = testClient(app)
      const address = await registered(who)
      expect((await reset(await mailedToken(app, address))).status).toBe(410)
      await request(address)
      const first = await mailedToken(app, address)
      expect((await setPassword({ password }, other, who)).status).toBe(200)
      expect((await reset(first)).status).toBe(410)
      await request(address)
      const second = await mailedToken(app, address)
      app.clock.advance(hour)
      expect((await reset(second)).status).toBe(410)
      expect((await login(address, other)).status).toBe(200)
    })

    test('mails at most three times an hour', async () => {
      const address = await registered(testClient(app))
      for (let count = 0; count < 5; count += 1) expect((await request(address)).status).toBe(200)
      expect(await resets(address)).toHaveLength(3)
    })

    test('goes to no address that was never verified once a wallet is linked', async () => {
      const who = testClient(app)
      const address = await registered(who)
      await who.post('/user/wallets', await signedProof(who, solanaSigner(), 'link-wallet'))
      await request(address)
      expect(await resets(address)).toEqual([])
      await verified(address)
      await request(address)
      expect(await resets(address)).toHaveLength(1)
    })
  })

  describe('PUT /user/password', () => {
    test('needs a verified address for the first one, and a strong one', async () => {
      const proof = () => signedProof(client, signer, 'set-password')
      expect(await setPassword(await proof())).toMatchObject({
        status: 409,
        body: { code: 'email-not-verified' },
      })
      await verified()
      expect((await setPassword(await proof(), 'Welkom123456!')).body.code).toBe('password-too-weak')
      expect((await setPassword(await proof())).status).toBe(200)
      expect(await profile()).toMatchObject({ hasPassword: true })
      expect((await login(email, password)).status).toBe(200)
    })

    test('ends every session but the one that sets it', async () => {
      const elsewhere = testClient(app)
      elsewhere.token = (await walletLogin(elsewhere, signer)).body.data.token
      await verified()
      await setPassword(await signedProof(client, signer, 'set-password'))
      expect((await elsewhere.get('/user/profile')).status).toBe(401)
      expect((await client.get('/user/profile')).status).toBe(200)
      expect((await setPassword({ password: other }, other)).body.code).toBe('proof-failed')
      expect((await setPassword({ password }, other)).status).toBe(200)
      expect((await login(email, other)).status).toBe(200)
    })
  })

  test('a login with the old password never outlives the new one, however they meet', async () => {
    await verified()
    await setPassword(await signedProof(client, signer, 'set-password'))
    let [now, next] = [password, other]
    for (let round = 0; round < 6; round += 1) {
      const [signedIn, changed] = await Promise.all([
        login(email, now),
        setPassword({ password: now }, next, Object.assign(testClient(app), { token: client.token })),
      ])
      expect(changed.status).toBe(200)
      const token = signedIn.status === 200 ? signedIn.body.data.token : 'at_none'
      expect((await testClient(app).get('/user/profile', { token })).status).toBe(401)
      ;[now, next] = [next, now]
    }
  })

  test('a login never outlives the unlinking of its wallet, however they meet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const added = ethereumSigner()
      const who = Object.assign(testClient(app), { token: client.token })
      expect((await who.post('/user/wallets', await signedProof(who, added, 'link-wallet'))).status).toBe(200)
      const body = await signedLogin(testClient(app), added)
      const proof = await signedProof(who, signer, 'unlink-wallet', added.address)
      const [signedIn, unlinked] = await Promise.all([
        testClient(app).post('/wallet-auth/login', body),
        who.post('/user/wallets/unlink', { walletAddress: added.address, proof }),
      ])
      expect(unlinked.status).toBe(200)
      const token = signedIn.status === 200 ? signedIn.body.data.token : 'at_none'
      expect((await testClient(app).get('/user/profile', { token })).status).toBe(401)
    }
  })

  describe('linking wallets', () => {
    const link = async (added: Signer, who = client) =>
      who.post('/user/wallets', await signedProof(who, added, 'link-wallet'))
    const unlink = async (address: string, by = signer, who = client) =>
      who.post('/user/wallets/unlink', {
        walletAddress: address,
        proof: await signedProof(who, by, 'unlink-wallet', address),
      })

    test('a linked wallet of every chain signs in to the same account, and the owner is told', async () => {
      for (const added of [solanaSigner(), bitcoinSigner()]) {
        app.clock.advance(1_000)
        const answer = await link(added)
        expect(answer.status).toBe(200)
        expect(answer.body.data.profile.user.wallets.at(-1).address).toBe(added.address)
        const { body } = await walletLogin(testClient(app), added)
        expect(body.data.user.id).toBe(userId)
        const mail = (await mailsTo(app, email)).at(-1)
        expect(mail?.subject).toBe('Er is een wallet aan uw Shipminer-account gekoppeld')
        expect(mail?.textBody).toContain(added.address)
      }
      expect((await profile()).user.walletAddress).toBe(signer.address)
    })

    test('needs the signature of the wallet itself', async () => {
      const added = ethereumSigner()
      const proof = await signedProof(client, added, 'link-wallet')
      const { signature } = await signedProof(client, signer, 'link-wallet')
      expect((await client.post('/user/wallets', { ...proof, signature })).body.code).toBe('proof-failed')
      const login = await signedLogin(testClient(app), added)
      expect((await client.post('/user/wallets', login)).body.code).toBe('proof-failed')
      expect((await profile()).user.wallets).toHaveLength(1)
    })

    test('refuses a wallet that has an account; of two that link one at once, one gets it', async () => {
      const stranger = testClient(app)
      const theirs = ethereumSigner()
      await signUp(stranger, theirs)
      expect(await link(theirs)).toMatchObject({ status: 409, body: { code: 'wallet-taken' } })
      const wanted = ethereumSigner()
      const answers = await Promise.all([link(wanted), link(wanted, stranger)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await link(signer)).status, 'linking again what is linked').toBe(200)
    })

    test('stops at ten', async () => {
      await app.store.db
        .insertInto('wallets')
        .values(
          Array.from({ length: 9 }, () => {
            const { address } = ethereumSigner()
            return { userId, namespace: 'eip155' as const, accountId: `eip155:1:${address}`, address }
          }),
        )
        .execute()
      expect(await link(ethereumSigner())).toMatchObject({
        status: 409,
        body: { code: 'wallet-limit-reached' },
      })
    })

    test('asks an old session to confirm first', async () => {
      await goOn(12 * hour)
      expect((await link(ethereumSigner())).status, 'just within').toBe(200)
      await goOn(1)
      expect(await link(ethereumSigner())).toMatchObject({ status: 403, body: { code: 'proof-required' } })
      const proof = await signedProof(client, signer, 'confirm-session')
      const { body } = await client.post('/user/confirm', { proof })
      expect(Date.parse(body.data.provenUntil)).toBe(app.clock.now() + 12 * hour)
      expect((await link(ethereumSigner())).status).toBe(200)
      await goOn(12 * hour + 1)
      expect((await link(ethereumSigner())).status).toBe(403)
    })

    test('never takes the last way in away, also when both go at once', async () => {
      expect(await unlink(signer.address)).toMatchObject({ status: 409, body: { code: 'last-way-in' } })
      const second = solanaSigner()
      await link(second)
      const answers = await Promise.all([unlink(signer.address), unlink(second.address)])
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect((await profile()).user.wallets).toHaveLength(1)
    })

    test('with a password every wallet may go; its sessions end, and it is nobody’s again', async () => {
      await verified()
      await setPassword(await signedProof(client, signer, 'set-password'))
      const elsewhere = testClient(app)
      elsewhere.token = (await walletLogin(elsewhere, signer)).body.data.token
      const answer = await client.post('/user/wallets/unlink', {
        walletAddress: signer.address.toLowerCase(),
        proof: { password },
      })
      expect(answer).toMatchObject({ status: 200, body: { data: { profile: { user: { wallets: [] } } } } })
      expect((await elsewhere.get('/user/profile')).status).toBe(401)
      expect((await walletLogin(testClient(app), signer)).body.code).toBe('user-not-found')
      expect((await mailsTo(app, email)).at(-1)?.textBody).toContain(signer.address)
    })

    test('does not know the wallets of others', async () => {
      const stranger = testClient(app)
      const theirs = ethereumSigner()
      await signUp(stranger, theirs)
      expect(await unlink(theirs.address)).toMatchObject({ status: 404, body: { code: 'wallet-not-found' } })
      expect((await profile(stranger)).user.wallets).toHaveLength(1)
    })
  })

  describe('settings of the dialog', () => {
    test('two networks, no WalletConnect, no test route unless set', async () => {
      const { data } = (await testClient(app).get('/wallet-auth/settings')).body
      expect(data).toMatchObject({ walletConnectProjectId: null, authTest: false, balances: [] })
      expect(data.networks.map(({ chainId }: { chainId: string }) => chainId)).toEqual(['0x1', '0x89'])
      expect(await client.get('/auth/test')).toMatchObject({
        status: 404,
        body: { error: 'Test functions disabled in production' },
      })
      const set = await buildTestApp(store(), {
        settings: {
          WALLET_NETWORKS: '8453, 1',
          WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
          AUTH_TEST: 'true',
          ETH_RPC_URL: 'http://127.0.0.1:1',
        },
      })
      const settings = (await testClient(set).get('/wallet-auth/settings')).body.data
      expect(settings).toMatchObject({
        walletConnectProjectId: 'ab'.repeat(16),
        authTest: true,
        balances: ['eip155'],
        networks: [{ chainId: '0x2105' }, { chainId: '0x1' }],
      })
      const nobody = { signedIn: false, userId: null, sessionAgeSeconds: null, sessionFresh: null }
      expect((await testClient(set).get('/auth/test')).body.data).toEqual(nobody)
      const me = { signedIn: true, userId, sessionAgeSeconds: 0, sessionFresh: true }
      expect((await testClient(set).get('/auth/test', { token: client.token })).body.data).toEqual(me)
      await set.server.close()
    })
  })
})
