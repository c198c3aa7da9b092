import { createHash } from 'node:crypto'
import { type RefusedRow, readBatch } from '@shipminer/contract/read-batch'
import type { Sample } from '@shipminer/contract/telemetry'
import { isPermanentFailure } from '../../platform/db/failures/is-permanent-failure.ts'
import type { Store, Trx } from '../../platform/db/store.ts'
import { whileWaiting } from '../../platform/db/while-waiting.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { type BatchIdentity, claimSequence, insertBoardEvents } from './batches/batches.repository.ts'
import { bucketMs, bucketOf, type IngestRow } from './batches/ingest-plan.ts'
import {
  contentText,
  countUnseen,
  findUnseen,
  insertSetAside,
  listUnseen,
  markSeen,
  removeEntry,
  setAsideEntries,
} from './batches/set-aside.repository.ts'
import { keepMark } from './batches/spool-epochs.repository.ts'
import { storeIsolated } from './batches/store-isolated.ts'
import {
  createMinerCache,
  type KnownMiner,
  type MinerCache,
  resolveMiners,
  updateMiners,
} from './devices.repository.ts'
import { meetMemory, serverEpoch, startServerEpoch } from './meet-memory.ts'
import { packDays } from './packed/pack-days.ts'
import {
  createPartitions,
  dayMs,
  type Partitions,
  retentionDays,
  utcMidnight,
} from './partitions/partitions.ts'
import { movePastHours } from './past-hours/move-hours.ts'
import { readDaySums, readFleetSeries, readMinerSeries, readMinerSums } from './series.repository.ts'
import { classifySampleTime, ingestRowOf } from './telemetry.policy.ts'
import type {
  BatchExtra,
  BatchIngest,
  BatchMemory,
  IngestResult,
  SetAsidePort,
  TelemetrySeries,
} from './telemetry.port.ts'
import {
  addToOpen,
  closeSilentBuckets,
  ingestAdded,
  ingestSamples,
  listSilent,
  lockController,
  type OpenBuckets,
  prepareAddition,
  readStates,
} from './telemetry.repository.ts'

/** The controller of a batch is unknown (or no longer known). */
export class UnknownControllerError extends Error {
  override readonly name = 'UnknownControllerError'
}

const nothing: IngestResult = {
  conflict: false,
  unsaved: false,
  duplicate: false,
  stored: 0,
  repeated: 0,
  tooOld: 0,
  tooNew: 0,
  tooMany: 0,
  setAside: 0,
  setAsideReason: null,
  minerIds: [],
}

/** A bucket that began longer ago is none that was left open by a server that stood still: its days are not gone through. */
const longestStopMs = 2 * retentionDays * dayMs
/** The sweep closes the buckets of a miner that was silent for this long. */
const silentAfterMs = 2 * bucketMs

export type Telemetry = TelemetrySeries &
  BatchIngest &
  SetAsidePort & {
    /** The miner of a device key; created when it has not sent a sample yet. */
    ensureMiner(controllerId: string, deviceKey: string): Promise<number>
    /** Closes the buckets of silent miners. @returns how many. */
    sweep(now: number): Promise<number>
    /** Packs days that are over. @returns how many of miners. */
    pack(now: number, signal?: AbortSignal): Promise<number>
    /** Moves the hours of days that are over to where they no longer change. @returns how many days of controllers. */
    moveHours(now: number, signal?: AbortSignal): Promise<number>
    /** Creates partitions ahead and drops expired ones. @returns the names of those dropped. */
    rotate(now: number): Promise<string[]>
  }

