import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod'

/**
 * A backup is one gzip file of lines, which `gunzip` and any editor can read:
 *
 * ``` {"shipminerBackup":1, …}                  the header: what it is, and what the tables looked like {"table":"orders","columns":["id",
 * …]}    then one line a row: a JSON array of the values as PostgreSQL writes them, or null {"end":true, …}                           the
 * end: how many rows of what digest, and the digest of everything above
 * ```
 *
 * It knows no engine: a backup of the embedded database can be restored into PostgreSQL, and vice versa. To change it in a way that older
 * servers cannot read, raise `backupFormat`.
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
  /** Version of the server that made it. */
  version: z.string(),
  engine: z.enum(['embedded', 'postgresql']),
  /** Applied migrations, in order: they define the shape of the rows below. */
  migrations: z.array(z.string()).min(1),
  partitions: z.array(PartitionSchema),
  /** The server's own key, without which sealed values cannot be opened; null when it was left out. */
  secretKey: z.string().nullable(),
  /** Shows whether an existing key is the same one. */
  secretKeyPrint: z.string(),
  /** Others that were accepted beside it: what they sealed may not be sealed anew yet. */
  otherSecretKeys: z.array(z.string()).default([]),
  otherSecretKeyPrints: z.array(z.string()).default([]),
  /** Names of the settings of that server; their values are not in the backup. */
  settings: z.array(z.string()),
})
export type BackupHeader = z.infer<typeof HeaderSchema>

export const TableLineSchema = z.object({ table: NameSchema, columns: z.array(NameSchema).min(1) })

export const TrailerSchema = z.object({
  end: z.literal(true),
  tables: z.record(NameSchema, z.object({ rows: z.int().min(0), sha256: z.string() })),
  /** Last number issued by each sequence, so that none is issued twice. */
  sequences: z.record(NameSchema, z.int().min(1).nullable()),
  /** Digest of every line before this one. */
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

/** A failure that the person running the command can correct; its message says everything. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
