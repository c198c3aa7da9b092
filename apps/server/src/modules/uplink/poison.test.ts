import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { DeviceReport, UplinkToController } from '@shipminer/contract/uplink'
import { uplinkProof } from '@shipminer/contract/uplink'
import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { buildSample } from '@shipminer/testkit/telemetry'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAlerts } from '../../../test/find-alerts.ts'
import { insertController, insertOwner } from '../../../test/fleet-rows.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { sweepConditions } from '../alerts/conditions/condition-sweep.ts'
import { sweepSilence } from '../alerts/conditions/silence-sweep.ts'
import { createControl } from '../control/control.service.ts'
import { type CommandKeys, openCommandKeys } from '../control/keys/command-keys.ts'
import { createPower } from '../power/power.service.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { createBatchStore } from './batch-store.ts'
import { openUplinkSession, type UplinkDeps } from './uplink-session.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const logger = pino({ level: 'silent' })

const reportOf = (key: string, at: number): DeviceReport => ({
  observedAt: at,
  identity: {
    key,
    driver: 'antminer',
    make: 'Bitmain',
    model: 'S21',
    firmware: 'x',
    serial: 'y',
    macAddress: '00:00:00:00:00:01',
    hostname: 'z',
    ipAddress: '10.0.0.5',
    port: 4028,
  },
  detail: {
    expectedHashrateGhs: 200_000,
    inletTemperatureC: 20,
    outletTemperatureC: 30,
    faults: [],
    fanRpm: [4000],
    bestShareDifficulty: 1,
    blocksFound: 0,
    boards: [{ index: 0, hashrateGhs: 1, temperatureC: 60, chipsOk: 1, chipsTotal: 1, dead: false }],
    pools: [{ url: 'stratum+tcp://a', user: 'jan.1', status: 'alive', active: true, priority: 0 }],
  },
  unreachable: null,
  capabilities: {
    sleep: { can: true, reason: 'x' },
    restart: { can: true, reason: null },
    reboot: { can: true, reason: null },
    locate: { can: true, reason: null },
    powerLimit: { can: true, reason: 'x', minWatts: 1, maxWatts: 2 },
    powerModes: { can: true, reason: 'x', modes: ['low'] },
    pools: { can: true, reason: null },
    credentials: 'set',
  },
})
const rowsOf = (at: number) => ({
  samples: buildSample({ deviceKey: 'mac:0', sampledAt: at, flags: ['overheat'] }),
  devices: reportOf('mac:0', at),
  events: { at, kind: 'device-found', deviceKey: 'mac:0', count: 1 },
  commands: {
    commandId: randomUUID(),
    deviceKey: 'mac:0',
    at,
    state: 'confirmed',
    reason: 'done',
    restorable: false,
  },
  environment: {
    at,
    periodSeconds: 10,
    state: 'free',
    capacityWatts: 1,
    generatorLoadWatts: 1,
    shipLoadWatts: 1,
    miningLoadWatts: 1,
    allowedMiningWatts: 1,
    curtailedDevices: 0,
    curtailedWatts: 0,
    disobedientDevices: 0,
  },
  powerEvents: { at, kind: 'overload', deviceKey: 'mac:0', watts: 1 },
})
type List = keyof ReturnType<typeof rowsOf>