/** Stores and reads samples on one database. */
export function createTelemetry(store: Store): Telemetry {
  const partitions = createPartitions(store)
  const miners = createMinerCache()
  return {
    ingestBatch: (input, extras = []) => ingestBatch({ store, partitions, miners, extras }, input),
    setBatchAside: ({ controllerId, seq, memory, reason, receivedAt }) =>
      store.db.transaction().execute(async (trx) => {
        const at = new Date(receivedAt)
        await lockKnown(trx, controllerId)
        const identity = await identify(trx, { controllerId, seq, memory, at }, digestOf(memory.content))
        const claimed = await claimSequence(trx, identity)
        if (claimed !== 'new') return claimed
        const entry = { list: 'batch', rowCount: 1, reason, content: contentText(memory.content) } as const
        await insertSetAside(trx, { controllerId, seq, at }, [entry])
        return claimed
      }),
    meetMemory: (controllerId, shown, at) =>
      store.db.transaction().execute(async (trx) => {
        await lockKnown(trx, controllerId)
        return meetMemory(trx, controllerId, shown, new Date(at))
      }),
    async unseenSetAside() {
      const entries = await listUnseen(store.db, shownEntries, shownCharacters)
      return { entries, ...(await countUnseen(store.db)) }
    },
    countSetAside: () => countUnseen(store.db),
    settleSetAside: (entry, extras) => settleSetAside({ store, partitions, miners, extras }, entry),
    keepMark: (epochId, mark) => keepMark(store.db, epochId, mark),
    startServerEpoch: (controllerId, at) =>
      store.db.transaction().execute(async (trx) => {
        await lockKnown(trx, controllerId)
        await startServerEpoch(trx, controllerId, new Date(at))
      }),
    ensureMiner: (controllerId, deviceKey) =>
      store.db.transaction().execute(async (trx) => {
        if (!(await lockController(trx, controllerId))) throw new UnknownControllerError(controllerId)
        const id = (await resolveMiners(trx, controllerId, [deviceKey], new Map())).get(deviceKey)
        if (id === undefined) throw new Error(`controller ${controllerId} has too many devices`)
        return id
      }),
    miner: (query) => readMinerSeries(store.db, query),
    fleet: (query) => readFleetSeries(store.db, query),
    minerSums: ({ controllerIds, from, to }) =>
      readMinerSums(store.db, { controllerIds, from: new Date(from), to: new Date(to) }),
    days: (query) => readDaySums(store.db, query),
    async sweep(now) {
      const beforeMs = now - silentAfterMs
      let closed = 0
      const silent = await listSilent(store.db, { fromMs: beforeMs - longestStopMs, beforeMs })
      await forEachIsolated(
        silent,
        ({ controllerId }) => controllerId,
        async ({ controllerId, oldestBucketAt }) => {
          // Normally one or two days. After a long stop of the server it may be any days, and their partitions may have been dropped.
          for (let day = utcMidnight(oldestBucketAt); day < beforeMs; day += dayMs) {
            await partitions.ensure([day])
            closed += await store.db.transaction().execute(async (trx) => {
              const locked = await lockController(trx, controllerId, { skipLocked: true })
              return locked ? closeSilentBuckets(trx, controllerId, day, Math.min(day + dayMs, beforeMs)) : 0
            })
          }
        },
      )
      return closed
    },
    pack: (now, signal) => packDays({ store, partitions }, now, signal),
    moveHours: (now, signal) => movePastHours({ store, partitions }, now, signal),
    async rotate(now) {
      await partitions.ensureAhead(now)
      return partitions.dropExpired(now)
    },
  }
}

type IngestDeps = {
  store: Store
  partitions: Partitions
  miners: MinerCache
  extras: readonly BatchExtra[]
}
type IngestInput = Parameters<Telemetry['ingestBatch']>[0]

/**
 * Stores one batch in one transaction: its number, devices, events and samples, and the live signal; all or nothing. Times of the
 * controller's clock are corrected by `clockOffsetMs` (server minus controller). What the database refuses permanently is isolated row by
 * row and set aside in the same transaction as the rest, so that nothing is resent for ever.
 * @throws UnknownControllerError
 */
