import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../test/build-test-app.ts'
import { signUpOperator, signUpProvenOperator } from '../test/operator.ts'
import { placedOrder, placeOrder, testBuyer } from '../test/place-order.ts'
import { receiveMoney } from '../test/receive-money.ts'
import { signUp } from '../test/sign-in.ts'
import { readPushKeys } from './modules/alerts/notices/push-keys.ts'
import { createController } from './modules/claims/claims.port.ts'
import { openCommandKeys } from './modules/control/keys/command-keys.ts'
import { unsubscribeToken } from './modules/newsletter/newsletter.port.ts'
import { totpCode, totpStep } from './modules/operators/totp.ts'
import { isSignedBy, ownerWebhookSecret, signForOwner } from './modules/webhooks/webhooks.port.ts'
import { clientHash } from './platform/auth/client-key.ts'
import { createGuesses } from './platform/auth/guesses.ts'
import { createLinkKeys } from './platform/auth/link-keys.ts'
import { describeEachEngine, resetTestStore } from './platform/db/testing.ts'
import { type DownloadKind, downloadPath, downloadRoute } from './platform/http/signed-download.ts'
import { resealJob } from './platform/secret-key/reseal.job.ts'
import { resealAll, sealedPlaces } from './platform/secret-key/sealed-values.ts'
import { SecretKey, type SecretUse, secretUses } from './platform/secret-key/secret-key.ts'
import { readSecretKeyState, whatNeedsOthers } from './platform/secret-key/secret-key-state.ts'

const dayMs = 86_400_000
/** That of the tests' server. */
const before = Buffer.alloc(32, 9)
const after = Buffer.alloc(32, 10)

/** Makes something with the key in force. What is returned says whether that still counts; it is asked once. */
type Make = (app: TestApp, client: TestClient) => Promise<() => Promise<boolean>>
type Fate = {
  make: Make
  /** Whether it counts while the key before is accepted. */
  accepted: boolean
  /** Whether it counts once no other key is accepted. */
  alone: boolean
}

const whileAccepted = (make: Make): Fate => ({ make, accepted: true, alone: false })
const forGood = (make: Make): Fate => ({ make, accepted: true, alone: true })
/** Limits are counted anew. */
const anew = (make: Make): Fate => ({ make, accepted: false, alone: false })

const download = (purpose: DownloadKind['purpose']) =>
  whileAccepted(async ({ secretKey, clock }) => {
    const kind = { purpose, folder: '/uplink/x', isName: () => true, mediaType: 'text/plain' }
    const signing = { secretKey, clock: clock.now }
    const path = downloadPath(signing, kind, 'SM-A', 'file')
    return async () => {
      const server = fastify()
      downloadRoute(server, signing, kind, async () => ({ size: 1, body: Readable.from(['x']) }))
      const { statusCode } = await server.inject(path)
      await server.close()
      return statusCode === 200
    }
  })

const orderLink: Make = async (app, client) => {
  const { order, withKey } = await placedOrder(client)
  return async () => (await testClient(app).get(`/orders/${order.id}`, withKey)).status === 200
}

