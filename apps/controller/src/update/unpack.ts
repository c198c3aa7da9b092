import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mostUnpackedBytes, type ReleaseManifest } from '@shipminer/contract/releases'
import { readArchive } from '@shipminer/domain/releases/archive'
import { syncDirectory } from '../platform/atomic-file.ts'

export type Unpacked = { ok: true } | { ok: false; cause: string }

/**
 * Unpacks a release into `folder`/<version>, whole or not at all: aside first, every file and folder flushed, then renamed. Only what the
 * manifest names, byte for byte, is written. Throws what the disk throws.
 */
export async function unpack(
  archive: Uint8Array,
  manifest: ReleaseManifest,
  folder: string,
): Promise<Unpacked> {
  let tar: Buffer
  try {
    tar = await promisify(gunzip)(archive, { maxOutputLength: mostUnpackedBytes })
  } catch {
    return { ok: false, cause: 'the archive cannot be unpacked, or is too large' }
  }
  const read = readArchive(tar)
  if (!read.ok) return { ok: false, cause: `the archive is refused: ${read.reason}` }
  const named = new Map(manifest.files.map((file) => [file.path, file]))
  const isAsNamed =
    read.files.length === named.size &&
    read.files.every(({ path, content }) => {
      const file = named.get(path)
      return file?.bytes === content.length && file.sha256 === sha256(content)
    })
  if (!isAsNamed) return { ok: false, cause: 'the archive does not hold what the manifest names' }

  const aside = join(folder, `new-${manifest.version}`)
  const place = join(folder, manifest.version)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(aside, { recursive: true, force: true })
  const folders = new Set([aside])
  for (const { path, content } of read.files) {
    const target = join(aside, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    for (let at = dirname(target); at !== folder; at = dirname(at)) folders.add(at)
    const file = await open(target, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
  }
  for (const made of folders) await syncDirectory(made)
  await rm(place, { recursive: true, force: true })
  await rename(aside, place)
  await syncDirectory(folder)
  return { ok: true }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