async function ingestBatch(deps: IngestDeps, input: IngestInput): Promise<IngestResult> {
  const { store, miners } = deps
  const { controllerId } = input
  try {
    const { seen, result } = await inOneTransaction(deps, input, 'quick')
      .catch((error: unknown) => {
        if (!(error instanceof NotAsLeftError)) throw error
        miners.distrust(controllerId, error.bucketAt)
        return inOneTransaction(deps, input, 'plain')
      })
      .catch((error: unknown) => {
        if (!isPermanentFailure(error)) throw error
        miners.forget(controllerId)
        return inOneTransaction(deps, input, 'isolated')
      })
    if (seen) miners.remember(controllerId, seen)
    return result
  } catch (error) {
    miners.forget(controllerId)
    throw error
  }

  async function inOneTransaction(deps: IngestDeps, input: IngestInput, way: 'quick' | 'plain' | 'isolated') {
    const { batch, receivedAt, memory, refused = [] } = input
    await ensureFor(deps, input)
    return store.db.transaction().execute(async (trx) => {
      const [, whole] = await whileWaiting(lockKnown(trx, controllerId), () =>
        way === 'isolated' ? null : readPart(trx, deps, input, way),
      )
      // Nothing is known of the batch yet: should it have come before, then all this is undone.
      const [begun, digest] = await whileWaiting(begin(trx, whole), () =>
        digestOf(memory ? memory.content : batch),
      )
      const named = { controllerId, seq: batch.seq, memory, at: new Date(receivedAt) }
      const claimed = await claimSequence(trx, await identify(trx, named, digest))
      if (whole?.quick && (claimed !== 'new' || !begun.isAdded))
        throw new NotAsLeftError(whole.quick.bucketAt)
      if (claimed !== 'new')
        return {
          seen: null,
          result: {
            ...nothing,
            duplicate: claimed === 'duplicate',
            conflict: claimed === 'conflict',
            unsaved: claimed === 'unsaved',
          },
        }
      const { stored, refused: unstorable } =
        way === 'isolated'
          ? await storeIsolated(trx, batch, (part) => storeBatch(trx, deps, { ...input, batch: part }))
          : {
              stored: [await storePart(trx, deps, whole ?? readPart(trx, deps, input, 'plain'), begun)],
              refused: [],
            }
      const aside = [...refused, ...unstorable, ...stored.flatMap((part) => part.refused)]
      await insertSetAside(
        trx,
        { controllerId, seq: batch.seq, at: new Date(receivedAt) },
        setAsideEntries(aside),
      )
      await store.notify('live', JSON.stringify({ controllerId }), trx)
      const add = (pick: (part: StoredPart) => number) => stored.reduce((sum, part) => sum + pick(part), 0)
      const count = (reason: string) => aside.filter((row) => row.reason === reason).length
      const result: IngestResult = {
        conflict: false,
        unsaved: false,
        duplicate: false,
        stored: add((part) => part.stored),
        repeated: add((part) => part.repeated),
        tooOld: count('too-old'),
        tooNew: count('too-new'),
        tooMany: count('too-many-devices'),
        setAside: aside.length,
        setAsideReason: aside[0]?.reason ?? null,
        minerIds: [...new Set(stored.flatMap((part) => part.minerIds))],
      }
      return { seen: new Map(stored.flatMap((part) => [...part.seen])), result }
    })
  }
}

/** Hot rows were not as this process left them, or the batch had come before: it is to be stored by the longer way. */
class NotAsLeftError extends Error {
  override readonly name = 'NotAsLeftError'
  readonly bucketAt: number

  constructor(bucketAt: number) {
    super('buckets were not as they had been left')
    this.bucketAt = bucketAt
  }
}

type Begun = { isAdded: boolean; states: OpenBuckets | null }

/** What the database can begin with before the batch is compared with those before. */
async function begin(trx: Trx, part: ReadPart | null): Promise<Begun> {
  if (part?.quick) return { isAdded: await addToOpen(trx, part.quick.addition), states: null }
  const canRead = part?.areKnown && part.rows.length > 0
  return { isAdded: false, states: canRead ? await readStates(trx, part.controllerId, part.rows) : null }
}

/** What a batch is known by. The caller holds the lock of the controller. */
async function identify(
  trx: Trx,
  batch: { controllerId: string; seq: number; memory: BatchMemory | undefined; at: Date },
  digest: Uint8Array,
): Promise<BatchIdentity> {
  const { controllerId, seq, memory, at } = batch
  const epochId = memory?.epochId ?? (await serverEpoch(trx, controllerId, at))
  return { controllerId, epochId, seq, digest, isHeld: memory?.isHeld === true, at }
}

