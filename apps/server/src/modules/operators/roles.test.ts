import { deskEndpoints } from '@shipminer/contract/desk'
import { endpoints } from '@shipminer/contract/endpoints'
import { mayCall, type OperatorRole, operatorRoles } from '@shipminer/contract/operator-roles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

describeEachEngine('roles at the desk', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let ownerId: string
  beforeEach(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    owner = testClient(app)
    ownerId = (await signUpProvenOperator(app, owner)).user.id
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const colleague = async (role: OperatorRole) => {
    const client = testClient(app)
    const { user } = await signUpProvenOperator(app, client, role)
    return { client, id: user.id }
  }
  const setRole = (id: string, role: OperatorRole, client = owner) =>
    client.post(`/desk/people/${id}/role`, { role, reason: 'new work' })
  const people = async () => (await owner.get('/desk/people')).body.data.people

  test('every call of the desk is for its roles and for nobody else', async () => {
    const calls = Object.entries(endpoints).filter(([, { auth }]) => auth === 'operator')
    for (const role of operatorRoles) {
      const { client } = await colleague(role)
      for (const [name, endpoint] of calls) {
        const { method, path } = endpoint
        const { status, body } = await client.call(
          method,
          path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID()),
          // What the endpoint would do with it is no matter here: it never gets that far, or refuses this.
          method === 'GET' ? undefined : { nonsense: true },
        )
        const isRefused = status === 403 && body.code === 'role-required'
        expect([role, name, isRefused]).toEqual([role, name, !mayCall(role, endpoint)])
        if (isRefused) expect(body.roles).toEqual(endpoint.roles)
      }
    }
  })

  test('an action of a call is for its own roles, and the refusal names them', async () => {
    const { actionRoles } = deskEndpoints.deskOrderAct
    const path = `/desk/orders/${crypto.randomUUID()}/actions`
    for (const role of operatorRoles) {
      const { client } = await colleague(role)
      for (const [action, roles] of Object.entries(actionRoles ?? {})) {
        const { body } = await client.post(path, { action, reason: 'as agreed' })
        expect([role, action, body.code === 'role-required']).toEqual([role, action, !roles.includes(role)])
        if (role === 'sales' && action === 'book-bank') expect(body.roles).toEqual(['owner', 'bookkeeper'])
      }
    }
  })

  test('Today and the search show nothing of what a role may not look at', async () => {
    await testClient(app).post('/inquiries/contact', {
      name: 'Johan Peeters',
      email: 'jp@schip.be',
      message: 'Past de box?',
      language: 'nl',
    })
    const seen = async (client: TestClient) => {
      const today = (await client.get('/desk/today')).body.data
      const { hits } = (await client.get('/desk/search?text=johan')).body.data
      return [today.operator.role, today.openLeads, today.freshLeads.length, hits.length]
    }
    expect(await seen((await colleague('sales')).client)).toEqual(['sales', 1, 1, 1])
    expect(await seen((await colleague('bookkeeper')).client)).toEqual(['bookkeeper', 0, 0, 0])
  })

  test('an owner changes a role, which holds at once; the last owner stays one, also of two at once', async () => {
    const { client, id } = await colleague('bookkeeper')
    expect((await client.get('/desk/bank')).status).toBe(200)
    expect((await setRole(id, 'sales')).status).toBe(200)
    expect(await client.get('/desk/bank')).toMatchObject({ status: 403, body: { code: 'role-required' } })
    expect(await setRole(id, 'owner', client)).toMatchObject({ body: { code: 'role-required' } })
    expect(await setRole(ownerId, 'sales')).toMatchObject({ status: 409, body: { code: 'last-owner' } })
    expect(await setRole(crypto.randomUUID(), 'sales')).toMatchObject({ status: 404 })
    const { user } = await signUp(testClient(app))
    expect(await setRole(user.id, 'owner')).toMatchObject({ status: 404 })

    expect((await setRole(id, 'owner')).status).toBe(200)
    const both = await Promise.all([setRole(id, 'sales'), setRole(ownerId, 'sales', client)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const roles = await store().db.selectFrom('operatorSecrets').select('role').execute()
    expect(roles.filter(({ role }) => role === 'owner')).toHaveLength(1)
    const { reason } = await store()
      .db.selectFrom('deskAudit')
      .select('reason')
      .where('action', '=', 'operator.role')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(reason).toBe('bookkeeper → sales · new work')
  })

  test('sessions are listed with where the desk is open, and ended at once, never the one that asks', async () => {
    const { client, id } = await colleague('service')
    const phone = testClient(app)
    phone.token = (await app.sessions.open({ userId: id, binding: null })).token
    const of = async (userId: string) => (await people()).find((one: { id: string }) => one.id === userId)
    const { role, sessions } = await of(id)
    expect([role, sessions.length]).toEqual(['service', 2])
    const open = sessions.filter(({ deskUntil }: { deskUntil: number | null }) => deskUntil !== null)
    expect(open).toMatchObject([{ isThis: false, signedInAt: app.clock.now() }])
    const end = (userId: string, session?: string) =>
      owner.post(`/desk/people/${userId}/sessions/end`, { ...(session && { session }), reason: 'lost phone' })

    expect((await end(id, open[0].id)).status).toBe(200)
    expect((await client.get('/desk/today')).status).toBe(401)
    expect(await end(id, open[0].id)).toMatchObject({ status: 404 })
    expect((await phone.get('/user/profile')).status).toBe(200)
    expect((await end(id)).status).toBe(200)
    expect((await phone.get('/user/profile')).status).toBe(401)
    expect((await of(id)).sessions).toEqual([])

    const [own] = (await of(ownerId)).sessions
    expect(own.isThis).toBe(true)
    expect((await end(ownerId, own.id)).status).toBe(404)
    expect((await end(ownerId)).status).toBe(200)
    expect((await owner.get('/desk/today')).status).toBe(200)
    // Nobody who is no operator can be signed out from here.
    const { user } = await signUp(testClient(app))
    expect((await end(user.id)).status).toBe(404)
  })

  test('whoever lost their authenticator comes in with a code, each once, and the log says so', async () => {
    const client = testClient(app)
    const { user } = await signUpProvenOperator(app, client, 'service')
    const told = async () =>
      (await mailsTo(app, user.email))
        .slice(1)
        .map(({ subject, textBody }) => [subject, /: (\d+)\./.exec(textBody)?.[1]])
    expect(await told()).toEqual([['Authenticator voor de balie van Shipminer', undefined]])
    expect((await client.get('/desk/recovery-codes')).body.data).toEqual({ left: 0, madeAt: null })
    const first: string[] = (await client.post('/desk/recovery-codes')).body.data.codes
    const { codes } = (await client.post('/desk/recovery-codes')).body.data
    expect(new Set([...first, ...codes]).size).toBe(20)
    expect((await client.get('/desk/recovery-codes')).body.data).toEqual({
      left: 10,
      madeAt: app.clock.now(),
    })
    const stored = await store().db.selectFrom('recoveryCodes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(codes[0])

    await store().db.deleteFrom('sessionFactors').execute()
    const prove = async (code: string) => (await client.post('/desk/second-factor', { code })).status
    expect((await client.get('/desk/today')).body.code).toBe('second-factor-required')
    expect(await prove(first[0] ?? '')).toBe(403)
    expect(await prove(codes[0].toLowerCase().replace('-', ''))).toBe(200)
    expect((await client.get('/desk/recovery-codes')).body.data).toMatchObject({ left: 9 })
    expect(await prove(codes[0])).toBe(403)
    // Somebody else's opens nothing.
    const { client: other } = await colleague('sales')
    await store().db.deleteFrom('sessionFactors').execute()
    expect((await other.post('/desk/second-factor', { code: codes[1] })).status).toBe(403)
    expect(await prove(codes[1])).toBe(200)
    // Of each that counted, and of nothing that was refused.
    expect((await told()).slice(1)).toEqual([
      ['Nieuwe herstelcodes bij Shipminer', undefined],
      ['Nieuwe herstelcodes bij Shipminer', undefined],
      ['Een herstelcode is gebruikt bij Shipminer', '9'],
      ['Een herstelcode is gebruikt bij Shipminer', '8'],
    ])
    expect(
      (await store().db.selectFrom('deskAudit').select('action').execute()).map(({ action }) => action),
    ).toEqual(expect.arrayContaining(['operator.recovery-codes', 'operator.recovered']))
  })
})
