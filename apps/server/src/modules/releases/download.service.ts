import { Readable } from 'node:stream'
import { AppError } from '../../platform/http/app-error.ts'
import { isDownloadAllowed } from './download-path.ts'
import type { ReleaseDeps } from './releases.deps.ts'
import { archivePart, archiveSize } from './releases.repository.ts'

const partBytes = 256 * 1024

/**
 * An archive from byte `from` on, read from the database part by part; `body` is null when it has no such byte.
 *
 * @throws AppError `not-found` for an address that was not issued, or is no longer valid
 */
export async function openArchive(
  deps: ReleaseDeps,
  asked: Parameters<typeof isDownloadAllowed>[1],
  from: number,
): Promise<{ size: number; body: Readable | null }> {
  const { db } = deps.store
  const { version } = asked
  const size = isDownloadAllowed(deps, asked) ? await archiveSize(db, version) : null
  if (size === null) throw new AppError('not-found')
  async function* parts(end: number) {
    for (let at = from; at < end; at += partBytes)
      yield await archivePart(db, version, at, Math.min(partBytes, end - at))
  }
  return { size, body: from < size ? Readable.from(parts(size)) : null }
}
