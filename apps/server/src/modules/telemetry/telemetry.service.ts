import type { Batch } from '@shipminer/contract/uplink'
import type { Store, Trx } from '../../platform/db/store.ts'
import { claimSequence, insertBoardEvents, listStoredRanges } from './batches.repository.ts'
import { createMinerIdCache, type MinerIdCache, resolveMiners, updateMiners } from './devices.repository.ts'
import { bucketMs, type IngestRow } from './ingest-plan.ts'
import { createPartitions, dayMs, type Partitions, utcMidnight } from './partitions.ts'
import { readDaySums, readFleetSeries, readMinerSeries, readMinerSums } from './series.repository.ts'
import { ingestRowOf, judgeTime } from './telemetry.policy.ts'
import type { TelemetrySeries } from './telemetry.port.ts'
import { closeSilentBuckets, ingestSamples, listSilent, lockController } from './telemetry.repository.ts'

/** The controller of a batch is not known (any more). */
export class UnknownControllerError extends Error {
  override readonly name = 'UnknownControllerError'
}

export type IngestResult = {
  /** The batch was stored before; nothing changed. */
  duplicate: boolean
  stored: number
  /** Samples whose 5-second slot was taken already. */
  repeated: number
  /** Not stored: older than what is kept. */
  tooOld: number
  /** Not stored: from the future, even after the clock was corrected. */
  tooNew: number
  /** Not stored: of devices beyond the number one controller may have. */
  tooMany: number
  /** Miners that got a sample or a report. */
  minerIds: number[]
}

const nothing: IngestResult = {
  duplicate: false,
  stored: 0,
  repeated: 0,
  tooOld: 0,
  tooNew: 0,
  tooMany: 0,
  minerIds: [],
}

/** Buckets of a miner that said nothing for so long are closed by the sweep. */
const silentAfterMs = 2 * bucketMs

/** What other modules keep of a batch, in its transaction. `corrected` turns a time of the controller into the server's. */
export type BatchExtra = (
  trx: Trx,
  extra: { controllerId: string; batch: Batch; corrected: (ms: number) => number; receivedAt: number },
) => Promise<void>

export type Telemetry = TelemetrySeries & {
  ingestBatch(input: {
    controllerId: string
    batch: Batch
    clockOffsetMs: number
    receivedAt: number
  }): Promise<IngestResult>
  storedRanges(controllerId: string, fromSeq: number): Promise<[number, number][]>
  /** The miner of a device key; makes it when no sample of it came yet. */
  ensureMiner(controllerId: string, deviceKey: string): Promise<number>
  /** Closes the buckets of silent miners. @returns how many. */
  sweep(now: number): Promise<number>
  /** Makes partitions ahead and drops expired ones. @returns the names of those dropped. */
  rotate(now: number): Promise<string[]>
}

/** Storing and reading of samples on one database. */
export function createTelemetry(store: Store, extras: readonly BatchExtra[] = []): Telemetry {
  const partitions = createPartitions(store)
  const minerIds = createMinerIdCache()
  return {
    ingestBatch: (input) => ingestBatch(store, partitions, minerIds, extras, input),
    ensureMiner: (controllerId, deviceKey) =>
      store.db.transaction().execute(async (trx) => {
        if (!(await lockController(trx, controllerId))) throw new UnknownControllerError(controllerId)
        const id = (await resolveMiners(trx, controllerId, [deviceKey], new Map())).get(deviceKey)
        if (id === undefined) throw new Error(`controller ${controllerId} has too many devices`)
        return id
      }),
    storedRanges: (controllerId, fromSeq) => listStoredRanges(store.db, controllerId, fromSeq),
    miner: (query) => readMinerSeries(store.db, query),
    fleet: (query) => readFleetSeries(store.db, query),
    minerSums: ({ controllerIds, from, to }) =>
      readMinerSums(store.db, { controllerIds, from: new Date(from), to: new Date(to) }),
    days: (query) => readDaySums(store.db, query),
    async sweep(now) {
      const beforeMs = now - silentAfterMs
      let closed = 0
      for (const { controllerId, oldestBucketAt } of await listSilent(store.db, beforeMs)) {
        // Normally one or two days. After a long stop of the server it may be any, and their partitions may be gone.
        for (let day = utcMidnight(oldestBucketAt); day < beforeMs; day += dayMs) {
          await partitions.ensure([day])
          closed += await store.db.transaction().execute(async (trx) => {
            const locked = await lockController(trx, controllerId, { skipLocked: true })
            return locked ? closeSilentBuckets(trx, controllerId, day, Math.min(day + dayMs, beforeMs)) : 0
          })
        }
      }
      return closed
    },
    async rotate(now) {
      await partitions.ensureAhead(now)
      return partitions.dropExpired(now)
    },
  }
}

