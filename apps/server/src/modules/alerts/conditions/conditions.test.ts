import type { DeviceDetail } from '@shipminer/contract/telemetry'
import type { AlertKind } from '@shipminer/domain/alerts/alert-kinds'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAlerts } from '../../../../test/find-alerts.ts'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import type { Trx } from '../../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { isSignedBy, ownerWebhookSecret } from '../../webhooks/webhooks.port.ts'
import { saveChannels } from '../alert-settings.repository.ts'
import { advanceAlert, alertSettings, saveAlertSettings } from '../alerts.service.ts'
import { minuteOfDay, sendAlertNotices } from '../notices/alert-notices.ts'
import { isPushService } from '../notices/push-keys.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { sweepConditions } from './condition-sweep.ts'
import { createKnownDetails, type KnownDetails } from './known-details.ts'
import { sweepSilence } from './silence-sweep.ts'

const secretKey = new SecretKey(Buffer.alloc(32, 3))
const start = Date.UTC(2026, 5, 1, 12)
const silent = { info() {}, warn() {}, error() {} }

const detail = (more: Partial<DeviceDetail> = {}): DeviceDetail => ({
  expectedHashrateGhs: 200_000,
  inletTemperatureC: null,
  outletTemperatureC: null,
  fanRpm: [4_000, 4_100],
  bestShareDifficulty: null,
  blocksFound: 0,
  boards: [
    { index: 0, hashrateGhs: 100_000, temperatureC: 60, chipsOk: 100, chipsTotal: 100, dead: false },
    { index: 1, hashrateGhs: 100_000, temperatureC: 60, chipsOk: 100, chipsTotal: 100, dead: false },
  ],
  pools: [
    { url: 'stratum+tcp://a.example:3333', user: 'jan.1', status: 'alive', active: true, priority: 0 },
    { url: 'stratum+tcp://b.example:3333', user: 'jan.1', status: 'alive', active: false, priority: 1 },
  ],
  faults: [],
  ...more,
})

