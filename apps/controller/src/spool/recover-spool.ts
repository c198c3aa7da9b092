import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { errorText, type Logger } from '../platform/logger.ts'
import type { ClockSpan } from './clock-spans.ts'
import { type SpoolRecord, scanRecords } from './record.ts'
import { type ActiveSegment, type Entry, readSegment, type Segment, segmentOf } from './segment.ts'
import { parseSegmentFileName } from './segment-name.ts'
import { addRange, type SeqRange } from './seq-ranges.ts'
import type { SpoolFiles } from './spool-files.ts'
import {
  CARRY_FILE,
  parseCarrySnapshot,
  parseSpoolState,
  type SpoolDamage,
  STATE_FILE,
  withDamage,
} from './spool-state.ts'
import type { SpoolIdentity } from './spool-types.ts'

/** More batches than a segment can hold. */
const UNREADABLE_SEGMENT_SEQS = 100_000

/** The spool as its folder shows it. */
export type RecoveredSpool<Carry> = {
  /** Nothing was ever written. */
  isNew: boolean
  nextSeq: number
  settled: SeqRange[]
  droppedSamples: number
  identity: SpoolIdentity
  distrustTo: number
  /** Made now, because there was none or its file is lost. */
  isNewEpoch: boolean
  carry: Map<string, Carry>
  clocks: ClockSpan[]
  damages: SpoolDamage[]
  /** When the newest batch was written; null: there is none. */
  lastBatchAt: number | null
  /** Up to this batch the carried values are in their own file. */
  carrySeq: number
  sealed: Segment[]
  active: ActiveSegment | null
}

/**
 * Reads the folder as any crash may have left it: torn ends are cut off, half-made files removed, a batch that is there
 * twice counts once. Throws when the folder cannot be made or listed; a single file that cannot be read is only left out.
 */
