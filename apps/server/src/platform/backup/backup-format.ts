import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod'

/**
 * A backup is one gzip file of lines, which `gunzip` and any editor can read:
 *
 * ```
 * {"shipminerBackup":1, …}                  the header: what it is, and what the tables looked like
 * {"table":"orders","columns":["id", …]}    then one line a row: a JSON array of the values as PostgreSQL writes them, or null
 * {"end":true, …}                           the end: how many rows of what digest, and the digest of everything above
 * ```
 *
 * It knows no engine: what the embedded database gave goes into PostgreSQL, and back. To change it in a way that older servers cannot read, raise
 * `backupFormat`.
 */
export const backupFormat = 1

const NameSchema = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const PartitionSchema = z.object({
  table: NameSchema,
  parent: NameSchema,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  fillfactor: z.int().min(10).max(100).nullable(),
})
export type Partition = z.infer<typeof PartitionSchema>

export const HeaderSchema = z.object({
  shipminerBackup: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  /** Of the server that made it. */
  version: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  /** Applied ones, in order: the shape that the rows below have. */
  migrations: z.array(z.string()).min(1),
  partitions: z.array(PartitionSchema),
  /** The server's own key, without which what is sealed cannot be opened; null where it was left out. */
  secretKey: z.string().nullable(),
  /** Tells whether a key that is there already is the same one. */
  secretKeyPrint: z.string(),
  /** Names of the settings that the server had; their values are not in the backup. */
  settings: z.array(z.string()),
})
export type BackupHeader = z.infer<typeof HeaderSchema>

export const TableLineSchema = z.object({ table: NameSchema, columns: z.array(NameSchema).min(1) })

export const TrailerSchema = z.object({
  end: z.literal(true),
  tables: z.record(NameSchema, z.object({ rows: z.int().min(0), sha256: z.string() })),
  /** Last number given out by each sequence, so that none is given twice. */
  sequences: z.record(NameSchema, z.int().min(1).nullable()),
  /** Of every line before this one. */
  sha256: z.string(),
})
export type BackupTrailer = z.infer<typeof TrailerSchema>

/** Counts and digests the lines of a table, or of everything. */
export function createDigest(): { add(line: string): void; rows(): number; hex(): string } {
  const hash: Hash = createHash('sha256')
  let count = 0
  return {
    add(line) {
      hash.update(line).update('\n')
      count += 1
    },
    rows: () => count,
    hex: () => hash.digest('hex'),
  }
}

/** A short print of the server's own key that reveals nothing about it. */
export const printOfKey = (secretKey: Buffer): string =>
  createHash('sha256').update('shipminer-backup-key-v1\n').update(secretKey).digest('hex').slice(0, 16)

/** A failure that the person who runs the command can do something about; its message is all there is to say. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
