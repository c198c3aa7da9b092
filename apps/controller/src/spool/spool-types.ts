import type { Batch } from '@shipminer/contract/uplink'
import type { SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import type { Logger } from '../platform/logger.ts'
import type { SeqRange } from './seq-ranges.ts'
import type { SpoolFiles } from './spool-files.ts'

/**
 * A batch without its number. `carry` is stored in the same write, by key, and given back after a restart. `remembered` are the devices whose
 * counts are since a carried value of an earlier run: should the memory turn out to be an old one, these counts are unknown.
 */
export type SpoolDraft<Carry> = Omit<Batch, 'seq'> & { carry: Record<string, Carry>; remembered?: string[] }

export type SpoolStatus = {
  /** Disk space of all segments. */
  bytes: number
  /** Oldest batch that the server has not acknowledged; null when there is none. */
  firstUnsentSeq: number | null
  /** Newest batch ever; null before the first. */
  lastSeq: number | null
  unsentBatches: number
  /** When the oldest batch not acknowledged was written, ms of the controller's clock; may be early by one segment. */
  oldestUnsentAt: number | null
  /** Samples lost to the bound or to a full disk since the spool was made. */
  droppedSamples: number
  /** The disk has no room or refuses writes; `failure` says in which words. */
  full: boolean
  failure: string | null
  /** Samples in memory that wait for the disk. */
  heldSamples: number
  /** Batches that the disk gave back damaged since the spool was made, and between which times; null: none. */
  damaged: { batches: number; from: number | null; to: number | null } | null
}

/** What a hello shows of the memory. */
export type SpoolIdentity = { epoch: string; mark: SpoolMark | null }

export type SpoolEvent =
  | { kind: 'spool-dropped' | 'spool-damaged'; count: number }
  | { kind: 'spool-full'; count: null }

export type Spool<Carry> = {
  /** Resolves to the batch's number when it is safe on disk or on shore, or to null when it had to be dropped while the disk was full. */
  append(draft: SpoolDraft<Carry>): Promise<number | null>
  /** Null when that batch is not there (dropped, deleted or damaged). Throws when the disk cannot be read just now. */
  read(seq: number): Promise<Batch | null>
  /** Whether that batch is in memory only, because the disk refuses. */
  isHeld(seq: number): boolean
  /** There is a line to shore: what the disk refuses may go over it from memory. */
  setLine(isUp: boolean): void
  /** What to add to the times of a batch for the server's time, as far as that is known by now; null: not at all. */
  clockOffsetOf(seq: number): number | null
  /** A handshake measured the offset of the clock that is used now. */
  agreeOnClock(offsetMs: number): void
  /** Smallest batch number from `from` to `to` (inclusive) that still has to be sent. */
  nextUnsent(from: number, to: number): number | null
  /** The server has these, or they are gone for good: they need not be sent any more. */
  settle(range: SeqRange): void
  identity(): SpoolIdentity
  /** Saves the mark of a welcome. False: the disk refused it, and the one before is shown still. */
  keepMark(mark: SpoolMark): Promise<boolean>
  /** The server knows this memory in another state: it is another one from now on. Numbers continue; what is settled stays settled. */
  startEpoch(): Promise<void>
  /** Newest carried value of each key. */
  carry: ReadonlyMap<string, Carry>
  status(): SpoolStatus
  /** Called with each number that became safe on disk, in rising order; while the disk refuses writes, with each that is held in memory and may be sent. Returns the unsubscriber. */
  onDurable(listener: (seq: number) => void): () => void
  /** Writes what is pending and lets go of the files. */
  close(): Promise<void>
}

export type SpoolOptions = {
  directory: string
  maxBytes: number
  now: () => number
  /** How far the board's own clock is ahead of `now`. */
  wallAheadMs?: () => number
  log: Logger
  onEvent: (event: SpoolEvent) => void
  /** Number of the first batch of a new spool, and of one whose state is lost; above all numbers that it may have used. */
  firstSeq?: number
  segmentBytes?: number
  files?: SpoolFiles
}
