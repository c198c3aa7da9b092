import type { Batch } from '@shipminer/contract/uplink'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertShip } from '../../../test/fleet-rows.ts'
import { signUp } from '../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createController } from '../claims/claims.port.ts'
import { savePoolProfile } from '../pools/pools.repository.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'

const dayMs = 86_400_000
const keyOf = (index: number) => `mac:02:00:00:00:01:${String(index).padStart(2, '0')}`

/** What a test knows of one sample, in whole units, to value it independently. */
type Known = { miner: number; day: string; milli: bigint | null; gh: bigint | null; joules: bigint }

/** Satoshi computed another way: one fraction for each sample over one common denominator. */
function recompute(
  known: readonly Known[],
  of: (day: string) => { difficulty: bigint; reward: bigint; fee: bigint },
): number {
  let [top, under] = [0n, 1n]
  for (const { day, milli, gh } of known) {
    const { difficulty, reward, fee } = of(day)
    // shares: milli/1000 · reward/difficulty · (1 − fee/10⁴); hashes: gh·10⁹/2³² in place of milli/1000
    const [above, below] = milli === null ? [(gh ?? 0n) * 10n ** 9n, 4_294_967_296n] : [milli, 1_000n]
    const numerator = above * reward * (10_000n - fee)
    const denominator = below * difficulty * 10_000n
    top = top * denominator + numerator * under
    under *= denominator
  }
  return Number(top / under)
}

