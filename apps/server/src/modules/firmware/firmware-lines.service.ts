import { Readable } from 'node:stream'
import { type DownloadKind, downloadPath, type OpenFile } from '../../platform/http/signed-download.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { FirmwareDeps, FirmwareLine } from './firmware.deps.ts'
import { readParts } from './firmware-files.repository.ts'
import { findSeriesOf, isOpen, listOpenSeries } from './firmware-series.repository.ts'
import { firmwareChannel } from './firmware-series.service.ts'

/** Files of series, by the id of the series. */
export const firmwareDownload: DownloadKind = {
  purpose: 'firmware-download',
  folder: '/uplink/firmware',
  isName: isUuid,
  mediaType: 'application/octet-stream',
}

/** The file of a series that is under way on that controller. */
export function openFirmware({ store }: Pick<FirmwareDeps, 'store'>): OpenFile {
  return async (id, from, controllerId) => {
    const series = await findSeriesOf(store.db, controllerId, id)
    if (series === null || !isOpen(series)) return null
    const { bytes } = series.file as { bytes: number }
    const { ownerId, sha256 } = series
    const parts = readParts(store.db, { ownerId, sha256 }, from)
    return { size: bytes, body: from < bytes ? Readable.from(parts) : null }
  }
}

/** Sends orders for firmware to the controllers connected to this server. */
export async function openFirmwareLines(deps: FirmwareDeps) {
  const { store, clock, logger } = deps
  const lines = new Map<string, FirmwareLine>()
  const stopListening = await store.listen(firmwareChannel, (controllerId) => {
    const line = lines.get(controllerId)
    if (line) void deliver(line)
  })

  /** A controller executes each id once, so what may not have arrived is sent again. */
  async function deliver(line: FirmwareLine): Promise<void> {
    try {
      for (const series of await listOpenSeries(store.db, line.controllerId)) {
        const { id, orderText: order, isCancelled, state, expiresAt } = series
        const isNew = state === 'ordered'
        if (isNew && (isCancelled || expiresAt.getTime() <= clock())) continue
        const path = downloadPath(deps, firmwareDownload, line.controllerId, id)
        line.send({ type: 'firmware', order, signature: line.sign(order), path })
        if (isCancelled) line.send({ type: 'firmware-cancel', orderId: id })
      }
    } catch (error) {
      // It stays as it is, and is sent when the line comes back.
      logger.error({ err: error, controllerId: line.controllerId }, 'an order for firmware was not sent')
    }
  }

  return {
    async lineUp(line: FirmwareLine): Promise<() => void> {
      lines.set(line.controllerId, line)
      await deliver(line)
      return () => {
        if (lines.get(line.controllerId) === line) lines.delete(line.controllerId)
      }
    },
    close: stopListening,
  }
}
