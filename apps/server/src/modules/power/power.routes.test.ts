import type { NetworkInputs } from '@shipminer/contract/mining'
import type { EnvironmentSample, PowerSettings } from '@shipminer/contract/power/environment'
import type { FuelSettings } from '@shipminer/contract/power/fuel'
import { judgeWorth, newWorth } from '@shipminer/domain/generator/proof/worth'
import { buildShip } from '@shipminer/testkit/fleet'
import { buildEnvironmentSample } from '@shipminer/testkit/telemetry'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController, insertMiner } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { utcDay } from '../../platform/time.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { readLatest } from './environment.service.ts'
import { readMarketFigure } from './fuel.service.ts'
import type { PowerDeps } from './power.deps.ts'
import { createPower } from './power.service.ts'
import { readProof } from './proof/proof.service.ts'

const settings: PowerSettings = {
  capacityKw: 120,
  limitPercent: 85,
  reserveKw: 12,
  holdSeconds: 300,
  order: [],
  quietHours: [{ from: '22:00', to: '06:00' }],
  shoreCapacityKw: null,
  batteryCapacityKw: null,
}

/** As before any source of the market answered. */
const unknownNetwork: NetworkInputs = {
  difficulty: 150e12,
  blockHeight: 977_000,
  subsidySat: 312_500_000,
  feesSatPerBlock: 2_000_000,
  networkSource: 'built-in',
  networkObservedAt: 0,
  networkBuiltIn: true,
  centsPerBtc: null,
  priceSource: null,
  priceObservedAt: null,
  poolFeeBasisPoints: 0,
}