describeEachEngine('conditions of miners', ({ store }) => {
  let now = start
  let userId: string
  let minerId: number
  const deps = () => ({ store: store(), clock: () => now, secretKey, refuseUrl: () => null })
  let details: KnownDetails
  const sweep = () =>
    sweepConditions({ store: store(), clock: () => now, offlineAfterMs: 300_000, startedAt: 0, details })

  async function miner(key: string): Promise<number> {
    const id = await insertMiner(store().db, { deviceKey: key, detail: JSON.stringify(detail()) })
    await store()
      .db.insertInto('minerState')
      .values({ controllerId: 'SM-A', minerId: id } as never)
      .execute()
    return id
  }
  /** What a miner reports at the present time. */
  async function says(more: object = {}, shown: Partial<DeviceDetail> = {}, id = minerId): Promise<void> {
    await store()
      .db.updateTable('minerState')
      .set({
        state: 'mining',
        sampledAt: new Date(now),
        receivedAt: new Date(now),
        uptimeSeconds: 90_000,
        hashrateGhs: 200_000,
        temperatureDc: 650,
        accepted: 200,
        rejected: 1,
        flags: 0,
        ...more,
      } as never)
      .where('minerId', '=', id)
      .execute()
    await store()
      .db.updateTable('miners')
      .set({ detail: JSON.stringify(detail(shown)) })
      .where('id', '=', id)
      .execute()
  }
  /** Reports the same for this long, with a sweep every half minute, or as rarely as `everyMs`. */
  async function holds(
    ms: number,
    more: object = {},
    shown: Partial<DeviceDetail> = {},
    everyMs = 30_000,
  ): Promise<void> {
    for (const end = now + ms; now <= end; now += everyMs) {
      await says(more, shown)
      await sweep()
    }
  }
  const kinds = async (status: 'open' | 'all' = 'open'): Promise<AlertKind[]> =>
    (await findAlerts(deps(), userId, { status })).map(({ kind }) => kind)

  beforeEach(async () => {
    now = start
    details = createKnownDetails()
    const { db } = store()
    userId = await insertOwner(db, { email: 'jan@example.nl', emailVerifiedAt: new Date(start) })
    await insertController(db, { ownerId: userId, pollIntervalMs: 30_000 })
    minerId = await miner('mac:1')
  })
  afterEach(() => resetTestStore(store()))

  const dead = detail().boards.map((board) => ({ ...board, dead: board.index === 1 }))
  const pools = detail().pools
  test.each<[AlertKind, number, object, Partial<DeviceDetail>]>([
    ['low-hashrate', 900_000, { hashrateGhs: 100_000 }, {}],
    ['overheat', 120_000, { temperatureDc: 950 }, {}],
    ['dead-board', 300_000, {}, { boards: dead }],
    ['fan-fault', 120_000, {}, { fanRpm: [0, 4_000] }],
    ['pool-down', 120_000, {}, { pools: pools.map((pool) => ({ ...pool, status: 'dead' as const })) }],
    [
      'pool-fallback',
      300_000,
      {},
      { pools: pools.map((pool) => ({ ...pool, active: pool.priority === 1 })) },
    ],
    ['high-rejects', 600_000, { rejected: 40 }, {}],
  ])('%s is told once when it has lasted, and closes by itself', async (kind, ms, more, shown) => {
    await holds(60_000)
    await holds(ms - 60_000, more, shown)
    expect(await kinds()).toEqual([])
    await holds(90_000, more, shown)
    expect(await kinds()).toEqual([kind])
    await holds(300_000, more, shown)
    expect(await kinds('all')).toEqual([kind])
    await holds(60_000)
    expect(await kinds()).toEqual([])
    expect(await kinds('all')).toEqual([kind])
  })

  const order = (more: object) =>
    store().db.updateTable('miners').set(more).where('id', '=', minerId).execute()
  const follows = (state: string) => {
    const sample = { at: now, periodSeconds: 10, state, curtailedDevices: 1, disobedientDevices: 0 }
    const watts = {
      capacityWatts: null,
      generatorLoadWatts: null,
      shipLoadWatts: null,
      miningLoadWatts: null,
    }
    return store()
      .db.insertInto('powerState')
      .values({
        controllerId: 'SM-A',
        sample: JSON.stringify({ ...sample, ...watts, allowedMiningWatts: null, curtailedWatts: null }),
        sampledAt: new Date(now + 3_600_000),
      })
      .execute()
  }

  test('a miner that was stopped, gives way, or only has old values has no fault', async () => {
    await holds(30_000)
    const slow = { hashrateGhs: 0, state: 'sleeping' }
    await order({ stoppedAt: new Date(now) })
    await holds(1_800_000, slow)
    now += 3_600_000
    for (let round = 0; round < 40; round++, now += 30_000) await sweep()
    await order({ stoppedAt: null, followerTold: 'run', followerToldAt: new Date(now) })
    await follows('restoring')
    await holds(900_000, { hashrateGhs: 0, state: 'fault' })
    expect(await kinds('all')).toEqual([])
  })

  test('a miner that makes nothing without an order is told within two minutes, with one cause', async () => {
    await holds(60_000)
    const nothing = { hashrateGhs: 0, state: 'idle' }
    await holds(90_000, nothing)
    expect(await kinds()).toEqual([])
    await holds(60_000, nothing)
    expect(await kinds()).toEqual(['miner-idle'])
    await holds(180_000, nothing, { pools: pools.map((pool) => ({ ...pool, status: 'dead' as const })) })
    expect(await kinds()).toEqual(['pool-down'])
    await holds(180_000, { hashrateGhs: 0, state: 'sleeping' })
    expect(await kinds()).toEqual(['miner-idle'])
    await holds(60_000)
    expect(await kinds()).toEqual([])
  })

  test('a start that nobody ordered has its time; one that never ends is told, also when the miner starts over and over', async () => {
    await holds(60_000)
    const starts = { hashrateGhs: 0, state: 'starting', uptimeSeconds: 20 }
    await holds(180_000, starts)
    await holds(60_000)
    expect(await kinds('all')).toEqual([])
    await holds(390_000, starts)
    expect(await kinds()).toEqual([])
    await holds(90_000, starts)
    expect(await kinds()).toEqual(['miner-idle'])
    await holds(60_000)
    expect(await kinds()).toEqual([])
  })

  test('miners that all start over and over are one alert, after the time of a start', async () => {
    const ids = [minerId, await miner('mac:2'), await miner('mac:3')]
    for (const end = now + 450_000; now <= end; now += 30_000) {
      for (const id of ids) await says({ hashrateGhs: 0, state: 'starting', uptimeSeconds: 20 }, {}, id)
      await sweep()
      if (now < start + 400_000) expect(await kinds('all')).toEqual([])
    }
    expect(await kinds()).toEqual(['all-miners-idle'])
  })

  test('a server that comes back tells nothing of the time in which it heard nobody', async () => {
    const ids = [minerId, await miner('mac:2'), await miner('mac:3')]
    let connectedSince = new Date(0)
    const seen = async (at: number) => {
      for (const id of ids) await says({ sampledAt: new Date(at) }, {}, id)
      await store()
        .db.updateTable('controllers')
        .set({ lastSeenAt: new Date(now), connectedSince })
        .execute()
    }
    // One was about to be told as idle when the server went away for an hour.
    await seen(now)
    await says({ hashrateGhs: 0, state: 'idle' })
    await sweep()
    now += 3_600_000
    const back = { store: store(), clock: () => now, offlineAfterMs: 300_000, startedAt: now }
    for (const end = now + 240_000; now <= end; now += 10_000) {
      // The box is back after half a minute, and tells the past before it tells of now.
      if (now === back.startedAt + 30_000) {
        connectedSince = new Date(now)
        await seen(now - 1_800_000)
      }
      if (now > back.startedAt + 50_000) await seen(now)
      await sweepConditions(back)
      await sweepSilence(back)
      await tell()
    }
    expect(await kinds('all')).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('a miner that does not tell what it does has no fault, and hides none', async () => {
    const untold = { hashrateGhs: null, state: null }
    await holds(900_000, untold)
    expect(await kinds('all')).toEqual([])
    await holds(180_000, { hashrateGhs: 0, state: null })
    expect(await kinds()).toEqual(['miner-idle'])
    await holds(900_000, untold)
    expect(await kinds()).toEqual(['miner-idle'])
    await holds(60_000)
    expect(await kinds()).toEqual([])
  })

  /** All miners report for this long, some of them without a pool, with a sweep every half minute. */
  async function loses(withoutPool: readonly number[], ids: readonly number[], ms = 180_000) {
    const down = { pools: pools.map((pool) => ({ ...pool, status: 'dead' as const })) }
    for (const end = now + ms; now <= end; now += 30_000) {
      for (const id of ids)
        await (withoutPool.includes(id)
          ? says({ hashrateGhs: 0, state: 'idle' }, down, id)
          : says({}, {}, id))
      await sweep()
    }
    return kinds()
  }

  test('a miner that comes and goes holds back no alert of the others', async () => {
    const [flapping, ...others] = [minerId, await miner('mac:2'), await miner('mac:3')]
    const ids = [flapping, ...others]
    for (let times = 0; times < 4; times++) {
      await loses(ids, ids, 30_000)
      await loses(others, ids, 30_000)
    }
    expect(await kinds()).toEqual(['pool-down', 'pool-down'])
    expect(await loses(ids, ids, 60_000)).toEqual(['pool-down', 'pool-down'])
    expect(await loses(ids, ids)).toEqual(['all-pools-down'])
    expect(await kinds('all')).toHaveLength(3)
  })

  test.each([
    ['all-pools-down', ['pool-down', 'pool-down']],
    ['pool-down', ['all-pools-down']],
  ] as const)('an owner who does not want %s is told in the other way', async (kind, told) => {
    const ids = [minerId, await miner('mac:2')]
    const rule = { kind, enabled: false, limit: null, forSeconds: null }
    await saveAlertSettings(deps(), userId, { rules: [rule] })
    expect(await loses(ids, ids)).toEqual(told)
  })

  test('a pool that is down for all is one alert', async () => {
    const ids = [minerId, await miner('mac:2'), await miner('mac:3')]
    const round = (withoutPool: readonly number[]) => loses(withoutPool, ids)
    expect(await round(ids)).toEqual(['all-pools-down'])
    expect(await round(ids.slice(1))).toEqual(['all-pools-down'])
    expect(await round(ids.slice(2))).toEqual(['pool-down'])
    expect(await round([])).toEqual([])
  })

  test('a miner that ran against its owner’s stop is told at once, though it was stopped again', async () => {
    const asleep = { hashrateGhs: 0, state: 'sleeping' }
    await order({ stoppedAt: new Date(now) })
    await holds(30_000, asleep)
    await store()
      .db.insertInto('powerEvents')
      .values({ controllerId: 'SM-A', at: new Date(now), kind: 'ran-against-stop', deviceKey: 'mac:1' })
      .execute()
    await holds(0, asleep)
    expect(await kinds()).toEqual(['against-stop'])
    await holds(960_000, asleep)
    expect(await kinds()).toEqual([])
    await order({ stoppedAt: new Date(now - 600_000) })
    await holds(0)
    expect(await kinds()).toEqual(['against-stop'])
  })

  test('a miner that a rule restarted without effect needs a person, until it works again', async () => {
    const still = { hashrateGhs: 0, state: 'idle' }
    await holds(30_000)
    await store()
      .db.insertInto('powerEvents')
      .values({ controllerId: 'SM-A', at: new Date(now), kind: 'rule-gave-up', deviceKey: 'mac:1' })
      .execute()
    await holds(30_000, still)
    expect(await kinds()).toContain('rule-gave-up')
    await holds(30_000)
    expect(await kinds()).not.toContain('rule-gave-up')
    // A day later that is another matter.
    await holds(86_400_000, still, {}, 300_000)
    expect(await kinds()).not.toContain('rule-gave-up')
  })

  test('a miner that sleeps for its heat is no alert', async () => {
    await store()
      .db.updateTable('miners')
      .set({ ruleTold: 'rest', ruleToldAt: new Date(now) })
      .where('id', '=', minerId)
      .execute()
    await holds(600_000, { hashrateGhs: 0, state: 'sleeping' })
    expect(await kinds()).toEqual([])
  })

  test('another pool is told at once and stays until somebody dealt with it; a command explains it', async () => {
    const other = [
      { ...pools[0], url: 'stratum+tcp://thief.example:3333' },
      pools[1],
    ] as DeviceDetail['pools']
    await holds(60_000)
    await holds(60_000, {}, { pools: other })
    expect(await kinds()).toEqual(['pool-changed'])
    await holds(60_000, {}, { pools: other })
    expect(await kinds('all')).toEqual(['pool-changed'])
    const [alert] = await findAlerts(deps(), userId, { status: 'open' })
    const id = alert?.id ?? ''
    await expect(advanceAlert(deps(), { userId }, id, 'resolved')).rejects.toMatchObject({
      code: 'alert-state-conflict',
    })
    expect(await advanceAlert(deps(), { userId }, id, 'acknowledged')).toMatchObject({
      status: 'acknowledged',
    })
    expect(await advanceAlert(deps(), { userId }, id, 'resolved')).toMatchObject({ status: 'resolved' })
    expect(await kinds()).toEqual([])
    await store()
      .db.insertInto('commands')
      .values({
        id: crypto.randomUUID(),
        controllerId: 'SM-A',
        minerId,
        action: 'set-pools',
        parameters: '{}',
        state: 'confirmed',
        issuedAt: new Date(now),
        expiresAt: new Date(now + 600_000),
      })
      .execute()
    await holds(60_000)
    expect(await kinds()).toEqual([])
  })

  test('a block is told once, and not when a device starts to count anew', async () => {
    await holds(30_000, {}, { blocksFound: 1 })
    expect(await kinds('all')).toEqual([])
    await holds(30_000, {}, { blocksFound: 2 })
    await holds(30_000, {}, { blocksFound: 2 })
    expect(await kinds('all')).toEqual(['block-found'])
    await holds(30_000, {}, { blocksFound: 0 })
    expect(await kinds('all')).toEqual(['block-found'])
  })

  test('the follower of a generator: overloads, lost readings, a miner that does not obey, a meter in doubt', async () => {
    const follower = (state: string, disobedientDevices: number, heldBackBy: string | null = null) =>
      store()
        .db.insertInto('powerState')
        .values({
          controllerId: 'SM-A',
          sample: JSON.stringify({
            at: now,
            periodSeconds: 10,
            state,
            capacityWatts: null,
            generatorLoadWatts: null,
            shipLoadWatts: null,
            miningLoadWatts: null,
            allowedMiningWatts: null,
            curtailedDevices: 0,
            curtailedWatts: null,
            disobedientDevices,
            heldBackBy,
          }),
          sampledAt: new Date(now),
        })
        .onConflict((conflict) =>
          conflict.column('controllerId').doUpdateSet((eb) => ({
            sample: eb.ref('excluded.sample'),
            sampledAt: eb.ref('excluded.sampledAt'),
          })),
        )
        .execute()
    await follower('load-unknown', 1)
    await sweep()
    expect(await kinds()).toEqual(['device-disobedient'])
    now += 60_000
    await follower('load-unknown', 0)
    await sweep()
    expect(await kinds()).toEqual(['readings-lost'])
    for (let overload = 0; overload < 3; overload++)
      await store()
        .db.insertInto('powerEvents')
        .values({ controllerId: 'SM-A', at: new Date(now - overload * 60_000), kind: 'overload' })
        .execute()
    await follower('free', 0)
    await sweep()
    expect(await kinds()).toEqual(['overload-repeated'])
    now += 3_700_000
    await follower('free', 0, 'meter-doubted')
    await sweep()
    expect(await kinds()).toEqual(['meter-doubted'])
    const otherMeters = async () =>
      (await findAlerts(deps(), userId, { status: 'open' })).map(({ otherMeter }) => otherMeter)
    expect(await otherMeters()).toEqual([null])
    // Whatever else holds it back; a box that is silent takes nothing back.
    await follower('master-stop', 0, 'meter-doubted')
    await sweep()
    now += 600_000
    await sweep()
    expect(await kinds()).toEqual(['meter-doubted'])
    await follower('free', 0, 'not-checked')
    await sweep()
    expect(await kinds()).toEqual([])
    const other = { part: 'serial', is: '7002', was: '7001' }
    await store()
      .db.updateTable('powerState')
      .set({ otherMeter: JSON.stringify(other) })
      .execute()
    await follower('free', 0, 'meter-doubted')
    await sweep()
    expect(await otherMeters()).toEqual([other])
  })

  test('an owner’s own limits rule, and what is switched off is neither raised nor left open', async () => {
    const rule = { kind: 'overheat' as const, enabled: true, limit: 60, forSeconds: 0 }
    await saveAlertSettings(deps(), userId, { rules: [rule] })
    await holds(0)
    expect(await kinds()).toEqual(['overheat'])
    await saveAlertSettings(deps(), userId, { rules: [{ ...rule, enabled: false }] })
    await holds(0)
    expect(await kinds()).toEqual([])
    const settings = await alertSettings(deps(), userId)
    expect(settings.rules.find(({ kind }) => kind === 'overheat')).toEqual({
      ...rule,
      enabled: false,
      defaultLimit: 90,
      defaultForSeconds: 120,
    })
  })

  test('alerts of others do not exist', async () => {
    await saveAlertSettings(deps(), userId, {
      rules: [{ kind: 'overheat', enabled: true, limit: 60, forSeconds: 0 }],
    })
    await holds(0)
    const [alert] = await findAlerts(deps(), userId, { status: 'open' })
    const other = crypto.randomUUID()
    await expect(
      advanceAlert(deps(), { userId: other }, alert?.id ?? '', 'acknowledged'),
    ).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await findAlerts(deps(), other, { status: 'all' })).toEqual([])
  })

  const context = {
    productName: 'Shipminer',
    publicUrl: 'https://shipminer.example',
    company: { name: null, address: null, kvk: null, vatId: null },
    providerEmail: null,
  }
  const tell = () => sendAlertNotices({ store: store(), clock: () => now, secretKey, mail: context })
  const mails = () =>
    store().db.selectFrom('mails').select(['subject', 'textBody', 'recipient']).orderBy('id').execute()
  const raise = (kind: AlertKind, severity: 'warning' | 'critical' = 'critical') =>
    store()
      .db.insertInto('alerts')
      .values({ controllerId: 'SM-A', minerId, kind, severity, raisedAt: new Date(now), clearedAt: null })
      .execute()

  test('a fault that the miner names is told in words, in the language of its owner, with its code', async () => {
    const faults = [
      { code: '264', meaning: 'psu-link', place: null, text: 'Power xfer error' },
      { code: '9999', meaning: 'unknown', place: null, text: null },
    ] satisfies DeviceDetail['faults']
    await says({}, { faults })
    await sweep()
    now += 120_000
    await says({}, { faults })
    await sweep()
    expect(await kinds()).toEqual(['device-fault'])
    expect((await findAlerts(deps(), userId, { status: 'open' }))[0]?.faults).toEqual(faults)
    now += 60_000
    await tell()
    const [mail] = await mails()
    expect(mail?.textBody).toContain('De voeding antwoordt niet (code 264)')
    expect(mail?.textBody).toContain('Er is een storing gemeld waarvan de betekenis onbekend is (code 9999)')
    await says({}, { faults: [] })
    await sweep()
    expect(await kinds()).toEqual([])
  })

  test('another meter is named in the message, by what shows it, without a link', async () => {
    const otherMeter = { part: 'serial', is: '7002 www.example.com', was: '7001' }
    await store()
      .db.insertInto('alerts')
      .values({
        ...{ controllerId: 'SM-A', minerId: null, kind: 'meter-doubted', severity: 'critical' },
        ...{ raisedAt: new Date(now), detail: JSON.stringify({ otherMeter }) },
      })
      .execute()
    now += 60_000
    await tell()
    const [mail] = await mails()
    expect(mail?.subject).toBe('De generatormeter van Aurora is niet meer te vertrouwen')
    expect(mail?.textBody).toMatch(
      /een andere meter dan bij de controle: serienummer 7002 www example com in plaats van 7001\./,
    )
    expect(mail?.textBody).not.toContain('www.example.com')
  })

  test('a second fault of another kind is told once, in place of the alert of the first, which is not told again', async () => {
    const psu = { code: '264', meaning: 'psu-link', place: null, text: 'Power xfer error' } as const
    const water = { code: '600', meaning: 'water-flow', place: null, text: null } as const
    await holds(120_000, {}, { faults: [psu] })
    now += 60_000
    await tell()
    const [first] = await findAlerts(deps(), userId, { status: 'open' })
    await advanceAlert(deps(), { userId }, first?.id ?? '', 'acknowledged')
    // For a moment only: not worth a notice.
    await holds(60_000, {}, { faults: [psu, water] })
    await holds(600_000, {}, { faults: [psu] })
    await tell()
    expect(await kinds('all')).toEqual(['device-fault'])

    await holds(900_000, {}, { faults: [psu, water] })
    await tell()
    const open = await findAlerts(deps(), userId, { status: 'open' })
    expect(open).toMatchObject([{ kind: 'device-fault', status: 'active', faults: [psu, water] }])
    await holds(900_000, {}, { faults: [water] })
    await holds(900_000, {}, { faults: [water, psu] })
    await tell()
    expect(await kinds('all')).toEqual(['device-fault', 'device-fault'])
    expect((await mails()).map(({ textBody }) => /code 600/.test(textBody ?? ''))).toEqual([false, true])
    await holds(60_000)
    expect(await kinds()).toEqual([])
  })

  test('a miner at a standstill that names a fault later on is told again, with the fault', async () => {
    const psu = { code: '264', meaning: 'psu-link', place: null, text: null } as const
    const still = { hashrateGhs: 0, state: 'fault' }
    await holds(120_000, still)
    expect(await findAlerts(deps(), userId, { status: 'open' })).toMatchObject([
      { kind: 'miner-idle', faults: [] },
    ])
    await holds(600_000, still, { faults: [psu] })
    expect(await findAlerts(deps(), userId, { status: 'open' })).toMatchObject([
      { kind: 'miner-idle', faults: [psu] },
    ])
    expect(await kinds('all')).toEqual(['miner-idle', 'miner-idle'])
  })

  test('a fan that stands still is one alert, and says what the miner says of it', async () => {
    const faults = [
      { code: '110', meaning: 'fan-still', place: 1, text: null },
    ] satisfies DeviceDetail['faults']
    await says({}, { faults, fanRpm: [0, 4_000] })
    await sweep()
    now += 120_000
    await says({}, { faults, fanRpm: [0, 4_000] })
    await sweep()
    expect(await findAlerts(deps(), userId, { status: 'open' })).toMatchObject([
      { kind: 'fan-fault', faults },
    ])
  })

  test('what another copy of the server told in the meantime is left out of the message about the rest', async () => {
    await raise('overheat')
    await raise('dead-board')
    now += 60_000
    const { db } = store()
    // This copy has read both; the other one, which saw only the first in its time, is through before this one writes.
    const late = new Proxy(db, {
      get(target, name) {
        if (name !== 'transaction') {
          const value = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        }
        return () => ({
          async execute<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
            await db
              .updateTable('alerts')
              .set({ toldAt: new Date(now) })
              .where('kind', '=', 'overheat')
              .execute()
            return db.transaction().execute(work)
          },
        })
      },
    })
    await sendAlertNotices({ store: { ...store(), db: late }, clock: () => now, secretKey, mail: context })
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Een hashboard van 1 is uitgevallen'])
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('many at once are one mail; what stays open is not told again', async () => {
    await raise('overheat')
    await raise('dead-board')
    await raise('pool-down')
    await tell()
    expect(await mails()).toEqual([])
    now += 60_000
    await tell()
    await tell()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'jan@example.nl', subject: 'Er zijn 3 nieuwe meldingen' })
    expect(mail?.textBody).toContain('1 (Aurora) wordt te heet')
    expect(mail?.textBody).toContain('Wat u kunt doen: Controleer koeling en luchtweg.')
    expect(mail?.textBody?.match(/https:\/\/shipminer\.example\/dashboard\/alerts/g)).toHaveLength(1)
    now += 86_400_000
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  const sendAll = (
    send: Parameters<typeof sendNotices>[0]['send'],
    more: Partial<Parameters<typeof sendNotices>[0]> = {},
  ) =>
    sendNotices({
      store: store(),
      clock: () => now,
      secretKey,
      logger: silent,
      send,
      fetch: () => Promise.reject(new Error('no network')),
      contact: 'mailto:a@b.example',
      telegramApi: 'https://telegram.example',
      ...more,
    })

  test('one owner whose webhook hangs delays nobody, and everything is signed', async () => {
    const { db } = store()
    const target = (url: string) => secretKey.sealText(JSON.stringify({ url }))
    const otherId = await insertOwner(db, { name: 'Piet' })
    const delivery = (owner: string, url: string) => ({
      userId: owner,
      channel: 'webhook' as const,
      target: target(url),
      body: '{"a":1}',
      createdAt: new Date(now),
      nextAttemptAt: new Date(now),
    })
    await db
      .insertInto('alertDeliveries')
      .values([
        ...Array.from({ length: 120 }, () => delivery(userId, 'https://hangs.example')),
        delivery(otherId, 'https://fine.example'),
      ])
      .execute()
    const heard: { url: string; headers: Record<string, string>; body: string }[] = []
    let release = () => {}
    const hanging = new Promise<void>((resolve) => {
      release = resolve
    })
    const busyOwners = new Set<string>()
    await sendAll(
      async (url, body, headers) => {
        heard.push({ url, headers, body })
        if (url.includes('hangs')) await hanging
        return { kind: 'answered', statusCode: 200 }
      },
      { busyOwners },
    )
    expect(heard.map(({ url }) => url).sort()).toEqual(['https://fine.example', 'https://hangs.example'])
    expect([...busyOwners]).toEqual([userId])
    const [fine] = heard.filter(({ url }) => url.includes('fine'))
    const message = {
      id: fine?.headers['webhook-id'] ?? '',
      timestamp: Number(fine?.headers['webhook-timestamp']),
      body: fine?.body ?? '',
    }
    expect(
      isSignedBy(ownerWebhookSecret(secretKey, otherId), message, fine?.headers['webhook-signature'] ?? ''),
    ).toBe(true)
    release()
    await expect.poll(() => busyOwners.size).toBe(0)
  })

  test('a webhook that is gone is not tried again, and one that fails for half a day is given up', async () => {
    const at = (host: string) => ({
      userId,
      channel: 'webhook' as const,
      target: secretKey.sealText(JSON.stringify({ url: `https://${host}.example` })),
      body: '{}',
      createdAt: new Date(now),
      nextAttemptAt: new Date(now),
    })
    await store()
      .db.insertInto('alertDeliveries')
      .values([at('gone'), at('down')])
      .execute()
    const send = () =>
      sendAll(async (url) => ({ kind: 'answered', statusCode: url.includes('gone') ? 410 : 503 }))
    const waiting = () => store().db.selectFrom('alertDeliveries').select(['attempts']).execute()
    await send()
    expect(await waiting()).toEqual([{ attempts: 1 }])
    now += 11 * 3_600_000
    await send()
    expect(await waiting()).toEqual([{ attempts: 2 }])
    now += 2 * 3_600_000
    await send()
    expect(await waiting()).toEqual([])
  })

  test('what cannot be read of one ship does not stop the alerts of another', async () => {
    const { db } = store()
    const otherId = await insertOwner(db, { name: 'Piet' })
    await insertController(db, {
      id: 'SM-B',
      ownerId: otherId,
      claimKeyHash: Buffer.from('b'),
      pollIntervalMs: 30_000,
    })
    const id = await insertMiner(db, {
      controllerId: 'SM-B',
      deviceKey: 'mac:b',
      detail: JSON.stringify({ ...detail(), pools: 'none', boards: 7 }),
    })
    await db
      .insertInto('minerState')
      .values({ controllerId: 'SM-B', minerId: id, sampledAt: new Date(now), state: 'mining' } as never)
      .execute()
    for (const end = now + 240_000; now <= end; now += 30_000) {
      await says({ temperatureDc: 990 })
      await sweep().catch((error: unknown) => expect(String(error)).toMatch(/1 of 2 failed: SM-B/))
    }
    expect(await kinds()).toEqual(['overheat'])
  })

  test('goes to Telegram, webhook and browser too, sealed until it goes, and again when they fail', async () => {
    await saveAlertSettings(deps(), userId, {
      channels: {
        email: false,
        telegram: { botToken: `12345:${'a'.repeat(35)}`, chatId: '99' },
        webhookUrl: 'https://hooks.example/alerts',
        quietHours: null,
        criticalInQuietHours: true,
      },
    })
    expect((await alertSettings(deps(), userId)).channels.telegram).toEqual({ botToken: '', chatId: '99' })
    await raise('overheat')
    now += 60_000
    await tell()
    expect(await mails()).toEqual([])
    const queued = await store().db.selectFrom('alertDeliveries').selectAll().execute()
    expect(queued.map(({ channel }) => channel).sort()).toEqual(['telegram', 'webhook'])
    expect(JSON.stringify(queued)).not.toContain('aaaaa')
    expect(secretKey.openText(queued.find(({ channel }) => channel === 'webhook')?.target ?? '')).toContain(
      'hooks.example',
    )
    const sent: { url: string; body: string }[] = []
    let statusCode = 503
    const send = () =>
      sendAll(
        async (url, body) => {
          sent.push({ url, body })
          return { kind: 'answered', statusCode }
        },
        {
          fetch: async (url, init) => {
            sent.push({ url: String(url), body: String(init?.body) })
            return Response.json({ ok: statusCode === 200, result: {} }, { status: statusCode })
          },
        },
      )
    await send()
    await send()
    expect(sent).toHaveLength(2)
    statusCode = 200
    now += 60_000
    await send()
    await send()
    expect(sent).toHaveLength(4)
    expect(sent.map(({ url }) => url)).toContain(
      `https://telegram.example/bot12345:${'a'.repeat(35)}/sendMessage`,
    )
    expect(JSON.parse(sent.find(({ url }) => url.includes('telegram'))?.body ?? '{}')).toMatchObject({
      chat_id: '99',
    })
    expect(await store().db.selectFrom('alertDeliveries').selectAll().execute()).toEqual([])
  })

  test('quiet hours hold back what can wait, on the owner’s own clock', async () => {
    await saveChannels(store().db, userId, {
      quietHours: { from: '13:00', to: '15:00', timeZone: 'Europe/Amsterdam' },
      criticalInQuietHours: true,
    })
    await raise('high-rejects', 'warning')
    now += 60_000
    await tell()
    expect(await mails()).toEqual([])
    now = Date.UTC(2026, 5, 1, 13, 1)
    await tell()
    expect(await mails()).toHaveLength(1)
  })

  test('a day with 200 miners: every fault is told once, and nothing else', async () => {
    const ids = [minerId]
    for (let number = 2; number <= 200; number++) ids.push(await miner(`mac:${number}`))
    const faulty = new Map<number, [object, Partial<DeviceDetail>]>([
      [3, [{ temperatureDc: 990 }, {}]],
      [50, [{ hashrateGhs: 90_000 }, {}]],
      [77, [{}, { boards: dead }]],
      [120, [{}, { fanRpm: [0, 5_000] }]],
      [199, [{ rejected: 80 }, {}]],
    ])
    const round = async (withFaults: boolean, noise: number) => {
      await store()
        .db.updateTable('minerState')
        .set({
          state: 'mining',
          sampledAt: new Date(now),
          receivedAt: new Date(now),
          uptimeSeconds: 90_000,
          hashrateGhs: 200_000 - noise * 1_000,
          temperatureDc: 650 + noise * 10,
          accepted: 200,
          rejected: noise % 5,
        } as never)
        .execute()
      for (const [place, [more, shown]] of faulty)
        await (withFaults ? says(more, shown, ids[place]) : says({}, {}, ids[place]))
      await sweep()
    }
    // One sample every quarter of an hour for a day, with faults from six to twelve.
    for (let quarter = 0; quarter < 96; quarter++, now += 900_000)
      await round(quarter >= 24 && quarter < 48, (quarter * 7) % 13)
    const told = await findAlerts(deps(), userId, { status: 'all' })
    expect(told.map(({ kind }) => kind).sort()).toEqual([
      'dead-board',
      'fan-fault',
      'high-rejects',
      'low-hashrate',
      'overheat',
    ])
    expect(told.every(({ status }) => status === 'resolved')).toBe(true)
  })
})

test('only push services of browsers are written to', () => {
  for (const good of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://db5p.notify.windows.com/w/?token=x',
  ])
    expect(isPushService(good)).toBe(true)
  for (const bad of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://10.0.0.1/x',
    'https://fcm.googleapis.com:8443/x',
    'nonsense',
  ])
    expect(isPushService(bad)).toBe(false)
})

test('the minute of the day is that of the owner’s clock; an unknown zone is UTC', () => {
  const at = new Date('2026-06-01T22:30:00Z')
  expect(minuteOfDay(at, 'Europe/Amsterdam')).toBe(30)
  expect(minuteOfDay(at, 'Europe/Bucharest')).toBe(90)
  expect(minuteOfDay(at, 'Nowhere/At_All')).toBe(22 * 60 + 30)
})
