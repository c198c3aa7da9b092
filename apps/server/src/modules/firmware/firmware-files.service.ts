import { createHash } from 'node:crypto'
import type { FirmwareFile } from '@shipminer/contract/control/firmware-calls'
import { firmwarePartBytes } from '@shipminer/contract/control/firmware-calls'
import { type FirmwareFamily, mostFirmwareBytes } from '@shipminer/domain/firmware/families'
import { findMisfit, imageHeadBytes, recogniseImage } from '@shipminer/domain/firmware/recognise-image'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { FirmwareDeps, Owner } from './firmware.deps.ts'
import {
  type FileKey,
  type FileRow,
  insertFile,
  insertPart,
  listFiles,
  lockFile,
  lockOwner,
  readParts,
  removeFile,
  removeOldFiles,
  updateFile,
} from './firmware-files.repository.ts'
import { hasOpenSeries } from './firmware-series.repository.ts'

/** Room of one account, bytes: two of the largest files, and some of the small ones. */
export const mostAccountBytes = 256 * 1024 * 1024
/** A file is kept for so long from its announcement. */
const keptMs = 30 * 86_400_000

type Announced = {
  sha256: string
  bytes: number
  name: string
  family: FirmwareFamily
  model: string
  version: string
}

export function presentFile(row: FileRow): FirmwareFile {
  const { sha256, bytes, name, family, model, version, receivedBytes, readyAt, createdAt } = row
  const uploadedAt = createdAt.getTime()
  return {
    ...{ sha256, bytes, name, family, model, version, receivedBytes },
    isReady: readyAt !== null,
    uploadedAt,
    deletedAt: uploadedAt + keptMs,
  }
}

/** @throws AppError `firmware-too-large`, `firmware-quota` */
export async function beginFile(deps: FirmwareDeps, owner: Owner, file: Announced): Promise<FirmwareFile> {
  if (file.bytes > mostFirmwareBytes[file.family]) throw new AppError('firmware-too-large')
  const { sha256, bytes, ...words } = file
  const key = { ownerId: owner.userId, sha256 }
  return deps.store.db.transaction().execute(async (trx) => {
    await lockOwner(trx, owner.userId)
    const known = await lockFile(trx, key)
    if (known !== null && known.bytes === bytes) {
      const isSame =
        known.family === words.family && known.model === words.model && known.version === words.version
      if (known.readyAt !== null && isSame) return presentFile(known)
      // Of a file that is here, the name alone changes nothing; model and version are checked again at its end.
      if (known.readyAt === null) return presentFile(await updateFile(trx, key, words))
    }
    if (known !== null) {
      if (await hasOpenSeries(trx, key)) throw new AppError('firmware-busy')
      await removeFile(trx, key)
    }
    const others = await listFiles(trx, owner.userId)
    const usedBytes = others.reduce((sum, one) => sum + one.bytes, 0)
    if (usedBytes + bytes > mostAccountBytes) throw new AppError('firmware-quota')
    return presentFile(await insertFile(trx, { ...key, bytes, ...words, createdAt: new Date(deps.clock()) }))
  })
}

/** @throws AppError `not-found`, `invalid-request`, `firmware-digest`, `firmware-misfit` */
export async function addPart(
  deps: FirmwareDeps,
  owner: Owner,
  sha256: string,
  part: { offset: number; content: string },
): Promise<FirmwareFile> {
  const content = Buffer.from(part.content, 'base64')
  const key = { ownerId: owner.userId, sha256 }
  const end = await deps.store.db.transaction().execute(async (trx) => {
    const file = await lockFile(trx, key)
    if (file === null) throw new AppError('not-found')
    // Sent twice, or out of turn: the answer says where to go on.
    if (part.offset !== file.receivedBytes || file.readyAt !== null) return { file }
    const receivedBytes = file.receivedBytes + content.length
    if (content.length === 0 || content.length > firmwarePartBytes || receivedBytes > file.bytes)
      throw new AppError('invalid-request', { issues: [{ path: 'content', message: 'too long' }] })
    await insertPart(trx, { ...key, startsAt: part.offset, content })
    const isWhole = receivedBytes === file.bytes
    const problem = isWhole ? await findProblem(trx, key, file) : null
    if (problem !== null) {
      await removeFile(trx, key)
      return { problem }
    }
    const readyAt = isWhole ? new Date(deps.clock()) : null
    return { file: await updateFile(trx, key, { receivedBytes, readyAt }) }
  })
  if ('problem' in end) throw end.problem
  return presentFile(end.file)
}

/** What is wrong with a whole file; null: nothing. */
async function findProblem(trx: Trx, key: FileKey, file: FileRow): Promise<AppError | null> {
  const hash = createHash('sha256')
  const heads: Uint8Array[] = []
  let bytes = 0
  for await (const part of readParts(trx, key, 0)) {
    hash.update(part)
    if (bytes < imageHeadBytes) heads.push(part)
    bytes += part.length
  }
  if (bytes !== file.bytes || hash.digest('hex') !== file.sha256) return new AppError('firmware-digest')
  const misfit = findMisfit(recogniseImage(Buffer.concat(heads)), file)
  return misfit === null ? null : new AppError('firmware-misfit', { reason: misfit })
}

/** @throws AppError `not-found`, `firmware-busy` */
export async function deleteFile(deps: FirmwareDeps, owner: Owner, sha256: string): Promise<void> {
  const key = { ownerId: owner.userId, sha256 }
  await deps.store.db.transaction().execute(async (trx) => {
    if ((await lockFile(trx, key)) === null) throw new AppError('not-found')
    if (await hasOpenSeries(trx, key)) throw new AppError('firmware-busy')
    await removeFile(trx, key)
  })
}

/** Called by the job. */
export function forgetOldFiles({ store, clock }: Pick<FirmwareDeps, 'store' | 'clock'>): Promise<number> {
  return removeOldFiles(store.db, new Date(clock() - keptMs))
}
