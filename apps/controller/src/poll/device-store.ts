import { readFile } from 'node:fs/promises'
import { DeviceIdentitySchema } from '@shipminer/contract/telemetry'
import { z } from 'zod'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { StoredDevice } from './device-table.ts'

const port = z.int().min(1).max(65_535)

const DeviceAddressSchema = z.object({
  host: z.string().min(1).max(45),
  port,
  webPort: z.exactOptional(port),
  powerPort: z.exactOptional(port),
})

const StoredDevicesSchema = z.array(
  z.object({ identity: DeviceIdentitySchema, address: DeviceAddressSchema, lastSeenAt: z.int() }),
)

/** The devices known before the restart, so that polling begins before the first search ends. A missing or damaged file is an empty list. */
export async function loadDevices(path: string, log: Logger): Promise<StoredDevice[]> {
  try {
    return StoredDevicesSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.warn({ error: errorText(error) }, 'device list cannot be read: starting with an empty one')
    }
    return []
  }
}

/** Never throws: the list is a convenience, and a search makes it again. */
export async function saveDevices(
  path: string,
  devices: readonly StoredDevice[],
  log: Logger,
): Promise<void> {
  try {
    await writeFileAtomically(path, JSON.stringify(devices))
  } catch (error) {
    log.warn({ error: errorText(error) }, 'device list could not be saved')
  }
}