const offerLink: Make = async (app) => {
  const desk = testClient(app)
  await signUpProvenOperator(app, desk, 'sales')
  const { email } = testBuyer
  const offer = {
    ...{ product: 'sm21', quantity: 12, unitGrossCents: 3_900_000, language: 'nl', note: '' },
    validUntil: new Date(app.clock.now() + 30 * dayMs).toISOString().slice(0, 10),
    buyer: { firstName: 'Anna', lastName: 'de Vries', email },
  }
  const { body } = await desk.post('/desk/offers', offer, { headers: { 'idempotency-key': randomUUID() } })
  const { id } = body.data.offer
  const mail = (await mailTexts(app)).findLast((text) => text.includes(`/offer/${id}#key=`))
  const headers = { 'x-order-key': /#key=([\w-]+)/.exec(mail ?? '')?.[1] ?? '' }
  return async () => (await testClient(app).get(`/offers/${id}`, { headers })).status === 200
}

/** The next link to it, whatever its row says of the key before. */
const nextLink =
  (table: 'orders' | 'offers', make: Make): Make =>
  async (app, client) => {
    await make(app, client)
    const { id } = await app.store.db.selectFrom(table).select('id').executeTakeFirstOrThrow()
    return async () => {
      const key = createLinkKeys(app.secretKey, table === 'orders' ? 'order' : 'offer').of(id)
      return (
        (await testClient(app).get(`/${table}/${id}`, { headers: { 'x-order-key': key } })).status === 200
      )
    }
  }

const secondFactor: Make = async (app) => {
  const client = testClient(app)
  const { secret } = await signUpOperator(app, client)
  return async () => {
    const code = totpCode(secret, totpStep(app.clock.now()))
    return (await client.post('/desk/second-factor', { code })).status === 200
  }
}

const fates: Record<SecretUse, Fate> = {
  'alert-webhook': whileAccepted(async ({ secretKey }) => {
    const message = { id: 'alert_1', timestamp: 1, body: '{}' }
    const known = ownerWebhookSecret(secretKey, 'anna')
    return async () => isSignedBy(known, message, signForOwner(secretKey, 'anna', message))
  }),
  'claim-key': whileAccepted(async (app) => {
    const { claimKey } = await createController(
      { store: app.store, secretKey: app.secretKey },
      { name: 'Ms Aurora', location: null },
    )
    return async () => (await testClient(app).get(`/miners/claim-status/${claimKey}`)).status === 200
  }),
  client: anew(async ({ secretKey }) => {
    const known = clientHash('192.0.2.1', secretKey)
    return async () => Buffer.from(known).equals(clientHash('192.0.2.1', secretKey))
  }),
  'firmware-download': download('firmware-download'),
  guess: anew(async ({ store, clock, secretKey }) => {
    const guesses = createGuesses({ store, clock: clock.now, secretKey })
    /** Whether the guesser has to wait. */
    const guess = () =>
      guesses
        .judge({ kind: 'claim-key', ip: '192.0.2.1' }, async () => null)
        .then(
          () => false,
          () => true,
        )
    while (!(await guess()));
    return guess
  }),
  'idempotency-answer': whileAccepted(async (app, client) => {
    const key = randomUUID()
    const first = await placeOrder(client, {}, key)
    return async () => {
      const again = await placeOrder(client, {}, key)
      // Without the key that sealed it, the order is refused rather than placed twice.
      const orders = await app.store.db.selectFrom('orders').select('id').execute()
      expect(orders).toHaveLength(1)
      return again.status === 200 && again.body.data.order.id === first.body.data.order.id
    }
  }),
  newsletter: whileAccepted(async (app) => {
    const token = unsubscribeToken(randomUUID(), app.secretKey)
    return async () => (await testClient(app).post('/newsletter/unsubscribe', { token })).status === 200
  }),
  'offer-key': whileAccepted(offerLink),
  'offer-key-hash': forGood(nextLink('offers', offerLink)),
  'order-key': whileAccepted(orderLink),
  'order-key-hash': forGood(nextLink('orders', orderLink)),
  'recovery-code': whileAccepted(async (app) => {
    const client = testClient(app)
    await signUpProvenOperator(app, client)
    const { codes } = (await client.post('/desk/recovery-codes')).body.data
    await app.store.db.deleteFrom('sessionFactors').execute()
    return async () => (await client.post('/desk/second-factor', { code: codes[0] })).status === 200
  }),
  'refund-code': whileAccepted(async (app, client) => {
    const { order, withKey } = await placedOrder(client, { language: 'en' })
    await receiveMoney(app, order.id, order.totals.grossCents + 350_000)
    await client.post(`/orders/${order.id}/refund-code`, {}, withKey)
    const code = /money: (\d{6})/.exec((await mailTexts(app)).at(-1) ?? '')?.[1]
    const claim = {
      way: 'bank',
      to: 'NL91ABNA0417164300',
      name: 'A. de Vries',
      expectedAmount: '350000',
      code,
    }
    const key = () => ({ headers: { 'x-order-key': app.orderDeps.keys.of(order.id) } })
    return async () => (await client.post(`/orders/${order.id}/refund-claim`, claim, key())).status === 200
  }),
  'release-download': download('release-download'),
  request: anew(async ({ secretKey }) => {
    const known = secretKey.hash('request', 'GET /\n192.0.2.1')
    return async () => known.equals(secretKey.hash('request', 'GET /\n192.0.2.1'))
  }),
  'shipminer-box-v1': forGood(secondFactor),
  'shipminer-commands-v1': forGood(async ({ store, secretKey, clock }) => {
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const open = () => openCommandKeys({ store, secretKey, clock: clock.now, logger })
    const known = await open()
    await known.close()
    return async () => {
      const keys = await open()
      await keys.close()
      return keys.sign('an order') === known.sign('an order')
    }
  }),
  'shipminer-push-v1': forGood(async (app) => {
    const { publicKey } = await readPushKeys(app)
    return async () => (await readPushKeys(app)).publicKey === publicKey
  }),
  'webhook-secret': forGood(async (app) => {
    const client = testClient(app)
    const { user } = await signUp(client)
    const { secret } = await app.webhooks.save('https://hooks.example/', user.id)
    return async () => {
      const { sealedSecret } = await app.store.db
        .selectFrom('webhookEndpoints')
        .select('sealedSecret')
        .executeTakeFirstOrThrow()
      const opened = app.secretKey.open('webhook-secret', sealedSecret).toString('base64')
      return secret === `whsec_${opened}`
    }
  }),
}

const mailTexts = async ({ store }: TestApp) =>
  (await store.db.selectFrom('mails').select('textBody').orderBy('id').execute()).map(
    ({ textBody }) => textBody,
  )

describeEachEngine('a change of the secret key', ({ store }) => {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  /** As the job does it. */
  const change = async () => {
    app.secretKey.change(after)
    await resealAll(store().db, app.secretKey)
  }

  test.each([...secretUses])('%s before it', async (use) => {
    const counts = await fates[use].make(app, testClient(app))
    expect(await counts()).toBe(true)
  })

  test.each([...secretUses])('%s while the key before is accepted', async (use) => {
    const { make, accepted } = fates[use]
    const counts = await make(app, testClient(app))
    await change()
    expect(await counts()).toBe(accepted)
  })

  test.each([...secretUses])('%s when no other key is accepted any more', async (use) => {
    const { make, alone } = fates[use]
    const counts = await make(app, testClient(app))
    await change()
    app.secretKey.forgetOthers()
    expect(await counts().catch(() => false)).toBe(alone)
  })

  test('what copies with the other key in force have made counts, whichever was changed first', async () => {
    const copy = new SecretKey(after, [before])
    const first = new SecretKey(before, [after])
    for (const [one, other] of [
      [copy, first],
      [first, copy],
    ] as const) {
      expect(other.openText(one.sealText('sealed'))).toBe('sealed')
      expect(other.open('webhook-secret', one.seal('webhook-secret', Buffer.from('x'))).toString()).toBe('x')
      expect(other.hashes('claim-key', 'A')).toContainEqual(one.hash('claim-key', 'A'))
    }
  })

  test('a claim card that was shown once needs the key before no more', async () => {
    const { claimKey, controllerId } = await createController(
      { store: app.store, secretKey: app.secretKey },
      { name: 'Ms Aurora', location: null },
    )
    await change()
    const state = () => readSecretKeyState(store().db, app.secretKey)
    expect((await state()).claimKeys).toEqual({ count: 1, some: [controllerId] })
    const owner = testClient(app)
    await signUp(owner)
    const status = async () => (await owner.get(`/miners/claim-status/${claimKey}`)).body.data?.status
    expect(await status()).toBe('available')
    expect((await state()).claimKeys).toEqual({ count: 0, some: [] })
    app.secretKey.forgetOthers()
    expect(await status()).toBe('available')
    expect((await owner.post('/miners/claim', { claimKey })).status).toBe(200)
  })

  test('what is sealed for long is sealed anew, once, and said until then', async () => {
    await secondFactor(app, testClient(app))
    const telegram = { sealedToken: app.secretKey.sealText('1:token'), chatId: '1' }
    const { user } = await signUp(testClient(app))
    await store()
      .db.insertInto('alertChannels')
      .values({ userId: user.id, channels: JSON.stringify({ telegram }) })
      .execute()
    app.secretKey.change(after)
    const { sealed } = await readSecretKeyState(store().db, app.secretKey)
    expect(sealed).toEqual([
      { name: 'second factors', count: 1 },
      { name: 'keys for orders', count: 1 },
      { name: 'key of push messages', count: 1 },
      { name: 'tokens of Telegram bots', count: 1 },
    ])
    expect(await resealAll(store().db, app.secretKey)).toBe(4)
    expect(await resealAll(store().db, app.secretKey)).toBe(0)
    const row = await store().db.selectFrom('alertChannels').select('channels').executeTakeFirstOrThrow()
    app.secretKey.forgetOthers()
    const { sealedToken, chatId } = (row.channels as { telegram: typeof telegram }).telegram
    expect([app.secretKey.openText(sealedToken), chatId]).toEqual(['1:token', '1'])
  })

  test('a value that cannot be stored keeps no other from being sealed anew, and is reported', async () => {
    await secondFactor(app, testClient(app))
    app.secretKey.change(after)
    await sql`ALTER TABLE push_keys ADD CONSTRAINT refused CHECK (sealed_key = '') NOT VALID`.execute(
      store().db,
    )
    await expect(resealAll(store().db, app.secretKey)).rejects.toThrow('key of push messages of 1')
    await sql`ALTER TABLE push_keys DROP CONSTRAINT refused`.execute(store().db)
    expect(await resealAll(store().db, app.secretKey)).toBe(1)
  })

  test('the job notes when a key came into force, and the key before may go when nothing needs it', async () => {
    const job = resealJob({
      store: store(),
      clock: app.clock.now,
      secretKey: app.secretKey,
      logger: app.server.log,
    })
    const signal = new AbortController().signal
    await job.run(signal)
    const { claimKey } = await createController(
      { store: app.store, secretKey: app.secretKey },
      { name: 'Ms Aurora', location: null },
    )
    const needs = async () =>
      whatNeedsOthers(await readSecretKeyState(store().db, app.secretKey), app.clock.now())
    expect(await needs()).toEqual([])
    app.secretKey.change(after)
    await job.run(signal)
    const since = app.clock.now()
    expect((await readSecretKeyState(store().db, app.secretKey)).since?.getTime()).toBe(since)
    expect(await needs()).toEqual([
      expect.stringMatching(/^downloads, codes and messages of before are good until 2026-/),
      expect.stringMatching(/^1 claim cards were not used yet \(SM-/),
    ])
    await testClient(app).get(`/miners/claim-status/${claimKey}`)
    app.clock.advance(7 * dayMs)
    expect(await needs()).toEqual([])
  })

  test('every column that holds something sealed is sealed anew, or its rows end within a day', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%sealed%'
      ORDER BY 1`.execute(store().db)
    const places = sealedPlaces.map(({ table }) => table)
    for (const { name } of rows) expect(places, name).toContain(name.split('.')[0])
  })
})
