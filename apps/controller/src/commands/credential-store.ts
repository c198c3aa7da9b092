import { type KeptLogin, mostLogins } from '@shipminer/contract/control/device-logins'
import { z } from 'zod'
import type { DeviceCredentials } from '../drivers/device-control.ts'
import type { Logger } from '../platform/logger.ts'
import type { SealedBox } from './sealed-box.ts'
import { openSealedFile } from './sealed-file.ts'

const CredentialsSchema = z.object({
  user: z.string().max(100).nullable(),
  password: z.string().max(200),
  /** When it was entered, server clock, ms. */
  at: z.number().nullish(),
  /** Of one that waits to be tried: the command that brought it. */
  commandId: z.string().optional(),
})
const StoredSchema = z.record(z.string(), CredentialsSchema)

/** Before the name of a login that waits. No device has such a key, so earlier versions pass over it. */
const WAITING = 'waiting '

/** A login that came by a command and was not tried yet. */
export type WaitingLogin = { name: string; login: DeviceCredentials; at: number; commandId: string }

/** The logins of devices, sealed on disk; they never leave the ship. One-time codes are not kept. Writes resolve when they are on disk. */
export type CredentialStore = {
  /** Null: none was entered, so the maker's own is tried. */
  get(name: string): DeviceCredentials | null
  set(name: string, credentials: DeviceCredentials): Promise<void>
  /** Forgets what is kept and what waits. */
  remove(name: string): Promise<void>
  /** Keeps a login beside the one that counts, until it was tried. */
  wait(waiting: WaitingLogin): Promise<void>
  waiting(): WaitingLogin[]
  /** A login that waited counts from now on, or is forgotten. Another one that came meanwhile stays. */
  settle(waiting: WaitingLogin, isRight: boolean): Promise<void>
  /** What there is, without what it is. */
  list(): KeptLogin[]
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
  const save = () => file.save(Object.fromEntries(stored))
  return {
    get(name) {
      const found = stored.get(name)
      return found === undefined ? null : { user: found.user, password: found.password }
    },
    set(name, { user, password }) {
      stored.set(name, CredentialsSchema.parse({ user, password }))
      return save()
    },
    remove(name) {
      stored.delete(name)
      stored.delete(WAITING + name)
      return save()
    },
    wait({ name, login: { user, password }, at, commandId }) {
      stored.set(WAITING + name, CredentialsSchema.parse({ user, password, at, commandId }))
      return save()
    },
    waiting: () =>
      [...stored].flatMap(([name, { user, password, at, commandId }]) =>
        name.startsWith(WAITING) && commandId !== undefined
          ? [{ name: name.slice(WAITING.length), login: { user, password }, at: at ?? 0, commandId }]
          : [],
      ),
    async settle({ name, login: { user, password }, at, commandId }, isRight) {
      if (stored.get(WAITING + name)?.commandId !== commandId) return
      stored.delete(WAITING + name)
      if (isRight) stored.set(name, { user, password, at })
      await save()
    },
    list: () =>
      [...stored]
        .slice(0, mostLogins)
        .map(([name, { at }]) =>
          name.startsWith(WAITING)
            ? { name: name.slice(WAITING.length), at: at ?? null, state: 'waiting' }
            : { name, at: at ?? null, state: 'kept' },
        ),
  }
}
