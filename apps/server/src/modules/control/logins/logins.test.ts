import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { CommandOrderSchema } from '@shipminer/contract/control'
import { loginLifetimeMs, sealingProof } from '@shipminer/contract/control/device-logins'
import { loginBinding, sealForTest } from '@shipminer/testkit/sealed-login'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../../test/fleet-rows.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { ownSealingKey } from '../../uplink/uplink-proof.ts'
import { applyReports, endOverdue } from '../control.repository.ts'

const identity = generateKeyPairSync('ed25519')
const publicKey = identity.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const sealingKey = Buffer.from(
  createPublicKey(generateKeyPairSync('x25519').privateKey).export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('base64')
const sealingProofOf = (id: string) =>
  sign(null, Buffer.from(sealingProof(id, sealingKey)), identity.privateKey).toString('base64')
const password = 'harbour-7-of-the-captain'

describeEachEngine('logins of miners', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let miner: string
  let foreign: string
  const logins = '/mining/controllers/SM-A/logins'

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    const { user } = await signUp(owner)
    const other = await signUp(stranger)
    const { db } = store()
    const keys = { publicKey, sealingKey, sealingProof: sealingProofOf('SM-A') }
    await insertController(db, { id: 'SM-A', ownerId: user.id, ...keys })
    await insertController(db, {
      id: 'SM-OLD',
      ownerId: user.id,
      publicKey,
      claimKeyHash: Buffer.from('old'),
    })
    await insertController(db, {
      id: 'SM-B',
      ownerId: other.user.id,
      claimKeyHash: Buffer.from('b'),
      ...keys,
    })
    miner = String(await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:1', make: 'Antminer' }))
    foreign = String(await insertMiner(db, { controllerId: 'SM-B', deviceKey: 'mac:2', make: 'Avalon' }))
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  function body(over: object = {}) {
    const commandId = randomUUID()
    const expiresAt = app.clock.now() + loginLifetimeMs
    const binding = loginBinding('SM-A', 'mac:1', commandId, expiresAt)
    const sealed = sealForTest(JSON.stringify({ user: 'captain', password }), sealingKey, binding)
    return { minerId: miner, commandId, expiresAt, sealed, ...over }
  }
  const rowsOf = () => store().db.selectFrom('commands').selectAll().execute()
  /** Everything that the database holds, as text. */
  async function everything(): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(store().db)
    const texts = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<{ all: string | null }>`
          SELECT string_agg(t::text, ' ') AS all FROM ${sql.raw(name)} t`.execute(store().db)
        return rows[0]?.all ?? ''
      }),
    )
    return texts.join('\n')
  }

  describe('refusals', () => {
    test('without a session, of another owner’s controller or miner, and of one on another controller', async () => {
      const nobody = testClient(app)
      const remove = '/mining/controllers/SM-A/logins/remove'
      for (const answer of [
        await nobody.get(logins),
        await nobody.post(logins, body()),
        await nobody.post(remove, { minerId: miner, commandId: randomUUID() }),
      ])
        expect(answer.status).toBe(401)
      for (const answer of [
        await stranger.get(logins),
        await stranger.get(`/mining/controllers/SM-B/logins?miner=${miner}`),
        await stranger.post(logins, body()),
        await stranger.post('/mining/controllers/SM-B/logins', body()),
        await stranger.post(remove, { minerId: miner, commandId: randomUUID() }),
        await owner.post(logins, body({ minerId: foreign })),
        await owner.get(`${logins}?miner=${foreign}`),
        await owner.post('/mining/controllers/SM-OLD/logins', body()),
        await owner.post(logins, body({ minerId: undefined, make: 'Avalon' })),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
      expect(await rowsOf()).toEqual([])
    })

    test('of a key for programs, whatever its scope', async () => {
      const { token } = (await owner.post('/user/api-keys', { name: 'Home', scope: 'control' })).body.data
      const program = Object.assign(testClient(app), { token: token as string })
      for (const answer of [
        await program.get(logins),
        await program.post(logins, body()),
        await program.post(`${logins}/remove`, { minerId: miner, commandId: randomUUID() }),
      ])
        expect(answer.body.code).toBe('api-key-scope')
      expect((await program.get('/dashboard/miners')).status).toBe(200)
      expect(await rowsOf()).toEqual([])
    })

    test('of a person who did not prove to be there lately', async () => {
      const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
      await store().db.updateTable('sessions').set({ createdAt }).execute()
      for (const answer of [
        await owner.post(logins, body()),
        await owner.post(`${logins}/remove`, { minerId: miner, commandId: randomUUID() }),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'proof-required' } })
    })

    test('of what is no sealed login, of two targets or none, and of an expiry out of bounds', async () => {
      const now = app.clock.now()
      for (const over of [
        { sealed: 'short' },
        { sealed: `${'A'.repeat(200)}\u0000` },
        { sealed: 'A'.repeat(5_000) },
        { make: 'Antminer' },
        { minerId: undefined },
        { expiresAt: now },
        { expiresAt: now + loginLifetimeMs + 61_000 },
        { expiresAt: 2 ** 53 },
        { password },
      ])
        expect((await owner.post(logins, body(over))).status).toBe(400)
      expect(await rowsOf()).toEqual([])
      expect(await everything()).not.toContain(password)
      expect(app.log()).not.toContain(password)
    })

    test('of a controller whose version takes none', async () => {
      const id = String(
        await insertMiner(store().db, { controllerId: 'SM-OLD', deviceKey: 'mac:3', make: 'Antminer' }),
      )
      const old = '/mining/controllers/SM-OLD/logins'
      expect((await owner.get(old)).body.data).toMatchObject({ box: null })
      for (const answer of [
        await owner.post(old, body({ minerId: id })),
        await owner.post(`${old}/remove`, { minerId: id, commandId: randomUUID() }),
      ])
        expect(answer).toMatchObject({ status: 409, body: { code: 'controller-too-old' } })
    })

    test('the common call takes no such command', async () => {
      for (const action of ['set-login', 'remove-login'])
        expect((await owner.post(`/mining/miners/${miner}/control`, { action })).status).toBe(400)
    })
  })

  test('a sealed login goes on as it came, bound to its miner, and is gone once the controller has answered', async () => {
    const sent = body()
    const answer = await owner.post(logins, sent)
    expect(answer.body.data.command).toMatchObject({
      id: sent.commandId,
      action: 'set-login',
      parameters: { login: { make: null } },
    })
    const [row] = await rowsOf()
    expect(CommandOrderSchema.parse(JSON.parse(row?.orderText ?? ''))).toMatchObject({
      id: sent.commandId,
      deviceKey: 'mac:1',
      expiresAt: sent.expiresAt,
      parameters: { login: { make: null, sealed: sent.sealed } },
    })
    expect(JSON.stringify(row?.parameters)).not.toContain(sent.sealed)
    await owner.post(logins, sent)
    expect(await rowsOf()).toHaveLength(1)
    const report = {
      ...{ commandId: sent.commandId, deviceKey: 'mac:1', at: new Date(), restorable: false },
    }
    for (const [state, reason] of [
      ['unconfirmed', 'login-kept'],
      ['confirmed', null],
    ] as const) {
      await store()
        .db.transaction()
        .execute((trx) => applyReports(trx, 'SM-A', [{ ...report, state, reason }]))
      const text = await everything()
      expect(text).not.toContain(sent.sealed)
      expect(text).not.toContain(password)
      const { commands } = (await owner.get(`${logins}?miner=${miner}`)).body.data
      expect(commands).toMatchObject([{ id: sent.commandId, state, reason }])
    }
    expect(app.log()).not.toContain(password)
    expect(app.log()).not.toContain(sent.sealed)
  })

  test('one that is never fetched is gone when its time is over', async () => {
    const sent = body()
    await owner.post(logins, sent)
    app.clock.advance(loginLifetimeMs + 6 * 60_000)
    await store().db.updateTable('commands').set({ state: 'queued' }).execute()
    await endOverdue(store().db, new Date(app.clock.now()), 0)
    expect(await rowsOf()).toMatchObject([{ state: 'expired', orderText: null, signature: null }])
    expect(await everything()).not.toContain(sent.sealed)
  })

  test('what the controller keeps is shown with its day, and never what it is', async () => {
    const at = app.clock.now()
    await store()
      .db.updateTable('controllers')
      .set({
        logins: JSON.stringify([
          { name: 'mac:1', at: null, state: 'kept' },
          { name: 'mac:1', at, state: 'waiting' },
          { name: 'make:antminer', at, state: 'kept' },
        ]),
      })
      .where('id', '=', 'SM-A')
      .execute()
    expect((await owner.get(`${logins}?miner=${miner}`)).body.data).toMatchObject({
      box: { identityKey: publicKey.toString('base64'), sealing: { key: sealingKey } },
      miner: { deviceKey: 'mac:1', make: 'Antminer', login: { at, state: 'waiting' } },
      makes: [{ make: 'Antminer', miners: 1, login: { at, state: 'kept' } }],
      all: null,
      commands: [],
    })
  })

  test('a make is asked for as one command of the controller, and is not among those of a miner', async () => {
    const sent = body({ minerId: undefined, make: 'Antminer' })
    expect((await owner.post(logins, sent)).body.data.command).toMatchObject({
      minerId: null,
      parameters: { login: { make: 'Antminer' } },
    })
    const removal = { make: 'Antminer', commandId: randomUUID() }
    expect((await owner.post(`${logins}/remove`, removal)).body.data.command).toMatchObject({
      action: 'remove-login',
    })
    expect((await owner.get(logins)).body.data.commands).toHaveLength(2)
    expect((await owner.get(`${logins}?miner=${miner}`)).body.data.commands).toEqual([])
  })
})

test('a key that the box’s own identity did not sign is none', () => {
  const hello = { controllerId: 'SM-A', sealing: { key: sealingKey, proof: sealingProofOf('SM-A') } }
  expect(ownSealingKey(hello, publicKey)).toEqual(hello.sealing)
  expect(ownSealingKey({ controllerId: 'SM-A' }, publicKey)).toBeNull()
  expect(ownSealingKey({ ...hello, controllerId: 'SM-B' }, publicKey)).toBeNull()
  expect(
    ownSealingKey({ ...hello, sealing: { ...hello.sealing, key: `${'A'.repeat(43)}=` } }, publicKey),
  ).toBeNull()
  expect(ownSealingKey(hello, Buffer.alloc(32))).toBeNull()
})
