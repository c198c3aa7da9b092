import { join } from 'node:path'
import { type CredentialStore, openCredentialStore } from '../../commands/credential-store.ts'
import { openSealedBox, type SealedBox } from '../../commands/sealed-box.ts'
import type { ControllerConfig } from '../../config.ts'
import type { Logger } from '../../platform/logger.ts'
import { importLogins, loginOf } from './device-logins.ts'

/** The logins of devices, for reading and for acting, and the box that they and other secrets are sealed with. */
export type Logins = {
  box: SealedBox
  store: CredentialStore
  /** The login of a device, by what is known of it; null: as delivered. */
  of(
    deviceKey: string,
    known: { ipAddress: string; make: string | null } | null,
  ): ReturnType<CredentialStore['get']>
}

/** Opens the sealed store in the data folder, and takes over what the file of the settings holds. Throws what the disk throws. */
export async function openLogins(
  config: Pick<ControllerConfig, 'dataDir' | 'deviceLogins'>,
  log: Logger,
): Promise<Logins> {
  const box = await openSealedBox(join(config.dataDir, 'sealing.key'))
  const store = await openCredentialStore({ path: join(config.dataDir, 'logins.sealed'), box, log })
  if (config.deviceLogins !== null) await importLogins(config.deviceLogins, store, log)
  return { box, store, of: (deviceKey, known) => loginOf(store, deviceKey, known) }
}