/**
 * Stores one batch in one transaction: its number, devices, events and samples, and the live signal, or nothing at all.
 * Times of the controller's clock are corrected by `clockOffsetMs` (server minus controller).
 * @throws UnknownControllerError
 */
async function ingestBatch(
  store: Store,
  partitions: Partitions,
  minerIds: MinerIdCache,
  extras: readonly BatchExtra[],
  input: { controllerId: string; batch: Batch; clockOffsetMs: number; receivedAt: number },
): Promise<IngestResult> {
  const { controllerId, batch, clockOffsetMs, receivedAt } = input
  const judged = batch.samples.map((sample) => {
    const sampledAtMs = Math.round(sample.sampledAt + clockOffsetMs)
    return { sample, sampledAtMs, verdict: judgeTime(sampledAtMs, receivedAt) }
  })
  const taken = judged.filter(({ verdict }) => verdict === 'stored')
  /** A time that nothing is judged by; kept within what a date can hold. */
  const corrected = (ms: number) => Math.max(0, Math.min(Math.round(ms + clockOffsetMs), receivedAt))
  const devices = batch.devices.map(({ observedAt, ...report }) => ({
    ...report,
    observedAtMs: corrected(observedAt),
  }))
  const events = batch.events.map((event) => ({ ...event, at: corrected(event.at) }))
  // Outside of the transaction: making a partition locks its parent.
  await partitions.ensure(taken.map(({ sampledAtMs }) => sampledAtMs))

  const storing = store.db.transaction().execute(async (trx) => {
    const claim = await claimSequence(trx, controllerId, batch.seq)
    if (claim === 'unknown-controller') throw new UnknownControllerError(`no controller ${controllerId}`)
    if (claim === 'duplicate') return { ids: null, result: { ...nothing, duplicate: true } }

    const keys = [
      ...devices.map(({ identity }) => identity.key),
      ...taken.map(({ sample }) => sample.deviceKey),
    ]
    const ids = await resolveMiners(trx, controllerId, keys, minerIds.of(controllerId))
    await updateMiners(trx, ids, devices)
    await insertBoardEvents(trx, controllerId, events, receivedAt)
    for (const store of extras) await store(trx, { controllerId, batch, corrected, receivedAt })
    const rows = taken.flatMap(({ sample, sampledAtMs }): IngestRow[] => {
      const minerId = ids.get(sample.deviceKey)
      return minerId === undefined ? [] : [ingestRowOf(sample, minerId, sampledAtMs)]
    })
    const { stored, repeated } = await ingestSamples(trx, controllerId, rows, receivedAt)
    await store.notify('live', JSON.stringify({ controllerId }), trx)
    const count = (wanted: string) => judged.filter(({ verdict }) => verdict === wanted).length
    const result: IngestResult = {
      duplicate: false,
      stored,
      repeated,
      tooOld: count('too-old'),
      tooNew: count('too-new'),
      tooMany: taken.length - rows.length,
      minerIds: [...ids.values()],
    }
    return { ids, result }
  })
  try {
    const { ids, result } = await storing
    if (ids) minerIds.remember(controllerId, ids)
    return result
  } catch (error) {
    minerIds.forget(controllerId)
    throw error
  }
}