export async function recoverSpool<Carry>(options: {
  directory: string
  files: SpoolFiles
  firstSeq: number
  log: Logger
}): Promise<RecoveredSpool<Carry>> {
  const { directory, files, log } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const textOf = async (name: string) => (await files.read(join(directory, name)))?.toString('utf8') ?? ''
  const state = parseSpoolState(await textOf(STATE_FILE))
  const snapshot = parseCarrySnapshot<Carry>(await textOf(CARRY_FILE))
  const spool: RecoveredSpool<Carry> = {
    isNew: state === null,
    // Without a state file the numbers of deleted segments are unknown: then none below `firstSeq` is trusted to be free.
    nextSeq: state?.nextSeq ?? options.firstSeq,
    settled: state?.settled ?? [],
    droppedSamples: state?.droppedSamples ?? 0,
    // Without its file nothing proves that this is the memory it was.
    identity: { epoch: state?.epoch ?? randomUUID(), mark: state?.epoch ? state.mark : null },
    distrustTo: state?.distrustTo ?? 0,
    isNewEpoch: !state?.epoch,
    carry: new Map(Object.entries(snapshot?.carry ?? {})),
    carrySeq: snapshot?.seq ?? 0,
    clocks: state?.clocks ?? [],
    damages: state?.damages ?? [],
    lastBatchAt: null,
    sealed: [],
    active: null,
  }
  const openSegments = await listSegments()
  for (const segment of spool.sealed) {
    if (segment.lastSeq <= spool.carrySeq) continue
    for (const record of await readSegment<Carry>(segment, files).catch(() => [])) absorbCarry(record)
  }
  for (const [index, path] of openSegments.entries()) await adopt(path, index === openSegments.length - 1)
  spool.sealed.sort((a, b) => a.firstSeq - b.firstSeq)
  settleGaps()
  spool.lastBatchAt = await findLastBatchAt()
  return spool

  /** Takes in the sealed segments and returns the paths of those that were being written. */
  async function listSegments(): Promise<string[]> {
    const open: string[] = []
    for (const fileName of (await files.list(directory)).sort()) {
      const path = join(directory, fileName)
      if (fileName.endsWith('.tmp')) await files.remove(path)
      const name = parseSegmentFileName(fileName)
      if (name?.kind === 'open') open.push(path)
      if (name?.kind === 'sealed') {
        const { firstSeq, lastSeq, samples, firstAt } = name
        const bytes = await files.sizeOf(path)
        spool.sealed.push({ path, firstSeq, lastSeq, samples, firstAt, bytes, packed: true })
      }
    }
    return open
  }

  /** Takes over a segment that was being written. Only the newest continues to be written to. */
  async function adopt(path: string, newest: boolean): Promise<void> {
    const bytes = await readOrSkip(path)
    if (bytes === null) return
    const { records, soundLength, damaged } = scanRecords<Carry>(bytes)
    if (damaged !== null) {
      log.warn({ path, ...damaged }, 'spool segment has damaged lines')
      const clockSeq = parseSegmentFileName(basename(path))?.firstSeq ?? 0
      spool.damages = withDamage(spool.damages, { ...damaged, clockSeq })
    }
    const entries: Entry[] = []
    for (const { record, offset, length } of records) {
      // The same batches are in a packed segment: the power went after packing and before this file was deleted.
      if (isPacked(record.batch.seq)) continue
      entries.push({
        seq: record.batch.seq,
        offset,
        length,
        samples: record.batch.samples.length,
        at: record.at,
      })
      absorbCarry(record)
    }
    if (entries.length === 0) return files.remove(path).catch(() => {})
    if (!newest) {
      spool.sealed.push(segmentOf({ path, bytes: bytes.length, entries }))
      return
    }
    const file = await files.openSegment(path)
    if (soundLength < bytes.length) {
      log.warn({ path, cutBytes: bytes.length - soundLength }, 'torn end of the spool cut off')
      await file.truncate(soundLength)
      await file.sync()
    }
    spool.active = { path, file, bytes: soundLength, entries }
  }

  async function findLastBatchAt(): Promise<number | null> {
    const entry = spool.active?.entries.at(-1)
    if (entry !== undefined) return entry.at
    const segment = spool.sealed.at(-1)
    if (segment === undefined) return null
    const records = await readSegment<Carry>(segment, files).catch(() => [])
    return records.at(-1)?.at ?? segment.firstAt
  }

  function isPacked(seq: number): boolean {
    return spool.sealed.some(({ packed, firstSeq, lastSeq }) => packed && firstSeq <= seq && seq <= lastSeq)
  }

  /** A disk that is dying must not keep the controller from starting: what cannot be read is left untouched, and its numbers are skipped. */
  async function readOrSkip(path: string): Promise<Buffer | null> {
    try {
      return (await files.read(path)) ?? Buffer.alloc(0)
    } catch (error) {
      log.error({ path, error: errorText(error) }, 'spool segment cannot be read')
      spool.nextSeq += UNREADABLE_SEGMENT_SEQS
      return null
    }
  }

  function absorbCarry(record: SpoolRecord<Carry>): void {
    if (record.batch.seq <= spool.carrySeq) return
    for (const [key, value] of Object.entries(record.carry)) spool.carry.set(key, value)
  }

  /** Numbers without a batch (dropped, or given up after a failed flush) need not be waited for. */
  function settleGaps(): void {
    let expected = 0
    const present = spool.sealed.map(({ firstSeq, lastSeq }): SeqRange => [firstSeq, lastSeq])
    for (const { seq } of spool.active?.entries ?? []) present.push([seq, seq])
    for (const [first, last] of present) {
      spool.nextSeq = Math.max(spool.nextSeq, last + 1)
      spool.isNew = false
      spool.settled = addRange(spool.settled, [expected, first - 1])
      expected = Math.max(expected, last + 1)
    }
    spool.settled = addRange(spool.settled, [expected, spool.nextSeq - 1])
  }
}
