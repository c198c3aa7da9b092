import { crc32 } from 'node:zlib'
import type { Batch } from '@shipminer/contract/uplink'

/**
 * One line of the spool: `{"crc":"0a1b2c3d","at":…,"batch":{…},"carry":{…}}`. `at` is when it was written (controller clock, ms).
 * `carry` is what must move in the same write as the batch; the checksum covers everything after itself.
 */
export type SpoolRecord<Carry> = {
  at: number
  batch: Batch
  carry: Record<string, Carry>
  remembered?: string[]
}

/** The batch without what was counted since values of an earlier run, which turned out to be old: those counts are in other samples already. */
export function withoutRemembered(batch: Batch, remembered: readonly string[] | undefined): Batch {
  if (remembered === undefined || remembered.length === 0) return batch
  const devices = new Set(remembered)
  const samples = batch.samples.map((sample) => {
    // Only the first sample of a device in a batch counts from the earlier run.
    if (!devices.delete(sample.deviceKey)) return sample
    return {
      ...sample,
      acceptedShares: null,
      rejectedShares: null,
      staleShares: null,
      acceptedDifficultyMilli: null,
    }
  })
  return { ...batch, samples }
}

const PREFIX = '{"crc":"'
const SUFFIX = '",'
const BODY_AT = PREFIX.length + 8 + SUFFIX.length

export function encodeRecord<Carry>(record: SpoolRecord<Carry>): Buffer {
  const body = JSON.stringify(record).slice(1)
  return Buffer.from(`${PREFIX}${checksum(body)}${SUFFIX}${body}\n`)
}

/** Null when the line is torn or damaged anywhere. `line` is without its newline. */
export function decodeRecord<Carry>(line: string): SpoolRecord<Carry> | null {
  if (!line.startsWith(PREFIX) || line.length <= BODY_AT) return null
  const body = line.slice(BODY_AT)
  if (line.slice(PREFIX.length, BODY_AT) !== checksum(body) + SUFFIX) return null
  try {
    return JSON.parse(`{${body}`)
  } catch {
    return null
  }
}

export type ScannedRecord<Carry> = { record: SpoolRecord<Carry>; offset: number; length: number }

/** Lines that no longer say what was written, and when the sound ones around them were: null, there is none on that side. */
export type DamagedLines = { lines: number; from: number | null; to: number | null }

/** All sound records of a file's bytes in order, the end of the last sound one, and the damaged lines before it. */
export function scanRecords<Carry>(bytes: Buffer): {
  records: ScannedRecord<Carry>[]
  soundLength: number
  damaged: DamagedLines | null
} {
  const records: ScannedRecord<Carry>[] = []
  let soundLength = 0
  const damaged: DamagedLines = { lines: 0, from: null, to: null }
  let damagedSince = 0
  let offset = 0
  while (offset < bytes.length) {
    const newline = bytes.indexOf(0x0a, offset)
    if (newline === -1) break
    const record = decodeRecord<Carry>(bytes.toString('utf8', offset, newline))
    if (record === null) {
      damagedSince += 1
    } else {
      if (damagedSince > 0) {
        if (damaged.lines === 0) damaged.from = records.at(-1)?.record.at ?? null
        damaged.lines += damagedSince
        damaged.to = record.at
      }
      records.push({ record, offset, length: newline + 1 - offset })
      soundLength = newline + 1
      damagedSince = 0
    }
    offset = newline + 1
  }
  return { records, soundLength, damaged: damaged.lines === 0 ? null : damaged }
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}
