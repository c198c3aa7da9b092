import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file so that a power cut leaves the old or the new content, never a mixture:
 * written aside, flushed, renamed, and the folder flushed. Throws what the file system throws; the old file then stays.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const aside = `${path}.tmp`
  const file = await open(aside, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await syncDirectory(dirname(path))
}

/** Flushes a folder's own entries: without it a rename may be undone by a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
