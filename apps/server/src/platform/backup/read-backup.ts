import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { readPlain } from './age-file.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupTrailer,
  backupFormat,
  createDigest,
  HeaderSchema,
  TableLineSchema,
  TrailerSchema,
} from './backup-format.ts'

/** Visitor of a backup: called in the order of the file, and awaited. */
export type BackupVisitor = {
  header?(header: BackupHeader): Promise<void> | void
  /** Some rows of a table; called at least once for each table, if need be without rows. */
  rows?(table: string, columns: readonly string[], lines: readonly string[]): Promise<void> | void
}

/** Maximum rows per call of a visitor, and their approximate length. */
const [rowsAtOnce, lettersAtOnce] = [500, 1_000_000]

const damageError = (what: string) =>
  new BackupError(`This backup is damaged: ${what}. Nothing of it was used; take another one.`)

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest + decoder.decode() !== '') throw damageError('it ends in the middle of a line')
}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw damageError('a line of it is not readable')
  }
}

function parseHeader(line: string): BackupHeader {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    if (line.startsWith('{"shipminerBackup":')) throw damageError('its first line is not readable')
  }
  const format = (value as { shipminerBackup?: unknown } | undefined)?.shipminerBackup
  if (typeof format !== 'number') throw new BackupError('This file is not a backup.')
  if (format > backupFormat)
    throw new BackupError(
      `This backup was made by a newer version (format ${format}, this one reads ${backupFormat}). Upgrade first.`,
    )
  const header = HeaderSchema.safeParse(value)
  if (!header.success) throw damageError('its first line is not what it should be')
  return header.data
}

/**
 * Walks through the lines and checks every count and digest; visitors get rows before the end was checked, so they must be able to roll
 * back.
 */
async function walk(lines: AsyncIterable<string>, visitor: BackupVisitor): Promise<BackupTrailer> {
  const everything = createDigest()
  const seen: Record<string, { rows: number; sha256: string }> = {}
  let header: BackupHeader | null = null
  let table: { name: string; columns: string[]; digest: ReturnType<typeof createDigest> } | null = null
  let trailer: BackupTrailer | null = null
  let waiting: string[] = []
  let letters = 0
  const hand = async () => {
    if (table) await visitor.rows?.(table.name, table.columns, waiting)
    waiting = []
    letters = 0
  }
  const finishTable = async () => {
    if (!table) return
    await hand()
    seen[table.name] = { rows: table.digest.rows(), sha256: table.digest.hex() }
    table = null
  }
  for await (const line of lines) {
    if (trailer) throw damageError('something follows its end')
    if (!header) {
      header = parseHeader(line)
      everything.add(line)
      await visitor.header?.(header)
    } else if (line.startsWith('[') && table) {
      everything.add(line)
      table.digest.add(line)
      waiting.push(line)
      letters += line.length
      if (waiting.length >= rowsAtOnce || letters >= lettersAtOnce) await hand()
    } else {
      await finishTable()
      const value = parseLine(line)
      const next = TableLineSchema.safeParse(value)
      if (next.success) {
        if (seen[next.data.table]) throw damageError(`it holds ${next.data.table} twice`)
        everything.add(line)
        table = { name: next.data.table, columns: next.data.columns, digest: createDigest() }
      } else {
        const end = TrailerSchema.safeParse(value)
        if (!end.success) throw damageError('a line of it is not what it should be')
        trailer = end.data
      }
    }
  }
  if (!header) throw new BackupError('This file is not a backup: it is empty.')
  if (!trailer) throw damageError('its end is missing')
  if (everything.hex() !== trailer.sha256) throw damageError('its checksum is wrong')
  const expected = Object.entries(trailer.tables)
  const differs = expected.find(
    ([name, { rows, sha256 }]) => seen[name]?.rows !== rows || seen[name]?.sha256 !== sha256,
  )
  if (differs || expected.length !== Object.keys(seen).length)
    throw damageError(
      differs ? `the rows of ${differs[0]} are not those it was made with` : 'a table is missing',
    )
  return trailer
}

/**
 * Reads a backup from one end to the other and checks that it is whole, with a few rows in memory at a time.
 * @param identities age identities that open it, if it is encrypted
 * @throws BackupError when it is not a backup, truncated, changed, of a newer version, or none of the identities opens it.
 */
export async function readBackup(
  file: string,
  visitor: BackupVisitor = {},
  identities: readonly string[] = [],
): Promise<BackupTrailer> {
  let trailer: BackupTrailer | null = null
  try {
    await pipeline(readPlain(file, identities), createGunzip(), async (chunks) => {
      trailer = await walk(splitLines(chunks as AsyncIterable<Buffer>), visitor)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`${file} is not there.`)
    if (code === 'Z_BUF_ERROR') throw damageError('it is cut off')
    if (code === 'Z_DATA_ERROR') {
      const isOther = error instanceof Error && /incorrect header check/.test(error.message)
      throw isOther
        ? new BackupError('This file is not a backup.')
        : damageError('its compressed data is wrong')
    }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw damageError('it holds what is no text')
    throw error
  }
  return trailer as unknown as BackupTrailer
}