async function lockKnown(trx: Trx, controllerId: string): Promise<void> {
  if (!(await lockController(trx, controllerId)))
    throw new UnknownControllerError(`no controller ${controllerId}`)
}

/** 128 bits are plenty against chance, and nobody gains by a forgery: the box signs for all that it sends. */
function digestOf(content: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(content) ?? '')
    .digest()
    .subarray(0, 16)
}

/** Entries shown at the desk, and how much of each. */
const shownEntries = 50
const shownCharacters = 20_000

async function settleSetAside(
  deps: IngestDeps,
  { id, action, now, note }: Parameters<SetAsidePort['settleSetAside']>[0],
): Promise<{ left: number } | null> {
  const { db } = deps.store
  const found = await findUnseen(db, id)
  const reading = found && readBatch(contentOf(found.list, found.seq, found.content))
  const clockOffsetMs = found?.clockOffsetMs ?? 0
  if (action === 'retry' && reading?.ok) await ensureFor(deps, { ...reading, clockOffsetMs, receivedAt: now })
  return db.transaction().execute(async (trx) => {
    const entry = await findUnseen(trx, id, { lock: true })
    if (!entry) return null
    const { controllerId, seq, at } = entry
    await note(trx, controllerId)
    if (action === 'seen') await markSeen(trx, id, new Date(now))
    if (action === 'seen') return { left: 0 }
    // Cut off when it was kept, or still no batch at all.
    if (!reading?.ok) return { left: 1 }
    await lockKnown(trx, controllerId)
    const { batch, refused } = reading
    const input = { controllerId, batch, clockOffsetMs, receivedAt: now }
    const stored = await storeIsolated(trx, batch, (part) => storeBatch(trx, deps, { ...input, batch: part }))
    const left = [...refused, ...stored.refused, ...stored.stored.flatMap((part) => part.refused)]
    await removeEntry(trx, id)
    await insertSetAside(trx, { controllerId, seq, at }, setAsideEntries(left))
    return { left: left.length }
  })
}

/** The partitions of what will be stored. Outside of its transaction: creating a partition locks its parent. */
function ensureFor(
  { partitions }: IngestDeps,
  { batch, clockOffsetMs, receivedAt }: Pick<IngestInput, 'batch' | 'clockOffsetMs' | 'receivedAt'>,
): Promise<void> {
  return partitions.ensure(
    batch.samples
      .map(({ sampledAt }) => Math.round(sampledAt + clockOffsetMs))
      .filter((sampledAtMs) => classifySampleTime(sampledAtMs, receivedAt) === 'stored'),
  )
}

/** What was set aside, as a batch. */
function contentOf(list: string, seq: number, content: string): unknown {
  try {
    const rows: unknown = JSON.parse(content)
    return list === 'batch' ? rows : { seq, [list]: rows }
  } catch {
    return null
  }
}

type StoredPart = {
  minerIds: readonly number[]
  /** To be remembered. */
  seen: ReadonlyMap<string, KnownMiner>
  stored: number
  repeated: number
  refused: RefusedRow[]
}

/** A batch or a part of one, on the server's clock. */
type ReadPart = ReturnType<typeof readPart>

/** No miner has this number. */
const unknownMiner = -1

