import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Batch } from '@shipminer/contract/uplink'
import { errorText } from '../platform/logger.ts'
import { agreeOnOffset, neededSpans, offsetOfBatch, startSpan, withWallAhead } from './clock-spans.ts'
import { createHeldDrafts, type HeldDraft } from './held-drafts.ts'
import { encodeRecord, type SpoolRecord, scanRecords, withoutRemembered } from './record.ts'
import { recoverSpool } from './recover-spool.ts'
import {
  type ActiveSegment,
  type Entry,
  packSegment,
  readSegment,
  type Segment,
  segmentOf,
} from './segment.ts'
import { segmentFileName } from './segment-name.ts'
import { addRange, countMissing, coversRange, firstMissing, type SeqRange } from './seq-ranges.ts'
import { diskFiles } from './spool-files.ts'
import { openReserve } from './spool-reserve.ts'
import { CARRY_FILE, type SpoolState, STATE_FILE, withDamage } from './spool-state.ts'
import type { Spool, SpoolDraft, SpoolOptions, SpoolStatus } from './spool-types.ts'

const DEFAULT_SEGMENT_BYTES = 2 ** 20
/** What one flush to disk may hold: the rest waits for the next. */
const LARGEST_GROUP = 64
const RECENT_BATCHES = 32
const HOUSEKEEPING_MS = 1_000
/** Acknowledgements lost with the power only mean that the server gets something twice: that is cheaper than wearing out an SD card. */
const STATE_SAVE_MS = 10_000
const RETRY_MS = 5_000
const SMALLEST_STEP_MS = 2_000

/**
 * Opens the disk queue of batches. Batches are appended to the newest segment and flushed before they count;
 * full segments are packed; segments that the server has entirely are deleted; beyond `maxBytes` the oldest go first.
 * A torn end, as a power cut leaves it, is cut off. Throws only when the folder cannot be made or read at all.
 */
