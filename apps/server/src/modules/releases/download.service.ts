import { Readable } from 'node:stream'
import { VersionSchema } from '@shipminer/contract/releases'
import type { DownloadKind, OpenFile } from '../../platform/http/signed-download.ts'
import type { ReleaseDeps } from './releases.deps.ts'
import { archivePart, archiveSize } from './releases.repository.ts'

const partBytes = 256 * 1024

/** Archives of releases, by version. */
export const archiveDownload: DownloadKind = {
  purpose: 'release-download',
  folder: '/uplink/releases',
  isName: (name) => VersionSchema.safeParse(name).success,
  mediaType: 'application/gzip',
}

/** Archives, read from the database part by part. */
export function openArchive(deps: Pick<ReleaseDeps, 'store'>): OpenFile {
  const { db } = deps.store
  return async (version, from) => {
    const size = await archiveSize(db, version)
    if (size === null) return null
    async function* parts(end: number) {
      for (let at = from; at < end; at += partBytes)
        yield await archivePart(db, version, at, Math.min(partBytes, end - at))
    }
    return { size, body: from < size ? Readable.from(parts(size)) : null }
  }
}