/** Reads all that a batch carries without asking the database: it is done while that works. */
function readPart(
  trx: Trx,
  { miners }: IngestDeps,
  { controllerId, batch, clockOffsetMs, receivedAt }: IngestInput,
  way: 'quick' | 'plain',
) {
  const known = miners.of(controllerId)
  const refused: RefusedRow[] = []
  const samples: Sample[] = []
  const rows: IngestRow[] = []
  /** The bucket that all samples are of and that is thought to be open for all of their miners. */
  let openBucketAt: number | null | undefined
  for (const sample of batch.samples) {
    const sampledAtMs = Math.round(sample.sampledAt + clockOffsetMs)
    const verdict = classifySampleTime(sampledAtMs, receivedAt)
    if (verdict !== 'stored') {
      refused.push({ list: 'samples', row: sample, reason: verdict })
      continue
    }
    const miner = known.get(sample.deviceKey)
    samples.push(sample)
    rows.push(ingestRowOf(sample, miner?.id ?? unknownMiner, sampledAtMs))
    const bucketAt = miner?.openBucketAt === bucketOf(sampledAtMs) ? miner.openBucketAt : null
    openBucketAt = openBucketAt === undefined || openBucketAt === bucketAt ? bucketAt : null
  }
  /** A time that no decision depends on; kept within the range of a date. */
  const correctTime = (ms: number) => Math.max(0, Math.min(Math.round(ms + clockOffsetMs), receivedAt))
  const devices = batch.devices.map(({ observedAt, ...report }) => ({
    ...report,
    observedAtMs: correctTime(observedAt),
  }))
  const bucketAt = openBucketAt ?? null
  const isQuick = way === 'quick' && bucketAt !== null && !miners.isDistrusted(controllerId, bucketAt)
  return {
    controllerId,
    batch,
    receivedAt,
    correctTime,
    refused,
    samples,
    rows,
    areKnown: rows.every(({ minerId }) => minerId !== unknownMiner),
    quick: isQuick
      ? { bucketAt, addition: prepareAddition(trx, controllerId, { bucketAt, rows }, receivedAt) }
      : null,
    devices,
    events: batch.events.map((event) => ({ ...event, at: correctTime(event.at) })),
  }
}

const storeBatch = (trx: Trx, deps: IngestDeps, input: IngestInput) =>
  storePart(trx, deps, readPart(trx, deps, input, 'plain'), { isAdded: false, states: null })

/** Everything a batch carries, within the transaction that claimed its number. */
async function storePart(
  trx: Trx,
  { miners, extras }: IngestDeps,
  part: ReadPart,
  { states }: Begun,
): Promise<StoredPart> {
  const { controllerId, batch, receivedAt, correctTime, samples, devices, events } = part
  const known = miners.of(controllerId)
  const reported = devices.map(({ identity }) => identity.key)
  const keys = part.quick ? reported : [...reported, ...samples.map(({ deviceKey }) => deviceKey)]
  const ids = await resolveMiners(trx, controllerId, keys, known)
  await updateMiners(trx, ids, devices)
  await insertBoardEvents(trx, controllerId, events, receivedAt)
  for (const store of extras) await store(trx, { controllerId, batch, correctTime, receivedAt })
  if (part.quick) {
    const added = await ingestAdded(trx, controllerId, part.quick.addition)
    const minerIds = [...ids.values(), ...part.rows.map(({ minerId }) => minerId)]
    return { minerIds, seen: unseenOf(ids, known), refused: part.refused, ...added }
  }
  const refused = [...part.refused]
  const rows: IngestRow[] = []
  const seen = unseenOf(ids, known)
  for (const [index, sample] of samples.entries()) {
    const minerId = ids.get(sample.deviceKey)
    const row = part.rows[index]
    if (minerId === undefined || !row) {
      refused.push({ list: 'samples', row: sample, reason: 'too-many-devices' })
      continue
    }
    rows.push(row.minerId === minerId ? row : { ...row, minerId })
    const bucketAt = bucketOf(row.sampledAtMs)
    const before = (seen.get(sample.deviceKey) ?? known.get(sample.deviceKey))?.openBucketAt ?? bucketAt
    seen.set(sample.deviceKey, { id: minerId, openBucketAt: Math.max(bucketAt, before) })
  }
  const ingested = await ingestSamples(trx, controllerId, { rows, states }, receivedAt)
  return { minerIds: [...ids.values()], seen, refused, ...ingested }
}

/** Miners whose number is news to this process. */
function unseenOf(
  ids: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, KnownMiner>,
): Map<string, KnownMiner> {
  const unseen = new Map<string, KnownMiner>()
  for (const [key, id] of ids) if (!known.has(key)) unseen.set(key, { id, openBucketAt: null })
  return unseen
}