export async function openSpool<Carry>(options: SpoolOptions): Promise<Spool<Carry>> {
  const { directory, maxBytes, now, log, onEvent } = options
  const wallAheadMs = options.wallAheadMs ?? (() => 0)
  const files = options.files ?? diskFiles
  const segmentBytes = options.segmentBytes ?? Math.min(DEFAULT_SEGMENT_BYTES, Math.floor(maxBytes / 4))

  const recovered = await recoverSpool<Carry>({ directory, files, firstSeq: options.firstSeq ?? 1, log })
  const reserve = await openReserve({ directory, files, now, log })
  const { carry } = recovered
  let { isNew, nextSeq, settled, droppedSamples, identity, distrustTo, carrySeq, sealed, active, damages } =
    recovered
  /** The carried values of the run before are old: what is counted since them is unknown. */
  let distrustsCarry = false
  /** Which batches have times of which clock; each run has one of its own, which must be on disk before its first batch is. */
  let clocks = startSpan(recovered.clocks, {
    fromSeq: nextSeq,
    at: now(),
    lastBatchAt: recovered.lastBatchAt,
  })
  let stateDirty = true
  let stateSavedAt = Number.NEGATIVE_INFINITY

  const pending = createHeldDrafts<Carry>((samples, gone) => {
    for (const { seq } of gone) if (seq !== undefined) settled = addRange(settled, [seq, seq])
    if (samples > 0) countDropped(samples)
  })
  let isLineUp = false
  let commitScheduled = false
  let work: Promise<void> = Promise.resolve()
  let closed = false
  let retryTimer: NodeJS.Timeout | null = null
  /** Why the disk refuses writes, while it does. */
  let failure: string | null = null

  const recent = new Map<number, Batch>()
  let unpacked: { path: string; batches: Map<number, Batch> } | null = null
  const listeners = new Set<(seq: number) => void>()

  /** All writing to the folder goes through one line of tasks. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    work = work.then(task).catch((error: unknown) => {
      log.error({ error: errorText(error) }, 'spool task failed')
    })
    return work
  }

  /** In the same line, so that no segment is closed or deleted under a reader. Throws what the task throws. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = work.then(task)
    work = result.then(
      () => {},
      () => {},
    )
    return result
  }

  // ---- writing

  function append(draft: SpoolDraft<Carry>): Promise<number | null> {
    if (closed) return Promise.resolve(null)
    return new Promise((resolve) => {
      pending.add({ draft, resolve })
      scheduleCommit()
    })
  }

  function scheduleCommit(): void {
    if (commitScheduled) return
    commitScheduled = true
    void enqueue(commit)
  }

  /** Everything that came while the last flush ran goes into the next one together. */
  async function commit(): Promise<void> {
    commitScheduled = false
    while (!pending.isEmpty()) {
      const group = pending.take(LARGEST_GROUP)
      const unoffered = group.filter(({ seq }) => seq === undefined)
      if (!(await write(group))) {
        pending.putBack(group)
        // Acknowledged while the disk was tried.
        releaseStored()
        if (await makeRoom()) continue
        offerHeld()
        if (!closed) retryTimer ??= setTimeout(retry, RETRY_MS).unref()
        return
      }
      for (const { resolve, seq } of group) resolve(seq ?? null)
      for (const { seq } of unoffered) for (const listener of listeners) listener(seq as number)
      if (active !== null && active.bytes >= segmentBytes) await seal()
      await enforceBound()
    }
  }

  function retry(): void {
    retryTimer = null
    scheduleCommit()
  }

  /** What the disk refuses goes ashore from memory, as long as there is a line. Its numbers are its own from then on. */
  function offerHeld(): void {
    if (!isLineUp || failure === null) return
    for (const held of pending.all()) {
      if (held.seq !== undefined) continue
      held.seq = nextSeq
      nextSeq += 1
      isNew = false
      for (const listener of listeners) listener(held.seq)
    }
  }

  function releaseStored(): void {
    const stored = pending.remove(({ seq }) => seq !== undefined && coversRange(settled, [seq, seq]))
    for (const { draft, resolve, seq } of stored) {
      for (const [key, value] of Object.entries(draft.carry)) carry.set(key, value)
      resolve(seq ?? null)
    }
  }

  /** False when the disk refused; nothing of the group then counts as written. */
  async function write(group: readonly HeldDraft<Carry>[]): Promise<boolean> {
    let free = nextSeq
    const numbered = group.map((held) => ({ held, seq: held.seq ?? free++ }))
    const firstSeq = (numbered[0] as { seq: number }).seq
    let flushing = false
    try {
      active ??= await startSegment(firstSeq)
      let offset = active.bytes
      const entries: Entry[] = []
      const lines: Buffer[] = []
      const at = now()
      for (const {
        held: { draft },
        seq,
      } of numbered) {
        const { carry: carried, remembered } = draft
        const batch = batchOf(draft, seq)
        const line = encodeRecord<Carry>({ at, batch, carry: carried, ...(remembered ? { remembered } : {}) })
        entries.push({
          seq,
          offset,
          length: line.length,
          samples: draft.samples.length,
          at,
        })
        lines.push(line)
        offset += line.length
      }
      await active.file.write(Buffer.concat(lines), active.bytes)
      flushing = true
      await active.file.sync()
      active.bytes = offset
      active.entries.push(...entries)
      nextSeq = free
      isNew = false
    } catch (error) {
      enterFull(error)
      await retreat(free - nextSeq, flushing)
      return false
    }
    if (reserve.isThere() && failure !== null) {
      failure = null
      log.info({}, 'spool writes again')
    }
    for (const { held, seq } of numbered) {
      held.seq = seq
      for (const [key, value] of Object.entries(held.draft.carry)) carry.set(key, value)
      recent.set(seq, batchOf(held.draft, seq))
    }
    for (const seq of recent.keys()) {
      if (recent.size <= RECENT_BATCHES) break
      recent.delete(seq)
    }
    return true
  }

  function batchOf(draft: SpoolDraft<Carry>, seq: number): Batch {
    const { carry: _, remembered, ...content } = draft
    const batch = { seq, ...content }
    return distrustsCarry ? withoutRemembered(batch, remembered) : batch
  }

  /** A batch as it is sent: what was written before the memory turned out to be old is corrected here. */
  const sendable = ({ batch, remembered }: SpoolRecord<Carry>): Batch =>
    batch.seq <= distrustTo ? withoutRemembered(batch, remembered) : batch

  async function startSegment(firstSeq: number): Promise<ActiveSegment> {
    const path = join(directory, segmentFileName({ kind: 'open', firstSeq }))
    return { path, file: await files.openSegment(path), bytes: 0, entries: [] }
  }

  /**
   * After a failed write the file must not keep a part of it. When that cannot be known (a failed flush leaves the file's
   * state unknown), the file is left behind and the fresh numbers are given up, so that no number ever means two batches.
   */
  async function retreat(freshNumbers: number, flushing: boolean): Promise<void> {
    if (active === null) return
    const leaving = active
    try {
      await leaving.file.truncate(leaving.bytes)
      if (!flushing) return
    } catch (error) {
      log.warn({ error: errorText(error) }, 'failed spool write could not be taken back')
    }
    if (freshNumbers > 0) settled = addRange(settled, [nextSeq, nextSeq + freshNumbers - 1])
    nextSeq += freshNumbers
    stateDirty = true
    active = null
    await leaving.file.close().catch(() => {})
    if (leaving.entries.length > 0) sealed.push(segmentOf(leaving))
    else await files.remove(leaving.path).catch(() => {})
  }

  function enterFull(error: unknown): void {
    const known = failure !== null
    failure = errorText(error)
    if (known) return
    log.error({ error: failure }, 'spool cannot be written: keeping the newest samples')
    onEvent({ kind: 'spool-full', count: null })
  }

  /** Frees disk space after a failed write; false when there is nothing left to give, or space is not what is missing. */
  async function makeRoom(): Promise<boolean> {
    if (!/^(ENOSPC|EDQUOT)/.test(failure ?? '')) return false
    const before = sealed.length
    await removeSettledSegments()
    if (sealed.length < before) return true
    if (reserve.isThere()) {
      await reserve.giveUp()
      return true
    }
    if (sealed.length === 0) return false
    await dropOldest()
    return true
  }

  function countDropped(count: number): void {
    droppedSamples += count
    stateDirty = true
    log.warn({ count, droppedSamples }, 'spool dropped its oldest samples')
    onEvent({ kind: 'spool-dropped', count })
  }

  // ---- segments

  async function seal(): Promise<void> {
    if (active === null || active.entries.length === 0) return
    const closing = active
    active = null
    await closing.file.close().catch(() => {})
    const segment = segmentOf(closing)
    sealed.push(segment)
    if (coversRange(settled, [segment.firstSeq, segment.lastSeq])) return removeSettledSegments()
    await saveCarry()
    // Packing only saves room: when it fails (a full disk), the segment stays as it is.
    await packSegment(directory, segment, files).catch((error: unknown) => {
      log.warn({ error: errorText(error) }, 'spool segment could not be packed')
    })
  }

  async function removeSettledSegments(): Promise<void> {
    const gone = sealed.filter(({ firstSeq, lastSeq }) => coversRange(settled, [firstSeq, lastSeq]))
    if (gone.length === 0) return
    // First what must survive them: the numbers in use and the carried values.
    if (!(await saveState())) return
    if (gone.some(({ lastSeq }) => lastSeq > carrySeq) && !(await saveCarry())) return
    sealed = sealed.filter((segment) => !gone.includes(segment))
    for (const { path } of gone) await files.remove(path)
  }

  async function dropOldest(): Promise<void> {
    const segment = sealed[0]
    if (segment === undefined) return
    const range = [segment.firstSeq, segment.lastSeq] as const
    let lost = segment.samples
    if (countMissing(settled, range) < range[1] - range[0] + 1) {
      lost = 0
      for (const { batch } of await readSegment<Carry>(segment, files)) {
        if (!coversRange(settled, [batch.seq, batch.seq])) lost += batch.samples.length
      }
    }
    settled = addRange(settled, range)
    sealed.shift()
    if (lost > 0) countDropped(lost)
    if (segment.lastSeq > carrySeq) await saveCarry()
    await saveState()
    await files.remove(segment.path)
  }

  async function enforceBound(): Promise<void> {
    while (usedBytes() > maxBytes && sealed.length > 0) {
      const before = sealed.length
      await removeSettledSegments()
      if (sealed.length === before) await dropOldest()
    }
  }

  function usedBytes(): number {
    return sealed.reduce((sum, segment) => sum + segment.bytes, active?.bytes ?? 0)
  }

  // ---- state beside the segments

  async function saveState(): Promise<boolean> {
    stateDirty = false
    stateSavedAt = now()
    clocks = withWallAhead(neededSpans(clocks, firstMissing(settled, 0, nextSeq - 1)), wallAheadMs())
    const state: SpoolState = { nextSeq, settled, droppedSamples, ...identity, distrustTo, clocks, damages }
    try {
      await files.replace(join(directory, STATE_FILE), JSON.stringify(state))
      return true
    } catch (error) {
      stateDirty = true
      log.warn({ error: errorText(error) }, 'spool state could not be saved')
      return false
    }
  }

  async function saveCarry(): Promise<boolean> {
    const seq = nextSeq - 1
    try {
      await files.replace(
        join(directory, CARRY_FILE),
        JSON.stringify({ seq, carry: Object.fromEntries(carry) }),
      )
      carrySeq = seq
      return true
    } catch (error) {
      log.warn({ error: errorText(error) }, 'carried values could not be saved')
      return false
    }
  }

  async function housekeep(): Promise<void> {
    await removeSettledSegments()
    // A board whose clock is set while there is no line: that is what its earlier times are corrected by, should the power go first.
    if (Math.abs(wallAheadMs() - (clocks.at(-1)?.wallAheadMs ?? 0)) > SMALLEST_STEP_MS) stateDirty = true
    if (stateDirty && Math.abs(now() - stateSavedAt) >= STATE_SAVE_MS) await saveState()
    await reserve.keepUp()
  }

  // ---- reading

  function heldBatch(seq: number): Batch | null {
    const held = pending.all().find((candidate) => candidate.seq === seq)
    return held === undefined ? null : batchOf(held.draft, seq)
  }

  async function readFromDisk(seq: number): Promise<Batch | null> {
    const entry = active?.entries.find((candidate) => candidate.seq === seq)
    if (active !== null && entry !== undefined) {
      const line = await active.file.read(entry.offset, entry.length)
      const scanned = scanRecords<Carry>(line).records[0]
      return scanned ? sendable(scanned.record) : null
    }
    const segment = sealed.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq)
    if (segment === undefined) return null
    if (unpacked?.path !== segment.path) {
      const batches = new Map<number, Batch>()
      const records = await readSegment<Carry>(segment, files)
      for (const record of records) batches.set(record.batch.seq, sendable(record))
      unpacked = { path: segment.path, batches }
      noteMissing(segment, records)
    }
    return unpacked.batches.get(seq) ?? null
  }

  /** Batches of a segment that have to be sent and cannot be read any more: they are lost, and waiting for them would be for nothing. */
  function noteMissing(segment: Segment, records: readonly SpoolRecord<Carry>[]): void {
    const missing: number[] = []
    for (let seq = segment.firstSeq; seq <= segment.lastSeq; seq += 1) {
      if (!coversRange(settled, [seq, seq]) && !unpacked?.batches.has(seq)) missing.push(seq)
    }
    const [first, last] = [missing[0], missing.at(-1)]
    if (first === undefined || last === undefined) return
    const from = records.findLast(({ batch }) => batch.seq < first)?.at ?? segment.firstAt
    const to = records.find(({ batch }) => batch.seq > last)?.at ?? null
    damages = withDamage(damages, { lines: missing.length, from, to, clockSeq: segment.firstSeq })
    const known = records.reduce((sum, { batch }) => sum + batch.samples.length, 0)
    log.error({ path: segment.path, batches: missing.length, from, to }, 'spool segment is damaged')
    for (const seq of missing) settle([seq, seq])
    onEvent({ kind: 'spool-damaged', count: missing.length })
    if (segment.samples > known) countDropped(segment.samples - known)
  }

  /** By the server's clock, as far as that is known. */
  function damagedSpan(): SpoolStatus['damaged'] {
    if (damages.length === 0) return null
    const listTimes = (seq: number, at: number | null) =>
      at === null ? [] : [at + (offsetOfBatch(clocks, seq) ?? 0)]
    const from = damages.flatMap((damage) => listTimes(damage.clockSeq, damage.from))
    const to = damages.flatMap((damage) => listTimes(damage.clockSeq, damage.to))
    return {
      batches: damages.reduce((sum, { lines }) => sum + lines, 0),
      from: from.length === 0 ? null : Math.min(...from),
      to: to.length === 0 ? null : Math.max(...to),
    }
  }

  function settle(range: SeqRange): void {
    const last = Math.min(range[1], nextSeq - 1)
    if (coversRange(settled, [range[0], last])) return
    settled = addRange(settled, [range[0], last])
    stateDirty = true
    releaseStored()
  }

  function status(): SpoolStatus {
    const firstUnsentSeq = firstMissing(settled, 0, nextSeq - 1)
    const holder = sealed.find(({ lastSeq }) => firstUnsentSeq !== null && firstUnsentSeq <= lastSeq)
    const entry = active?.entries.find(({ seq }) => seq === firstUnsentSeq)
    return {
      bytes: usedBytes(),
      firstUnsentSeq,
      lastSeq: isNew ? null : nextSeq - 1,
      unsentBatches: countMissing(settled, [0, nextSeq - 1]),
      oldestUnsentAt: firstUnsentSeq === null ? null : (holder?.firstAt ?? entry?.at ?? null),
      droppedSamples,
      full: failure !== null,
      failure,
      heldSamples: pending.samples(),
      damaged: damagedSpan(),
    }
  }

  await enqueue(housekeep)
  const housekeeping = setInterval(() => void enqueue(housekeep), HOUSEKEEPING_MS).unref()

  return {
    append,
    async read(seq) {
      const fresh = heldBatch(seq) ?? recent.get(seq) ?? unpacked?.batches.get(seq)
      // Being written, and perhaps held again afterwards.
      return fresh ?? inTurn(async () => heldBatch(seq) ?? readFromDisk(seq))
    },
    isHeld: (seq) => failure !== null && heldBatch(seq) !== null,
    nextUnsent: (from, to) => firstMissing(settled, from, Math.min(to, nextSeq - 1)),
    settle,
    setLine(isUp) {
      isLineUp = isUp
      offerHeld()
    },
    clockOffsetOf: (seq) => offsetOfBatch(clocks, seq),
    agreeOnClock(offsetMs) {
      clocks = agreeOnOffset(clocks, { offsetMs, nextSeq, at: now(), wallAheadMs: wallAheadMs() })
      stateDirty = true
    },
    identity: () => identity,
    keepMark(mark) {
      const { epoch } = identity
      return inTurn(async () => {
        const before = identity
        if (before.epoch !== epoch) return false
        identity = { epoch, mark }
        if (await saveState()) return true
        // Shown as long as it is the one on disk: a mark that a restart forgets would make this memory look like an old copy.
        if (identity.epoch === epoch) identity = before
        return false
      })
    },
    async startEpoch() {
      identity = { epoch: randomUUID(), mark: null }
      distrustsCarry = true
      distrustTo = nextSeq - 1
      recent.clear()
      unpacked = null
      log.warn({ epoch: identity.epoch }, 'spool starts a new epoch')
      await inTurn(saveState)
    },
    carry,
    status,
    onDurable(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      if (closed) return work
      closed = true
      clearInterval(housekeeping)
      if (retryTimer !== null) clearTimeout(retryTimer)
      scheduleCommit()
      await enqueue(async () => {
        await removeSettledSegments()
        await saveState()
        await saveCarry()
        await active?.file.close()
        active = null
      })
      pending.release()
    },
  }
}
