import { z } from 'zod'
import type { ConfigImage } from '../drivers/device-control.ts'
import type { Logger } from '../platform/logger.ts'
import type { SealedBox } from './sealed-box.ts'
import { openSealedFile } from './sealed-file.ts'

/** Images kept of one device, the newest. */
const MOST_PER_DEVICE = 10
const MOST_IMAGES = 5_000

const ImageSchema = z.object({
  driver: z.string(),
  deviceKey: z.string(),
  takenAt: z.number(),
  content: z.record(z.string(), z.unknown()),
})
const StoredSchema = z.array(z.object({ commandId: z.string(), image: ImageSchema }))

/** The settings of devices before each command that wrote some, sealed on disk: pools have passwords. */
export type ImageStore = {
  find(commandId: string, deviceKey: string): ConfigImage | null
  /** Resolves when it is on disk. */
  keep(commandId: string, image: ConfigImage): Promise<void>
}

/** Opens the images kept in `path`. */
export async function openImageStore(options: {
  path: string
  box: SealedBox
  log: Logger
}): Promise<ImageStore> {
  const file = await openSealedFile({
    ...options,
    purpose: 'config-images',
    empty: [],
    parse: (value) => StoredSchema.safeParse(value).data ?? null,
  })
  let stored = file.loaded
  return {
    find: (commandId, deviceKey) =>
      stored.find((one) => one.commandId === commandId && one.image.deviceKey === deviceKey)?.image ?? null,
    keep(commandId, image) {
      const others = stored.filter(
        (one) => one.commandId !== commandId || one.image.deviceKey !== image.deviceKey,
      )
      const ofDevice = others.filter((one) => one.image.deviceKey === image.deviceKey)
      const tooOld = new Set(ofDevice.slice(0, Math.max(0, ofDevice.length + 1 - MOST_PER_DEVICE)))
      stored = [...others.filter((one) => !tooOld.has(one)), { commandId, image }].slice(-MOST_IMAGES)
      return file.save(stored)
    },
  }
}
