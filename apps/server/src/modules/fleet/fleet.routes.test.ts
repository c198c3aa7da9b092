import type { Batch } from '@shipminer/contract/uplink'
import { minerStateKinds } from '@shipminer/domain/fleet/miner-state'
import { buildDeviceReport, buildSample } from '@shipminer/testkit/telemetry'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createController } from '../claims/claims.port.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'

const key = 'mac:02:00:00:00:00:01'
const soloKey = 'mac:02:00:00:00:00:02'

describeEachEngine('the owner’s fleet', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let controllerId = ''

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    await signUp(owner)
    await signUp(stranger)
    const created = await createController(
      { store: store(), secretKey: app.secretKey },
      { name: 'Ms Aurora', location: 'Bow' },
    )
    controllerId = created.controllerId
    expect((await owner.post('/miners/claim', { claimKey: created.claimKey })).status).toBe(200)
  })
  afterEach(() => app.server.close())

  const device = (deviceKey: string, pool: string, model: string) =>
    buildDeviceReport({
      observedAt: app.clock.now(),
      identity: { key: deviceKey, model, firmware: 'f1' },
      detail: {
        expectedHashrateGhs: 257_000,
        inletTemperatureC: 34,
        outletTemperatureC: 43,
        faults: [],
        bestShareDifficulty: 7,
        blocksFound: 0,
        pools: [{ url: pool, user: 'acct.bow-1', status: 'alive', active: true, priority: 0 }],
      },
    })
  const sample = (deviceKey: string, more: object = {}) =>
    buildSample({
      deviceKey,
      sampledAt: app.clock.now(),
      hashrateGhs: 250_500,
      powerWatts: null,
      temperatureDeciC: 615,
      uptimeSeconds: 60,
      acceptedShares: 3,
      rejectedShares: 1,
      staleShares: null,
      acceptedDifficultyMilli: 1_750_000_000,
      ...more,
    })
  const ingest = (batch: Partial<Batch>) =>
    createTelemetry(store()).ingestBatch({
      controllerId,
      clockOffsetMs: 0,
      receivedAt: app.clock.now(),
      batch: { seq: 1, samples: [], devices: [], events: [], ...batch },
    })
  async function withTwoMiners(): Promise<{ pooled: string; solo: string }> {
    await store()
      .db.updateTable('controllers')
      .set({ lastSeenAt: new Date(app.clock.now()), pollIntervalMs: 30_000 })
      .execute()
    await ingest({
      devices: [
        device(key, 'stratum+tcp://pool.example:3333', 'S19 XP Hyd.'),
        device(soloKey, 'solo.ckpool.org:3333', 'NerdQAxe+'),
      ],
      samples: [
        sample(key),
        sample(soloKey, { hashrateGhs: 2_400, acceptedDifficultyMilli: null, powerWatts: 120 }),
      ],
    })
    const list = await owner.get('/dashboard/miners')
    const find = (model: string) =>
      list.body.data.miners.find((miner: { model: string }) => miner.model === model).id
    return { pooled: find('S19 XP Hyd.'), solo: find('NerdQAxe+') }
  }

  describe('refusals', () => {
    test.each([
      '/dashboard/miners',
      '/mining/dashboard',
      '/mining/trends',
      '/mining/devices',
      '/mining/miners/1/performance',
    ])('%s needs a login', async (path) => {
      const answer = await owner.get(path, { token: null })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ success: false, code: 'unauthorized' })
    })

    test('the chart names the times without a line that touch it', async () => {
      const { pooled } = await withTwoMiners()
      const now = app.clock.now()
      const span = (from: number, to: number) => ({
        controllerId,
        fromAt: new Date(now - from * 3_600_000),
        toAt: new Date(now - to * 3_600_000),
      })
      await store()
        .db.insertInto('awaySpans')
        .values([span(90, 80), span(30, 20), span(5, 4)])
        .execute()
      expect((await owner.get(`/mining/miners/${pooled}/performance`)).body.data.backfilled).toEqual([
        { from: now - 30 * 3_600_000, to: now - 20 * 3_600_000 },
        { from: now - 5 * 3_600_000, to: now - 4 * 3_600_000 },
      ])
    })

    test('means of all devices, or of one, asked for either way; unknown is null', async () => {
      const { pooled, solo } = await withTwoMiners()
      const all = (await owner.get('/mining/stats')).body.data
      expect(all).toMatchObject({ period: '24h' })
      expect(all.stats).toEqual([
        { device_id: pooled, hashrate: 250.5, power_consumption: null },
        { device_id: solo, hashrate: 2.4, power_consumption: 120 },
      ])
      const one = await owner.post('/mining/stats', { device_id: solo, period: '1h' })
      expect(one.body.data).toMatchObject({ period: '1h', stats: [{ device_id: solo, hashrate: 2.4 }] })
      expect((await stranger.get(`/mining/stats?device_id=${solo}`)).status).toBe(404)
      expect((await stranger.post('/mining/stats', {})).body.data.stats).toEqual([])
    })

    test('what belongs to somebody else does not exist', async () => {
      const { pooled } = await withTwoMiners()
      for (const path of [
        `/dashboard/miners/${pooled}/stats`,
        `/mining/devices/${pooled}/stats`,
        `/mining/miners/${pooled}/performance`,
      ]) {
        expect((await stranger.get(path)).status, path).toBe(404)
      }
      expect((await stranger.get('/dashboard/miners')).body.data).toMatchObject({
        miners: [],
        controllers: [],
      })
      expect((await stranger.get('/mining/dashboard')).body.data.summary).toMatchObject({
        totalDevices: 0,
        totalHashRate: null,
      })
    })

    test.each(['0', 'x', '-1', '1.5', '99999999999'])('id %s is not one', async (id) =>
      expect((await owner.get(`/mining/miners/${id}/performance`)).status).toBe(400),
    )
    test.each(['hours=0', 'hours=99999', 'hours=x'])('%s is refused', async (query) => {
      const { pooled } = await withTwoMiners()
      expect((await owner.get(`/mining/miners/${pooled}/performance?${query}`)).status).toBe(400)
    })
  })

  test('a claimed controller without a miner is an honest nothing', async () => {
    const { data } = (await owner.get('/mining/dashboard')).body
    expect(data.summary).toEqual({
      totalDevices: 0,
      onlineDevices: 0,
      staleDevices: 0,
      offlineDevices: 0,
      states: Object.fromEntries(minerStateKinds.map((kind) => [kind, 0])),
      needAttention: 0,
      totalHashRate: null,
      hashRateKnown: 0,
      totalPowerConsumption: null,
      powerKnown: 0,
      totalEarningsToday: null,
      totalEarningsMonth: null,
      averageTemperature: null,
      alertsCount: 0,
    })
    expect(data.network).toMatchObject({ networkBuiltIn: true, centsPerBtc: null, priceSource: null })
  })

  test('of very many alerts the newest are listed and all are counted', async () => {
    const { db } = store()
    const { id: minerId } = await db
      .insertInto('miners')
      .values({ controllerId, deviceKey: key })
      .returning('id')
      .executeTakeFirstOrThrow()
    const resolved = { controllerId, kind: 'overheat', severity: 'warning', status: 'resolved' } as const
    const open = { controllerId, minerId, kind: 'overheat', severity: 'warning' } as const
    await db
      .insertInto('alerts')
      .values([
        { ...resolved, raisedAt: new Date(), clearedAt: new Date() },
        ...Array.from({ length: 201 }, (_, index) => ({
          ...open,
          raisedAt: new Date(index),
          clearedAt: new Date(),
        })),
      ])
      .execute()
    const { summary, alerts } = (await owner.get('/mining/dashboard')).body.data
    expect([summary.alertsCount, alerts.length]).toEqual([201, 200])
    expect((await stranger.get('/mining/dashboard')).body.data.summary.alertsCount).toBe(0)
  })

  test('cards show what was read, unknown as null, and earnings by accepted difficulty', async () => {
    await withTwoMiners()
    const { miners, controllers } = (await owner.get('/dashboard/miners')).body.data
    expect(controllers).toMatchObject([{ id: controllerId, status: 'online', connectedMiners: 2 }])
    const pooled = miners.find((miner: { solo: boolean }) => !miner.solo)
    expect(pooled).toMatchObject({
      name: 'bow-1',
      manufacturer: 'Antminer',
      status: 'online',
      hashrateThs: 250.5,
      powerWatts: null,
      temperatureC: 61.5,
      acceptedShares: 3,
      rejectedShares: 1,
      expectedHashrateThs: 257,
      macAddress: '02:00:00:00:00:01',
    })
    // 1,750,000 units at 150e12 with 3.125 + 0.02 BTC a block, less 2 %: 3.595 sat.
    expect(pooled.earningsToday).toEqual({ sat: 3, cents: null, basis: 'shares' })
    expect(pooled.trend).toHaveLength(48)
    expect(pooled.trend.filter((value: number | null) => value !== null)).toEqual([250.5])
    expect(miners.find((miner: { solo: boolean }) => miner.solo)).toMatchObject({
      earningsToday: null,
      powerWatts: 120,
    })
  })

  test('totals count fresh values and follow miners that fall silent', async () => {
    await withTwoMiners()
    const summary = async () => (await owner.get('/mining/dashboard')).body.data.summary
    expect(await summary()).toMatchObject({
      onlineDevices: 2,
      totalHashRate: 252.9,
      hashRateKnown: 2,
      totalPowerConsumption: 120,
      powerKnown: 1,
    })
    app.clock.advance(76_000)
    expect(await summary()).toMatchObject({ onlineDevices: 0, staleDevices: 2, totalHashRate: null })
    app.clock.advance(300_000)
    expect(await summary()).toMatchObject({ staleDevices: 0, offlineDevices: 2 })
  })

  test('a solo miner tells its odds, a pooled one does not', async () => {
    const { pooled, solo } = await withTwoMiners()
    const odds = (await owner.get(`/dashboard/miners/${solo}/stats`)).body.data.odds
    expect(odds.probabilityYear).toBeCloseTo(0.00011756, 7)
    expect(odds).toMatchObject({ bestShareDifficulty: 7, blocksFound: 0 })
    const stats = (await owner.get(`/mining/devices/${pooled}/stats?period=7d`)).body.data
    expect(stats).toMatchObject({
      device_id: pooled,
      period: '7d',
      odds: null,
      hashrate: 250.5,
      power_consumption: null,
    })
  })

  test('a chart has the steps that were sampled and no others', async () => {
    const { pooled } = await withTwoMiners()
    app.clock.advance(300_000)
    await ingest({ seq: 2, samples: [sample(key, { hashrateGhs: 200_000, powerWatts: 5_000 })] })
    const { stepSeconds, points } = (await owner.get(`/mining/miners/${pooled}/performance`)).body.data
    expect(stepSeconds).toBe(300)
    expect(points).toHaveLength(2)
    expect(points[0]).toMatchObject({
      hashrateThs: 250.5,
      powerWatts: null,
      temperatureMaxC: 61.5,
      coverage: 0.1,
    })
    expect(points[1]).toMatchObject({ hashrateThs: 200, powerWatts: 5_000 })
    expect(points[1].at - points[0].at).toBe(300_000)
  })

  test('the trend of the fleet sums its miners, and another’s ship has none', async () => {
    await withTwoMiners()
    app.clock.advance(300_000)
    await ingest({ seq: 2, samples: [sample(key, { hashrateGhs: 200_000, powerWatts: 5_000 })] })
    const { stepSeconds, points } = (await owner.get('/mining/trends')).body.data
    expect(stepSeconds).toBe(900)
    expect(points).toHaveLength(1)
    expect(points[0]).toMatchObject({ temperatureMaxC: 61.5 })
    expect(points[0].hashrateThs).toBeGreaterThan(200)
    expect((await stranger.get('/mining/trends')).body.data.points).toEqual([])
    const nobodys = await owner.get('/mining/trends?shipId=00000000-0000-4000-8000-000000000000')
    expect(nobodys.body.data.points).toEqual([])
    expect((await owner.get('/mining/trends?shipId=x')).status).toBe(400)
  })
})
