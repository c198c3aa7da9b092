import { maxPoolTemplates } from '@shipminer/contract/control/pool-templates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signedProof } from '../../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { ethereumSigner, type Signer } from '../../../../test/chains/wallet-signers.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { freshSessionMs } from '../../../platform/auth/fresh-session.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'

const path = '/mining/pool-templates'
const pools = [{ url: 'stratum+tcp://pool.example:3333', worker: 'account.{ship}-{octet}' }]

describeEachEngine('pool templates', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let signer: Signer
  let userId: string

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    signer = ethereumSigner()
    userId = (await signUp(owner, signer)).user.id
    await signUp(stranger)
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  const make = (name: string, wanted: unknown = pools) => owner.post(path, { name, pools: wanted })

  test('what no device takes as pool or worker is refused, and nobody signed out sees any', async () => {
    const [pool] = pools
    const wrong: unknown[] = [
      [],
      [pool, pool, pool, pool],
      [{ ...pool, url: 'http://192.168.1.1/reboot' }],
      [{ ...pool, url: '' }],
      [{ ...pool, worker: '' }],
      [{ ...pool, worker: '   ' }],
      [{ ...pool, worker: 'account.{boat}' }],
      [{ ...pool, worker: 'account,{ship}' }],
      [{ ...pool, worker: 'a\u0000' }],
      [{ ...pool, worker: 'x'.repeat(129) }],
      [{ ...pool, password: 'x' }],
      'pools',
      null,
    ]
    for (const wanted of wrong)
      expect((await make('Day', wanted)).body.code, JSON.stringify(wanted)).toBe('invalid-request')
    for (const name of ['', ' ', 'x'.repeat(61), 'a\nb', 7])
      expect((await owner.post(path, { name, pools })).body.code, String(name)).toBe('invalid-request')
    expect((await testClient(app).get(path)).status).toBe(401)
    expect((await owner.get(path)).body.data.templates).toEqual([])
  })

  test('a template is made, changed, renamed and deleted by its owner alone', async () => {
    const [made] = (await make(' Day ')).body.data.templates
    expect(made).toEqual({ id: expect.any(String), name: 'Day', pools, changedAt: app.clock.now() })
    const one = `/mining/pool-templates/${made.id}`
    const theirs = { name: 'Theirs', pools: [{ url: 'stratum+tcp://thief.example:1', worker: 'thief' }] }
    expect((await stranger.get(path)).body.data.templates).toEqual([])
    expect((await stranger.call('PUT', one, theirs)).body.code).toBe('not-found')
    expect((await stranger.call('DELETE', one)).body.code).toBe('not-found')
    for (const id of ['0', '-1', 'x', '99999999999'])
      expect([400, 404]).toContain((await owner.call('DELETE', `/mining/pool-templates/${id}`)).status)

    expect((await make('day')).body.code).toBe('pool-template-name-taken')
    await make('Night')
    expect((await owner.call('PUT', one, { name: 'NIGHT', pools })).body.code).toBe(
      'pool-template-name-taken',
    )
    const other = [...pools, { url: 'backup.example:3333', worker: 'account' }]
    const changed = (await owner.call('PUT', one, { name: 'DAY', pools: other })).body.data.templates
    expect(changed.map(({ name }: { name: string }) => name)).toEqual(['DAY', 'Night'])
    expect(changed[0].pools).toEqual(other)
    const left = (await owner.call('DELETE', one)).body.data.templates
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['Night'])
    expect((await owner.call('DELETE', one)).body.code).toBe('not-found')
    expect((await owner.call('PUT', one, { name: 'Gone', pools })).body.code).toBe('not-found')
  })

  test('where earnings will go is set by somebody who proved to be there lately', async () => {
    const [made] = (await make('Day')).body.data.templates
    const long = new Date(app.clock.now() - freshSessionMs - 1)
    await store()
      .db.updateTable('sessions')
      .set({ createdAt: long, provenAt: long })
      .where('userId', '=', userId)
      .execute()
    expect((await make('Night')).body.code).toBe('proof-required')
    const change = () => owner.call('PUT', `/mining/pool-templates/${made.id}`, { name: 'Day', pools })
    expect((await change()).body.code).toBe('proof-required')
    await owner.post('/user/confirm', { proof: await signedProof(owner, signer, 'confirm-session') })
    expect((await change()).status).toBe(200)
  })

  test('an account has twenty, also when they are made at once, and one of a name', async () => {
    const made = await Promise.all(Array.from({ length: maxPoolTemplates + 3 }, (_, at) => make(`T${at}`)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(maxPoolTemplates)
    expect(made.filter(({ body }) => body.code === 'too-many-pool-templates')).toHaveLength(3)
    const theirs = { name: 'Same', pools }
    const twice = await Promise.all([stranger.post(path, theirs), stranger.post(path, theirs)])
    expect(twice.map(({ body }) => body.code ?? 'made').sort()).toEqual(['made', 'pool-template-name-taken'])
  })

  test('a key for programs sees and sets none, and the download has them', async () => {
    await make('Day')
    const { token } = (await owner.post('/user/api-keys', { name: 'Home', scope: 'control' })).body.data
    const program = Object.assign(testClient(app), { token })
    expect((await program.get(path)).body.code).toBe('api-key-scope')
    expect((await program.post(path, { name: 'Thief', pools })).body.code).toBe('api-key-scope')
    const { body } = await owner.get('/user/data')
    expect(JSON.stringify(body)).toContain('account.{ship}-{octet}')
  })
})
