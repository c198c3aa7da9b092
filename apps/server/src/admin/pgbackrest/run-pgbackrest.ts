import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { reasonOf } from '@shipminer/domain/reason-of'
import * as z from 'zod'
import { noteBackup } from '../../platform/backup/last-backup.ts'
import type { Queryable } from '../../platform/db/store.ts'

const run = promisify(execFile)

/** Kinds of pgBackRest: all of it; what changed since the last full one; what changed since the last of any kind. */
export const backupTypes = ['full', 'diff', 'incr'] as const
export type BackupType = (typeof backupTypes)[number]

/** What stopped it, in words for the operator. */
export class PgbackrestError extends Error {
  override readonly name = 'PgbackrestError'
}

/** Of `pgbackrest info`, what is used here. Times are seconds since 1970. */
const InfoSchema = z.array(
  z.object({
    name: z.string(),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.string(),
        error: z.boolean().nullish(),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
        info: z.object({ size: z.number(), repository: z.object({ delta: z.number() }) }),
      }),
    ),
  }),
)
/** One backup in the repository. */
export type KeptBackup = {
  label: string
  type: string
  startedAt: Date
  finishedAt: Date
  /** Of the database, and what this backup added to the repository. */
  bytes: number
  addedBytes: number
  /** Pages in it do not match their checksums. */
  hasBadPages: boolean
}

/** @throws PgbackrestError with what pgBackRest said. */
export async function callPgbackrest(args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('pgbackrest', args, { maxBuffer: 64 * 2 ** 20 })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new PgbackrestError('pgBackRest is not installed: apt-get install pgbackrest')
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? `${error.stdout}\n${error.stderr}`
        : ''
    const words = said.split('\n').filter((line) => line.includes('ERROR'))
    throw new PgbackrestError(words.join('\n') || reasonOf(error))
  }
}

/** What the repository has, the newest last. */
export async function listBackups(stanza: string): Promise<KeptBackup[]> {
  const info = InfoSchema.parse(
    JSON.parse(await callPgbackrest([`--stanza=${stanza}`, '--output=json', 'info'])),
  )
  const backups = info.find(({ name }) => name === stanza)?.backup ?? []
  return backups.map(({ label, type, error, timestamp, info: { size, repository } }) => ({
    label,
    type,
    startedAt: new Date(timestamp.start * 1000),
    finishedAt: new Date(timestamp.stop * 1000),
    bytes: size,
    addedBytes: repository.delta,
    hasBadPages: error === true,
  }))
}

/** Makes one backup and notes its time in the database, where desk, health and metrics look for it. @throws PgbackrestError */
export async function backUp(db: Queryable, stanza: string, type: BackupType): Promise<KeptBackup> {
  await callPgbackrest([`--stanza=${stanza}`, `--type=${type}`, 'backup'])
  const made = (await listBackups(stanza)).at(-1)
  if (!made) throw new PgbackrestError(`pgBackRest made no backup of ${stanza}.`)
  await noteBackup(db, made)
  return made
}
