/**
 * `node seed-fleet.ts <folder of the server> <owner> <miners>`: writes a large fleet into the database of a server that does not run: boxes of
 * 100 miners each, the first ten miners of each at a standstill. Their box polls once an hour, so that the values stay those of now.
 */
import { openData } from '../open-data.ts'

const [folder = '', ownerId = '', count = '0'] = process.argv.slice(2)
const perBox = 100

const store = await openData(folder)
const now = new Date()
for (let box = 0; box * perBox < Number(count); box++) {
  const controllerId = `SM-F${String(box + 1).padStart(5, '0')}`
  await store.db
    .insertInto('controllers')
    .values({
      id: controllerId,
      name: `Box ${box + 1}`,
      claimKeyHash: Buffer.from(controllerId),
      ownerId,
      claimedAt: now,
      lastSeenAt: now,
      pollIntervalMs: 3_600_000,
      version: box === 0 ? '1.4.0' : '1.5.0',
    })
    .execute()
  const miners = await store.db
    .insertInto('miners')
    .values(
      Array.from({ length: perBox }, (_, index) => ({
        controllerId,
        deviceKey: `mac:${box}-${index}`,
        name: `Miner ${box * perBox + index + 1}`,
        make: 'Antminer',
        model: 'S21',
        firmware: index % 4 === 0 ? 'Stock 2024-06' : 'BOS+ 23.03',
      })),
    )
    .returning('id')
    .execute()
  await store.db
    .insertInto('minerState')
    .values(
      miners.map(({ id }, index) => ({
        controllerId,
        minerId: id,
        sampledAt: now,
        receivedAt: now,
        bucket: now,
        state: index < 10 ? ('idle' as const) : ('mining' as const),
        hashrateGhs: index < 10 ? 0 : 200_000 + box * perBox + index,
        powerWatts: index < 10 ? 20 : 3_500,
        temperatureDc: 600 + (index % 50),
        n: 1,
      })) as never,
    )
    .execute()
}
await store.close()
