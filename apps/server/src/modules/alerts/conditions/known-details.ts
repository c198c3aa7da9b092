import type { ConditionRow, DetailFacts, ReadRow } from './conditions.repository.ts'

/** What devices said of themselves, kept from one sweep to the next: of an unchanged miner it is not read again. */
export type KnownDetails = {
  /** What need not be read of these controllers. */
  of(controllerIds: readonly string[]): { minerIds: number[]; versions: string[] }
  /** Rows with the facts that were not read, and remembered for the next time. */
  complete(controllerIds: readonly string[], rows: ReadRow[]): ConditionRow[]
  /** Keeps those of these controllers only. */
  keep(controllerIds: readonly string[]): void
  forget(): void
}

type Known = { version: string; facts: DetailFacts }

export function createKnownDetails(): KnownDetails {
  /** By controller, of each of its miners. */
  const known = new Map<string, ReadonlyMap<number, Known>>()
  return {
    of(controllerIds) {
      const minerIds: number[] = []
      const versions: string[] = []
      for (const id of controllerIds)
        for (const [minerId, { version }] of known.get(id) ?? []) {
          minerIds.push(minerId)
          versions.push(version)
        }
      return { minerIds, versions }
    },
    complete(controllerIds, rows) {
      const next = new Map(controllerIds.map((id) => [id, new Map<number, Known>()]))
      for (const row of rows) {
        const { controllerId, minerId, version } = row
        const before = row.isRead ? undefined : known.get(controllerId)?.get(minerId)
        if (before) Object.assign(row, before.facts)
        next.get(controllerId)?.set(minerId, before ?? { version, facts: factsOf(row) })
      }
      for (const [id, miners] of next) known.set(id, miners)
      return rows
    },
    keep(controllerIds) {
      if (known.size <= controllerIds.length) return
      const kept = new Set(controllerIds)
      for (const id of known.keys()) if (!kept.has(id)) known.delete(id)
    },
    forget: () => known.clear(),
  }
}

function factsOf(row: ReadRow): DetailFacts {
  const { deadBoards, fansStill, fansTurning, faults, poolsAlive, poolsUsable } = row
  const { isFallbackActive, primaryPool, blocksFound } = row
  return {
    deadBoards,
    fansStill,
    fansTurning,
    faults,
    poolsAlive,
    poolsUsable,
    isFallbackActive,
    primaryPool,
    blocksFound,
  }
}
