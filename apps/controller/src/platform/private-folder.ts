import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything that others than the owner may do with a file; as the mask of the process it keeps new files from them. */
export const othersMay = 0o077

/**
 * Takes from others what an earlier version, or a copied card, let them do with the files of this folder. A file of somebody else stays
 * as it is and is named: mining goes on.
 */
export async function narrowFolder(path: string): Promise<{ narrowed: number; left: string[] }> {
  const entry = await lstat(path).catch(() => null)
  const result = { narrowed: 0, left: [] as string[] }
  if (entry === null || entry.isSymbolicLink()) return result
  if ((entry.mode & othersMay) !== 0)
    await chmod(path, entry.mode & 0o700).then(
      () => (result.narrowed += 1),
      () => result.left.push(path),
    )
  if (!entry.isDirectory()) return result
  for (const name of await readdir(path).catch(() => [])) {
    const inner = await narrowFolder(join(path, name))
    result.narrowed += inner.narrowed
    result.left.push(...inner.left)
  }
  return result
}
