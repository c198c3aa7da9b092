import { readFile } from 'node:fs/promises'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { SealedBox } from './sealed-box.ts'

/** A document in one sealed file; writes go one after the other. */
export type SealedFile<T> = { save(document: T): Promise<void>; loaded: T }

/**
 * Opens a sealed document. A missing file is `empty`; one that cannot be opened is set aside in the log and treated as
 * empty, since a ship without logins still polls and gives way. `parse` returns null for what it does not know.
 */
export async function openSealedFile<T>(options: {
  path: string
  box: SealedBox
  purpose: string
  empty: T
  parse: (value: unknown) => T | null
  log: Logger
}): Promise<SealedFile<T>> {
  const { path, box, purpose, log } = options
  let writing: Promise<void> = Promise.resolve()
  return {
    loaded: await load(),
    save(document) {
      const content = box.seal(JSON.stringify(document), purpose)
      const written = writing.then(() => writeFileAtomically(path, content, 0o600))
      writing = written.catch(() => {})
      return written
    },
  }

  async function load(): Promise<T> {
    try {
      const text = box.open(await readFile(path, 'utf8'), purpose)
      const document = text === null ? null : options.parse(JSON.parse(text))
      if (document !== null) return document
      log.error({ path }, 'sealed file cannot be opened: starting without it')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        log.error({ path, error: errorText(error) }, 'sealed file cannot be read: starting without it')
      }
    }
    return options.empty
  }
}
