import {
  type FirmwareOrder,
  type FirmwareProgress,
  FirmwareReasonSchema,
} from '@shipminer/contract/control/firmware'
import type { FirmwareMiner, FirmwareSeries } from '@shipminer/contract/control/firmware-calls'
import { firmwareFamilyOf, isSameFirmware } from '@shipminer/domain/firmware/families'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { FirmwareDeps, Owner } from './firmware.deps.ts'
import { type FileRow, listFiles, lockFile } from './firmware-files.repository.ts'
import { mostAccountBytes, presentFile } from './firmware-files.service.ts'
import * as repository from './firmware-series.repository.ts'

/** How long an order may wait for a ship without a line, as for commands. */
export const orderLifetimeMs = 10 * 60_000
/** After this silence of a box its series is given up, so that another one can be ordered. */
const silenceMs = 7 * 86_400_000
const shownSeries = 20

export const firmwareChannel = 'firmware'

type KeptMiner = { id: number; deviceKey: string }

export async function readFirmware(deps: FirmwareDeps, { userId }: Owner) {
  const { db } = deps.store
  const [files, miners, series] = await Promise.all([
    listFiles(db, userId),
    repository.listMiners(db, userId),
    repository.listSeries(db, userId, shownSeries),
  ])
  return {
    serverTime: deps.clock(),
    usedBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    mostBytes: mostAccountBytes,
    files: files.map(presentFile),
    miners: miners.map(presentMiner),
    series: series.map((row) => presentSeries(row, { files, miners })),
  }
}

function presentMiner(row: repository.MinerRow): FirmwareMiner {
  return {
    id: String(row.id),
    name: nameOf(row),
    controllerId: row.controllerId,
    family: firmwareFamilyOf(row.driver),
    make: row.make,
    model: row.model,
    version: row.firmware,
  }
}

function nameOf({ id, name, called, model, make, detail }: repository.MinerRow): string {
  const pools = (detail as { pools?: { active?: boolean; user?: string | null }[] } | null)?.pools
  return minerName({
    id,
    name,
    called,
    model,
    make,
    worker: pools?.find(({ active }) => active)?.user ?? null,
  })
}

function presentSeries(
  row: repository.SeriesRow,
  { files, miners }: { files: readonly FileRow[]; miners: readonly repository.MinerRow[] },
): FirmwareSeries {
  const file = row.file as FirmwareOrder['file']
  const byDevice = new Map((row.devices as FirmwareProgress['devices']).map((one) => [one.deviceKey, one]))
  return {
    id: row.id,
    controllerId: row.controllerId,
    file,
    state: row.state,
    reason: FirmwareReasonSchema.safeParse(row.reason).data ?? null,
    fetchedPercent: row.fetchedPercent,
    issuedAt: row.issuedAt.getTime(),
    changedAt: row.changedAt.getTime(),
    isCancelled: row.isCancelled,
    miners: (row.miners as KeptMiner[]).map(({ id, deviceKey }) => {
      const miner = miners.find((one) => one.id === id)
      const one = byDevice.get(deviceKey)
      const before = one?.versionBefore ?? null
      return {
        id: miner === undefined ? null : String(id),
        name: miner === undefined ? deviceKey : nameOf(miner),
        state: one?.state ?? (repository.isOpen(row) ? 'waiting' : 'untouched'),
        reason: one?.reason ?? null,
        versionBefore: before,
        version: one?.version ?? null,
        wayBack: before === null ? null : findWayBack(files, file, before),
      }
    }),
  }
}

/** A file of the same owner that brings a miner back to the version that it had. */
function findWayBack(
  files: readonly FileRow[],
  now: FirmwareOrder['file'],
  versionBefore: string,
): string | null {
  const back = files.find(
    ({ family, model, version, readyAt }) =>
      readyAt !== null &&
      family === now.family &&
      model === now.model &&
      isSameFirmware(family, version, versionBefore),
  )
  return back === undefined || back.sha256 === now.sha256 ? null : back.sha256
}

/** @throws AppError `not-found`, `invalid-request`, `firmware-other-model`, `firmware-busy` */
export async function startSeries(
  deps: FirmwareDeps,
  { userId }: Owner,
  wanted: { sha256: string; minerIds: readonly string[] },
): Promise<{ id: string }> {
  const id = deps.randomUuid()
  const ids = [...new Set(wanted.minerIds)].map(Number)
  try {
    await deps.store.db.transaction().execute(async (trx) => {
      const file = await lockFile(trx, { ownerId: userId, sha256: wanted.sha256 })
      if (file === null || file.readyAt === null) throw new AppError('not-found')
      const own = await repository.listMiners(trx, userId)
      const miners = ids.map((minerId) => own.find((one) => one.id === minerId))
      const chosen = miners.filter((one) => one !== undefined)
      if (chosen.length < ids.length) throw new AppError('not-found')
      const [controllerId = '', ...others] = new Set(chosen.map((one) => one.controllerId))
      if (others.length > 0)
        throw new AppError('invalid-request', { issues: [{ path: 'minerIds', message: 'of one box' }] })
      if (chosen.some(({ driver, model }) => driver !== file.family || model !== file.model))
        throw new AppError('firmware-other-model')
      const { sha256, bytes, family, model, version, name } = file
      const issuedAt = deps.clock()
      const order: FirmwareOrder = {
        kind: 'firmware',
        id,
        controllerId,
        deviceKeys: chosen.map(({ deviceKey }) => deviceKey),
        file: { sha256, bytes, family, model, version, name },
        issuedAt,
        expiresAt: issuedAt + orderLifetimeMs,
      }
      const orderText = JSON.stringify(order)
      const kept: KeptMiner[] = chosen.map(({ id: minerId, deviceKey }) => ({ id: minerId, deviceKey }))
      await repository.insertSeries(trx, {
        ...{ id, ownerId: userId, controllerId, sha256, orderText, state: 'ordered' },
        ...{ file: JSON.stringify(order.file), miners: JSON.stringify(kept), devices: '[]' },
        signature: deps.keys.sign(orderText),
        ...{
          issuedAt: new Date(issuedAt),
          expiresAt: new Date(order.expiresAt),
          changedAt: new Date(issuedAt),
        },
      })
      await deps.store.notify(firmwareChannel, controllerId, trx)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('firmware-busy') : error
  }
  return { id }
}

/** @throws AppError `not-found` */
export async function cancelSeries(deps: FirmwareDeps, { userId }: Owner, id: string): Promise<void> {
  const controllerId = await repository.markCancelled(deps.store.db, userId, id)
  if (controllerId === null) throw new AppError('not-found')
  await deps.store.notify(firmwareChannel, controllerId)
}

export async function storeProgress(
  { store, clock }: Pick<FirmwareDeps, 'store' | 'clock'>,
  controllerId: string,
  message: FirmwareProgress,
): Promise<void> {
  const at = new Date(clock())
  await store.db.transaction().execute(async (trx) => {
    const series = await repository.storeProgress(trx, controllerId, message, at)
    if (series === null) return
    const away = message.devices.filter(({ state }) => ['sending', 'restarting', 'confirmed'].includes(state))
    await repository.noteUpdating(
      trx,
      controllerId,
      away.map(({ deviceKey }) => deviceKey),
      at,
    )
  })
}

/** Called by the job. */
export async function endSilentSeries({
  store,
  clock,
}: Pick<FirmwareDeps, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  await repository.endSilent(store.db, new Date(now), new Date(now - silenceMs))
}
