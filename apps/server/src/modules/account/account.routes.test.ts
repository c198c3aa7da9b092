import { buildShip } from '@shipminer/testkit/fleet'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, mailsTo, signedProof } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { bitcoinSigner, ethereumSigner, type Signer } from '../../../test/chains/wallet-signers.ts'
import { signUp, walletLogin } from '../../../test/sign-in.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { createController } from '../claims/create-controller.ts'

const hour = 3_600_000
const first = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const second = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

describeEachEngine('users', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let signer: Signer
  let email: string
  let userId: string
  let asked: string[]
  beforeEach(async () => {
    asked = []
    app = await buildTestApp(store(), {
      settings: { ETH_RPC_URL: 'http://node.test' },
      fetch: async (input, init) => {
        asked.push(`${input} ${init?.body}`)
        return Response.json({ result: '0x10' })
      },
    })
    client = testClient(app)
    signer = ethereumSigner()
    const session = await signUp(client, signer)
    email = session.user.email
    userId = session.user.id
    return () => app.server.close()
  })
  const profile = async (who = client) => (await who.get('/user/profile')).body.data.profile
  const change = (body: object) => client.call('PUT', '/user/profile', body)
  const signInAgain = async () => {
    client.token = (await walletLogin(client, signer)).body.data.token
  }

  describe('profile', () => {
    test.each([
      [{ name: '' }, 'setup-incomplete'],
      [{ name: '  ' }, 'setup-incomplete'],
      [{ name: 'Wallet User' }, 'setup-incomplete'],
      [{ name: null }, 'invalid-request'],
      [{ name: 'a\nb' }, 'invalid-request'],
      [{ preferredLanguage: 'fr' }, 'invalid-request'],
      [{ newsletter: 'yes' }, 'invalid-request'],
      [{ notifications: { sms: true } }, 'invalid-request'],
      [{ notifications: { emailAlerts: 1 } }, 'invalid-request'],
      [{ phone: 'x'.repeat(41) }, 'invalid-request'],
      [{ roles: ['operator'] }, 'invalid-request'],
      [{ emailVerified: true }, 'invalid-request'],
      [{ balanceSat: 1 }, 'invalid-request'],
      [{ id: crypto.randomUUID() }, 'invalid-request'],
    ])('refuses %j', async (body, code) => {
      const before = await profile()
      const answer = await change(body)
      expect([answer.status, answer.body.code === code || answer.body.code]).toEqual([400, true])
      expect(await profile()).toEqual(before)
    })

    test('shows what is known, and null for what is not', async () => {
      expect(await profile()).toEqual({
        user: (await client.get('/wallet-auth/me')).body.data.user,
        emailVerified: false,
        pendingEmail: null,
        hasPassword: false,
        notifications: { emailAlerts: true, emailStatements: true },
        newsletter: false,
        providerConsent: null,
        payoutAddress: { current: null, pending: null, history: [] },
        balanceSat: null,
      })
    })

    test('changes only what is named', async () => {
      const answer = await change({
        name: ' Anna Visser ',
        company: 'Rederij Visser',
        phone: '+31 6 1234',
        preferredLanguage: 'ro',
        notifications: { emailAlerts: false },
        newsletter: true,
      })
      expect(answer.status).toBe(200)
      expect(answer.body.data.profile).toMatchObject({
        user: {
          name: 'Anna Visser',
          company: 'Rederij Visser',
          phone: '+31 6 1234',
          preferredLanguage: 'ro',
          email,
        },
        notifications: { emailAlerts: false, emailStatements: true },
        newsletter: true,
      })
      const { profile: next } = (await change({ company: null, phone: '' })).body.data
      expect(next).toMatchObject({
        user: { name: 'Anna Visser', company: null, phone: null, preferredLanguage: 'ro' },
        notifications: { emailAlerts: false },
        newsletter: true,
      })
      expect((await change({})).body.data.profile).toEqual(next)
    })
  })

  test('the setup gives the first address at once, without a proof, and mails it', async () => {
    await app.store.db
      .updateTable('users')
      .set({ name: 'Wallet User', email: `${userId}@temp.example` })
      .where('id', '=', userId)
      .execute()
    expect((await profile()).user.needsSetup).toBe(true)
    const address = `eerste-${userId.slice(0, 8)}@rederij.nl`
    const answer = await change({ name: 'Anna Visser', email: address })
    expect(answer.body.data.profile).toMatchObject({
      user: { name: 'Anna Visser', email: address, needsSetup: false },
      pendingEmail: null,
      emailVerified: false,
    })
    const token = await mailedToken(app, address)
    expect((await testClient(app).post('/auth/verify-email', { token })).status).toBe(200)
    expect((await change({ email: `x${address}` })).body.code).toBe('proof-required')
  })

  describe('payout address', () => {
    const request = async (address: string, proof?: object) =>
      client.post('/user/payout-address', {
        address,
        proof: proof ?? (await signedProof(client, signer, 'payout-address', address)),
      })
    const cancel = () => client.call('DELETE', '/user/payout-address/pending')
    const state = async () => (await profile()).payoutAddress

    test.each(['', 'bc1qnope', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', '0x00', 'x'.repeat(200)])(
      'refuses %j',
      async (address) => {
        expect(await request(address, { password: 'whatever' })).toMatchObject({
          status: 400,
          body: { code: 'payout-address-invalid' },
        })
      },
    )

    test('counts after 48 hours, and the owner is told at once', async () => {
      const at = app.clock.now()
      const time = (after: number) => new Date(at + after).toISOString()
      const { status, body } = await request(
        first.toUpperCase(),
        await signedProof(client, signer, 'payout-address', first),
      )
      expect(status).toBe(200)
      const pending = { address: first, requestedAt: time(0), countsAt: time(48 * hour) }
      const history = [{ kind: 'requested', address: first, at: time(0), countsAt: time(48 * hour) }]
      expect(body.data.payoutAddress).toEqual({ current: null, pending, history })
      const mail = (await mailsTo(app, email)).at(-1)
      expect(mail?.subject).toBe('Uw uitbetaaladres bij Shipminer wordt gewijzigd')
      expect(mail?.textBody).toContain(first)
      expect(mail?.textBody).toContain('3 mei 2026')
      expect(mail?.textBody).toContain('12:00')

      app.clock.advance(48 * hour - 1)
      await signInAgain()
      expect(await state()).toMatchObject({ current: null, pending })
      expect(await request(first)).toMatchObject({ status: 409, body: { code: 'payout-address-unchanged' } })
      app.clock.advance(1)
      expect(await state()).toEqual({
        current: { address: first, since: time(48 * hour) },
        pending: null,
        history,
      })
      expect(await cancel()).toMatchObject({ status: 404, body: { code: 'payout-change-not-found' } })
      expect((await request(first)).body.code).toBe('payout-address-unchanged')
    })

    test('a change can be taken back until it counts; the old address stays', async () => {
      expect((await cancel()).status).toBe(404)
      await request(first)
      app.clock.advance(48 * hour)
      await signInAgain()
      await request(second)
      const { payoutAddress } = (await cancel()).body.data
      expect(payoutAddress).toMatchObject({ current: { address: first }, pending: null })
      expect(payoutAddress.history.map(({ kind }: { kind: string }) => kind)).toEqual([
        'cancelled',
        'requested',
        'requested',
      ])
      expect((await mailsTo(app, email)).at(-1)?.textBody).toContain(second)
      app.clock.advance(100 * hour)
      await signInAgain()
      expect((await state()).current.address).toBe(first)
    })

    test('two cancellations at once: one, and the history says so once', async () => {
      await request(first)
      const answers = await Promise.all([cancel(), cancel()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      expect((await state()).history).toHaveLength(2)
    })

    test('the database keeps the history as it was', async () => {
      await request(first)
      const rewrite = sql`UPDATE payout_address_events SET address = ${second} WHERE user_id = ${userId}`
      await expect(rewrite.execute(app.store.db)).rejects.toThrow('append-only')
      expect((await state()).pending.address).toBe(first)
    })

    test('of others is out of reach', async () => {
      await request(first)
      const stranger = testClient(app)
      await signUp(stranger)
      expect((await stranger.call('DELETE', '/user/payout-address/pending')).status).toBe(404)
      expect((await profile(stranger)).payoutAddress.history).toEqual([])
      expect((await state()).pending.address).toBe(first)
    })
  })

  describe('balance', () => {
    const balance = (address: string, who = client) =>
      who.get(`/user/wallets/${encodeURIComponent(address)}/balance`)

    test('is told of own wallets only, and nobody is asked about others', async () => {
      const stranger = testClient(app)
      await signUp(stranger)
      for (const address of [ethereumSigner().address, 'x', '0x12']) {
        expect(await balance(address)).toMatchObject({ status: 404, body: { code: 'wallet-not-found' } })
      }
      expect(await balance('\0')).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
      expect((await balance(signer.address, stranger)).status).toBe(404)
      expect(asked).toEqual([])
      const { data } = (await balance(signer.address.toLowerCase())).body
      expect(data.balance).toMatchObject({ baseUnits: '16', decimals: 18, symbol: 'ETH' })
      expect(asked).toEqual([expect.stringContaining(signer.address)])
    })

    test('is unknown where no node is set', async () => {
      const bitcoin = bitcoinSigner()
      const who = testClient(app)
      await signUp(who, bitcoin)
      expect((await balance(bitcoin.address, who)).body.data).toEqual({ balance: null })
      expect(asked).toEqual([])
    })
  })

  describe('data and deletion', () => {
    const deps = () => ({
      store: app.store,
      clock: app.clock.now,
      secretKey: app.secretKey,
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    })

    test('the download holds everything of the caller, nothing of others, and no secret', async () => {
      const stranger = testClient(app)
      const theirs = await signUp(stranger)
      await stranger.post('/user/ships', buildShip({ name: 'Ms Vreemd' }))
      await client.post('/user/ships', buildShip())
      const { claimKey, controllerId } = await createController(deps(), { name: 'Box 1', location: 'Bow' })
      await client.post('/miners/claim', { claimKey })
      await testClient(app).post('/inquiries/contact', { name: 'Anna', email, message: 'Hallo daar' })
      const before = JSON.stringify((await client.get('/user/data')).body.data)
      expect(before).toContain('Ms Aurora')
      expect(before).toContain(controllerId)
      expect(before, 'an unverified address may be a stranger’s').not.toContain('Hallo daar')
      const token = await mailedToken(app, email)
      await testClient(app).post('/auth/verify-email', { token })
      const { data } = (await client.get('/user/data')).body
      expect(data.inquiries).toMatchObject([{ message: 'Hallo daar' }])
      expect(data.inquiries[0]).not.toHaveProperty('searchWords')
      expect(data.profile.user).toMatchObject({ id: userId, email })
      expect(data.wallets).toMatchObject([{ address: signer.address }])
      expect(data.sessions).toHaveLength(1)
      const text = JSON.stringify(data)
      for (const secret of [
        claimKey,
        token,
        String(client.token),
        'argon2',
        theirs.user.email,
        'Ms Vreemd',
      ]) {
        expect(text).not.toContain(secret)
      }
    })

    /** Tables that name a person or a ship, with what the download calls them, or why they are not in it. */
    const tablesOfPeople: Record<string, string> = {
      alertChannels: 'alertChannels',
      alertEscalations: 'alertEscalations',
      alertRules: 'alertRules',
      apiKeys: 'apiKeys',
      controllers: 'controllers',
      crewInvitations: 'crewInvitations',
      diagnosticSets: 'diagnosticSets',
      faultReports: 'faultReports',
      firmwareFiles: 'firmwareFiles',
      firmwareParts: '- the bytes of the files that are in it',
      firmwareSeries: 'firmwareSeries',
      fuelSettings: 'fuelSettings',
      newsletterConsents: 'newsletterConsents',
      providerConsents: 'providerConsents',
      orders: 'orders',
      payoutAddressEvents: 'payoutAddressChanges',
      payouts: 'payouts',
      mergedAccounts: 'mergedAccounts',
      poolProfiles: 'pools',
      poolTemplates: 'poolTemplates',
      savedFilters: 'savedFilters',
      powerSettings: 'powerSettings',
      ruleSettings: 'ruleSettings',
      pushSubscriptions: 'pushSubscriptions',
      telegramLinks: 'telegramLinks',
      telegramCodes: '- secrets that end within minutes',
      receipts: 'receipts',
      sessions: 'sessions',
      shipCrew: 'crew',
      ships: 'ships',
      wallets: 'wallets',
      accountTokens: '- secrets that end within a day',
      alertDeliveries: '- on its way, gone when it arrived',
      deskClaims: '- who of the provider handles what',
      deskNotes: '- the notes of the provider',
      operatorSecrets: '- secrets',
      passwords: '- a secret',
      paymentIntents: '- ways to pay of the orders that are in it',
      poolAddresses: '- addresses of the provider; what pools paid to them is in the receipts',
      payoutRunLines: '- the payouts that are in it, before they are paid',
      proofNonces: '- secrets that end within minutes',
      statementMails: '- that a statement was mailed; the mails are in it',
      mailingRecipients: '- that a message to many is for them; the mails are in it',
      passkeys: '- secrets',
      recoveryCodes: '- hashes of secrets',
      weeklyMails: '- that a summary was mailed; the mails are in it',
    }

    test('the download leaves out no table without a reason', async () => {
      const { rows } = await sql<{ name: string }>`
        SELECT DISTINCT table_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name IN ('user_id', 'owner_id', 'ship_id')`.execute(
        app.store.db,
      )
      const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      expect(rows.map(({ name }) => camel(name)).sort()).toEqual(Object.keys(tablesOfPeople).sort())
      const { data } = (await client.get('/user/data')).body
      const keys = Object.values(tablesOfPeople).filter((name) => !name.startsWith('-'))
      expect(Object.keys(data)).toEqual(expect.arrayContaining(keys))
    })

    test('the download holds what was set for alerts and ships, without the token of a bot', async () => {
      const { data: ship } = (await client.post('/user/ships', buildShip())).body
      const channels = {
        email: true,
        telegram: { botToken: `1234567:${'a'.repeat(35)}`, chatId: '42' },
        webhookUrl: 'https://example.org/alerts',
        quietHours: null,
        criticalInQuietHours: true,
      }
      expect((await client.call('PUT', '/mining/alert-settings', { channels })).status).toBe(200)
      const changedAt = new Date(app.clock.now())
      await app.store.db
        .insertInto('fuelSettings')
        .values({ shipId: ship.ship.id, settings: '{"dieselCents":123}', changedAt })
        .execute()
      const { data } = (await client.get('/user/data')).body
      expect(data.alertChannels).toMatchObject([
        { channels: { telegram: { chatId: '42' }, webhookUrl: 'https://example.org/alerts' } },
      ])
      expect(JSON.stringify(data)).not.toContain('sealedToken')
      expect(data.fuelSettings).toMatchObject([{ shipId: ship.ship.id, settings: { dieselCents: 123 } }])
    })

    test('deleting needs a proof for just that', async () => {
      const wrong = await signedProof(client, signer, 'confirm-session')
      expect((await client.post('/user/delete', { proof: wrong })).body.code).toBe('proof-failed')
      expect((await client.post('/user/delete', { proof: { password: 'x' } })).body.code).toBe('proof-failed')
      expect((await profile()).user.id).toBe(userId)
    })

    test('takes everything away, ends the sessions and gives the controllers free', async () => {
      const browser = testClient(app, { browser: true })
      await walletLogin(browser, signer)
      await client.post('/user/ships', buildShip())
      const { claimKey, controllerId } = await createController(deps(), { name: 'Box 1', location: 'Bow' })
      await client.post('/miners/claim', { claimKey })
      const seenAt = new Date(app.clock.now())
      await app.store.db
        .insertInto('strangers')
        .values({
          ...{ controllerId, key: '10.0.0.9', address: '10.0.0.9', guess: null, ports: '[]' },
          ...{ firstSeenAt: seenAt, lastSeenAt: seenAt, name: 'Printer', isWatched: true },
        })
        .execute()
      await app.store.db
        .insertInto('commissioningReports')
        .values({ controllerId, finishedAt: seenAt, receivedAt: seenAt, report: '{}' })
        .execute()
      await client.post('/user/payout-address', {
        address: first,
        proof: await signedProof(client, signer, 'payout-address', first),
      })
      const stranger = testClient(app)
      await signUp(stranger)
      expect((await stranger.post('/miners/claim', { claimKey })).status).toBe(409)

      const proof = await signedProof(client, signer, 'delete-account')
      expect(await client.post('/user/delete', { proof })).toMatchObject({ status: 200, body: { data: {} } })
      expect((await client.get('/user/profile')).status).toBe(401)
      for (const table of ['wallets', 'sessions', 'ships', 'payoutAddressEvents', 'accountTokens'] as const) {
        const rows = await app.store.db
          .selectFrom(table)
          .select('userId')
          .where('userId', '=', userId)
          .execute()
        expect(rows, table).toEqual([])
      }
      expect((await mailsTo(app, email)).at(-1)?.subject).toBe('Uw Shipminer-account is verwijderd')
      expect((await walletLogin(testClient(app), signer)).body.code).toBe('user-not-found')
      expect(await app.store.db.selectFrom('strangers').selectAll().execute()).toEqual([])
      expect(await app.store.db.selectFrom('commissioningReports').selectAll().execute()).toEqual([])
      expect((await stranger.post('/miners/claim', { claimKey })).body.data).toMatchObject({ controllerId })
      expect((await signUp(testClient(app), signer)).user.id).not.toBe(userId)
    })
  })
})
