import type { Store } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { packAfterMs } from '../packed/pack-days.ts'
import { type Partitions, utcMidnight } from '../partitions/partitions.ts'
import { releaseRows } from '../release-rows.ts'
import { lockController } from '../telemetry.repository.ts'
import { type ControllerDay, listFullMonths, moveHours, nextUnmoved } from './past-hours.repository.ts'

/** Most days of controllers that one turn moves, so that others get the database too. */
const daysATurn = 2_000

/**
 * Moves hours of days that ended some hours ago to where they lie full and in order, a day of a controller in a transaction, so that it may end
 * anywhere. Hours to which samples came late are added to those there.
 * @returns how many days of controllers were moved.
 */
export async function movePastHours(
  { store, partitions }: { store: Store; partitions: Partitions },
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const beforeMs = utcMidnight(now - packAfterMs)
  let moved = 0
  await forEachIsolated(unmovedDays(), nameOf, async (day) => {
    await partitions.ensure([day.dayAt])
    await store.db.transaction().execute(async (trx) => {
      await lockController(trx, day.controllerId)
      await moveHours(trx, day)
    })
    moved += 1
  })
  return moved

  async function* unmovedDays(): AsyncGenerator<ControllerDay> {
    // Each round is one day of every controller; after the last there are none.
    for (;;) {
      const before = moved
      for (let behind: ControllerDay | null = null; ; ) {
        if (moved >= daysATurn || signal?.aborted) return
        const next: ControllerDay | null = await nextUnmoved(store.db, beforeMs, behind)
        if (!next) break
        yield next
        behind = next
      }
      if (moved === before) break
    }
    // Not in the turn that emptied it: who reads by an older snapshot still needs these rows.
    if (moved === 0)
      for (const table of await listFullMonths(store.db, beforeMs)) await releaseRows(store, table)
  }
}

const nameOf = ({ controllerId, dayAt }: ControllerDay) =>
  `${controllerId}, ${new Date(dayAt).toISOString().slice(0, 10)}`
