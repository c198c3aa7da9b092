import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Everything that others than the owner may do with a file. */
const othersMay = 0o077
const sticky = 0o1000

/** A data folder that cannot be kept from others, in a sentence for the operator. */
export class NotPrivateError extends Error {
  override readonly name = 'NotPrivateError'
}

/**
 * From here on this process makes files that only its own user may open, and the folder with all that lies in it is such: made when it is
 * not there, and narrowed where an earlier version, or a copy, left it wider.
 *
 * @returns how much was wider
 * @throws NotPrivateError when the folder is shared by design, or belongs to another user
 */
export function keepPrivate(folder: string): { narrowed: number } {
  // Windows has no such modes; what a user keeps in their profile is theirs.
  if (process.platform === 'win32') {
    mkdirSync(folder, { recursive: true })
    return { narrowed: 0 }
  }
  if (isMainThread) process.umask(othersMay)
  const path = resolve(folder)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (path === dirname(path) || (lstatSync(path).mode & sticky) !== 0)
    throw new NotPrivateError(`${path} is a folder that everyone shares. Set DATA_DIR to one of its own.`)
  return { narrowed: narrow(path) }
}

/** Paths in a folder, itself among them, that others than their owner may open. Changes nothing. */
export function findWidePaths(folder: string): string[] {
  if (process.platform === 'win32') return []
  return pathsWhere(resolve(folder), (entry) => !entry.isSymbolicLink() && (entry.mode & othersMay) !== 0)
}

/**
 * Paths in a folder, itself among them, that another user owns than the one who uses it: this one, or for root the owner of the folder. What a
 * command of root made there stops the server at its next start. Changes nothing.
 */
export function findForeignPaths(folder: string, user = process.getuid?.()): string[] {
  const path = resolve(folder)
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (user === undefined || !entry) return []
  const owner = user === 0 ? entry.uid : user
  return pathsWhere(path, ({ uid }) => uid !== owner)
}

/** A path and those below it, that are so. What links lead to is not below. */
function pathsWhere(path: string, isSo: (entry: Stats) => boolean): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry) return []
  const below = entry.isDirectory() ? namesIn(path).flatMap((name) => pathsWhere(join(path, name), isSo)) : []
  return isSo(entry) ? [path, ...below] : below
}

/** What lies in a folder; nothing, where this user may not look. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Links are left alone: what they lead to is somebody's choice, and not in this folder. */
function narrow(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  // The server that runs may just have removed it.
  if (!entry || entry.isSymbolicLink()) return 0
  let narrowed = 0
  if ((entry.mode & othersMay) !== 0) {
    narrowed = 1
    const mode = entry.mode & 0o700
    if (!isNarrowed(path, mode))
      throw new NotPrivateError(
        `${path} can be opened by others (mode ${(entry.mode & 0o777).toString(8)}), and this user may not change that. Run chmod -R go= on it as its owner, or set DATA_DIR to a folder that this user owns.`,
      )
  }
  if (!entry.isDirectory()) return narrowed
  for (const name of readdirSync(path)) narrowed += narrow(join(path, name))
  return narrowed
}

/** Some file systems take every change of a mode and keep their own. */
function isNarrowed(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersMay) === 0
}