describeEachEngine('the power of ships', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let shipId: string

  const sample = (at: number, more: Partial<EnvironmentSample> = {}) =>
    buildEnvironmentSample({
      at,
      capacityWatts: 120_000,
      generatorLoadWatts: 60_000,
      shipLoadWatts: 36_000,
      miningLoadWatts: 24_000,
      allowedMiningWatts: 54_000,
      ...more,
    })

  /** Stored as the uplink does. */
  async function store10(seq: number, samples: EnvironmentSample[], events: object[] = []): Promise<void> {
    const nothing = {
      shipValues: async () => ({ minerIds: [], online: 0, hashrateThs: null, powerWatts: null }),
    }
    const power = createPower({
      store: app.store,
      clock: app.clock.now,
      productName: 'Shipminer',
      ...nothing,
      earnedSat: async () => null,
      networkInputs: async () => unknownNetwork,
      logChange: async () => undefined,
    })
    const input = {
      controllerId: 'SM-A',
      batch: {
        seq,
        samples: [],
        devices: [],
        events: [],
        environment: samples,
        powerEvents: events as never,
      },
      clockOffsetMs: 0,
      receivedAt: app.clock.now(),
    }
    await createTelemetry(app.store).ingestBatch(input, [power.storeBatch])
  }
  const environment = (hours = 24) => client.get(`/mining/ships/${shipId}/environment?hours=${hours}`)

  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    const { user } = await signUp(client)
    const ship = await client.post('/user/ships', buildShip({ generatorCapacityKw: 120 }))
    shipId = ship.body.data.ship.id
    await insertController(app.store.db, { name: 'Engine room', ownerId: user.id })
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  test('a controller is put on a ship, and taken off again', async () => {
    expect((await client.call('PUT', '/mining/controllers/SM-A', { shipId, name: 'Aft' })).status).toBe(200)
    const [ship] = (await client.get('/mining/ships')).body.data.ships
    expect(ship).toMatchObject({
      id: shipId,
      minerCount: 0,
      hashrateThs: null,
      follower: null,
      controllers: [{ id: 'SM-A', name: 'Aft', status: 'never-seen' }],
    })
    await client.call('PUT', '/mining/controllers/SM-A', { shipId: null })
    expect((await client.get(`/mining/ships/${shipId}`)).body.data.ship.controllers).toEqual([])
  })

  test('what the follower told is there once, however often the batch comes, and unknown stays unknown', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const now = app.clock.now()
    const samples = [
      sample(now - 20_000),
      sample(now - 10_000, { state: 'curtailed', curtailedDevices: 2, curtailedWatts: 7_000 }),
      sample(now, {
        state: 'load-unknown',
        generatorLoadWatts: null,
        shipLoadWatts: null,
        allowedMiningWatts: null,
      }),
    ]
    const events = [{ at: now - 10_000, kind: 'curtailed', deviceKey: 'mac:1', watts: 3_500 }]
    await store10(1, samples, events)
    await store10(1, samples, events)
    const { body } = await environment()
    expect(body.data.now).toMatchObject([
      { controllerId: 'SM-A', sample: { state: 'load-unknown', generatorLoadWatts: null } },
    ])
    expect(body.data.points).toMatchObject([
      { generatorLoadWatts: 60_000, miningLoadWatts: 24_000, curtailedSeconds: 10, coverage: 0.1 },
    ])
    expect(body.data.events).toEqual([
      {
        at: now - 10_000,
        kind: 'curtailed',
        deviceKey: 'mac:1',
        watts: 3_500,
        minerId: null,
        minerName: null,
      },
    ])
    expect(body.data.report).toMatchObject({ spareWh: 300, usedWh: 133, curtailedSeconds: 10, lostSat: null })
    expect((await environment(9_000)).body.data.points).toHaveLength(1)
  })

  test('a report that this version cannot read is as one that never came', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const now = app.clock.now()
    await store10(1, [sample(now)])
    const latest = () => readLatest({ store: app.store } as PowerDeps, ['SM-A'])
    expect(await latest()).toHaveLength(1)
    await app.store.db
      .updateTable('powerState')
      .set({ sample: JSON.stringify({ state: 'of tomorrow' }) })
      .execute()
    expect(await latest()).toEqual([])
    const { status, body } = await environment()
    expect([status, body.data.now]).toEqual([200, []])
    expect((await client.get('/mining/ships')).body.data.ships[0].follower).toBe(null)
  })

  test('one who has the rest asks only for the end of it', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const now = app.clock.now()
    const long = now - 3 * 3_600_000
    const event = (at: number) => ({ at, kind: 'curtailed', deviceKey: null, watts: 1 })
    await store10(1, [sample(long), sample(now)], [event(long), event(now)])
    const { data } = (await client.get(`/mining/ships/${shipId}/environment?hours=24&since=${now}`)).body
    expect(data.tellsFrom).toBeGreaterThan(long)
    expect(data.tellsFrom).toBeLessThanOrEqual(now - data.stepSeconds * 1000)
    expect(data.points).toHaveLength(1)
    expect(data.events.map(({ at }: { at: number }) => at)).toEqual([now])
    const { data: all } = (await client.get(`/mining/ships/${shipId}/environment?hours=24&since=0`)).body
    expect(all.points).toHaveLength(2)
    expect(all.report).toEqual(data.report)
  })

  test('late samples fill the past and do not become the present', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const now = app.clock.now()
    await store10(2, [sample(now)])
    await store10(1, [sample(now - 3_600_000, { generatorLoadWatts: 10_000 })])
    const { data } = (await environment()).body
    expect(data.now[0].sample.generatorLoadWatts).toBe(60_000)
    expect(data.points.map((point: { generatorLoadWatts: number }) => point.generatorLoadWatts)).toEqual([
      10_000, 60_000,
    ])
  })

  test('settings are kept, versioned and given to the controller of the ship', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    expect((await environment()).body.data).toMatchObject({ settings: null, effective: null })
    await client.call('PUT', `/mining/ships/${shipId}/power-settings`, settings)
    const saved = await client.call('PUT', `/mining/ships/${shipId}/power-settings`, {
      ...settings,
      reserveKw: 20,
    })
    expect(saved.body.data.settings.reserveKw).toBe(20)
    expect((await environment()).body.data.settings).toEqual({ ...settings, reserveKw: 20 })
    const [row] = await app.store.db.selectFrom('powerSettings').selectAll().execute()
    expect(row?.version).toBe(2)
    const refused = await client.call('PUT', `/mining/ships/${shipId}/power-settings`, {
      ...settings,
      limitPercent: 400,
    })
    expect(refused.body).toMatchObject({ success: false, code: 'invalid-request' })
  })

  test('a preview runs the law over the week that was', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const minerId = await insertMiner(app.store.db)
    const now = app.clock.now()
    const samples: EnvironmentSample[] = []
    for (let at = now - 2 * 86_400_000; at <= now; at += 300_000)
      samples.push(sample(at, { periodSeconds: 300, shipLoadWatts: at > now - 86_400_000 ? 95_000 : 30_000 }))
    for (let start = 0; start < samples.length; start += 100)
      await store10(10 + start, samples.slice(start, start + 100))
    await app.store.db
      .insertInto('miner_1d')
      .values({
        controllerId: 'SM-A',
        minerId,
        day: new Date(now - 86_400_000).toISOString().slice(0, 10),
        hashGh: 200_000 * 86_400,
        blindHashGh: 0,
        energyJ: 3_500 * 86_400,
        difficultyMilli: 0,
        n: 1,
        difficultyN: 0,
        seconds: 86_400,
        miningSeconds: 86_400,
        hashrateSeconds: 86_400,
        powerSeconds: 86_400,
      } as never)
      .execute()
    const ask = (more: Partial<PowerSettings>) =>
      client.post(`/mining/ships/${shipId}/power-settings/preview`, { ...settings, quietHours: [], ...more })
    const wide = (await ask({ reserveKw: 60 })).body.data
    const narrow = (await ask({ reserveKw: 2, limitPercent: 100 })).body.data
    expect(narrow.preview.usedWh).toBeGreaterThan(wide.preview.usedWh)
    // Of the second day a part, so that the mean over 24 hours stays within what the set is rated for.
    expect(narrow.preview.usedWh).toBeGreaterThan(2 * 3_500 * 20)
    expect(wide.preview.curtailedSeconds).toBeGreaterThan(narrow.preview.curtailedSeconds)
    expect(wide.present.usedWh).toBe(narrow.present.usedWh)
    expect((await ask({ order: [String(minerId)] })).status).toBe(200)
  })

  test('the order of giving way is by id for pages and by device key for the ship', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const minerId = await insertMiner(app.store.db)
    await client.call('PUT', `/mining/ships/${shipId}/power-settings`, {
      ...settings,
      order: [String(minerId), '999'],
    })
    const power = createPower({
      store: app.store,
      clock: app.clock.now,
      productName: 'Shipminer',
      shipValues: async () => ({ minerIds: [], online: 0, hashrateThs: null, powerWatts: null }),
      earnedSat: async () => null,
      networkInputs: async () => unknownNetwork,
      logChange: async () => undefined,
    })
    expect((await power.settingsOf(app.store.db, 'SM-A'))?.settings.order).toEqual(['mac:1'])
    await power.storeEffective(app.store.db, 'SM-A', {
      version: 1,
      effective: { ...settings, order: ['mac:1'] },
    })
    expect((await environment()).body.data.effective.order).toEqual([String(minerId)])

    expect((await environment()).body.data.followers).toBe(1)

    const unreadable = async () => (await environment()).body.data.unreadable
    // An older box says nothing of it, and one that said so says no more of it after a downgrade.
    expect(await unreadable()).toEqual([])
    const reported = { version: 1, effective: null }
    await power.storeEffective(app.store.db, 'SM-A', { ...reported, unreadable: ['check', 'settings'] })
    expect(await unreadable()).toEqual(['settings', 'check'])
    await power.storeEffective(app.store.db, 'SM-A', { ...reported, unreadable: ['check'] })
    expect(await unreadable()).toEqual(['check'])
    await power.storeEffective(app.store.db, 'SM-A', reported)
    expect(await unreadable()).toEqual([])

    const otherMeter = async () => (await environment()).body.data.otherMeter
    expect(await otherMeter()).toBeNull()
    const other = { part: 'serial', is: '7002', was: '7001' } as const
    await power.storeEffective(app.store.db, 'SM-A', { ...reported, otherMeter: other })
    expect(await otherMeter()).toEqual(other)
    await power.storeEffective(app.store.db, 'SM-A', { ...reported, otherMeter: null })
    expect(await otherMeter()).toBeNull()
  })

  test('fuel and its price are kept, counted and told to the box; what was never entered is unknown', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const fuelOfShip = async () => (await client.get(`/mining/ships/${shipId}/fuel`)).body.data
    expect(await fuelOfShip()).toMatchObject({
      settings: null,
      report: { fuelGrams: null, co2Grams: null, fuelCents: null, heldSeconds: 0 },
    })
    const now = app.clock.now()
    const burning = { fuelGramsPerHour: 7_200, fuelMillicentsPerHour: 900_000, minimumLoad: 'held' }
    await store10(1, [sample(now - 10_000, burning), sample(now)])
    const wished: FuelSettings = {
      mine: 'when-it-pays',
      dieselCentsPerLitre: 105.5,
      curve: null,
      minimumLoadPercent: 30,
    }
    const put = (body: object) => client.call('PUT', `/mining/ships/${shipId}/fuel`, body)
    expect((await put({ ...wished, mine: 'only-wasted', minimumLoadPercent: null })).status).toBe(400)
    expect((await put({ ...wished, curve: [{ loadPercent: 50, gramsPerKwh: 230 }] })).status).toBe(400)
    expect((await put(wished)).status).toBe(200)
    expect(await fuelOfShip()).toMatchObject({
      settings: wished,
      // 7.2 kg an hour for ten seconds: 20 g.
      report: { fuelGrams: 20, co2Grams: 63, fuelCents: 3, heldSeconds: 10 },
    })
    const power = createPower({
      store: app.store,
      clock: app.clock.now,
      productName: 'Shipminer',
      networkInputs: async () => unknownNetwork,
    } as PowerDeps)
    expect(await power.economyOf(app.store.db, 'SM-A')).toEqual({ fuel: wished, market: null })
    expect(await power.economyOf(app.store.db, 'SM-B')).toEqual({ fuel: null, market: null })
    const other = testClient(app)
    await signUp(other)
    expect((await other.get(`/mining/ships/${shipId}/fuel`)).status).toBe(404)
    expect((await other.call('PUT', `/mining/ships/${shipId}/fuel`, wished)).status).toBe(404)
  })

  test('fuel, its price and its CO₂ in fuel page and proof are those of a sum made here by hand', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const curve = [
      { loadPercent: 20, gramsPerKwh: 300 },
      { loadPercent: 60, gramsPerKwh: 230 },
      { loadPercent: 100, gramsPerKwh: 210 },
    ]
    const fuel = { mine: 'always', dieselCentsPerLitre: 149.9, curve, minimumLoadPercent: null } as const
    // 120 kW: 24 kW burn 7,200 g an hour, 72 kW 16,560 and 120 kW 25,200; straight in between, and on below the first.
    const burns = (kw: number) => (kw <= 72 ? 7_200 + (kw - 24) * 195 : 16_560 + (kw - 72) * 180)
    const from = app.clock.now() - 3_600_000
    const loads = Array.from({ length: 300 }, (_, index) => ({
      at: from + index * 10_000,
      shipKw: 15 + (index % 60),
      miningKw: index % 7 === 0 ? 0 : 24 + (index % 11),
    }))
    let grams = 0
    const samples = loads.map(({ at, shipKw, miningKw }) => {
      grams += (burns(shipKw + miningKw) - burns(shipKw)) / 360
      const { worth } = judgeWorth(newWorth, {
        worth: { fuel, market: null },
        settings: { capacityKw: 120, limitPercent: 85, shedFirst: [], staleAfterMs: 10_000 },
        powerSource: 'generator',
        ...{ shipLoadKw: shipKw, generatorLoadKw: shipKw + miningKw, devices: [], now: at },
      })
      return sample(at, {
        generatorLoadWatts: (shipKw + miningKw) * 1_000,
        shipLoadWatts: shipKw * 1_000,
        miningLoadWatts: miningKw * 1_000,
        fuelGramsPerHour: Math.round(worth.gramsPerHour ?? 0),
        fuelMillicentsPerHour: Math.round((worth.fuelCentsPerHour ?? 0) * 1_000),
      })
    })
    for (let seq = 0; seq < 3; seq++) await store10(seq + 1, samples.slice(seq * 100, seq * 100 + 100))
    const reported = [
      (await client.get(`/mining/ships/${shipId}/fuel`)).body.data.report,
      (await client.get(`/mining/ships/${shipId}/proof?day=${utcDay(from)}`)).body.data.proof,
    ]
    for (const { fuelGrams, co2Grams, fuelCents } of reported) {
      // Each sample is rounded to a gram an hour.
      expect(Math.abs(fuelGrams - grams)).toBeLessThan(2)
      expect(Math.abs(co2Grams - grams * 3.16)).toBeLessThan(6)
      expect(Math.abs(fuelCents - (grams / 840) * 149.9)).toBeLessThan(1)
    }
  })

  test('what mining earns its owner is the hash price less the share of the service, as old as its older part', async () => {
    const heard = {
      ...unknownNetwork,
      networkBuiltIn: false,
      networkObservedAt: 5_000,
      centsPerBtc: 6_500_000,
      priceObservedAt: 7_000,
    }
    const read = (inputs: NetworkInputs) =>
      readMarketFigure({ networkInputs: async () => inputs } as Partial<PowerDeps> as PowerDeps)
    const figure = await read(heard)
    expect(figure?.centsPerPhDay).toBeCloseTo((2_741.55289 * 3) / 4, 3)
    expect(figure?.observedAt).toBe(5_000)
    expect(await read({ ...heard, networkBuiltIn: true })).toBeNull()
    expect(await read({ ...heard, centsPerBtc: null, priceObservedAt: null })).toBeNull()
  })

  test('ships and controllers of others do not exist', async () => {
    const other = testClient(app)
    await signUp(other)
    expect((await other.get(`/mining/ships/${shipId}`)).status).toBe(404)
    expect((await other.get(`/mining/ships/${shipId}/environment`)).status).toBe(404)
    expect((await other.get('/mining/ships/not-an-id/miners')).status).toBe(404)
    expect((await other.call('PUT', `/mining/ships/${shipId}/power-settings`, settings)).status).toBe(404)
    expect((await other.call('PUT', '/mining/controllers/SM-A', { name: 'Mine' })).status).toBe(404)
    expect(
      (await client.call('PUT', '/mining/controllers/SM-A', { shipId: crypto.randomUUID() })).status,
    ).toBe(404)
  })

  test('the proof of a week says how fast the boxes gave way, from what was measured only', async () => {
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    const proof = async (day = '2026-04-22') =>
      (await client.get(`/mining/ships/${shipId}/proof?day=${day}`)).body.data.proof
    expect(await proof()).toMatchObject({
      ...{
        fromDay: '2026-04-20',
        recordedSeconds: 0,
        asked: null,
        measured: 0,
        worstMs: null,
        medianMs: null,
      },
      ...{ overLimitMs: null, contactorOpenings: null, spareWh: null, earnedSat: null, fuelCents: null },
    })
    const at = Date.UTC(2026, 3, 22, 12)
    const event = (kind: string, more: object = {}) => ({ at, kind, deviceKey: null, watts: null, ...more })
    await store10(
      1,
      [
        sample(at, { overLimitMs: 4_000, overCapacityMs: 0 }),
        // An older box says nothing of it.
        sample(at + 10_000),
        sample(at + 20_000, { overLimitMs: 99_000, overCapacityMs: 500 }),
      ],
      [
        ...[event('overload'), event('making-room'), event('ship-asked')],
        ...[event('gave-way', { tookMs: 3_000 }), event('gave-way', { tookMs: 90_000 })],
        ...[event('contactor-opened'), event('disobedient', { deviceKey: 'mac:1' })],
        event('overload', { at: Date.UTC(2026, 3, 27, 12) }),
      ],
    )
    const known = {
      ...{ recordedSeconds: 30, asked: 3, measured: 2, worstMs: 90_000, medianMs: 46_500 },
      ...{ overLimitMs: 14_000, overCapacityMs: 500, contactorOpenings: 1, disobedient: 1, readingsLost: 0 },
      ...{ spareWh: 450, usedWh: 200, earnedSat: null },
    }
    expect(await proof()).toMatchObject(known)
    expect(await proof('2026-04-26')).toMatchObject(known)
    expect(await proof('2026-04-27')).toMatchObject({ asked: null, recordedSeconds: 0 })
    const { userId } = await app.store.db.selectFrom('ships').select('userId').executeTakeFirstOrThrow()
    const asked: string[] = []
    const earnedSat = async (_: readonly string[], ...span: number[]) => {
      asked.push(...span.map((at) => new Date(at).toISOString().slice(0, 10)))
      return 1_234.56
    }
    const deps = { store: app.store, clock: app.clock.now, earnedSat } as unknown as PowerDeps
    // Whole satoshi, of the seven days of the week.
    expect(await readProof(deps, userId, shipId, '2026-04-22')).toMatchObject({
      earnedSat: 1_234,
      isRunning: false,
    })
    expect(asked).toEqual(['2026-04-20', '2026-04-26'])
    const other = testClient(app)
    await signUp(other)
    expect((await other.get(`/mining/ships/${shipId}/proof`)).body.code).toBe('ship-not-found')
    for (const language of ['nl', 'en', 'de', 'ro']) {
      const path = `/mining/ships/${shipId}/proof/pdf?day=2026-04-22&language=${language}`
      const { filename, pdfBase64 } = (await client.get(path)).body.data
      expect(filename).toBe('proof-2026-04-20.pdf')
      const file = await getDocumentProxy(new Uint8Array(Buffer.from(pdfBase64, 'base64')))
      const { text } = await extractText(file, { mergePages: true })
      for (const figure of ['90 s', language === 'en' ? '46.5 s' : '46,5 s', '14 s'])
        expect(text).toContain(figure)
      const unknown = { nl: 'niet bekend', en: 'not known', de: 'nicht bekannt', ro: 'necunoscut' }[language]
      expect(text).toContain(unknown)
    }
  })
})
