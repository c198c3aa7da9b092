import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner, insertShip } from '../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { createCoinMarket } from '../market/coins.service.ts'
import { createMarket } from '../market/market.service.ts'
import { createPower } from '../power/power.service.ts'
import { createRevenue } from '../revenue/revenue.service.ts'
import { mailWeeks, type WeeklyDeps, weeklyAttachments } from './weekly-mails.ts'

const monday = '2026-11-23T06:00:00Z'

describeEachEngine('mails of the week', ({ store }) => {
  let now = 0
  let deps: WeeklyDeps
  let userId = ''
  let shipId = ''
  const clock = () => now
  const logger = { info: () => undefined, warn: () => undefined } as never

  beforeEach(async () => {
    await resetTestStore(store())
    now = Date.parse(monday)
    const market = createMarket({ store: store(), clock, logger, networkSources: [], priceSources: [] })
    const coins = createCoinMarket({
      store: store(),
      clock,
      logger,
      sources: [],
      listWanted: async () => [],
      bitcoin: market,
    })
    const networkInputs = () => Promise.reject(new Error('not asked for'))
    const power = createPower({
      store: store(),
      clock,
      productName: 'Shipminer',
      shipValues: async () => ({ minerIds: [], online: 0, hashrateThs: null, powerWatts: null }),
      earnedSat: async () => null,
      networkInputs,
      logChange: async () => undefined,
    })
    const { ownersFuel } = power
    const revenue = createRevenue({
      ...{ store: store(), clock, market, coins, ownersFuel, poolFeeBasisPoints: 200, networkInputs },
    })
    deps = {
      ...{ store: store(), clock, power, revenue },
      mail: {
        productName: 'Shipminer',
        publicUrl: 'https://shipminer.example',
        company: { name: 'Waal', address: null, kvk: null, vatId: null },
        providerEmail: 'desk@shipminer.example',
      },
    }
    userId = await insertReader('anna@rederij.example')
    shipId = await insertShip(store().db, { userId })
    await insertController(store().db, { ownerId: userId, shipId })
  })

  const insertReader = (email: string) =>
    insertOwner(store().db, { email, emailVerifiedAt: new Date(0), preferredLanguage: 'en' })
  /** An hour in which a box followed the generator. */
  const follow = (at: string, controllerId = 'SM-A') =>
    store()
      .db.insertInto('power_1h')
      .values({
        ...{ controllerId, bucket: new Date(at), seconds: 3_600, heldSeconds: 0 },
        ...{ generatorSeconds: 3_600, shipSeconds: 3_600, miningSeconds: 3_600, allowedSeconds: 3_600 },
        ...{ curtailedSeconds: 0, generatorWs: 360_000_000, shipWs: 180_000_000, miningWs: 180_000_000 },
        ...{
          allowedWs: 360_000_000,
          usedWs: 180_000_000,
          curtailedWs: 0,
          fuelMg: 9_000_000,
          fuelMc: 12_340_000,
        },
        ...{ overLimitMs: 4_000, overCapacityMs: 0 },
      })
      .execute()
  const run = () => mailWeeks(deps)
  const queued = () =>
    store()
      .db.selectFrom('mails')
      .select(['messageId', 'recipient', 'subject', 'textBody', 'attachment'])
      .orderBy('id')
      .execute()

  test('go out once, whoever runs at the same time, with the proof attached', async () => {
    await follow('2026-11-18T10:00:00Z')
    await store()
      .db.insertInto('powerEvents')
      .values(
        [
          { kind: 'overload', tookMs: null },
          { kind: 'gave-way', tookMs: 3_000 },
        ].map((event) => ({
          ...event,
          controllerId: 'SM-A',
          at: new Date('2026-11-18T10:00:00Z'),
          deviceKey: null,
          watts: null,
        })),
      )
      .execute()
    await Promise.all([run(), run()])
    now += 3_600_000
    await run()
    const mails = await queued()
    expect(mails).toMatchObject([
      {
        messageId: `weekly.2026-11-16.${userId}@shipminer.example`,
        recipient: 'anna@rederij.example',
        attachment: `weekly:${userId}:2026-11-16:${shipId}`,
      },
    ])
    const words = mails[0]?.textBody ?? ''
    for (const line of [
      'How often the ship asked: 1',
      'slowest: 3 s',
      '50 kWh (50 %)',
      'Your share (estimate): not known',
    ])
      expect(words.replace(/\p{Zs}/gu, ' ')).toContain(line)
    const papers = await weeklyAttachments(deps, mails[0]?.attachment ?? '')
    expect(papers).toMatchObject([{ filename: 'proof-2026-11-16.pdf', contentType: 'application/pdf' }])
    const file = await getDocumentProxy(new Uint8Array(papers?.[0]?.content ?? []))
    expect((await extractText(file, { mergePages: true })).text).toContain('Weekly proof')
    now = Date.parse('2026-11-30T06:00:00Z')
    await follow('2026-11-24T10:00:00Z')
    await run()
    expect(await queued()).toHaveLength(2)
  })

  test('a ship without a follower is in it by its miners, and has no paper', async () => {
    const minerId = await insertMiner(store().db)
    const sums = {
      ...{ controllerId: 'SM-A', day: '2026-11-18', n: 1, seconds: 3_600, miningSeconds: 3_600 },
      ...{ hashrateSeconds: 3_600, hashGh: 1, blindHashGh: 0, powerSeconds: 3_600, energyJ: 7_200_000 },
      ...{ difficultyMilli: 9_000_000_000_000, difficultyN: 1 },
    }
    const none = { tempMaxDc: null, accepted: null, rejected: null, stale: null }
    await store()
      .db.insertInto('miner_1d')
      .values({ ...sums, ...none, minerId })
      .execute()
    await store()
      .db.insertInto('controller_1d')
      .values({ ...sums, minerBuckets: 1, buckets: 1 })
      .execute()
    await run()
    const [mail] = await queued()
    expect(mail?.attachment).toBeNull()
    const words = mail?.textBody.replace(/\p{Zs}/gu, ' ')
    expect(words).toContain('no box followed the generator')
    expect(words).toContain('Energy of the miners: 2 kWh')
    expect(words).toMatch(/Your share \(estimate\): 0\.\d{8} BTC/)
  })

  test('three ships have their papers attached, the others only their figures', async () => {
    await follow('2026-11-18T10:00:00Z')
    for (const name of ['B', 'C', 'D']) {
      const id = await insertShip(store().db, { userId, name: `Ms ${name}` })
      await insertController(store().db, {
        ...{ id: `SM-${name}`, ownerId: userId, shipId: id, claimKeyHash: Buffer.from(name) },
      })
      await follow('2026-11-18T10:00:00Z', `SM-${name}`)
    }
    await run()
    const [mail] = await queued()
    expect(mail?.textBody).toContain('PDF: Ms Aurora, Ms B, Ms C.')
    expect(mail?.textBody).toContain('Ms D\n')
    const papers = await weeklyAttachments(deps, mail?.attachment ?? '')
    expect(papers?.map(({ filename }) => filename)).toEqual(
      [1, 2, 3].map((index) => `proof-2026-11-16-${index}.pdf`),
    )
    await store().db.deleteFrom('ships').where('name', '=', 'Ms B').execute()
    expect(await weeklyAttachments(deps, mail?.attachment ?? '')).toHaveLength(2)
  })

  test.each([
    ['nothing was measured in that week', () => follow('2026-11-23T01:00:00Z')],
    [
      'it is still night',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        now -= 1
      },
    ],
    [
      'the week is long over',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        now = Date.parse('2026-11-27T06:00:00Z')
      },
    ],
    [
      'it is Sunday for another ship',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        await insertShip(store().db, { userId, timeZone: 'Pacific/Pago_Pago' })
      },
    ],
    [
      'it is switched off',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        await store()
          .db.updateTable('users')
          .set({ notifications: JSON.stringify({ emailWeekly: false }) })
          .execute()
      },
    ],
    [
      'the address is not verified',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        await store().db.updateTable('users').set({ emailVerifiedAt: null }).execute()
      },
    ],
    [
      'no controller is theirs any more',
      async () => {
        await follow('2026-11-18T10:00:00Z')
        await store().db.updateTable('controllers').set({ ownerId: null }).execute()
      },
    ],
  ])('do not go out where %s', async (_, prepare) => {
    await prepare()
    await run()
    expect(await queued()).toEqual([])
  })

  test('a week of which nothing is known is decided on once', async () => {
    await run()
    await follow('2026-11-18T10:00:00Z')
    await run()
    expect(await queued()).toEqual([])
  })

  test('one owner whose figures cannot be read leaves the others theirs', async () => {
    await follow('2026-11-18T10:00:00Z')
    const other = await insertReader('bert@rederij.example')
    const ship = await insertShip(store().db, { userId: other })
    await insertController(store().db, {
      ...{ id: 'SM-B', ownerId: other, shipId: ship, claimKeyHash: Buffer.from('b') },
    })
    await follow('2026-11-18T10:00:00Z', 'SM-B')
    const { power } = deps
    const broken: WeeklyDeps = {
      ...deps,
      power: {
        ...power,
        proof: (ownerId, ...rest) =>
          ownerId === userId ? Promise.reject(new Error('broken')) : power.proof(ownerId, ...rest),
      },
    }
    await expect(mailWeeks(broken)).rejects.toThrow(`owner ${userId}: broken`)
    expect(await queued()).toMatchObject([{ recipient: 'bert@rederij.example' }])
    await run()
    expect(await queued()).toHaveLength(2)
  })

  test.each([
    ['was deleted', () => store().db.deleteFrom('users').execute()],
    [
      'switched it off',
      () =>
        store()
          .db.updateTable('users')
          .set({ notifications: JSON.stringify({ emailWeekly: false }) })
          .execute(),
    ],
  ])('an owner who %s while it was worked out gets none', async (_, change) => {
    await follow('2026-11-18T10:00:00Z')
    const { revenue } = deps
    await mailWeeks({
      ...deps,
      revenue: {
        async rowsOf(...question) {
          const rows = await revenue.rowsOf(...question)
          await change()
          return rows
        },
      },
    }).catch(() => undefined)
    expect(await queued()).toEqual([])
  })

  test('a mail whose owner is gone is taken out of the outbox', async () => {
    await follow('2026-11-18T10:00:00Z')
    await run()
    const [mail] = await queued()
    expect(await weeklyAttachments(deps, 'statement:x:2026-05')).toBeNull()
    await store().db.deleteFrom('users').execute()
    expect(await weeklyAttachments(deps, mail?.attachment ?? '')).toBeNull()
    await run()
    expect(await queued()).toEqual([])
  })
})
