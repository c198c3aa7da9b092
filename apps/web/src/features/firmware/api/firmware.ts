import { firmwareEndpoints, firmwarePartBytes } from '@shipminer/contract/control/firmware-calls'
import type { FirmwareFamily } from '@shipminer/domain/firmware/families'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { toBase64, toHex } from '../lib/bytes.ts'
import { isSeriesOpen } from '../lib/series-view.ts'

/** While a series is under way it is looked at this often, ms. */
const openMs = 3_000
const restMs = 60_000

/** The owner's files, the miners that they could be for, and the last series, newest first. */
export const firmwareQuery = queryOptions({
  queryKey: ['firmware'],
  queryFn: ({ signal }) => callEndpoint(firmwareEndpoints.firmware, { signal }),
  refetchInterval: (query) =>
    query.state.data?.series.some(({ state }) => isSeriesOpen(state)) ? openMs : restMs,
})

export type FirmwareWords = { family: FirmwareFamily; model: string; version: string }

/** Uploads a file in parts, from where an earlier attempt broke off; `onProgress` with the share that is there. @throws ApiError */
export async function uploadFirmware(
  file: File,
  words: FirmwareWords,
  onProgress: (share: number) => void,
): Promise<void> {
  const content = await file.arrayBuffer()
  const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  const name = file.name.slice(0, 160)
  let known = await callEndpoint(firmwareEndpoints.beginFirmwareFile, {
    body: { ...words, name, sha256, bytes: content.byteLength },
  })
  while (!known.isReady) {
    onProgress(known.receivedBytes / content.byteLength)
    const part = new Uint8Array(content, known.receivedBytes).subarray(0, firmwarePartBytes)
    known = await callEndpoint(firmwareEndpoints.addFirmwarePart, {
      params: { sha256 },
      body: { offset: known.receivedBytes, content: toBase64(part) },
    })
  }
}

/** @throws ApiError */
export async function deleteFirmware(sha256: string): Promise<void> {
  await callEndpoint(firmwareEndpoints.deleteFirmwareFile, { params: { sha256 } })
}

/** @throws ApiError */
export function startFirmware(sha256: string, minerIds: readonly string[]): Promise<{ id: string }> {
  return callEndpoint(firmwareEndpoints.startFirmwareSeries, {
    body: { sha256, minerIds: [...minerIds], isUnderstood: true },
  })
}

/** @throws ApiError */
export async function cancelFirmware(id: string): Promise<void> {
  await callEndpoint(firmwareEndpoints.cancelFirmwareSeries, { params: { id } })
}
