import { diskFiles, type SegmentFile, type SpoolFiles } from './spool-files.ts'

/**
 * For tests: the real disk with a power switch and a size. After `cutPower` every call fails, and each segment is cut
 * somewhere between what was flushed and what was written. While `room` is set, writing more than that fails like a full disk.
 */
export type CrashingFiles = SpoolFiles & {
  cutPower(pick: (least: number, most: number) => number): Promise<void>
  /** Bytes that may still be written; null: no limit. */
  room: number | null
  failFlushes: boolean
}

export function createCrashingFiles(): CrashingFiles {
  const segments = new Map<string, { flushed: number; written: number }>()
  let off = false

  function assertPowered(): void {
    if (off) throw new Error('power is off')
  }

  function take(bytes: number): void {
    if (files.room === null) return
    if (bytes > files.room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    files.room -= bytes
  }

  const files: CrashingFiles = {
    room: null,
    failFlushes: false,
    async openSegment(path) {
      assertPowered()
      take(0)
      const file = await diskFiles.openSegment(path)
      const size = await diskFiles.sizeOf(path)
      const extent = { flushed: size, written: size }
      segments.set(path, extent)
      return makeCrash(file, extent)
    },
    async replace(path, bytes) {
      assertPowered()
      take(bytes.length)
      await diskFiles.replace(path, bytes)
    },
    async read(path) {
      assertPowered()
      return diskFiles.read(path)
    },
    async list(directory) {
      assertPowered()
      return diskFiles.list(directory)
    },
    async sizeOf(path) {
      assertPowered()
      return diskFiles.sizeOf(path)
    },
    async remove(path) {
      assertPowered()
      if (files.room !== null) files.room += await diskFiles.sizeOf(path).catch(() => 0)
      await diskFiles.remove(path)
      segments.delete(path)
    },
    async cutPower(pick) {
      off = true
      for (const [path, { flushed, written }] of segments) {
        const file = await diskFiles.openSegment(path)
        await file.truncate(pick(Math.min(flushed, written), written))
        await file.close()
      }
    },
  }

  function makeCrash(file: SegmentFile, extent: { flushed: number; written: number }): SegmentFile {
    return {
      async write(bytes, position) {
        assertPowered()
        const fits = files.room === null ? bytes.length : Math.min(files.room, bytes.length)
        await file.write(bytes.subarray(0, fits), position)
        extent.written = Math.max(extent.written, position + fits)
        extent.flushed = Math.min(extent.flushed, position)
        take(bytes.length)
        assertPowered()
      },
      async read(position, length) {
        assertPowered()
        return file.read(position, length)
      },
      async sync() {
        assertPowered()
        if (files.failFlushes) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
        await file.sync()
        assertPowered()
        extent.flushed = extent.written
      },
      async truncate(length) {
        assertPowered()
        await file.truncate(length)
        extent.written = length
        extent.flushed = Math.min(extent.flushed, length)
      },
      close: () => file.close(),
    }
  }

  return files
}
