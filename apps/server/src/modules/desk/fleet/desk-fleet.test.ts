import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertShip } from '../../../../test/fleet-rows.ts'
import { signUpOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import type { Store } from '../../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { listDeskMiners } from '../../fleet/fleet.port.ts'
import { totpCode, totpStep } from '../../operators/totp.ts'
import { createFleetTotals } from './desk-fleet.service.ts'

const minuteMs = 60_000

describeEachEngine('the fleet at the desk', ({ store }) => {
  let app: TestApp
  let operator: TestClient
  let email = ''
  const data = async (path: string) => {
    const answer = await operator.get(path)
    expect([path, answer.status, answer.body.code]).toEqual([path, 200, undefined])
    return answer.body.data
  }
  const names = async (query: string) =>
    (await data(`/desk/fleet/miners?${query}`)).miners.map(({ name }: { name: string }) => name)

  beforeAll(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    const owner = testClient(app)
    const { user } = await signUp(owner)
    email = user.email
    const { db } = store()
    const ago = (ms: number) => new Date(app.clock.now() - ms)
    const shipId = await insertShip(db, { userId: user.id, name: 'Ms 100%_Aurora' })
    const key = (byte: number) => new Uint8Array(32).fill(byte)
    await db
      .insertInto('controllers')
      .values([
        {
          id: 'SM-AAAAAA',
          name: 'Box A',
          ownerId: user.id,
          shipId,
          claimKeyHash: key(1),
          lastSeenAt: ago(1000),
          version: '1.4.0',
        },
        { id: 'SM-BBBBBB', name: 'Box B', claimKeyHash: key(2), lastSeenAt: ago(10 * minuteMs) },
        { id: 'SM-CCCCCC', name: 'Box C', claimKeyHash: key(3) },
        { id: 'SM-DDDDDD', name: 'Revoked', claimKeyHash: key(4), revokedAt: ago(0) },
      ])
      .execute()
    const detail = (expectedHashrateGhs: unknown) =>
      JSON.stringify({
        expectedHashrateGhs,
        pools: [{ url: 'stratum+tcp://p', user: 'bc1qsecret.w', active: true }],
      })
    const miners = [
      ['mines', 'SM-AAAAAA', 'mining', 0, 90_000, detail(100_000)],
      ['sleeps', 'SM-AAAAAA', 'sleeping', 0, 0, detail('fast')],
      ['hot', 'SM-AAAAAA', 'mining', 0, 80_000, null],
      ['odd', 'SM-AAAAAA', null, 0, null, null],
      ['waits', 'SM-AAAAAA', 'idle', 0, 0, null],
      ['late', 'SM-BBBBBB', 'mining', 2 * minuteMs, 70_000, detail(70_000)],
      ['gone', 'SM-BBBBBB', 'mining', 10 * minuteMs, 70_000, null],
      ['new', 'SM-CCCCCC', null, null, null, null],
      ['away', 'SM-DDDDDD', 'mining', 0, 1, null],
    ] as const
    for (const [name, controllerId, state, age, hashrateGhs, told] of miners) {
      const { id } = await db
        .insertInto('miners')
        .values({
          name,
          controllerId,
          deviceKey: name,
          make: 'Antminer',
          model: name === 'hot' ? 'S21' : 'S19',
          firmware: name === 'new' ? null : name === 'hot' || name === 'away' ? 'BOS+ 23.03' : 'stock 2024',
          stoppedAt: name === 'sleeps' ? ago(10 * minuteMs) : null,
          detail: told,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (age === null) continue
      await sql`
        INSERT INTO miner_state (controller_id, miner_id, state, sampled_at, hashrate_ghs, power_watts, temperature_dc)
        VALUES (${controllerId}, ${id}, ${state}, ${ago(age)}, ${hashrateGhs}, 3000, 615)`.execute(db)
      const alert = { controllerId, minerId: id, raisedAt: ago(0) }
      if (name === 'hot')
        await db
          .insertInto('alerts')
          .values({ ...alert, kind: 'overheat', severity: 'critical' })
          .execute()
      if (name === 'mines')
        await db
          .insertInto('alerts')
          .values([
            { ...alert, kind: 'block-found', severity: 'info' },
            { ...alert, kind: 'fan-fault', severity: 'critical', status: 'resolved', clearedAt: ago(0) },
          ])
          .execute()
    }
    await db
      .insertInto('alerts')
      .values({
        controllerId: 'SM-BBBBBB',
        minerId: null,
        kind: 'controller-silent',
        severity: 'critical',
        raisedAt: ago(0),
      })
      .execute()
  })
  afterAll(() => app.server.close())

  test('nobody waits for the totals of a large fleet: they are added up before, and beside', async () => {
    const deps = {
      ...{ store: store(), clock: app.clock.now, offlineAfterMs: 120_000 },
      logger: { info: () => undefined, warn: vi.fn(), error: () => undefined },
    }
    const totals = createFleetTotals(deps, { atOnce: 3 })
    const startedAt = app.clock.now()
    await totals.begin()
    // From here on nothing can be added up.
    deps.store = { ...deps.store, db: null as unknown as Store['db'] }
    try {
      expect(await totals.read()).toMatchObject({ at: startedAt, miners: 8 })
      deps.clock = () => startedAt + 86_400_000
      expect(await totals.read()).toMatchObject({ at: startedAt, miners: 8, serverTime: deps.clock() })
      await vi.waitFor(() => expect(deps.logger.warn).toHaveBeenCalled())
    } finally {
      await totals.end()
    }
  })

  test('every miner has one health, and totals count what is fresh and known', async () => {
    expect(await data('/desk/fleet')).toMatchObject({
      miners: 8,
      byHealth: { mining: 1, curtailed: 1, alert: 1, idle: 1, stale: 1, offline: 1, unknown: 2 },
      hashrateThs: 170,
      hashrateKnown: 4,
      compared: { miners: 1, hashrateThs: 90, expectedThs: 100 },
      powerKnown: 4,
      controllers: { all: 3, online: 1, silent: 1, neverSeen: 1 },
      models: [
        { make: 'Antminer', model: 'S19', miners: 7 },
        { make: 'Antminer', model: 'S21', miners: 1 },
      ],
      firmwares: [
        { firmware: 'stock 2024', miners: 6 },
        { firmware: 'BOS+ 23.03', miners: 1 },
        { firmware: null, miners: 1 },
      ],
      versions: [
        { version: null, controllers: 2 },
        { version: '1.4.0', controllers: 1 },
      ],
      alertKinds: expect.arrayContaining([{ kind: 'overheat', alerts: 1 }]),
    })
    const { miners } = await data('/desk/fleet/miners')
    const health = Object.fromEntries(
      miners.map((miner: { name: string; health: string }) => [miner.name, miner.health]),
    )
    expect(health).toEqual({
      mines: 'mining',
      sleeps: 'curtailed',
      hot: 'alert',
      odd: 'unknown',
      waits: 'idle',
      late: 'stale',
      gone: 'offline',
      new: 'unknown',
    })
    expect(miners[0]).toMatchObject({ expectedHashrateThs: 100, temperatureC: 61.5, ship: 'Ms 100%_Aurora' })
    expect(miners[1].expectedHashrateThs).toBeNull()
    expect(miners.at(-1)).toMatchObject({ sampledAt: null, hashrateThs: null, owner: null })
  })

  test.each([
    ['search=sleeps', ['sleeps']],
    ['search=sm-bbb', ['late', 'gone']],
    ['search=100%25_', ['mines', 'sleeps', 'hot', 'odd', 'waits']],
    ['search=1000_', []],
    ['search=anna', ['mines', 'sleeps', 'hot', 'odd', 'waits']],
    ['make=Antminer&model=S21', ['hot']],
    ['firmware=BOS%2B%2023.03', ['hot']],
    ['firmware=bos', []],
    ['health=stale', ['late']],
    ['health=alert&controller=SM-BBBBBB', []],
    ['alert=overheat', ['hot']],
    ['alert=fan-fault', []],
    ['alert=controller-silent', ['late', 'gone']],
    ['controller=SM-CCCCCC', ['new']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a search finds what any part of the words finds, whatever it begins and ends in, and however many there are', async () => {
    const { db } = store()
    const words = sql.raw(
      "concat_ws(' ', m.name, m.make, m.model, m.serial, m.mac_address, m.hostname, c.id, c.name, h.name, u.name)",
    )
    await sql`
      INSERT INTO miners (controller_id, device_key, name, make, serial, mac_address, hostname)
      SELECT CASE WHEN n % 2 = 0 THEN 'SM-AAAAAA' ELSE 'SM-CCCCCC' END, 'odd' || n, CASE WHEN n % 3 > 0 THEN 'Größe  É_' || n || ' %' END,
        CASE WHEN n % 5 > 0 THEN 'Antminer' END, CASE WHEN n % 7 > 0 THEN 'HYD' || md5(n::text) END, '02:00:00:00:00:' || lpad(to_hex(n % 256), 2, '0'),
        CASE WHEN n % 4 > 0 THEN 'hydro-' || n END FROM generate_series(1, 700) n`.execute(db)
    await sql`INSERT INTO miners (controller_id, device_key, name) SELECT 'SM-BBBBBB', 'dense' || n, 'Dense zq' FROM generate_series(1, 2100) n`.execute(
      db,
    )
    const { rows: texts } = await sql<{ words: string }>`
      SELECT ${words} AS words FROM miners m JOIN controllers c ON c.id = m.controller_id LEFT JOIN ships h ON h.id = c.ship_id
      LEFT JOIN users u ON u.id = c.owner_id WHERE m.device_key LIKE 'odd%' ORDER BY m.id`.execute(db)
    const parts = texts.flatMap(({ words: text }, index) => {
      const from = (index * 31) % text.length
      return index % 20 === 0 ? [text.slice(from, from + 1 + (index % 23)).trim()] : []
    })
    const asked = [
      ...parts,
      'zq',
      'z',
      'dense ZQ sm-bbbbbb box',
      'größe',
      'GRÖSSE',
      'é_7',
      '%',
      '\\',
      'q',
      'zz',
      'hyd b',
    ].filter(Boolean)
    for (const text of asked) {
      const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
      const { rows } = await sql<{ id: number }>`
        SELECT m.id FROM miners m JOIN controllers c ON c.id = m.controller_id AND c.revoked_at IS NULL LEFT JOIN ships h ON h.id = c.ship_id
        LEFT JOIN users u ON u.id = c.owner_id WHERE ${words} ILIKE ${pattern} AND m.hidden_at IS NULL ORDER BY m.id`.execute(
        db,
      )
      const all = rows.map(({ id }) => id)
      for (const after of [0, all.at(-3) ?? 0]) {
        const rest = all.filter((id) => id > after)
        for (const limit of [51, 500])
          expect([
            text,
            after,
            (await listDeskMiners(db, { search: text, after }, limit)).map(({ id }) => id),
          ]).toEqual([text, after, rest.slice(0, limit)])
      }
      const last = all.at(-2)
      const back = await listDeskMiners(db, { search: text, after: last, isBack: true }, 51)
      const before = all.filter((id) => last === undefined || id < last).reverse()
      expect(['back', text, back.map(({ id }) => id)]).toEqual(['back', text, before.slice(0, 51)])
    }
    await sql`DELETE FROM miners WHERE device_key LIKE 'odd%' OR device_key LIKE 'dense%'`.execute(db)
  })

  test('what is not a filter is refused, and nobody finds anything by an e-mail address', async () => {
    for (const query of [
      'health=flying',
      'alert=x',
      'after=-1',
      'after=9999999999',
      'before=x',
      'direction=up',
    ])
      expect(await operator.get(`/desk/fleet/miners?${query}`)).toMatchObject({
        body: { code: 'invalid-request' },
      })
    expect(await names(`search=${encodeURIComponent(email)}`)).toEqual([])
  })

  test('of owners there is the name and nothing else, of pools nothing', async () => {
    const text = JSON.stringify([await data('/desk/fleet'), await data('/desk/fleet/miners')])
    expect(text).toContain('Anna de Vries')
    for (const secret of [email, '@', 'bc1q', 'stratum', '0x']) expect(text).not.toContain(secret)
  })

  test('controllers are listed by their version, those in use', async () => {
    const ids = async (query: string) =>
      (await data(`/desk/controllers?${query}`)).controllers.map(({ id }: { id: string }) => id)
    expect(await ids('version=1.4.0')).toEqual(['SM-AAAAAA'])
    expect(await ids('version=1.4')).toEqual([])
  })

  test('of a large fleet a page gets what was added up last, while the next sum is made', async () => {
    const { db } = store()
    await sql`
      INSERT INTO miners (controller_id, device_key, name, firmware)
        SELECT 'SM-CCCCCC', 'bulk' || n, 'bulk ' || n, 'bulk' FROM generate_series(1, 2001) n`.execute(db)
    const bulk = async () => {
      const { at, serverTime, firmwares } = await data('/desk/fleet')
      const own = firmwares.find(({ firmware }: { firmware: string }) => firmware === 'bulk')
      return { age: serverTime - at, miners: own.miners }
    }
    expect(await bulk()).toEqual({ age: 0, miners: 2001 })
    await sql`DELETE FROM miners WHERE device_key = 'bulk1'`.execute(db)
    expect(await bulk()).toEqual({ age: 0, miners: 2001 })
    app.clock.advance(11_000)
    expect(await bulk()).toEqual({ age: 11_000, miners: 2001 })
    await expect.poll(bulk).toEqual({ age: 0, miners: 2000 })
    await sql`DELETE FROM miners WHERE device_key = 'bulk2'`.execute(db)
    app.clock.advance(61_000)
    expect(await bulk()).toEqual({ age: 61_000, miners: 2000 })
    await expect.poll(bulk).toEqual({ age: 0, miners: 1999 })
    await sql`DELETE FROM miners WHERE device_key LIKE 'bulk%'`.execute(db)
  })

  test('pages follow each other without a gap', async () => {
    await sql`
      INSERT INTO miners (controller_id, device_key, name) SELECT 'SM-CCCCCC', 'many' || n, 'many ' || n FROM generate_series(1, 120) n`.execute(
      store().db,
    )
    const seen: string[] = []
    let after: number | null = 0
    let pages = 0
    while (after !== null) {
      const page: { miners: { name: string }[]; next: number | null } = await data(
        `/desk/fleet/miners?controller=SM-CCCCCC&after=${after}`,
      )
      seen.push(...page.miners.map(({ name }) => name))
      after = page.next
      pages += 1
    }
    expect(pages).toBe(3)
    expect(seen).toEqual(['new', ...Array.from({ length: 120 }, (_, index) => `many ${index + 1}`)])
  })

  test('pages lead back, and newest first they are the same from the other end', async () => {
    type Page = { names: string[]; next: number | null; previous: number | null }
    const page = async (query: string): Promise<Page> => {
      const { miners, next, previous } = await data(`/desk/fleet/miners?${query}`)
      return { names: miners.map(({ name }: { name: string }) => name), next, previous }
    }
    for (const filter of [
      'controller=SM-CCCCCC',
      'health=unknown',
      'search=SM-CCCCCC',
      'health=unknown&make=',
    ]) {
      const ends: string[][] = []
      for (const direction of ['ascending', 'descending']) {
        const first = await page(`${filter}&direction=${direction}`)
        expect(first.previous).toBeNull()
        const second = await page(`${filter}&direction=${direction}&after=${first.next}`)
        const third = await page(`${filter}&direction=${direction}&after=${second.next}`)
        expect(third.next).toBeNull()
        expect(await page(`${filter}&direction=${direction}&before=${third.previous}`)).toEqual(second)
        expect(await page(`${filter}&direction=${direction}&before=${second.previous}`)).toEqual(first)
        ends.push([...first.names, ...second.names, ...third.names])
      }
      expect(ends[0]?.length).toBeGreaterThan(120)
      expect(ends[1]).toEqual(ends[0]?.toReversed())
    }
    const { miners } = await data('/desk/fleet/miners?search=many')
    expect(Math.abs(miners[0].knownSince - Date.now())).toBeLessThan(600_000)
  })
})
