import { readFile } from 'node:fs/promises'
import { loginName } from '@shipminer/contract/control/device-logins'
import { z } from 'zod'
import type { CredentialStore } from '../../commands/credential-store.ts'
import { errorText, type Logger } from '../../platform/logger.ts'

const FileSchema = z.record(
  z.string().min(1).max(130),
  z.object({ user: z.string().max(100).nullable().default(null), password: z.string().max(200) }),
)
/** The key for every device without a login of its own. */
const ANY = '*'

/**
 * Copies the logins of a file into the sealed store, by device key, IP address or `*`. The file can be removed afterwards, and should be.
 * A missing file is not an error: it has been removed. What was entered from the dashboard since stays.
 */
export async function importLogins(path: string, store: CredentialStore, log: Logger): Promise<void> {
  try {
    const logins = FileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    const entered = new Set(store.list().flatMap(({ name, at }) => (at === null ? [] : [name])))
    for (const [name, login] of Object.entries(logins)) if (!entered.has(name)) await store.set(name, login)
    log.warn({ count: Object.keys(logins).length, path }, 'logins are sealed on board now: remove the file')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    log.error({ path, error: errorText(error) }, 'the file of logins cannot be used')
  }
}

/** The login of a device: its own, else that of its address, of its make, or the one for all; null: as delivered. */
export function loginOf(
  store: Pick<CredentialStore, 'get'>,
  deviceKey: string,
  known: { ipAddress: string; make: string | null } | null,
): ReturnType<CredentialStore['get']> {
  const names = [deviceKey]
  if (known !== null) names.push(known.ipAddress)
  if (known !== null && known.make !== null) names.push(loginName({ deviceKey: null, make: known.make }))
  for (const name of [...names, ANY]) {
    const login = store.get(name)
    if (login !== null) return login
  }
  return null
}
