import { randomBytes, randomUUID } from 'node:crypto'
import { judgeSpool, nextTurn, type SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import type { Queryable } from '../../platform/db/store.ts'
import { findEpoch, giveMark, startEpoch } from './batches/spool-epochs.repository.ts'
import type { MetMemory, ShownMemory } from './telemetry.port.ts'

const serverEpochPrefix = 'server-'

/** The caller holds the lock of the controller. */
export async function meetMemory(
  trx: Queryable,
  controllerId: string,
  { epoch, mark, lastSeq }: ShownMemory,
  at: Date,
): Promise<MetMemory> {
  if (epoch === undefined) return meetWithoutEpoch(trx, controllerId, lastSeq, at)
  const known = await findEpoch(trx, controllerId, epoch)
  const verdict = judgeSpool({ mark, lastSeq }, known)
  if (verdict === 'restored' || verdict === 'cloned') return { conflict: verdict, epochId: null, mark: null }
  if (verdict === 'unsaved') return { conflict: null, epochId: null, mark: null }
  const epochId = known?.id ?? (await startEpoch(trx, { controllerId, epoch, at }))
  const given: SpoolMark = { turn: nextTurn(mark, known), token: randomBytes(12).toString('base64url') }
  await giveMark(trx, epochId, { kept: mark, given })
  return { conflict: null, epochId, mark: given }
}

/** The server keeps an epoch for such a box. It starts a new one when the numbers went back, because the box would not understand the order to. */
async function meetWithoutEpoch(
  trx: Queryable,
  controllerId: string,
  lastSeq: number | null,
  at: Date,
): Promise<MetMemory> {
  const current = await findEpoch(trx, controllerId)
  const isOwn = current?.epoch.startsWith(serverEpochPrefix) === true
  const isBehind = isOwn && (lastSeq ?? 0) < current.lastSeq
  const epochId = isOwn && !isBehind ? current.id : await startServerEpoch(trx, controllerId, at)
  return { conflict: isBehind ? 'restored' : null, epochId, mark: null }
}

export function startServerEpoch(trx: Queryable, controllerId: string, at: Date): Promise<number> {
  return startEpoch(trx, { controllerId, epoch: `${serverEpochPrefix}${randomUUID()}`, at })
}

/** The epoch of a box that shows none. */
export async function serverEpoch(trx: Queryable, controllerId: string, at: Date): Promise<number> {
  const { epochId } = await meetWithoutEpoch(trx, controllerId, Number.MAX_SAFE_INTEGER, at)
  return epochId ?? 0
}
