import type { DeviceReport } from '@shipminer/contract/uplink'
import { buildBatch, buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertOwner, insertShip } from '../../../test/fleet-rows.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { retentionDays } from './partitions/partitions.ts'
import { createTelemetry, UnknownControllerError } from './telemetry.service.ts'
import { addController, storedNumbers } from './telemetry-testing.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const day = 86_400_000
const deviceKey = 'serial:1'

const report = (
  observedAt: number,
  over: Partial<DeviceReport['identity']> = {},
  rest: Partial<DeviceReport> = {},
): DeviceReport => ({
  observedAt,
  identity: {
    key: deviceKey,
    driver: 'antminer',
    make: 'Bitmain',
    model: 'S19',
    firmware: null,
    serial: null,
    macAddress: null,
    hostname: null,
    ipAddress: '10.0.0.5',
    port: 4028,
    ...over,
  },
  detail: null,
  unreachable: null,
  ...rest,
})

describeEachEngine('telemetry service', ({ store }) => {
  const open = async () => ({
    telemetry: createTelemetry(store()),
    controllerId: await addController(store().db),
  })

  describe('ingestBatch', () => {
    test('refuses an unknown controller and stores nothing', async () => {
      const { telemetry } = await open()
      const batch = buildBatch(1, [buildSample({ deviceKey, sampledAt: now })])
      await expect(
        telemetry.ingestBatch({ controllerId: 'SM-NOBODY', batch, clockOffsetMs: 0, receivedAt: now }),
      ).rejects.toThrow(UnknownControllerError)
    })

    test('a miner keeps the name it first had, whatever its worker is later', async () => {
      const { telemetry, controllerId } = await open()
      const tell = async (seq: number, user: string | null) => {
        const pools = user === null ? [] : [{ url: 'a', user, status: 'alive', active: true, priority: 0 }]
        const detail = { fanRpm: [], boards: [], pools } as never
        const batch = { ...buildBatch(seq, []), devices: [report(now + seq, {}, { detail })] }
        await telemetry.ingestBatch({ controllerId, batch, clockOffsetMs: 0, receivedAt: now + seq })
        const { called } = await store().db.selectFrom('miners').select('called').executeTakeFirstOrThrow()
        return called
      }
      expect(await tell(1, null)).toBeNull()
      expect(await tell(2, 'account')).toBeNull()
      expect(await tell(3, 'account.hydro-01')).toBe('hydro-01')
      expect(await tell(4, null)).toBe('hydro-01')
      expect(await tell(5, 'account.other')).toBe('hydro-01')
    })

    test('a state that the device does not tell takes the place of the one before', async () => {
      const { telemetry, controllerId } = await open()
      const tell = async (seq: number, more: Parameters<typeof buildSample>[0]) => {
        const batch = buildBatch(seq, [buildSample(more)])
        await telemetry.ingestBatch({ controllerId, batch, clockOffsetMs: 0, receivedAt: now + seq })
        return store()
          .db.selectFrom('minerState')
          .select(['state', 'hashrateGhs'])
          .where('controllerId', '=', controllerId)
          .executeTakeFirst()
      }
      expect(await tell(1, { deviceKey, sampledAt: now })).toEqual({ state: 'mining', hashrateGhs: 100_000 })
      const untold = { state: 'idle', stateUnknown: true, hashrateGhs: null } as const
      expect(await tell(2, { deviceKey, sampledAt: now + minute, ...untold })).toEqual({
        state: null,
        hashrateGhs: null,
      })
    })

    test('stores a batch once, however often it comes', async () => {
      const { telemetry, controllerId } = await open()
      const batch = buildBatch(5, [buildSample({ deviceKey, sampledAt: now })])
      const send = () => telemetry.ingestBatch({ controllerId, batch, clockOffsetMs: 0, receivedAt: now })
      const results = await Promise.all([send(), send(), send()])
      expect(results.filter(({ duplicate }) => duplicate)).toHaveLength(2)
      expect(results.reduce((sum, { stored }) => sum + stored, 0)).toBe(1)
      expect(await storedNumbers(store().db, controllerId)).toEqual([5])
    })

    test('knows a batch by its content: other content under a number in use is a conflict', async () => {
      const { telemetry, controllerId } = await open()
      const met = await telemetry.meetMemory(
        controllerId,
        { epoch: 'epoch-one', mark: null, lastSeq: 9 },
        now,
      )
      const { epochId } = met
      const send = (content: string, at: number, epoch = epochId ?? 0) =>
        telemetry.ingestBatch({
          controllerId,
          batch: buildBatch(7, [buildSample({ deviceKey, sampledAt: at })]),
          memory: { epochId: epoch, content },
          clockOffsetMs: 0,
          receivedAt: now,
        })
      expect(await send('a', now)).toMatchObject({ stored: 1, conflict: false, duplicate: false })
      expect(await send('a', now)).toMatchObject({ stored: 0, conflict: false, duplicate: true })
      expect(await send('b', now - minute)).toMatchObject({ stored: 0, conflict: true, duplicate: false })
      const unreadable = { controllerId, seq: 7, reason: 'x', receivedAt: now }
      expect(
        await telemetry.setBatchAside({ ...unreadable, memory: { epochId: epochId ?? 0, content: 'c' } }),
      ).toBe('conflict')
      // In the epoch after it the number is free again, and what came in the epoch before is known.
      const next = await telemetry.meetMemory(
        controllerId,
        { epoch: 'epoch-two', mark: null, lastSeq: 9 },
        now,
      )
      expect(await send('a', now, next.epochId ?? 0)).toMatchObject({ stored: 0, duplicate: true })
      expect(await send('b', now - minute, next.epochId ?? 0)).toMatchObject({ stored: 1, conflict: false })
      expect(await send('a', now, next.epochId ?? 0)).toMatchObject({ conflict: true, duplicate: false })
    })

    test('removes the digests of old numbers, and then counts their samples once all the same', async () => {
      const { telemetry, controllerId } = await open()
      const send = (seq: number, receivedAt: number) =>
        telemetry.ingestBatch({
          controllerId,
          batch: buildBatch(seq, [buildSample({ deviceKey, sampledAt: now + seq * 10_000 })]),
          clockOffsetMs: 0,
          receivedAt,
        })
      const later = now + 10 * day
      await send(1, later)
      await send(256, later + 3_600_000)
      await send(256 * 40, later + 7_200_000)
      expect(await storedNumbers(store().db, controllerId)).toEqual([256 * 40])
      expect(await send(256, later + 7_200_000)).toMatchObject({ duplicate: false, stored: 0, repeated: 1 })
    })

    test('corrects the clock of the ship, and says what it cannot take', async () => {
      const { telemetry, controllerId } = await open()
      const clockOffsetMs = 3 * 365 * day
      const samples = [now, now - 500 * day, now + 10 * minute].map((at) =>
        buildSample({ deviceKey, sampledAt: at - clockOffsetMs }),
      )
      const result = await telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(1, samples),
        clockOffsetMs,
        receivedAt: now,
      })
      expect(result).toMatchObject({ stored: 1, repeated: 0, tooOld: 1, tooNew: 1, tooMany: 0 })
      const state = await store()
        .db.selectFrom('minerState')
        .selectAll()
        .where('controllerId', '=', controllerId)
        .executeTakeFirstOrThrow()
      expect(state).toMatchObject({
        sampledAt: new Date(now),
        receivedAt: new Date(now),
        hashrateGhs: 100_000,
        state: 'mining',
      })
    })

    test('keeps the newest report of a device, and what it no longer tells', async () => {
      const { telemetry, controllerId } = await open()
      const ingest = (seq: number, devices: DeviceReport[]) =>
        telemetry.ingestBatch({
          controllerId,
          batch: buildBatch(seq, [], { devices }),
          clockOffsetMs: 0,
          receivedAt: now,
        })
      const { minerIds } = await ingest(1, [
        report(now - 5_000, { firmware: 'a, "b" {c}' }),
        report(now - 9_000, { firmware: 'old' }),
      ])
      await ingest(2, [report(now - 7_000, { ipAddress: '10.0.0.9' })])
      await ingest(3, [
        report(now - 1_000, { make: null, ipAddress: '10.0.0.6' }, { unreachable: 'timeout' }),
      ])
      const miners = await store()
        .db.selectFrom('miners')
        .selectAll()
        .where('controllerId', '=', controllerId)
        .execute()
      expect(miners).toMatchObject([
        {
          id: minerIds[0],
          make: 'Bitmain',
          firmware: 'a, "b" {c}',
          ipAddress: '10.0.0.6',
          unreachable: 'timeout',
          observedAt: new Date(now - 1_000),
        },
      ])
    })

    test('stores events of the ship and signals once, at commit', async () => {
      const { telemetry, controllerId } = await open()
      const { promise, resolve } = Promise.withResolvers<string>()
      const stop = await store().listen(
        'live',
        (payload) => payload.includes(controllerId) && resolve(payload),
      )
      const events = [
        { at: now - 1_000, kind: 'spool-dropped' as const, deviceKey: null, count: 12 },
        { at: -9e15, kind: 'clock-stepped' as const, deviceKey: null, count: null },
      ]
      await telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(1, [], { events }),
        clockOffsetMs: 0,
        receivedAt: now,
      })
      expect(JSON.parse(await promise)).toEqual({ controllerId })
      const stored = await store()
        .db.selectFrom('boardEvents')
        .select(['at', 'kind', 'count'])
        .where('controllerId', '=', controllerId)
        .orderBy('id')
        .execute()
      expect(stored).toEqual([
        { at: new Date(now - 1_000), kind: 'spool-dropped', count: 12 },
        { at: new Date(0), kind: 'clock-stepped', count: null },
      ])
      await stop()
    })

    test('stores all of a batch or nothing', async () => {
      const { telemetry, controllerId } = await open()
      await telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(1, [buildSample({ deviceKey, sampledAt: now })]),
        clockOffsetMs: 0,
        receivedAt: now,
      })
      await sql`DELETE FROM miner_state WHERE controller_id = ${controllerId}`.execute(store().db)
      const batch = buildBatch(2, [buildSample({ deviceKey, sampledAt: now + 30_000 })], {
        devices: [report(now, { model: 'new' })],
      })
      await expect(
        telemetry.ingestBatch({ controllerId, batch, clockOffsetMs: 0, receivedAt: now }),
      ).rejects.toThrow('no state row')
      expect(await storedNumbers(store().db, controllerId)).toEqual([1])
      expect(
        await store()
          .db.selectFrom('miners')
          .select('model')
          .where('controllerId', '=', controllerId)
          .execute(),
      ).toEqual([{ model: null }])
    })
  })

  describe('series', () => {
    const start = Date.UTC(2026, 10, 18, 23)
    const fill = async (timeZone = 'UTC') => {
      const opened = await open()
      const shipId = await insertShip(store().db, { userId: await insertOwner(store().db), timeZone })
      await store()
        .db.updateTable('controllers')
        .set({ shipId })
        .where('id', '=', opened.controllerId)
        .execute()
      // Two hours of one sample a minute, but silence from minute 20 to 40.
      const samples = Array.from({ length: 120 }, (_, index) =>
        buildSample({
          deviceKey,
          sampledAt: start + index * minute,
          periodSeconds: 60,
          hashrateGhs: index < 60 ? 100 : 300,
          powerWatts: index < 60 ? null : 50,
          acceptedShares: 1,
        }),
      ).filter((_, index) => index < 20 || index >= 40)
      const { minerIds } = await opened.telemetry.ingestBatch({
        controllerId: opened.controllerId,
        batch: buildBatch(1, samples),
        clockOffsetMs: 0,
        receivedAt: now,
      })
      const minerId = minerIds[0] ?? 0
      return { ...opened, minerId }
    }

    test('of a miner has the open bucket, and gaps stay gaps', async () => {
      const { telemetry, controllerId, minerId } = await fill()
      const range = { controllerId, minerId, from: start, to: start + 120 * minute }
      const five = await telemetry.miner({ ...range, stepSeconds: 300 })
      expect(five.map(({ at }) => (at - start) / minute)).toEqual([
        0,
        5,
        10,
        15,
        ...Array.from({ length: 16 }, (_, index) => 40 + index * 5),
      ])
      expect(five[0]).toMatchObject({
        n: 5,
        seconds: 300,
        hashGh: 30_000,
        hashrateSeconds: 300,
        powerSeconds: 0,
        accepted: 5,
      })
      const hours = await telemetry.miner({ ...range, stepSeconds: 3_600 })
      expect(hours).toMatchObject([
        { at: start, seconds: 2_400, hashGh: 240_000 },
        { at: start + 60 * minute, seconds: 3_600, hashGh: 1_080_000, energyJ: 180_000 },
      ])
      const days = await telemetry.miner({ ...range, stepSeconds: 86_400 })
      expect(days).toMatchObject([
        { at: Date.UTC(2026, 10, 18), seconds: 2_400 },
        { at: Date.UTC(2026, 10, 19), seconds: 3_600 },
      ])
      expect(
        await telemetry.miner({
          ...range,
          from: start + 20 * minute,
          to: start + 40 * minute,
          stepSeconds: 600,
        }),
      ).toEqual([])
      expect(await telemetry.miner({ ...range, minerId: minerId + 1_000_000, stepSeconds: 300 })).toEqual([])
      await expect(telemetry.miner({ ...range, stepSeconds: 60 })).rejects.toThrow(RangeError)
    })

    test('of a fleet adds up ships, each by the miners that reported', async () => {
      const one = await fill()
      const two = await fill()
      await two.telemetry.ingestBatch({
        controllerId: two.controllerId,
        batch: buildBatch(2, [
          buildSample({
            deviceKey: 'serial:2',
            sampledAt: start,
            periodSeconds: 60,
            hashrateGhs: null,
            powerWatts: 10,
          }),
        ]),
        clockOffsetMs: 0,
        receivedAt: now,
      })
      const range = {
        controllerIds: [one.controllerId, two.controllerId],
        from: start,
        to: start + 120 * minute,
      }
      const points = await one.telemetry.fleet({ ...range, stepSeconds: 300 })
      expect(points).toHaveLength(20)
      // Ship two in its first bucket: 30,000 GH over 360 s of 2 miners.
      expect(points[0]?.hashrateGhs).toBeCloseTo(100 + (30_000 * 2) / 360)
      expect(points[0]).toMatchObject({ miners: 3, accepted: 15 })
      expect(points[1]).toMatchObject({ hashrateGhs: 200, powerWatts: null, miners: 2 })
      const hours = await one.telemetry.fleet({ ...range, stepSeconds: 3_600 })
      expect(hours[1]).toMatchObject({ hashrateGhs: 600, powerWatts: 100, miners: 2 })
      expect(await one.telemetry.fleet({ ...range, controllerIds: [], stepSeconds: 300 })).toEqual([])
      expect((await one.telemetry.fleet({ ...range, stepSeconds: 86_400 })).map(({ at }) => at)).toEqual([
        Date.UTC(2026, 10, 18),
        Date.UTC(2026, 10, 19),
      ])
    })

    test('days have the open bucket too, and are those of the ship', async () => {
      const inZone = async (timeZone: string) => {
        const { telemetry, controllerId, minerId } = await fill(timeZone)
        const query = { controllerIds: [controllerId], fromDay: '2026-11-18', toDay: '2026-11-19' }
        return {
          days: await telemetry.days(query),
          first: await telemetry.days({ ...query, toDay: '2026-11-18', minerId }),
          known: { controllerId, minerId },
        }
      }
      const utc = await inZone('UTC')
      expect(utc.days).toMatchObject([
        { ...utc.known, day: '2026-11-18', n: 40, accepted: 40, difficultyMilli: 40 * 65_536_000 },
        { ...utc.known, day: '2026-11-19', n: 60, accepted: 60 },
      ])
      expect(utc.first).toHaveLength(1)
      const amsterdam = await inZone('Europe/Amsterdam')
      expect(amsterdam.days).toMatchObject([{ ...amsterdam.known, day: '2026-11-19', n: 100, accepted: 100 }])
      expect(amsterdam.first).toEqual([])
      const azores = await inZone('Atlantic/Azores')
      expect(azores.days).toMatchObject([{ ...azores.known, day: '2026-11-18', n: 100, accepted: 100 }])
    })
  })

  test('the sweep closes buckets of silent miners only, and late samples still find theirs', async () => {
    const { telemetry, controllerId } = await open()
    const ingest = (seq: number, sampledAt: number) =>
      telemetry.ingestBatch({
        controllerId,
        batch: buildBatch(seq, [buildSample({ deviceKey, sampledAt })]),
        clockOffsetMs: 0,
        receivedAt: now,
      })
    await ingest(1, now)
    const openBuckets = async () => {
      const rows = await store()
        .db.selectFrom('minerState')
        .select('n')
        .where('controllerId', '=', controllerId)
        .execute()
      return rows.map(({ n }) => n)
    }
    await telemetry.sweep(now + 10 * minute)
    expect(await openBuckets()).toEqual([1])
    await telemetry.sweep(now + 10 * minute + 1)
    expect(await openBuckets()).toEqual([0])
    expect(await ingest(2, now)).toMatchObject({ stored: 0, repeated: 1 })
    expect(await ingest(3, now + 5_000)).toMatchObject({ stored: 1 })
    expect(
      await telemetry.days({ controllerIds: [controllerId], fromDay: '2026-11-20', toDay: '2026-11-20' }),
    ).toMatchObject([{ n: 2 }])
  })

  test('rotation makes days ahead and drops what is older than 13 months, days excepted', async () => {
    const { telemetry, controllerId } = await open()
    const old = now - (retentionDays - 1) * day
    const samples = [old, now].map((sampledAt) => buildSample({ deviceKey, sampledAt }))
    await telemetry.ingestBatch({
      controllerId,
      batch: buildBatch(1, samples),
      clockOffsetMs: 0,
      receivedAt: now,
    })
    const names = async () => {
      const { rows } = await sql<{
        name: string
      }>`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relispartition`.execute(store().db)
      return rows.map(({ name }) => name)
    }
    await telemetry.rotate(now)
    expect(await names()).toEqual(
      expect.arrayContaining(['miner_5m_20251021', 'miner_1h_202510', 'miner_5m_20261122']),
    )
    const dropped = await telemetry.rotate(now + 20 * day)
    expect(dropped).toEqual([
      'miner_1h_202510',
      'miner_5m_20251021',
      'packed_days_202510',
      'past_hours_202510',
    ])
    expect(await names()).not.toContain('miner_5m_20251021')
    const days = await telemetry.days({
      controllerIds: [controllerId],
      fromDay: '2025-10-21',
      toDay: '2026-11-20',
    })
    expect(days.map((row) => row.day)).toEqual(['2025-10-21', '2026-11-20'])
    const again = buildBatch(2, [buildSample({ deviceKey, sampledAt: old })])
    expect(
      await telemetry.ingestBatch({
        controllerId,
        batch: again,
        clockOffsetMs: 0,
        receivedAt: now + 20 * day,
      }),
    ).toMatchObject({ tooOld: 1 })
  })
})
