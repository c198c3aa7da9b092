import { stalePeriods } from '@shipminer/domain/fleet/freshness'
import type { Queryable } from '../../../platform/db/store.ts'
import {
  type ConditionQuery,
  type ConditionRow,
  listConditionRows,
  listPresent,
  type VersionedRow,
} from './conditions.repository.ts'

/**
 * What conditions are assessed by, kept from one sweep to the next: of a miner of which nothing was stored but new values, only those are read.
 */
export type KnownDetails = {
  /** The miners of some controllers as they are now. The rows are kept and change with the next reading. */
  read(db: Queryable, query: ConditionQuery): Promise<ConditionRow[]>
  /** Keeps those of these controllers only. */
  keep(controllerIds: readonly string[]): void
  forget(): void
}

export function createKnownDetails(): KnownDetails {
  /** By controller, of each of its miners. */
  const known = new Map<string, ReadonlyMap<number, VersionedRow>>()
  return {
    async read(db, query) {
      const { now, controllerIds, defaultPollIntervalMs } = query
      const boxes = await listPresent(db, query)
      const others = boxes.flatMap(({ controllerId, miners }) => {
        const before = known.get(controllerId)
        return miners.filter((one) => before?.get(one.minerId)?.version !== one.version)
      })
      const read = await (others.length === 0
        ? []
        : listConditionRows(
            db,
            query,
            others.map(({ minerId }) => minerId),
          ))
      const readById = new Map(read.map((row) => [row.minerId, row]))
      const present = new Set(boxes.map(({ controllerId }) => controllerId))
      for (const id of controllerIds) if (!present.has(id)) known.delete(id)
      return boxes.flatMap(({ miners, ranAgainstStop, givenUp, commanded, ...box }) => {
        const before = known.get(box.controllerId)
        const freshFrom = now.getTime() - (box.pollIntervalMs ?? defaultPollIntervalMs) * stalePeriods
        const rows = miners.flatMap(({ sampledAtMs, ...values }) => {
          const { minerId } = values
          const kept = before?.get(minerId)
          // Read whole a moment later, or gone since then.
          if (kept?.version !== values.version) return readById.get(minerId) ?? []
          return Object.assign(kept, box, values, {
            sampledAt: new Date(sampledAtMs),
            isFresh: sampledAtMs >= freshFrom,
            ranAgainstStop: ranAgainstStop.includes(minerId),
            isGivenUp: givenUp.includes(minerId),
            wasCommanded: commanded.includes(minerId),
          })
        })
        known.set(box.controllerId, new Map(rows.map((row) => [row.minerId, row])))
        return rows
      })
    },
    keep(controllerIds) {
      if (known.size <= controllerIds.length) return
      const kept = new Set(controllerIds)
      for (const id of known.keys()) if (!kept.has(id)) known.delete(id)
    },
    forget: () => known.clear(),
  }
}
