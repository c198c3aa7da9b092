import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { type SpoolRecord, scanRecords } from './record.ts'
import { segmentFileName } from './segment-name.ts'
import type { SegmentFile, SpoolFiles } from './spool-files.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** A segment that is not written to any more. */
export type Segment = {
  path: string
  firstSeq: number
  lastSeq: number
  samples: number
  /** When its first batch was written, ms. */
  firstAt: number
  bytes: number
  packed: boolean
}

/** Where a batch lies in the segment that is being written. */
export type Entry = { seq: number; offset: number; length: number; samples: number; at: number }

export type ActiveSegment = { path: string; file: SegmentFile; bytes: number; entries: Entry[] }

/** `entries` is not empty. */
export function segmentOf({
  path,
  bytes,
  entries,
}: {
  path: string
  bytes: number
  entries: Entry[]
}): Segment {
  const first = entries[0] as Entry
  return {
    path,
    bytes,
    firstSeq: first.seq,
    lastSeq: (entries.at(-1) as Entry).seq,
    samples: entries.reduce((sum, entry) => sum + entry.samples, 0),
    firstAt: first.at,
    packed: false,
  }
}

/** Replaces the segment's file with a packed one and records that in `segment`. Throws when the disk has no room; the segment is then as it was. */
export async function packSegment(directory: string, segment: Segment, files: SpoolFiles): Promise<void> {
  const raw = await files.read(segment.path)
  if (raw === null) return
  const packed = await zip(raw)
  const path = join(directory, segmentFileName({ kind: 'sealed', ...segment }))
  await files.replace(path, packed)
  const rawPath = segment.path
  Object.assign(segment, { path, bytes: packed.length, packed: true })
  await files.remove(rawPath)
}

/** All sound records of a segment; a damaged end of a packed one still gives what lies before it. Throws when the disk cannot be read. */
export async function readSegment<Carry>(segment: Segment, files: SpoolFiles): Promise<SpoolRecord<Carry>[]> {
  const stored = await files.read(segment.path)
  if (stored === null) return []
  const raw = segment.packed
    ? await unzip(stored, { finishFlush: constants.Z_SYNC_FLUSH }).catch(() => Buffer.alloc(0))
    : stored
  return scanRecords<Carry>(raw).records.map(({ record }) => record)
}