describeEachEngine('revenue', ({ store }) => {
  let app: TestApp
  let owner: TestClient
  let stranger: TestClient
  let userId = ''
  let controllers: string[] = []
  let seq = 0

  beforeEach(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    owner = testClient(app)
    stranger = testClient(app)
    userId = (await signUp(owner)).user.id
    await signUp(stranger)
    controllers = []
    seq = 0
    for (const name of ['Ms Aurora', 'Ms Borealis']) {
      const made = await createController(
        {
          store: store(),
          secretKey: app.secretKey,
          randomBytes: (n) => crypto.getRandomValues(Buffer.alloc(n)),
          clock: app.clock.now,
        },
        { name, location: null },
      )
      expect((await owner.post('/miners/claim', { claimKey: made.claimKey })).status).toBe(200)
      controllers.push(made.controllerId)
    }
  })
  afterEach(() => app.server.close())

  const device = (deviceKey: string, pool: string): Batch['devices'][number] => ({
    observedAt: app.clock.now(),
    unreachable: null,
    identity: {
      key: deviceKey,
      driver: 'antminer',
      make: 'Antminer',
      model: 'S19',
      firmware: null,
      serial: null,
      macAddress: deviceKey.slice(4),
      hostname: null,
      ipAddress: '192.168.1.7',
      port: 4028,
    },
    detail: {
      expectedHashrateGhs: null,
      inletTemperatureC: null,
      outletTemperatureC: null,
      faults: [],
      fanRpm: [],
      bestShareDifficulty: null,
      blocksFound: null,
      boards: [],
      pools: [{ url: pool, user: `acct.${deviceKey.slice(-2)}`, status: 'alive', active: true, priority: 0 }],
    },
  })
  const ingest = async (controllerId: string, batch: Partial<Batch>, receivedAt = app.clock.now()) => {
    seq += 1
    await createTelemetry(store()).ingestBatch({
      controllerId,
      clockOffsetMs: 0,
      receivedAt,
      batch: { seq, samples: [], devices: [], events: [], ...batch },
    })
  }
  /** A sample for each of `miners` on each of the last `days` days, with their reports. */
  async function work(
    controllerId: string,
    miners: { index: number; pool: string; blind?: boolean; milli: number }[],
    days: number,
  ): Promise<Known[]> {
    const known: Known[] = []
    await ingest(controllerId, { devices: miners.map(({ index, pool }) => device(keyOf(index), pool)) })
    for (let ago = days - 1; ago >= 0; ago--) {
      const at = app.clock.now() - ago * dayMs
      const samples = miners.map(({ index, blind, milli }) => {
        const hashrateGhs = 250_000 + index * 7 + ago
        const acceptedDifficultyMilli = blind ? null : milli + ago * 13
        known.push({
          miner: index,
          day: new Date(at).toISOString().slice(0, 10),
          milli: acceptedDifficultyMilli === null ? null : BigInt(acceptedDifficultyMilli),
          gh: BigInt(hashrateGhs * 30),
          joules: 5_300n * 30n,
        })
        return {
          deviceKey: keyOf(index),
          sampledAt: at,
          periodSeconds: 30,
          state: 'mining' as const,
          hashrateGhs,
          powerWatts: 5_300,
          temperatureDeciC: 615,
          uptimeSeconds: 60,
          acceptedShares: 3,
          rejectedShares: 0,
          staleShares: null,
          acceptedDifficultyMilli,
          flags: [],
        }
      })
      await ingest(controllerId, { samples }, at)
    }
    return known
  }
  /** Whole days of work written straight into the daily sums, of the size that a day really has. */
  async function longDays(
    controllerId: string,
    minerId: number,
    miner: number,
    days: number,
  ): Promise<Known[]> {
    const known: Known[] = []
    for (let ago = days; ago >= 1; ago--) {
      const milli = 4_567_890_123_457n + BigInt(ago) * 98_765_432_109n
      const gh = 21_600_000_001n + BigInt(ago)
      const joules = 457_920_000n
      const blindGh = ago % 5 === 0 ? gh : 0n
      known.push({ miner, day: dayOf(ago), milli, gh: null, joules })
      if (blindGh > 0n) known.push({ miner, day: dayOf(ago), milli: null, gh: blindGh, joules: 0n })
      const sums = {
        n: 2_880,
        seconds: 86_400,
        miningSeconds: 86_400,
        hashrateSeconds: 86_400,
        hashGh: Number(gh),
        blindHashGh: Number(blindGh),
        powerSeconds: 86_400,
        energyJ: Number(joules),
        difficultyMilli: Number(milli),
        difficultyN: 2_880,
        tempMaxDc: null,
        accepted: null,
        rejected: null,
        stale: null,
      }
      await store()
        .db.insertInto('miner_1d')
        .values({ ...sums, controllerId, minerId, day: dayOf(ago) })
        .execute()
      await sql`
        INSERT INTO controller_1d AS d (controller_id, day, n, seconds, mining_seconds, hashrate_seconds, hash_gh, blind_hash_gh, power_seconds,
          energy_j, difficulty_milli, difficulty_n, miner_buckets, buckets)
        SELECT controller_id, day, n, seconds, mining_seconds, hashrate_seconds, hash_gh, blind_hash_gh, power_seconds, energy_j, difficulty_milli,
          difficulty_n, 288, 288 FROM miner_1d WHERE controller_id = ${controllerId} AND miner_id = ${minerId} AND day = ${dayOf(ago)}::date
        ON CONFLICT (controller_id, day) DO UPDATE SET hashrate_seconds = d.hashrate_seconds + excluded.hashrate_seconds,
          blind_hash_gh = d.blind_hash_gh + excluded.blind_hash_gh, power_seconds = d.power_seconds + excluded.power_seconds,
          energy_j = d.energy_j + excluded.energy_j, difficulty_milli = d.difficulty_milli + excluded.difficulty_milli,
          difficulty_n = d.difficulty_n + excluded.difficulty_n`.execute(store().db)
    }
    return known
  }
  async function minerAt(controllerId: string, index: number, poolUrl: string): Promise<number> {
    await ingest(controllerId, { devices: [device(keyOf(index), poolUrl)] })
    const { id } = await store()
      .db.selectFrom('miners')
      .select('id')
      .where('deviceKey', '=', keyOf(index))
      .executeTakeFirstOrThrow()
    return id
  }
  async function networkDay(ago: number, difficulty: string, feesSatPerBlock: number) {
    const observedAt = new Date(app.clock.now() - ago * dayMs)
    await store()
      .db.insertInto('networkDays')
      .values({
        day: observedAt.toISOString().slice(0, 10),
        difficulty,
        height: 950_000,
        subsidySat: 312_500_000,
        feesSatPerBlock,
        source: 'a.example',
        observedAt,
      })
      .execute()
  }
  const coinDay = (coin: 'BCH' | 'BSV', ago: number, difficulty: string) => {
    const observedAt = new Date(app.clock.now() - ago * dayMs)
    return store()
      .db.insertInto('coinDays')
      .values({
        coin,
        day: observedAt.toISOString().slice(0, 10),
        difficulty,
        height: 920_000,
        subsidySat: 312_500_000,
        feesSatPerBlock: 21_000,
        usdCentsPerCoin: 40_000,
        source: 'coin.example',
        observedAt,
      })
      .execute()
  }
  const newShip = async (name: string, controllerId: string) => {
    const id = await insertShip(store().db, { userId, name })
    await store().db.updateTable('controllers').set({ shipId: id }).where('id', '=', controllerId).execute()
    return id
  }
  const dayOf = (ago: number) => new Date(app.clock.now() - ago * dayMs).toISOString().slice(0, 10)
  const analysis = async (query: string) => {
    const { status, body } = await owner.get(`/mining/revenue/analysis?${query}`)
    expect([status, body.code]).toEqual([200, undefined])
    return body.data
  }
  const summary = async () => (await owner.get('/mining/revenue')).body.data
  const pool = 'stratum+tcp://pool.example:3333'
  const figures = (day: string) =>
    day >= dayOf(4)
      ? { difficulty: 123_456_789_012_345n, reward: 312_500_000n + 2_345_678n, fee: 200n }
      : { difficulty: 101_010_101_010_101n, reward: 312_500_000n + 1_111_111n, fee: 200n }
  async function twoEpochs() {
    await networkDay(20, '101010101010101', 1_111_111)
    await networkDay(4, '123456789012345', 2_345_678)
  }

  describe('refusals', () => {
    test.each(['/mining/revenue', '/mining/revenue/analysis', '/mining/revenue/statement?month=2026-04'])(
      '%s needs a login',
      async (path) => {
        const answer = await owner.get(path, { token: null })
        expect(answer.status).toBe(401)
        expect(answer.body).toMatchObject({ success: false, code: 'unauthorized' })
      },
    )
    test.each(['period=1d', 'by=all', 'shipId=x'])('analysis?%s is refused', async (query) =>
      expect((await owner.get(`/mining/revenue/analysis?${query}`)).status).toBe(400),
    )
    test.each(['month=2026-13', 'month=2026-06', 'month=2026-4', ''])(
      'statement?%s is refused',
      async (query) => {
        const answer = await owner.get(`/mining/revenue/statement?${query}`)
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
      },
    )
    test('the ship and the revenue of somebody else do not exist', async () => {
      const shipId = await newShip('Aurora', controllers[0] ?? '')
      await twoEpochs()
      await work(controllers[0] ?? '', [{ index: 1, pool, milli: 1_750_000_000 }], 3)
      const answer = await stranger.get(`/mining/revenue/analysis?shipId=${shipId}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'ship-not-found'])
      for (const by of ['total', 'ship', 'miner']) {
        const { rows } = (await stranger.get(`/mining/revenue/analysis?by=${by}`)).body.data
        expect(rows.every(({ estimated }: { estimated: unknown }) => estimated === null)).toBe(true)
      }
      expect((await stranger.get('/mining/revenue')).body.data).toMatchObject({
        today: null,
        month: null,
        balanceSat: null,
        receivedSat: 0,
        receipts: [],
      })
    })
  })

  describe('estimates', () => {
    test('equal an independent recomputation to the satoshi: by day, month, ship and miner', async () => {
      await twoEpochs()
      const aurora = await newShip('Aurora', controllers[0] ?? '')
      const known = [
        ...(await work(
          controllers[0] ?? '',
          [
            { index: 1, pool, milli: 1_777_777_777 },
            { index: 2, pool, milli: 1, blind: true },
          ],
          9,
        )),
        ...(await longDays(controllers[0] ?? '', await minerAt(controllers[0] ?? '', 4, pool), 4, 60)),
        ...(await work(controllers[1] ?? '', [{ index: 3, pool, milli: 1_333_333_331 }], 6)),
      ]
      const sum = (where: (one: Known) => boolean) => recompute(known.filter(where), figures)

      const total = await analysis('period=30d')
      expect(total.stepDays).toBe(1)
      expect(total.rows).toHaveLength(30)
      for (const row of total.rows) {
        const ofDay = known.filter(({ day }) => day === row.period)
        expect([row.period, row.estimated?.sat ?? null]).toEqual([
          row.period,
          ofDay.length === 0 ? null : recompute(ofDay, figures),
        ])
        if (ofDay.length === 0) continue
        expect(row.estimatedOwnerSat).toBe(Math.floor((row.estimated.sat * 3) / 4))
        expect(row.energyWh).toBe(
          Math.round(Number(ofDay.reduce((all, one) => all + one.joules, 0n)) / 3_600),
        )
      }
      const months = await analysis('period=12m')
      expect([months.stepDays, months.rows.length]).toEqual([null, 12])
      for (const row of months.rows) {
        const ofMonth = known.filter(({ day }) => day.startsWith(row.period))
        expect(row.estimated?.sat ?? null).toBe(ofMonth.length === 0 ? null : recompute(ofMonth, figures))
      }
      const ships = await analysis('period=7d&by=ship')
      const find = (rows: typeof ships.rows, period: string, key: string, value: string | null) =>
        rows.find((row: Record<string, unknown>) => row.period === period && row[key] === value)
      expect(find(ships.rows, dayOf(2), 'shipId', aurora)).toMatchObject({
        name: 'Aurora',
        estimated: { sat: sum(({ day, miner }) => day === dayOf(2) && miner !== 3), basis: 'shares' },
      })
      expect(find(ships.rows, dayOf(2), 'shipId', null).estimated.sat).toBe(
        sum(({ day, miner }) => day === dayOf(2) && miner === 3),
      )
      const one = await analysis(`period=7d&shipId=${aurora}`)
      expect(find(one.rows, dayOf(1), 'shipId', aurora).estimated.sat).toBe(
        sum(({ day, miner }) => day === dayOf(1) && miner !== 3),
      )
      const miners = await analysis('period=90d&by=miner')
      expect(miners.stepDays).toBeNull()
      for (const [index, name] of [
        [1, '01'],
        [3, '03'],
      ] as const)
        for (const row of miners.rows.filter((each: { name: string }) => each.name === name))
          expect(row.estimated.sat).toBe(
            sum(({ day, miner }) => miner === index && day.startsWith(row.period)),
          )
      expect(find(miners.rows, dayOf(0).slice(0, 7), 'name', '02').estimated.basis).toBe('hashrate')
      const long = miners.rows.filter(({ name }: { name: string }) => name === '04')
      expect(long.length).toBeGreaterThan(1)
      for (const row of long)
        expect(row.estimated.sat).toBe(sum(({ day, miner }) => miner === 4 && day.startsWith(row.period)))
      const byDay = await analysis('period=7d&by=miner')
      expect(find(byDay.rows, dayOf(0), 'name', '01').estimated.sat).toBe(
        sum(({ day, miner }) => day === dayOf(0) && miner === 1),
      )

      const { today, month, network } = await summary()
      expect(today.sat).toBe(sum(({ day }) => day === dayOf(0)))
      expect(month.sat).toBe(sum(({ day }) => day.startsWith(dayOf(0).slice(0, 7))))
      expect(network).toMatchObject({ difficulty: 123_456_789_012_345, networkSource: 'a.example' })
      expect(total.inputs).toMatchObject([
        { coin: 'BTC', fromDay: dayOf(29), difficulty: 101_010_101_010_101, feesSatPerBlock: 1_111_111 },
        {
          coin: 'BTC',
          fromDay: dayOf(4),
          difficulty: 123_456_789_012_345,
          source: 'a.example',
          builtIn: false,
        },
      ])
    })

    test('solo miners use energy and earn nothing by computation; pooled ones beside them are exact', async () => {
      await twoEpochs()
      const [ship = ''] = controllers
      const pooled = await work(ship, [{ index: 1, pool, milli: 1_700_000_001 }], 4)
      const solo = await work(ship, [{ index: 2, pool: 'solo.ckpool.org:3333', milli: 1_600_000_001 }], 4)
      const joules = (day: string) =>
        Number([...pooled, ...solo].reduce((sum, one) => sum + (one.day === day ? one.joules : 0n), 0n))
      const { rows } = await analysis('period=7d')
      for (const row of rows.slice(-4)) {
        expect(row.estimated.sat).toBe(
          recompute(
            pooled.filter(({ day }) => day === row.period),
            figures,
          ),
        )
        expect(row.energyWh).toBe(Math.round(joules(row.period) / 3_600))
      }
      const miners = (await analysis('period=7d&by=miner')).rows
      expect(miners.filter(({ name }: { name: string }) => name === '02')).toHaveLength(4)
      for (const row of miners.filter(({ name }: { name: string }) => name === '02'))
        expect([row.coin, row.estimated, row.estimatedOwnerSat, row.energyWh]).toEqual([
          'BTC',
          null,
          null,
          44,
        ])
      expect((await summary()).today.sat).toBe(
        recompute(
          pooled.filter(({ day }) => day === dayOf(0)),
          figures,
        ),
      )
    })

    test('a ship that only mines solo has no estimate, whatever most of the fleet does', async () => {
      await twoEpochs()
      const [first = '', second = ''] = controllers
      const [aurora, borealis] = [await newShip('Aurora', first), await newShip('Borealis', second)]
      await work(first, [{ index: 1, pool: 'solo.ckpool.org:3333', milli: 1_600_000_001 }], 2)
      const known = await work(
        second,
        [
          { index: 2, pool, milli: 1_700_000_001 },
          { index: 3, pool, milli: 1_700_000_009 },
        ],
        2,
      )
      const { rows } = await analysis('period=7d&by=ship')
      const today = (shipId: string) =>
        rows.find(
          (row: { shipId: string; period: string }) => row.shipId === shipId && row.period === dayOf(0),
        )
      expect(today(aurora)).toMatchObject({ estimated: null, energyWh: 44 })
      expect(today(borealis).estimated.sat).toBe(
        recompute(
          known.filter(({ day }) => day === dayOf(0)),
          figures,
        ),
      )
    })

    test('another coin has rows, difficulty and price of its own, never Bitcoin’s; unknown stays unknown', async () => {
      await twoEpochs()
      const [ship = ''] = controllers
      const bitcoin = await work(ship, [{ index: 1, pool, milli: 1_700_000_001 }], 5)
      const cash = await work(ship, [{ index: 2, pool: 'bch.pool.example:3333', milli: 1_700_000_001 }], 5)
      const none = await analysis('period=7d')
      const ofCoin = (rows: typeof none.rows, coin: string, ago = 0) =>
        rows.find((row: { coin: string; period: string }) => row.coin === coin && row.period === dayOf(ago))
      expect(ofCoin(none.rows, 'BCH')).toMatchObject({
        estimated: null,
        estimatedOwnerSat: null,
        energyWh: 44,
      })
      expect(ofCoin(none.rows, 'BTC').estimated.sat).toBe(
        recompute(
          bitcoin.filter(({ day }) => day === dayOf(0)),
          figures,
        ),
      )
      expect((await summary()).coins).toEqual([
        {
          coin: 'BCH',
          today: null,
          month: null,
          receivedSat: 0,
          difficulty: null,
          source: null,
          observedAt: null,
          centsPerCoin: null,
        },
      ])

      await coinDay('BCH', 1, '700123456789.25')
      await store()
        .db.insertInto('priceQuotes')
        .values([
          { currency: 'EUR', centsPerBtc: 6_000_000, source: 'p', observedAt: new Date(app.clock.now()) },
          { currency: 'USD', centsPerBtc: 7_500_000, source: 'p', observedAt: new Date(app.clock.now()) },
        ])
        .execute()
      const { rows, inputs } = await analysis('period=7d')
      // Difficulty with two decimals: everything times 100.
      const ofCash = () => ({
        difficulty: 70_012_345_678_925n,
        reward: (312_500_000n + 21_000n) * 100n,
        fee: 200n,
      })
      for (const ago of [0, 1])
        expect(ofCoin(rows, 'BCH', ago).estimated.sat).toBe(
          recompute(
            cash.filter(({ day }) => day === dayOf(ago)),
            ofCash,
          ),
        )
      expect(ofCoin(rows, 'BCH', 2).estimated).toBeNull()
      expect(inputs.filter(({ coin }: { coin: string }) => coin === 'BCH')).toMatchObject([
        { fromDay: dayOf(6), difficulty: null, source: null },
        { fromDay: dayOf(1), difficulty: 700_123_456_789.25, source: 'coin.example' },
      ])
      // A month with an unknown day is unknown.
      const [known] = (await summary()).coins
      expect(known).toMatchObject({ coin: 'BCH', difficulty: 700_123_456_789.25, centsPerCoin: 32_000 })
      expect(known.today.sat).toBe(
        recompute(
          cash.filter(({ day }) => day === dayOf(0)),
          ofCash,
        ),
      )
      expect(known.today.cents).toBe(Math.round((known.today.sat * 32_000) / 1e8))
    })

    test('a pool that is described has its own fee, coin and mode', async () => {
      await twoEpochs()
      const [ship = ''] = controllers
      const profile = (host: string, feeBasisPoints: number | null, mode: 'pooled' | 'solo' = 'pooled') =>
        savePoolProfile(store().db, userId, { host, coin: 'BTC', mode, feeBasisPoints }, new Date())
      const milli = 1_712_345_679
      const cheap = await work(ship, [{ index: 1, pool: 'a.example:1', milli }], 2)
      const usual = await work(ship, [{ index: 2, pool: 'b.example:1', milli }], 2)
      await work(ship, [{ index: 3, pool: 'c.example:1', milli }], 2)
      await profile('a.example', 0)
      await profile('c.example', null, 'solo')
      // One fraction over both: because fees differ within one sum.
      const today = (known: Known[]) => known.filter(({ day }) => day === dayOf(0))
      const exact = today(cheap).concat(today(usual).map((one) => ({ ...one, miner: 2 })))
      let [top, under] = [0n, 1n]
      for (const { milli: one, day, miner } of exact) {
        const { difficulty, reward } = figures(day)
        const below = 1_000n * difficulty * 10_000n
        top = top * below + (one ?? 0n) * reward * (miner === 1 ? 10_000n : 9_800n) * under
        under *= below
      }
      expect((await summary()).today.sat).toBe(Number(top / under))
      const miners = (await analysis('period=7d&by=miner')).rows
      const named = (name: string) =>
        miners.find((row: { name: string; period: string }) => row.name === name && row.period === dayOf(0))
      expect(named('01').estimated.sat).toBeGreaterThanOrEqual(named('02').estimated.sat)
      expect(named('03').estimated).toBeNull()
      // Not those of another owner.
      await store()
        .db.updateTable('poolProfiles')
        .set({ userId: (await signUp(testClient(app))).user.id })
        .execute()
      expect((await summary()).today.sat).toBeGreaterThan(Number(top / under))
    })

    test('what was received stands beside the estimate; nothing is claimed before the first or behind the last', async () => {
      const aurora = await newShip('Aurora', controllers[0] ?? '')
      const receipt = (ago: number, amountSat: number, more: object = {}) =>
        store()
          .db.insertInto('receipts')
          .values({
            userId,
            coin: 'BTC',
            amountSat,
            at: new Date(app.clock.now() - ago * dayMs),
            source: 'pool-csv',
            paidTo: 'provider',
            reference: `${ago} ${amountSat}`,
            importedAt: new Date(app.clock.now()),
            ...more,
          })
          .execute()
      await receipt(5, 100, { shipId: aurora })
      await receipt(5, 11)
      await receipt(3, 1_000)
      await receipt(40, 7, { coin: 'BSV' })
      await receipt(4, 9, { coin: 'BCH' })
      const sums = (rows: { coin: string; receivedSat: number | null }[], coin = 'BTC') =>
        rows.filter((row) => row.coin === coin).map(({ receivedSat }) => receivedSat)
      const { rows } = await analysis('period=7d')
      expect(sums(rows)).toEqual([null, 111, 0, 1_000, null, null, null])
      expect(rows.every(({ estimated }: { estimated: unknown }) => estimated === null)).toBe(true)
      expect(sums(rows, 'BCH')).toEqual([9])
      expect(sums((await analysis(`period=7d&shipId=${aurora}`)).rows)).toEqual([
        null,
        100,
        null,
        null,
        null,
        null,
        null,
      ])
      const ships = (await analysis('period=7d&by=ship')).rows
      expect(sums(ships.filter(({ shipId }: { shipId: string | null }) => shipId === null))).toEqual([
        null,
        11,
        0,
        1_000,
        null,
        null,
        null,
      ])
      // The month before contains the end of the span between first and last.
      expect(sums((await analysis('period=12m')).rows, 'BTC').slice(-2)).toEqual([1_111, null])
      expect(await summary()).toMatchObject({
        receivedSat: 1_111,
        balanceSat: 833,
        coins: [
          { coin: 'BCH', receivedSat: 9 },
          { coin: 'BSV', receivedSat: 7 },
        ],
      })
    })

    test('where miners times days would be too many rows, each row is the whole span', async () => {
      await twoEpochs()
      const [ship = ''] = controllers
      const known = await work(ship, [{ index: 1, pool, milli: 1_700_000_001 }], 3)
      await sql`
        INSERT INTO miners (controller_id, device_key, created_at) SELECT ${ship}, 'serial:' || g, now() FROM generate_series(1, 1100) g`.execute(
        store().db,
      )
      const { stepDays, rows } = await analysis('period=7d&by=miner')
      expect(stepDays).toBe(7)
      expect(rows).toMatchObject([{ period: `${dayOf(6)}/${dayOf(0)}`, name: '01' }])
      expect(rows[0].estimated.sat).toBe(recompute(known, figures))
    })
  })

  describe('the statement', () => {
    const statement = async (month: string) => {
      const { status, body } = await owner.get(`/mining/revenue/statement?month=${month}`)
      expect([status, body.code]).toEqual([200, undefined])
      const pdf = Buffer.from(body.data.pdfBase64, 'base64')
      const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
        mergePages: true,
      })
      return { filename: body.data.filename, pages: totalPages, text: text.replace(/\s+/g, ' ') }
    }
    const inCoins = (sat: number, locale: string) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 8 }).format(sat / 1e8)

    async function april() {
      await twoEpochs()
      const aurora = await newShip('Ms Aurora', controllers[0] ?? '')
      await newShip('Ναυτιλία', controllers[1] ?? '')
      const known = [
        ...(await longDays(controllers[0] ?? '', await minerAt(controllers[0] ?? '', 1, pool), 1, 20)),
        ...(await longDays(controllers[1] ?? '', await minerAt(controllers[1] ?? '', 2, pool), 2, 6)),
      ]
      const at = (day: string) => new Date(`${day}T12:00:00Z`)
      const base = { userId, coin: 'BTC' as const, source: 'pool-csv' as const, importedAt: at('2026-05-01') }
      await store()
        .db.insertInto('receipts')
        .values([
          { ...base, amountSat: 1_001, at: at('2026-03-31'), paidTo: 'provider', reference: 'march' },
          {
            ...base,
            amountSat: 400_002,
            at: at('2026-04-10'),
            paidTo: 'provider',
            reference: 'a'.repeat(64),
            shipId: aurora,
          },
          { ...base, amountSat: 5_003, at: at('2026-04-20'), paidTo: 'owner', reference: 'april-own' },
          { ...base, amountSat: 77, at: at('2026-05-01'), paidTo: 'provider', reference: 'may' },
        ])
        .execute()
      await store()
        .db.insertInto('payouts')
        .values({
          userId,
          amountSat: 250_000,
          paidAt: at('2026-04-25'),
          txid: 'b'.repeat(64),
          recordedAt: at('2026-04-25'),
        })
        .execute()
      await store()
        .db.insertInto('priceQuotes')
        .values([
          { currency: 'EUR', centsPerBtc: 6_123_450, source: 'rates.example', observedAt: at('2026-04-30') },
          { currency: 'EUR', centsPerBtc: 9_999_900, source: 'later.example', observedAt: at('2026-05-01') },
        ])
        .execute()
      return known.filter(({ day }) => day.startsWith('2026-04'))
    }

    test.each([
      [
        'nl',
        'nl-NL',
        [
          'Maandoverzicht',
          'april 2026',
          'Verwacht volgens berekening',
          'Werkelijk ontvangen',
          'Alle schepen',
        ],
      ],
      [
        'en',
        'en-IE',
        ['Monthly statement', 'April 2026', 'Expected by computation', 'Really received', 'All ships'],
      ],
      [
        'de',
        'de-DE',
        ['Monatsabrechnung', 'April 2026', 'Nach Berechnung erwartet', 'Wirklich erhalten', 'Alle Schiffe'],
      ],
      [
        'ro',
        'ro-RO',
        ['Extras lunar', 'aprilie 2026', 'Așteptat prin calcul', 'Primit în realitate', 'Toate navele'],
      ],
    ])('reads back in %s', async (language, locale, words) => {
      const known = await april()
      await owner.call('PUT', '/user/profile', { preferredLanguage: language })
      const { filename, text } = await statement('2026-04')
      expect(filename).toBe('statement-2026-04.pdf')
      for (const word of words) expect(text).toContain(word)
      const sat = {
        total: recompute(known, figures),
        aurora: recompute(
          known.filter(({ miner }) => miner === 1),
          figures,
        ),
        borealis: recompute(
          known.filter(({ miner }) => miner === 2),
          figures,
        ),
      }
      for (const one of Object.values(sat)) {
        expect(text).toContain(`${inCoins(one, locale)} BTC`)
        expect(text).toContain(`${inCoins(Math.floor((one * 3) / 4), locale)} BTC`)
      }
      for (const line of [
        'Ms Aurora',
        'Ναυτιλία',
        'Anna de Vries',
        'aaaaaaaaaaaa…aaaaaaaa',
        'april-own',
        'bbbbbbbbbbbb…bbbbbbbb',
      ])
        expect(text).toContain(line)
      expect(text).not.toContain('march')
      // floor(3/4 · 1001) = 750; then + floor(3/4 · 406006) − 750, − 5003, − 250000
      for (const amount of [750, 304_504 - 750, -5_003, -250_000, 304_504 - 5_003 - 250_000, 405_005])
        expect(text).toContain(`${inCoins(amount, locale)} BTC`)
      // The basis of the figures.
      for (const difficulty of [101_010_101_010_101, 123_456_789_012_345])
        expect(text).toContain(new Intl.NumberFormat(locale).format(difficulty))
      expect(text).toContain('a.example')
      expect(text).toContain('rates.example')
      expect(text).not.toContain('later.example')
      expect(text).toContain('3/4')
      expect(text).toContain('1/4')
    })

    test('of a month without anything says so, in one page', async () => {
      await owner.call('PUT', '/user/profile', { preferredLanguage: 'en' })
      const { text, pages } = await statement('2026-04')
      expect(pages).toBe(1)
      expect(text).toContain('No payment of a pool was recorded in this month.')
      expect(text).toContain('Nothing has been received so far')
      expect(text).toContain('not known')
      expect(text).not.toContain('still running')
      expect((await statement('2026-05')).text).toContain('still running')
    })

    test('fuel and carbon dioxide stand beside what was expected, ship by ship; unknown is said', async () => {
      await owner.call('PUT', '/user/profile', { preferredLanguage: 'en' })
      expect((await owner.get('/mining/revenue')).body.data.fuel).toMatchObject({ fuelGrams: null })
      expect((await statement('2026-04')).text).toContain('No box knew the fuel')
      await newShip('Ms Aurora', controllers[0] ?? '')
      await newShip('Ms Brise', controllers[1] ?? '')
      const bucket = (at: string, fuelMg: number, fuelMc: number | null) => ({
        controllerId: controllers[0] ?? '',
        bucket: new Date(at),
        ...{ seconds: 3_600, generatorSeconds: 3_600, shipSeconds: 0, miningSeconds: 0, allowedSeconds: 0 },
        ...{ generatorWs: null, shipWs: null, miningWs: null, allowedWs: null, usedWs: null },
        ...{ curtailedSeconds: 0, curtailedWs: null, fuelMg, fuelMc, heldSeconds: 1_800 },
      })
      await store()
        .db.insertInto('power_1h')
        .values([
          bucket('2026-03-31T10:00:00Z', 99_000_000, 99_000_000),
          bucket('2026-04-10T10:00:00Z', 8_400_000, 1_500_000),
          bucket('2026-04-10T11:00:00Z', 8_400_000, null),
        ])
        .execute()
      const { text } = await statement('2026-04')
      // 16.8 kg are 20 litres.
      for (const figure of [
        'Fuel that mining took',
        'Ms Aurora 20 l 53.1 kg €15.00 1 h',
        'Ms Brise not known',
      ])
        expect(text.replaceAll('\u00a0', ' ')).toContain(figure)
      // A box that told its fuel for an hour of the month has not told that of the month.
      const mined = { miningWs: 3_600 * 20_000, miningSeconds: 3_600 }
      await store()
        .db.insertInto('power_1h')
        .values([
          { ...bucket('2026-04-11T10:00:00Z', 5_000_000, null), ...mined },
          { ...bucket('2026-04-11T11:00:00Z', 0, null), ...mined, fuelMg: null },
        ])
        .execute()
      expect((await statement('2026-04')).text.replaceAll('\u00a0', ' ')).toContain('Ms Aurora not known')
    })

    test('long lists go on over pages, and every line is there', async () => {
      await owner.call('PUT', '/user/profile', { preferredLanguage: 'en' })
      await store()
        .db.insertInto('receipts')
        .values(
          Array.from({ length: 120 }, (_, index) => ({
            userId,
            coin: 'BTC' as const,
            amountSat: 1_000 + index,
            at: new Date(Date.parse('2026-04-01') + index * 3_600_000),
            source: 'pool-csv' as const,
            paidTo: 'provider' as const,
            reference: `line-${index}.`,
            importedAt: new Date(),
          })),
        )
        .execute()
      const { text, pages } = await statement('2026-04')
      expect(pages).toBeGreaterThan(2)
      for (let index = 0; index < 120; index++) expect(text).toContain(`line-${index}.`)
      expect(text).toContain(`Page ${pages} of ${pages}`)
    })
  })
})
