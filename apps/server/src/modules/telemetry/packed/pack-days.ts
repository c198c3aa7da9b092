import type { Store } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { contentText, insertSetAside } from '../batches/set-aside.repository.ts'
import type { Partitions } from '../partitions/partitions.ts'
import { releaseRows } from '../release-rows.ts'
import { lockController } from '../telemetry.repository.ts'
import {
  listUnpackedDays,
  type MinerDay,
  nextUnpacked,
  packDay,
  rowsOf,
  UnpackableDayError,
} from './packed-days.repository.ts'

/** A day is packed when it ended this long ago: most of what a ship sends late has come by then. */
export const packAfterMs = 6 * 3_600_000
/** Most days of miners that one turn packs, so that others get the database too. */
const daysATurn = 500

/**
 * Packs days that ended some hours ago, oldest first: each day of a miner in a transaction of its own, so that it may end anywhere. Rows that
 * came late are packed into the block of their day.
 * @returns how many days of miners were packed.
 */
export async function packDays(
  deps: { store: Store; partitions: Partitions },
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let packed = 0
  await forEachIsolated(unpackedDays(), nameOf, async (day) => {
    if (await packOne(deps, day, now)) packed += 1
  })
  return packed

  async function* unpackedDays(): AsyncGenerator<MinerDay> {
    for (const dayAt of await listUnpackedDays(deps.store.db, now - packAfterMs)) {
      let behind: MinerDay | null = null
      while (packed < daysATurn && !signal?.aborted) {
        const next: MinerDay | null = await nextUnpacked(deps.store.db, dayAt, behind)
        if (!next) break
        yield next
        behind = next
      }
      if (packed >= daysATurn || signal?.aborted) return
      // Not in the turn that emptied it: who reads by an older snapshot still needs these rows.
      if (!behind) await releaseRows(deps.store, rowsOf(dayAt))
    }
  }
}

const nameOf = ({ controllerId, minerId, dayAt }: MinerDay) =>
  `${controllerId}, miner ${minerId}, ${new Date(dayAt).toISOString().slice(0, 10)}`

/** @returns false when the day has to stay in rows. */
async function packOne(
  { store, partitions }: { store: Store; partitions: Partitions },
  day: MinerDay,
  now: number,
): Promise<boolean> {
  await partitions.ensure([day.dayAt])
  try {
    await store.db.transaction().execute(async (trx) => {
      // Without a controller nobody writes its rows either.
      const isKnown = await lockController(trx, day.controllerId)
      const { broken } = await packDay(trx, day)
      if (!broken || !isKnown) return
      const content = { ...day, block: Buffer.from(broken).toString('base64') }
      await insertSetAside(trx, { controllerId: day.controllerId, seq: 0, at: new Date(now) }, [
        { list: 'batch', rowCount: 1, reason: 'packed day unreadable', content: contentText(content) },
      ])
    })
    return true
  } catch (error) {
    if (error instanceof UnpackableDayError) return false
    throw error
  }
}
