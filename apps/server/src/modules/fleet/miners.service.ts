import type { Controller, Miner, MinerLive } from '@shipminer/contract/mining'
import { readCachedEarnings } from './earnings.service.ts'
import type { FleetReads } from './fleet.deps.ts'
import { presentController, presentLive, presentMiner } from './fleet.presenter.ts'
import { batchesOfMiners, type FleetMinerRow, listControllers, listMiners } from './fleet.repository.ts'
import { meanThs } from './means.policy.ts'

/** Above this many miners a list carries no trends, because the page then shows a table. */
const trendUpTo = 12
const trendStepSeconds = 1_800

export async function listOwnControllers(deps: FleetReads, ownerId: string): Promise<Controller[]> {
  const now = deps.clock()
  return (await listControllers(deps.store.db, ownerId)).map((row) => presentController(row, now))
}

export async function listOwnMiners(
  deps: FleetReads,
  ownerId: string,
): Promise<{ miners: Miner[]; controllers: Controller[] }> {
  const owned = await listOwnControllers(deps, ownerId)
  const byId = new Map(owned.map((controller) => [controller.id, controller]))
  const controllerIds = [...byId.keys()]
  const now = deps.clock()
  const [rows, earnings, describePool] = await Promise.all([
    listMiners(deps.store.db, { controllerIds, withDetail: true, now }),
    readCachedEarnings(deps, ownerId, controllerIds),
    deps.describePools(ownerId),
  ])
  const trendOf = await readTrends(deps, rows)
  return {
    controllers: owned,
    miners: rows.flatMap((row) => {
      const controller = byId.get(row.controllerId)
      if (!controller) return []
      return [
        presentMiner(row, {
          now,
          describePool,
          offlineAfterMs: deps.offlineAfterMs,
          controller,
          earnings: earnings.get(row.id) ?? null,
          trend: trendOf.get(row.id) ?? null,
        }),
      ]
    }),
  }
}

export async function listLiveMiners(deps: FleetReads, controllerId: string, receivedSince: number | null) {
  const live: (MinerLive & { controllerId: string })[] = []
  const now = deps.clock()
  for await (const rows of batchesOfMiners(deps.store.db, {
    controllerIds: [controllerId],
    withDetail: false,
    now,
    ...(receivedSince === null ? {} : { receivedSince: new Date(receivedSince) }),
  }))
    for (const row of rows) live.push({ ...presentLive(row, now, deps.offlineAfterMs), controllerId })
  return live
}

export async function readTrends(
  deps: FleetReads,
  rows: readonly FleetMinerRow[],
): Promise<Map<number, (number | null)[]>> {
  if (rows.length > trendUpTo) return new Map()
  const stepMs = trendStepSeconds * 1000
  const to = Math.floor(deps.clock() / stepMs) * stepMs + stepMs
  const from = to - 86_400_000
  const lists = await Promise.all(
    rows.map((row) =>
      deps.series.miner({
        controllerId: row.controllerId,
        minerId: row.id,
        from,
        to,
        stepSeconds: trendStepSeconds,
      }),
    ),
  )
  return new Map(
    rows.map((row, index) => {
      const byStep = new Map(lists[index]?.map((point) => [point.at, meanThs(point)]))
      return [row.id, Array.from({ length: 48 }, (_, step) => byStep.get(from + step * stepMs) ?? null)]
    }),
  )
}
