import { endpoints } from '@shipminer/contract/endpoints'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, mailsTo } from '../../../test/account-proofs.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner, insertShip } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

type Role = 'viewer' | 'engineer'
type Person = TestClient & { id: string; email: string }

const dayMs = 86_400_000
const sha256 = 'a'.repeat(64)

describeEachEngine('the crew of a ship', ({ store }) => {
  let app: TestApp
  let owner: Person
  let ship: string
  let otherShip: string
  let miner: number
  let alert: string

  async function person(): Promise<Person> {
    const client = testClient(app)
    const { user } = await signUp(client)
    return Object.assign(client, { id: user.id, email: user.email })
  }
  const invite = (email: string, role: Role, by: TestClient = owner, to = ship) =>
    by.post(`/user/ships/${to}/crew`, { email, role })
  async function join(role: Role, to = ship): Promise<Person> {
    const member = await person()
    expect((await invite(member.email, role, owner, to)).status).toBe(200)
    const token = await mailedToken(app, member.email)
    expect((await member.post('/user/crew', { token })).body.data).toEqual({ shipId: to })
    return member
  }
  const crew = async () => (await owner.get(`/user/ships/${ship}/crew`)).body.data

  beforeEach(async () => {
    app = await buildTestApp(store())
    owner = await person()
    const { db } = app.store
    await db
      .updateTable('users')
      .set({ emailVerifiedAt: new Date(app.clock.now()) })
      .execute()
    ship = await insertShip(db, { userId: owner.id, name: 'Aurora' })
    otherShip = await insertShip(db, { userId: owner.id, name: 'Boreas' })
    await insertController(db, { id: 'SM-A', name: 'Engine room', ownerId: owner.id, shipId: ship })
    await insertController(db, {
      id: 'SM-B',
      name: 'Hold',
      ownerId: owner.id,
      shipId: otherShip,
      claimKeyHash: new Uint8Array([1, 2, 3]),
    })
    miner = await insertMiner(db, { controllerId: 'SM-A', deviceKey: 'mac:1', name: 'Port' })
    await insertMiner(db, { controllerId: 'SM-B', deviceKey: 'mac:2', name: 'Elsewhere' })
    const at = new Date(app.clock.now())
    const { id } = await db
      .insertInto('alerts')
      .values({ controllerId: 'SM-A', minerId: miner, kind: 'overheat', severity: 'critical', raisedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    alert = id
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  describe('an invitation', () => {
    test('is for a ship of one’s own, from an address that answers, once a mailbox', async () => {
      const stranger = await person()
      expect((await invite('x@y.nl', 'viewer', testClient(app))).status).toBe(401)
      expect((await invite('x@y.nl', 'viewer', stranger)).body.code).toBe('ship-not-found')
      expect((await invite('nobody', 'viewer')).body.code).toBe('email-invalid')
      expect((await invite(owner.email.toUpperCase(), 'viewer')).body.code).toBe('crew-own-ship')
      await insertShip(app.store.db, { userId: stranger.id })
      const [own] = (await stranger.get('/user/ships')).body.data.ships
      expect((await invite('x@y.nl', 'viewer', stranger, own.id)).body.code).toBe('email-not-verified')
      await invite('x@y.nl', 'viewer')
      await invite('X@y.nl', 'engineer')
      expect((await crew()).invitations).toMatchObject([
        { email: 'x@y.nl', role: 'engineer', hasExpired: false },
      ])
      expect(await mailsTo(app, 'x@y.nl')).toHaveLength(2)
    })

    test('names nobody as a link, and shows what it is for', async () => {
      await app.store.db
        .updateTable('ships')
        .set({ name: 'https://evil.example/now' })
        .where('id', '=', ship)
        .execute()
      await invite('x@y.nl', 'viewer')
      const [mail] = await mailsTo(app, 'x@y.nl')
      expect(mail?.textBody).not.toContain('evil.example')
      expect(mail?.textBody).toContain('https evil example now')
      expect(mail?.messageId).toMatch(/^token\./)
      const token = await mailedToken(app, 'x@y.nl')
      const nobody = testClient(app)
      expect((await nobody.post('/auth/crew-invitation', { token })).body.data).toMatchObject({
        email: 'x@y.nl',
        role: 'viewer',
      })
      expect((await nobody.post('/auth/crew-invitation', { token: 'crew_no' })).body.code).toBe(
        'link-invalid',
      )
    })

    test('opens for the account of its mailbox alone, once, for a week', async () => {
      const [wanted, other] = [await person(), await person()]
      await invite(wanted.email, 'viewer')
      const first = await mailedToken(app, wanted.email)
      await invite(wanted.email, 'viewer')
      const token = await mailedToken(app, wanted.email)
      expect((await wanted.post('/user/crew', { token: first })).body.code).toBe('link-invalid')
      expect((await other.post('/user/crew', { token })).body.code).toBe('crew-other-mailbox')
      expect((await owner.post('/user/crew', { token })).body.code).toBe('crew-own-ship')
      const both = await Promise.all([
        wanted.post('/user/crew', { token }),
        wanted.post('/user/crew', { token }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
      const account = await app.store.db
        .selectFrom('users')
        .select('emailVerifiedAt')
        .where('id', '=', wanted.id)
        .executeTakeFirstOrThrow()
      expect(account.emailVerifiedAt).not.toBeNull()
      expect((await invite(wanted.email, 'viewer')).body.code).toBe('crew-member-already')

      await invite(other.email, 'viewer')
      const late = await mailedToken(app, other.email)
      app.clock.advance(7 * dayMs)
      expect((await testClient(app).post('/auth/crew-invitation', { token: late })).body.code).toBe(
        'link-invalid',
      )
    })

    test('that is withdrawn opens nothing', async () => {
      const wanted = await person()
      await invite(wanted.email, 'engineer')
      const token = await mailedToken(app, wanted.email)
      const [{ id }] = (await crew()).invitations
      const path = `/user/ships/${ship}/crew-invitations/${id}`
      expect((await wanted.call('DELETE', path)).status).toBe(404)
      expect((await owner.call('DELETE', path)).body.data.invitations).toEqual([])
      expect((await wanted.post('/user/crew', { token })).body.code).toBe('link-invalid')
    })

    test('needs an owner who proved to be there lately; there are at most twenty', async () => {
      await app.store.db
        .insertInto('crewInvitations')
        .values(
          Array.from({ length: 20 }, (_, n) => ({
            shipId: ship,
            email: `n${n}@y.nl`,
            role: 'viewer' as const,
            tokenHash: new Uint8Array([n, 1, 2]),
            createdAt: new Date(app.clock.now()),
            expiresAt: new Date(app.clock.now() + (n === 0 ? 0 : dayMs)),
          })),
        )
        .execute()
      expect((await invite('more@y.nl', 'viewer')).body.code).toBe('crew-full')
      const { invitations } = await crew()
      expect(invitations.filter(({ hasExpired }: { hasExpired: boolean }) => hasExpired)).toHaveLength(1)
      expect((await invite('n3@y.nl', 'engineer')).status).toBe(200)
      const createdAt = new Date(app.clock.now() - 12 * 3_600_000 - 1)
      await app.store.db.updateTable('sessions').set({ createdAt }).execute()
      expect((await invite('n3@y.nl', 'engineer')).body.code).toBe('proof-required')
    })
  })

  test('a role can be changed, a member leaves or is taken off, and each is in the history with its name', async () => {
    const member = await join('viewer')
    const path = `/user/ships/${ship}/crew/${member.id}`
    expect((await member.call('PUT', path, { role: 'engineer' })).status).toBe(404)
    expect((await member.post(`/mining/miners/${miner}/control`, { action: 'stop' })).status).toBe(404)
    expect((await owner.call('PUT', path, { role: 'engineer' })).body.data.members).toMatchObject([
      { role: 'engineer', email: member.email },
    ])
    expect((await member.post(`/mining/miners/${miner}/control`, { action: 'stop' })).status).toBe(200)
    await app.store.db.updateTable('users').set({ name: 'Bo Berg' }).where('id', '=', member.id).execute()
    expect((await owner.call('DELETE', path)).body.data.members).toEqual([])
    expect((await owner.call('DELETE', path)).body.code).toBe('not-found')
    expect((await member.get('/dashboard/miners')).body.data.miners).toEqual([])
    expect((await mailsTo(app, member.email)).at(-1)?.subject).toContain('bemanning')
    const { entries } = (await owner.get('/mining/logs')).body.data
    expect(
      entries.map((entry: { event: string; actor: string }) => `${entry.event} ${entry.actor}`).sort(),
    ).toEqual([
      'crew-changed Anna de Vries',
      'crew-joined Bo Berg',
      'crew-removed Anna de Vries',
      'overheat null',
      'stop Bo Berg',
    ])
    const again = await join('viewer')
    expect((await again.call('DELETE', `/user/crew/${ship}`)).status).toBe(200)
    expect((await again.call('DELETE', `/user/crew/${ship}`)).status).toBe(404)
    expect((await again.get('/dashboard/miners')).body.data.miners).toEqual([])
  })

  test('a box that leaves the ship, by its owner or to a new one, leaves the crew too', async () => {
    const member = await join('engineer')
    const boxes = async () =>
      (await member.get('/dashboard/miners')).body.data.controllers.map(({ id }: { id: string }) => id)
    expect(await boxes()).toEqual(['SM-A'])
    await owner.call('PUT', '/mining/controllers/SM-A', { shipId: otherShip })
    expect(await boxes()).toEqual([])
    await owner.call('PUT', '/mining/controllers/SM-A', { shipId: ship })
    expect(await boxes()).toEqual(['SM-A'])
    const buyer = await person()
    await app.store.db
      .updateTable('controllers')
      .set({ ownerId: buyer.id, shipId: null })
      .where('id', '=', 'SM-A')
      .execute()
    expect(await boxes()).toEqual([])
    expect((await owner.call('DELETE', `/user/ships/${ship}`)).status).toBe(200)
    expect((await member.get('/mining/ships')).body.data.ships).toEqual([])
  })

  test('what money is made is told to the owner alone', async () => {
    const member = await join('viewer')
    const { miners, controllers } = (await member.get('/dashboard/miners')).body.data
    expect(controllers).toMatchObject([{ id: 'SM-A', shared: { role: 'viewer', owner: 'Anna de Vries' } }])
    expect(miners).toMatchObject([{ name: 'Port', earningsToday: null, earningsMonth: null }])
    const { ships } = (await member.get('/mining/ships')).body.data
    expect(ships).toMatchObject([{ name: 'Aurora', shared: { role: 'viewer' } }])
    const { report } = (await member.get(`/mining/ships/${ship}/environment`)).body.data
    expect(report.lostSat).toBeNull()
    expect(
      (await owner.get('/mining/ships')).body.data.ships.every((one: object) => !('shared' in one)),
    ).toBe(true)
  })

  /**
   * Every call of somebody signed in: who may make it of a ship that they are on the crew of. `self` is about the caller's own account and
   * tells nothing of anybody's ship. A call that is new has to be decided on here.
   */
  const sample = (): Record<string, Sample> => ({
    dashboardMiners: ['read'],
    miningFleet: ['read'],
    dashboardMinerStats: ['read', { id: miner }],
    miningDashboard: ['read'],
    miningTrends: ['read'],
    miningDevices: ['read'],
    miningDeviceStats: ['read', { id: miner }],
    miningStats: ['read'],
    findMiningStats: ['read', {}, {}],
    minerPerformance: ['read', { id: miner }],
    minerControl: ['read', { id: miner }],
    miningLogs: ['read'],
    shipStrangers: ['read', { id: ship }],
    miningShips: ['read'],
    miningShip: ['read', { id: ship }],
    miningShipMiners: ['read', { id: ship }],
    shipEnvironment: ['read', { id: ship }],
    shipRules: ['read', { id: ship }],
    shipCommissioning: ['read', { id: ship }],
    alerts: ['read'],
    findAlerts: ['read', {}, {}],
    minerAlerts: ['read', { id: miner }],

    controlMiner: ['act', { id: miner }, { action: 'stop' }],
    configureMiner: ['act', { id: miner }, { name: 'Bow' }],
    updateDevice: ['act', { id: miner }, { name: 'Bow' }],
    startMining: ['act', {}, { shipId: ship }],
    stopMining: ['act', {}, { controllerId: 'SM-A' }],
    savePowerSettings: ['act', { id: ship }, powerSettings],
    previewPowerSettings: ['act', { id: ship }, powerSettings],
    saveShipRules: ['act', { id: ship }, { restart: null, coolDown: null }],
    acknowledgeAlert: ['act', { id: alert }, {}],
    resolveAlert: ['act', { id: alert }, {}],
    removeDevice: ['act', { id: miner }],

    updateShip: ['own', { id: ship }, { name: 'Mine', type: 'other' }],
    removeShip: ['own', { id: ship }],
    shipCrew: ['own', { id: ship }],
    inviteCrew: ['own', { id: ship }, { email: 'friend@y.nl', role: 'engineer' }],
    changeCrewRole: ['own', { id: ship, userId: owner.id }, { role: 'engineer' }],
    removeCrew: ['own', { id: ship, userId: owner.id }],
    withdrawInvitation: ['own', { id: ship, invitationId: crypto.randomUUID() }],
    assignController: ['own', { id: 'SM-A' }, { name: 'Mine' }],
    shipFuel: ['own', { id: ship }],
    saveShipFuel: ['own', { id: ship }, { fuel: 1 }],
    shipProof: ['own', { id: ship }],
    shipProofPdf: ['own', { id: ship }],
    deviceLogins: ['own', { id: 'SM-A' }],
    faultReportPreview: ['own', {}, undefined, `?shipId=${'%SHIP%'}`],
  })

  const notOfShips = [
    ...['walletMe', 'logout', 'profile', 'updateProfile', 'resendVerification', 'proofMessage'],
    ...['confirmSession', 'setPassword', 'linkWallet', 'unlinkWallet', 'walletBalance', 'setPayoutAddress'],
    ...['cancelPayoutAddress', 'accountData', 'deleteAccount', 'apiKeys', 'createApiKey', 'revokeApiKey'],
    ...[
      'poolTemplates',
      'createPoolTemplate',
      'updatePoolTemplate',
      'removePoolTemplate',
      'savedFilters',
      'saveFilter',
      'ships',
      'addShip',
    ],
    ...['acceptInvitation', 'leaveCrew', 'claim', 'userOrders', 'paymentHistory', 'webhookSettings'],
    ...['saveWebhook', 'testWebhook', 'replayWebhook', 'firmware', 'beginFirmwareFile', 'addFirmwarePart'],
    ...['deleteFirmwareFile', 'startFirmwareSeries', 'cancelFirmwareSeries', 'alertSettings'],
    ...['saveAlertSettings', 'subscribePush', 'linkTelegram', 'unlinkTelegram'],
    ...['revenue', 'revenueAnalysis', 'revenueStatement'],
    ...['faultReports', 'faultReportsUnread', 'openFaultReport', 'faultReport', 'actOnFaultReport'],
    ...['readFaultReport', 'deskSecondFactor', 'deskPasskeyRequest', 'deskPasskeyProve'],
  ]
  /** Reached only through what a box, an order or a device said; each has its test elsewhere, or below. */
  const elsewhere = [
    ...['restoreMiner', 'testConnection', 'addDevice', 'noteStranger', 'shipCommissioningPdf'],
    ...['setDeviceLogin', 'removeDeviceLogin', 'orderFleet', 'describeFleet', 'fleetOrder'],
  ]

  test('every call of somebody signed in was decided on', () => {
    const signedIn = Object.entries(endpoints).flatMap(([name, { auth }]) => (auth === 'user' ? [name] : []))
    expect([...Object.keys(sample()), ...notOfShips, ...elsewhere].sort()).toEqual(signedIn.sort())
  })

  test.each(['viewer', 'engineer', 'viewer of the other ship', 'stranger'] as const)(
    'each call, made by a %s',
    async (who) => {
      const caller =
        who === 'stranger'
          ? await person()
          : await join(who === 'engineer' ? 'engineer' : 'viewer', who.includes('other') ? otherShip : ship)
      const rights = who === 'viewer' ? ['read'] : who === 'engineer' ? ['read', 'act'] : []
      for (const [name, [right, params = {}, body, query = '']] of Object.entries(sample())) {
        const { method, path } = endpoints[name as keyof typeof endpoints]
        const url = Object.entries(params).reduce(
          (text, [key, value]) => text.replace(`{${key}}`, String(value)),
          path as string,
        )
        const answer = await caller.call(method, `${url}${query.replace('%SHIP%', ship)}`, body)
        const seen = JSON.stringify(answer.body)
        const isWhole = Object.keys(params).length === 0 && method === 'GET'
        const mayIt = rights.includes(right)
        if (mayIt) expect([name, answer.status, answer.body.code]).toEqual([name, 200, undefined])
        else if (!isWhole && body === undefined)
          expect([name, answer.status]).toEqual([
            name,
            expect.toSatisfy((s: number) => s === 404 || s === 400),
          ])
        if (!mayIt) {
          expect([name, seen.includes('SM-A'), seen.includes(ship), seen.includes('"Port"')]).toEqual([
            name,
            false,
            false,
            false,
          ])
          if (method !== 'GET' && Object.keys(params).length > 0)
            expect([name, answer.body.success]).toEqual([name, false])
        }
        if (who !== 'viewer of the other ship')
          expect([name, seen.includes('SM-B'), seen.includes(otherShip)]).toEqual([name, false, false])
      }
      for (const name of notOfShips) {
        const { method, path } = endpoints[name as keyof typeof endpoints]
        if (method !== 'GET' || path.includes('{')) continue
        const text = JSON.stringify((await caller.get(path)).body)
        // What somebody did themselves is theirs to take along, and names the box that they did it to.
        const boxes = name === 'accountData' ? /SM-B/ : /SM-A|SM-B/
        expect([name, boxes.test(text)]).toEqual([name, false])
      }
    },
  )

  test('an engineer acts on the ship, yet sets no pools, no logins and no firmware', async () => {
    const member = await join('engineer')
    const pools = [{ url: 'stratum+tcp://pool.example:3333', user: 'thief.1', password: null }]
    const parameters = { pools }
    for (const [method, path, body] of [
      ['POST', `/mining/miners/${miner}/control`, { action: 'set-pools', parameters }],
      ['PUT', `/mining/miners/${miner}/config`, { pools }],
      ['PUT', `/mining/miners/${miner}/config`, { name: 'Mine', pools }],
      ['POST', `/mining/controllers/SM-A/logins/remove`, { commandId: crypto.randomUUID(), make: 'x' }],
      ['POST', '/firmware/series', { sha256, minerIds: [String(miner)] }],
    ] as const)
      expect((await member.call(method, path, body)).status, path).toBeGreaterThanOrEqual(400)
    expect(await app.store.db.selectFrom('commands').select('id').execute()).toEqual([])
    const { command } = (
      await owner.post(`/mining/miners/${miner}/control`, { action: 'set-pools', parameters })
    ).body.data
    await app.store.db.updateTable('commands').set({ restorable: true, state: 'confirmed' }).execute()
    const restore = (by: TestClient) => by.post(`/mining/miners/${miner}/restore`, { commandId: command.id })
    expect((await restore(member)).status).toBe(404)
    expect((await restore(owner)).status).toBe(200)
  })

  test('stopping everything stops what is one’s own, never a ship one is a guest on', async () => {
    const member = await join('engineer')
    expect((await member.post('/mining/stop', {})).body.data.commands).toEqual([])
    expect((await member.post('/mining/stop', { shipId: ship })).body.data.commands).toHaveLength(1)
    expect((await member.post('/mining/stop', { shipId: otherShip })).status).toBe(404)
  })
})

type Sample = [
  right: 'read' | 'act' | 'own',
  params?: Record<string, string | number>,
  body?: object | undefined,
  query?: string,
]

const powerSettings = {
  capacityKw: 80,
  limitPercent: 80,
  reserveKw: 5,
  holdSeconds: 60,
  order: [],
  quietHours: [],
  shoreCapacityKw: null,
  batteryCapacityKw: null,
}
