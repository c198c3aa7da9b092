import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { syncDirectory, writeFileAtomically } from '../platform/atomic-file.ts'

/** An open segment. Writes go to a stated position, so that the torn rest of a failed write is overwritten. */
export type SegmentFile = {
  write(bytes: Buffer, position: number): Promise<void>
  read(position: number, length: number): Promise<Buffer>
  /** Until this resolves nothing written is safe. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

/** The file calls of the spool, so that tests can cut the power and fill the disk. */
export type SpoolFiles = {
  /** Creates the file when it is not there; its name is then durable. */
  openSegment(path: string): Promise<SegmentFile>
  /** Old or new content after a power cut, never a mixture. */
  replace(path: string, bytes: string | Uint8Array): Promise<void>
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>
  list(directory: string): Promise<string[]>
  sizeOf(path: string): Promise<number>
  remove(path: string): Promise<void>
}

export const diskFiles: SpoolFiles = {
  async openSegment(path) {
    let file: FileHandle
    try {
      file = await open(path, 'r+')
    } catch (error) {
      if (!isMissing(error)) throw error
      file = await open(path, 'wx+', 0o600)
      await syncDirectory(path.slice(0, path.lastIndexOf('/')) || '/')
    }
    return segmentFile(file)
  },
  replace: (path, bytes) => writeFileAtomically(path, bytes),
  async read(path) {
    try {
      return await readFile(path)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  list: (directory) => readdir(directory),
  sizeOf: async (path) => (await stat(path)).size,
  remove: (path) => rm(path, { force: true }),
}

function segmentFile(file: FileHandle): SegmentFile {
  return {
    async write(bytes, position) {
      let written = 0
      while (written < bytes.length) {
        const result = await file.write(bytes, written, bytes.length - written, position + written)
        written += result.bytesWritten
      }
    },
    async read(position, length) {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, position)
      return bytes.subarray(0, bytesRead)
    },
    sync: () => file.datasync(),
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
