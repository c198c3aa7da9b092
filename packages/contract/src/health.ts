import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const HealthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failing']),
  version: z.string(),
  serverTime: z.iso.datetime(),
  uptimeSeconds: z.int(),
  database: z.object({
    engine: z.enum(['embedded', 'postgresql']),
    reachable: z.boolean(),
    latencyMs: z.nullable(z.number()),
  }),
  /** The outbox. Without `configured` mails are kept and wait; null: not known. */
  mail: z.object({
    configured: z.boolean(),
    queued: z.nullable(z.int()),
    oldestQueuedSeconds: z.nullable(z.int()),
    failed: z.nullable(z.int()),
  }),
  /** When the last backup was taken, ISO; null: this database knows of none, or made its backups another way. */
  lastBackupAt: z.optional(z.nullable(z.iso.datetime())),
  migrations: z.object({ applied: z.int(), pending: z.array(z.string()) }),
  /** Servers that report coin payments, by chain; none where no coin is accepted. `lagSeconds`: since one was last read, null: never. */
  watchers: z.optional(
    z.array(
      z.object({
        chain: z.string(),
        source: z.string(),
        height: z.nullable(z.int()),
        lagSeconds: z.nullable(z.int()),
        isFresh: z.boolean(),
        lastError: z.nullable(z.string()),
      }),
    ),
  ),
  /** How far each background job is behind: seconds past the time it should have finished, 0 when on time, null when it never ran. */
  jobs: z.array(
    z.object({
      name: z.string(),
      lastFinishedAt: z.nullable(z.iso.datetime()),
      behindSeconds: z.nullable(z.number()),
      lastError: z.nullable(z.string()),
    }),
  ),
})
export type Health = z.infer<typeof HealthSchema>

export const healthEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Database, migrations, version and background jobs. 503 when failing.',
    auth: 'none',
    data: HealthSchema,
    errors: ['service-unavailable'],
  }),
}
