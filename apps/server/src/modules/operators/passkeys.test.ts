import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { signUp } from '../../../test/sign-in.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { grantOperator } from './operators.service.ts'

const minuteMs = 60_000

describeEachEngine('passkeys of operators', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let userId: string
  let email: string
  const passkey = softPasskey()
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    operator = testClient(app)
    const { user } = await signUpProvenOperator(app, operator)
    userId = user.id
    email = user.email
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const offered = async (client = operator) => (await client.post('/desk/passkeys/options')).body.data.options
  const add = async (credential: unknown, client = operator) =>
    client.post('/desk/passkeys', { name: ' Blue key ', credential })
  const added = async (key = passkey, client = operator) => add(key.make(await offered(client)), client)
  /** The same person in another browser. */
  const elsewhere = async () => {
    const client = testClient(app)
    client.token = (await app.sessions.open({ userId, binding: null })).token
    return client
  }
  const asked = async (client: TestClient) =>
    (await client.post('/desk/second-factor/options')).body.data.options
  const prove = (client: TestClient, credential: unknown) =>
    client.post('/desk/second-factor/passkey', { credential })
  const refused = { status: 403, body: { code: 'passkey-refused' } }
  const isOpen = async (client: TestClient) => (await client.get('/desk/today')).status === 200

  test('one is added, opens the desk elsewhere for twelve hours, and is removed', async () => {
    const stranger = await elsewhere()
    expect(await asked(stranger)).toBeNull()
    const { body } = await added()
    expect(body.data).toMatchObject({ isOffered: true, passkeys: [{ name: 'Blue key', usedAt: null }] })
    const options = await asked(stranger)
    expect(options).toMatchObject({
      rpId: 'shipminer.example',
      allowCredentials: [{ id: passkey.id, transports: ['usb'] }],
    })
    expect(await isOpen(stranger)).toBe(false)
    expect(await prove(stranger, passkey.sign(options))).toMatchObject({
      body: { data: { until: app.clock.now() + 12 * 60 * minuteMs } },
    })
    expect(await isOpen(stranger)).toBe(true)
    const { passkeys } = (await operator.get('/desk/passkeys')).body.data
    expect(passkeys).toMatchObject([{ usedAt: app.clock.now() }])

    const third = await elsewhere()
    const request = await asked(third)
    expect((await operator.call('DELETE', `/desk/passkeys/${passkeys[0].id}`)).body.data.passkeys).toEqual([])
    expect(await prove(third, passkey.sign(request))).toMatchObject(refused)
    expect(await operator.call('DELETE', `/desk/passkeys/${passkeys[0].id}`)).toMatchObject({ status: 404 })
    const { entries } = (await operator.get('/desk/audit')).body.data
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'operator.passkey-removed', reason: 'Blue key' },
      { action: 'operator.passkey-added', reason: 'Blue key' },
    ])
  })

  test('their owner hears by mail that one was added and removed, and of nothing that was refused', async () => {
    const told = async () =>
      (await mailsTo(app, email))
        .filter(({ subject }) => /passkey/i.test(subject))
        .map(({ textBody }) => textBody)
    await add(passkey.make({ challenge: 'AAAA', rp: { id: 'shipminer.example' } }))
    expect(await told()).toEqual([])
    const { passkeys } = (await added()).body.data
    expect(await told()).toEqual([expect.stringContaining('Blue key')])
    await operator.call('DELETE', `/desk/passkeys/${passkeys[0].id}`)
    await operator.call('DELETE', `/desk/passkeys/${passkeys[0].id}`)
    expect(await told()).toHaveLength(2)
  })

  test('guesses at codes and at passkeys count together', async () => {
    await added()
    const client = await elsewhere()
    const options = await asked(client)
    const guesser = await elsewhere()
    for (let count = 0; count < 5; count += 1) {
      expect((await guesser.post('/desk/second-factor', { code: '000000' })).status).toBe(403)
    }
    expect(await prove(client, passkey.sign(options))).toMatchObject({ status: 429 })
  })

  test('what was signed for another moment, site or use opens nothing', async () => {
    await added()
    const client = await elsewhere()
    const once = passkey.sign(await asked(client))
    expect((await prove(client, once)).status).toBe(200)
    expect(await prove(client, once)).toMatchObject(refused)

    const old = await asked(client)
    app.clock.advance(5 * minuteMs + 1)
    expect(await prove(client, passkey.sign(old))).toMatchObject(refused)

    const phished = passkey.sign(await asked(client), { origin: 'https://shipminer.example.evil' })
    expect(await prove(client, phished)).toMatchObject(refused)
  })

  test('what was signed by a copy of it, or in another session, opens nothing', async () => {
    await added()
    const client = await elsewhere()
    expect((await prove(client, passkey.sign(await asked(client), { count: 7 }))).status).toBe(200)
    const copied = passkey.sign(await asked(client), { count: 7 })
    expect(await prove(client, copied)).toMatchObject(refused)
    const ofOther = await asked(await elsewhere())
    expect(await prove(client, passkey.sign(ofOther, { count: 9 }))).toMatchObject(refused)
  })

  test('a passkey of somebody else opens nothing, and cannot be added twice', async () => {
    const colleague = testClient(app)
    await signUpProvenOperator(app, colleague)
    await added()
    const theirs = softPasskey()
    await added(theirs, colleague)
    const client = await elsewhere()
    expect(await prove(client, theirs.sign(await asked(client)))).toMatchObject(refused)
    expect(await added(passkey, colleague)).toMatchObject(refused)
    expect((await operator.get('/desk/passkeys')).body.data.passkeys).toHaveLength(1)
  })

  test('one that was made elsewhere, or for nobody who asked, is not added', async () => {
    expect(await add(passkey.make({ challenge: 'AAAA', rp: { id: 'shipminer.example' } }))).toMatchObject(
      refused,
    )
    expect(await add(passkey.make(await offered(), 'https://evil.example'))).toMatchObject(refused)
    const garbled = passkey.make(await offered())
    garbled.response.attestationObject = garbled.response.attestationObject.slice(0, 80)
    expect(await add(garbled)).toMatchObject(refused)
    const user = testClient(app)
    await signUp(user)
    expect(await user.post('/desk/second-factor/options')).toMatchObject({ body: { code: 'forbidden' } })
  })

  test('a new authenticator voids them', async () => {
    await added()
    await store()
      .db.updateTable('users')
      .set({ emailVerifiedAt: new Date(app.clock.now()) })
      .where('id', '=', userId)
      .execute()
    await grantOperator(
      {
        ...{ store: store(), secretKey: app.secretKey, clock: app.clock.now, mail: app.mail },
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      },
      { who: email },
    )
    expect(await asked(await elsewhere())).toBeNull()
  })

  test('a site whose address is a number offers none', async () => {
    await app.server.close()
    app = await buildTestApp(store(), {
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', PUBLIC_URL: 'http://127.0.0.1:3000' },
    })
    const client = testClient(app)
    await signUpProvenOperator(app, client)
    expect((await client.get('/desk/passkeys')).body.data).toEqual({ isOffered: false, passkeys: [] })
    expect(await client.post('/desk/passkeys/options')).toMatchObject(refused)
  })
})
