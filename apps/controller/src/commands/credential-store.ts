import { z } from 'zod'
import type { DeviceCredentials } from '../drivers/control.ts'
import type { Logger } from '../platform/logger.ts'
import type { SealedBox } from './sealed-box.ts'
import { openSealedFile } from './sealed-file.ts'

const CredentialsSchema = z.object({
  user: z.string().max(100).nullable(),
  password: z.string().max(200),
})
const StoredSchema = z.record(z.string(), CredentialsSchema)

/** The logins of devices, sealed on disk; they never leave the ship. One-time codes are not kept. */
export type CredentialStore = {
  /** Null: none was entered, so the maker's own is tried. */
  get(deviceKey: string): DeviceCredentials | null
  /** Resolves when it is on disk. */
  set(deviceKey: string, credentials: DeviceCredentials): Promise<void>
  remove(deviceKey: string): Promise<void>
}

/** Opens the logins kept in `path`. */
export async function openCredentialStore(options: {
  path: string
  box: SealedBox
  log: Logger
}): Promise<CredentialStore> {
  const file = await openSealedFile({
    ...options,
    purpose: 'device-credentials',
    empty: {},
    parse: (value) => StoredSchema.safeParse(value).data ?? null,
  })
  const stored = new Map(Object.entries(file.loaded))
  return {
    get: (deviceKey) => stored.get(deviceKey) ?? null,
    set(deviceKey, { user, password }) {
      stored.set(deviceKey, CredentialsSchema.parse({ user, password }))
      return file.save(Object.fromEntries(stored))
    },
    remove(deviceKey) {
      stored.delete(deviceKey)
      return file.save(Object.fromEntries(stored))
    },
  }
}
