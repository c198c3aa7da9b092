import { afterEach, expect, test } from 'vitest'
import { insertController, insertMiner, insertOwner } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { recordHello } from '../../uplink/uplink.repository.ts'
import { openAlerts } from '../alerts.port.ts'
import { sweepSilence } from './silence-sweep.ts'

describeEachEngine('sweepSilence', ({ store }) => {
  const start = Date.UTC(2026, 5, 1, 12)
  let now = start

  afterEach(() => resetTestStore(store()))

  async function ship(): Promise<{ ownerId: string; minerId: number }> {
    const { db } = store()
    const ownerId = await insertOwner(db)
    await insertController(db, { ownerId, lastSeenAt: new Date(start), pollIntervalMs: 10_000 })
    const minerId = await insertMiner(db, { model: 'S19' })
    await db
      .insertInto('minerState')
      .values({
        controllerId: 'SM-A',
        minerId,
        sampledAt: new Date(start),
        receivedAt: new Date(start),
      } as never)
      .execute()
    return { ownerId, minerId }
  }
  const sweep = (at: number, startedAt = start - 3_600_000) => {
    now = at
    return sweepSilence({ store: store(), clock: () => now, offlineAfterMs: 300_000, startedAt })
  }
  const heard = (at: number) =>
    store()
      .db.updateTable('controllers')
      .set({ lastSeenAt: new Date(at) })
      .execute()
  const sampled = (at: number) =>
    store()
      .db.updateTable('minerState')
      .set({ sampledAt: new Date(at) })
      .execute()
  const kinds = async (ownerId: string) =>
    (await openAlerts(store(), ownerId)).worst.map((alert) => alert.kind)

  test('a miner goes stale, then offline, then comes back: one alert a cause, each cleared', async () => {
    const { ownerId } = await ship()
    await sweep(start + 20_000)
    expect(await kinds(ownerId)).toEqual([])
    await heard(start + 30_000)
    await sweep(start + 30_000)
    await sweep(start + 31_000)
    expect((await openAlerts(store(), ownerId)).worst).toMatchObject([
      { kind: 'miner-stale', standsFor: null },
    ])
    await heard(start + 301_000)
    await sweep(start + 301_000)
    expect(await kinds(ownerId)).toEqual(['miner-offline'])
    await sampled(start + 302_000)
    await sweep(start + 303_000)
    expect(await kinds(ownerId)).toEqual([])
    expect(await store().db.selectFrom('alerts').select('status').execute()).toEqual([
      { status: 'resolved' },
      { status: 'resolved' },
    ])
  })

  test('a silent controller is one alert and hides its miners', async () => {
    const { ownerId } = await ship()
    const second = await insertMiner(store().db, { deviceKey: 'mac:second' })
    await store()
      .db.insertInto('minerState')
      .values({ controllerId: 'SM-A', minerId: second, sampledAt: new Date(start) } as never)
      .execute()
    await sweep(start + 400_000)
    // Its miners are folded under it, and counted.
    expect((await openAlerts(store(), ownerId)).worst).toMatchObject([
      { kind: 'controller-silent', standsFor: 2 },
    ])
    await heard(start + 401_000)
    await sampled(start + 401_000)
    await sweep(start + 402_000)
    expect(await kinds(ownerId)).toEqual([])
  })

  test('a box that comes back is given time to send what it kept; then its miners are one alert', async () => {
    const { ownerId } = await ship()
    const second = await insertMiner(store().db, { deviceKey: 'mac:second' })
    await store()
      .db.insertInto('minerState')
      .values({ controllerId: 'SM-A', minerId: second, sampledAt: new Date(start) } as never)
      .execute()
    const back = start + 3_600_000
    await store()
      .db.updateTable('controllers')
      .set({ connectedSince: new Date(back) })
      .execute()
    await heard(back + 59_000)
    await sweep(back + 59_000)
    expect(await kinds(ownerId)).toEqual([])
    await heard(back + 61_000)
    await sweep(back + 61_000)
    expect(await kinds(ownerId)).toEqual(['all-miners-silent'])
  })

  test('a line that drops every minute does not keep a miner that is gone quiet for ever', async () => {
    const { ownerId } = await ship()
    const hello = (at: number) =>
      recordHello(store().db, 'SM-A', {
        connectionId: crypto.randomUUID(),
        version: '1.0.0',
        ipAddress: '10.0.0.1',
        pollIntervalMs: 10_000,
        clockOffsetMs: 0,
        spool: { firstSeq: null, lastSeq: null, droppedSamples: 0 },
        sealing: null,
        at: new Date(at),
      })
    const back = start + 3_600_000
    for (let at = back; at < back + 600_000; at += 50_000) {
      await hello(at)
      await sweep(at + 1_000)
      if (at < back + 60_000) expect(await kinds(ownerId)).toEqual([])
      await heard(at + 40_000)
      await sweep(at + 41_000)
    }
    expect(await kinds(ownerId)).toEqual(['miner-offline'])
  })

  test('right after its own start the server calls nobody silent', async () => {
    const { ownerId } = await ship()
    await sweep(start + 400_000, start + 390_000)
    expect(await kinds(ownerId)).toEqual([])
  })

  test('an unclaimed controller raises nothing', async () => {
    const { ownerId } = await ship()
    await store().db.updateTable('controllers').set({ ownerId: null }).execute()
    await sweep(start + 400_000)
    await store().db.updateTable('controllers').set({ ownerId }).execute()
    expect(await kinds(ownerId)).toEqual([])
  })
})
