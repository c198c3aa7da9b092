/**
 * `node seed-trouble.ts <folder of the server> <ship>`: writes a box in trouble into the database of a server that does not run: its disk is
 * full and was damaged before, its memory was put back, somebody else uses its key, another meter answers it than the one that was checked,
 * something unknown answers on its network, and one of its batches could not be stored.
 */
import { openData } from '../open-data.ts'

const [folder = '', shipId = ''] = process.argv.slice(2)
const controllerId = 'SM-R6RHDA'
const store = await openData(folder)
const { userId: ownerId } = await store.db
  .selectFrom('ships')
  .select('userId')
  .where('id', '=', shipId)
  .executeTakeFirstOrThrow()
const now = new Date()
const hourAgo = now.getTime() - 3_600_000
// It has no light that could be switched.
const can = { can: true, reason: null }
const memory = {
  diskFull: true,
  heldSamples: 12,
  droppedSamples: 0,
  damaged: { batches: 3, from: hourAgo, to: now.getTime() },
}
await store.db
  .insertInto('controllers')
  .values({
    id: controllerId,
    name: 'Voorpiek',
    claimKeyHash: Buffer.from(controllerId),
    ownerId,
    shipId,
    lastSeenAt: now,
    pollIntervalMs: 3_600_000,
    spool: JSON.stringify({ droppedSamples: 0, memory }),
  })
  .execute()
const { id: minerId } = await store.db
  .insertInto('miners')
  .values({
    ...{ controllerId, deviceKey: 'mac:1', name: 'Bakboord', make: 'Antminer', model: 'S21' },
    capabilities: JSON.stringify({
      ...{ sleep: can, restart: can, reboot: can, pools: can },
      locate: { can: false, reason: 'unsupported' },
      powerLimit: { ...can, minWatts: null, maxWatts: null },
      powerModes: { ...can, modes: [] },
      credentials: 'none-needed',
    }),
  })
  .returning('id')
  .executeTakeFirstOrThrow()
await store.db
  .insertInto('minerState')
  .values({
    ...{ controllerId, minerId, sampledAt: now, receivedAt: now, bucket: now, n: 1 },
    ...{ state: 'mining', hashrateGhs: 200_000, powerWatts: 3_500 },
  } as never)
  .execute()
await store.db
  .insertInto('alerts')
  .values([
    { controllerId, kind: 'memory-restored', severity: 'warning', raisedAt: now, clearedAt: now },
    { controllerId, kind: 'key-shared', severity: 'critical', raisedAt: now, clearedAt: now },
  ])
  .execute()
const otherMeter = { part: 'serial', is: '7002', was: '7001' }
await store.db
  .insertInto('powerState')
  .values({
    ...{ controllerId, sampledAt: now, receivedAt: now, otherMeter: JSON.stringify(otherMeter) },
    sample: JSON.stringify({
      ...{ at: now.getTime(), periodSeconds: 10, state: 'free', heldBackBy: 'meter-doubted' },
      ...{
        capacityWatts: 100_000,
        generatorLoadWatts: 43_500,
        shipLoadWatts: 40_000,
        miningLoadWatts: 3_500,
      },
      ...{ allowedMiningWatts: 15_000, curtailedDevices: 0, curtailedWatts: null, disobedientDevices: 0 },
    }),
  })
  .execute()
await store.db
  .insertInto('alerts')
  .values({
    ...{ controllerId, kind: 'meter-doubted', severity: 'critical', raisedAt: now },
    detail: JSON.stringify({ otherMeter }),
  })
  .execute()
await store.db
  .insertInto('strangers')
  .values({
    ...{ controllerId, key: 'mac:2', address: '192.168.1.44', guess: 'Goldshell', name: null },
    ports: JSON.stringify([{ port: 4028, protocol: 'text', said: 'hello from a box of another kind' }]),
    ...{ firstSeenAt: now, lastSeenAt: now },
  })
  .execute()
await store.db
  .insertInto('setAside')
  .values({
    ...{ controllerId, seq: 7, at: now, list: 'batch', rowCount: 40, reason: 'numeric field overflow' },
    content: JSON.stringify({ type: 'batch', seq: 7 }),
  })
  .execute()
await store.close()