describeEachEngine('poison in what a ship sends', ({ store }) => {
  let seq = 0
  let control: Awaited<ReturnType<typeof createControl>>
  let commandKeys: CommandKeys

  beforeAll(async () => {
    const { db } = store()
    for (const id of ['SM-A', 'SM-B', 'SM-C']) {
      const ownerId = await insertOwner(db, { name: id })
      const claimKeyHash = Buffer.from(id)
      await insertController(db, { id, publicKey, claimKeyHash, ownerId, pollIntervalMs: 30_000 })
    }
    commandKeys = await openCommandKeys({
      store: store(),
      secretKey: new SecretKey(Buffer.alloc(32, 1)),
      clock: Date.now,
      logger,
    })
    control = await createControl({
      store: store(),
      clock: Date.now,
      logger,
      keys: commandKeys,
      ensureMiner: async () => 0,
    })
  })
  afterAll(async () => {
    await control.close()
    await commandKeys.close()
  })

  async function connect(controllerId: string, hello: (message: object) => object = (message) => message) {
    const power = createPower({
      store: store(),
      clock: Date.now,
      shipValues: async () => new Map(),
      earnedSat: async () => null,
      logChange: async () => undefined,
    } as never)
    const sent: UplinkToController[] = []
    const closed: string[] = []
    const session = openUplinkSession(
      { send: (text) => sent.push(JSON.parse(text)), close: (_, reason) => closed.push(reason) },
      '10.0.0.9',
      {
        store: store(),
        keys: commandKeys,
        clock: Date.now,
        logger,
        onMemoryConflict: async () => undefined,
        batches: createBatchStore(createTelemetry(store()), control, power),
        control,
        power,
        firmware: { lineUp: async () => () => undefined, recordProgress: async () => undefined },
        releases: { lineUp: async () => () => undefined, recordUpdateState: async () => undefined },
      } satisfies UplinkDeps,
      () => undefined,
    )
    const [challenge] = sent
    if (challenge?.type !== 'challenge') throw new Error('no challenge')
    session.receive(
      JSON.stringify(
        hello({
          type: 'hello',
          controllerId,
          proof: sign(
            null,
            Buffer.from(uplinkProof(controllerId, challenge.nonce)),
            keys.privateKey,
          ).toString('base64'),
          version: '1.2.3',
          sentAt: Date.now(),
          pollIntervalMs: 30_000,
          spool: { firstSeq: 1, lastSeq: 1_000_000, droppedSamples: 0 },
        }),
      ),
    )
    await session.whenStored()
    return { session, sent, closed }
  }

  /** Every list's row, once with each of its leaves poisoned, each time of a device of its own, and one sound row of each list. */
  function poisoned(poison: unknown) {
    const sound = rowsOf(Date.now())
    const lists = (Object.keys(sound) as List[]).map((list) => {
      const rows = leavesOf(sound[list]).map((path, index) => {
        const row = structuredClone(sound[list]) as { deviceKey?: string; identity?: { key: string } }
        if (row.identity) row.identity.key = `mac:${list}-${index}`
        else row.deviceKey = `mac:${list}-${index}`
        return withAt(row, path, poison)
      })
      return [list, [...rows, sound[list]].slice(-100)]
    })
    return Object.fromEntries(lists) as Record<List, unknown[]>
  }

  test.each(poisons)('%s in every field harms nobody', async (_, poison) => {
    const ship = await connect('SM-A')
    for (const list of [...Object.keys(rowsOf(0)), 'seq'] as const) {
      seq += 1
      const whole = list === 'seq' ? poisoned(poison) : { ...poisoned(0), [list]: poison }
      ship.session.receive(JSON.stringify({ type: 'batch', seq, ...whole }))
      await ship.session.whenStored()
      expect(ship.closed).toEqual([])
      expect(ship.sent.at(-1)).toMatchObject({ type: 'ack', seq })
    }
    // The connection continues, and the sound rows are stored.
    const at = Date.now()
    seq += 1
    const deviceKey = `mac:after-${seq}`
    const sample = buildSample({ deviceKey, sampledAt: at })
    ship.session.receive(
      JSON.stringify({
        type: 'batch',
        seq,
        samples: [sample],
        devices: [reportOf(deviceKey, at)],
        events: [],
      }),
    )
    for (const message of [
      { type: 'power-settings', version: poison, effective: poison },
      { type: 'answer', askId: randomUUID(), test: poison, deviceKey: poison },
      {
        type: 'update-state',
        offerId: poison,
        version: poison,
        state: poison,
        reason: poison,
        detail: poison,
      },
    ])
      ship.session.receive(JSON.stringify(message))
    await ship.session.whenStored()
    expect(ship.closed).toEqual([])
    expect(ship.sent.filter(({ type }) => type === 'ack').at(-1)).toEqual({ type: 'ack', seq })
    const { sampledAt } = await store()
      .db.selectFrom('minerState')
      .innerJoin('miners', 'miners.id', 'minerState.minerId')
      .select('minerState.sampledAt')
      .where('deviceKey', '=', deviceKey)
      .executeTakeFirstOrThrow()
    expect(Math.abs((sampledAt?.getTime() ?? 0) - at)).toBeLessThan(2_000)
    // Another ship is still assessed as usual.
    await sweepConditions({ store: store(), clock: Date.now, offlineAfterMs: 60_000, startedAt: 0 })
    await sweepSilence({ store: store(), clock: Date.now, offlineAfterMs: 60_000, startedAt: 0 })
  })

  test.each(poisons)(
    '%s in every field of a hello is refused or taken, never tried for ever',
    async (_, poison) => {
      const message = {
        spool: { firstSeq: 1, lastSeq: 1_000_000, droppedSamples: 0 },
        sentAt: 0,
        version: '',
        pollIntervalMs: 1,
      }
      for (const path of leavesOf(message)) {
        const { closed } = await connect('SM-B', (hello) => withAt(hello, path, poison) as object)
        expect(closed).not.toContain('try again')
      }
    },
  )

  test('an event of a kind that only a later box knows is set aside, and the rest of its batch is stored', async () => {
    const { db } = store()
    // One of its own: what may be set aside of one box has an end.
    const ship = await connect('SM-C')
    const at = Date.now()
    seq += 1
    const { environment, powerEvents } = rowsOf(at)
    const later = { ...powerEvents, kind: 'of-a-later-version', deviceKey: null }
    const sound = { ...powerEvents, kind: 'meter-doubted', deviceKey: null }
    const batch = {
      ...{ type: 'batch', seq, samples: [], devices: [], events: [] },
      ...{ environment: [{ ...environment, heldBackBy: 'of-a-later-version' }], powerEvents: [later, sound] },
    }
    ship.session.receive(JSON.stringify(batch))
    await ship.session.whenStored()
    expect(ship.closed).toEqual([])
    expect(ship.sent.at(-1)).toMatchObject({ type: 'ack', seq, rejected: { rows: 1 } })
    const events = await db
      .selectFrom('powerEvents')
      .select('kind')
      .where('kind', 'in', ['of-a-later-version', 'meter-doubted'])
      .execute()
    expect(events).toEqual([{ kind: 'meter-doubted' }])
    const kept = await db.selectFrom('setAside').selectAll().where('controllerId', '=', 'SM-C').execute()
    expect(kept).toMatchObject([{ controllerId: 'SM-C', list: 'powerEvents', rowCount: 1 }])
    expect(JSON.parse(kept[0]?.content ?? '')).toMatchObject([{ kind: 'of-a-later-version' }])
    const state = await db
      .selectFrom('powerState')
      .select('sample')
      .where('controllerId', '=', 'SM-C')
      .executeTakeFirstOrThrow()
    expect(state.sample).toMatchObject({ at, heldBackBy: 'of-a-later-version' })
  })

  test('what was there before the bounds does not stop the alerts of all', async () => {
    const { db } = store()
    const poisonedDetail = { ...reportOf('mac:old', 0).detail, blocksFound: 4_294_967_295 }
    poisonedDetail.pools = [{ url: 'a', user: null, status: 'dead', active: true, priority: 3e9 }]
    await db
      .updateTable('miners')
      .set({ detail: JSON.stringify(poisonedDetail) })
      .where('controllerId', '=', 'SM-A')
      .execute()
    const { ownerId } = await db
      .selectFrom('controllers')
      .select('ownerId')
      .where('id', '=', 'SM-A')
      .executeTakeFirstOrThrow()
    const clock = () => Date.now()
    await sweepConditions({ store: store(), clock, offlineAfterMs: 60_000, startedAt: 0 })
    expect(await findAlerts({ store: store() } as never, ownerId ?? '', { status: 'all' })).toBeDefined()
  })

  test('a thousand samples with one that no table takes: the rest is stored, the one is set aside', async () => {
    const telemetry = createTelemetry(store())
    const at = Date.now()
    seq += 1
    const samples = Array.from({ length: 1_000 }, (_, index) =>
      // As an older version that reads the format would have accepted it.
      buildSample({ deviceKey: index === 617 ? 'mac:bad\u0000' : `mac:many-${index}`, sampledAt: at }),
    )
    const batch = { seq, samples, devices: [], events: [] }
    const send = () =>
      telemetry.ingestBatch({ controllerId: 'SM-B', batch, clockOffsetMs: 0, receivedAt: at })
    expect(await send()).toMatchObject({ duplicate: false, stored: 999, setAside: 1 })
    expect(await send()).toMatchObject({ duplicate: true })
    const kept = await store()
      .db.selectFrom('setAside')
      .selectAll()
      .where('controllerId', '=', 'SM-B')
      .execute()
    expect(kept).toMatchObject([{ list: 'samples', rowCount: 1, seq: batch.seq }])
    expect(JSON.parse(kept[0]?.content ?? '')).toMatchObject([{ deviceKey: 'mac:bad\u0000' }])
  })
})
