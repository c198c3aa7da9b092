import { resolve } from 'node:path'
import * as z from 'zod'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import { copyEmbeddedDatabase } from '../platform/backup/embedded-snapshot.ts'
import { noteBackup } from '../platform/backup/last-backup.ts'
import type { Store } from '../platform/db/store.ts'

/** What `npm run backup` requests from the running server; not meant to be typed by a person. */
export function createBackupCommands(deps: {
  store: Store
  dataDir: string
  clock: () => number
}): AdminCommands {
  return {
    'backup:snapshot': adminCommand({
      describe: 'For npm run backup: copies the embedded database while nothing is written',
      args: z.strictObject({ id: z.string().regex(/^[a-z0-9]{4,32}$/) }),
      run: ({ id }) =>
        copyEmbeddedDatabase(deps.store, resolve(deps.dataDir, 'db'), { id, nowMs: deps.clock() }),
    }),
    'backup:done': adminCommand({
      describe: 'For npm run backup: remembers when the last backup was made',
      args: z.strictObject({ started: z.iso.datetime() }),
      run: async ({ started }) => {
        const times = { startedAt: new Date(started), finishedAt: new Date(deps.clock()) }
        await noteBackup(deps.store.db, times)
        return { noted: times.finishedAt.toISOString() }
      },
    }),
  }
}
