import type { AttachedData } from '@shipminer/contract/attached-data'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { presentAlerts } from '../alerts/alerts.port.ts'
import {
  historyHours,
  presentAttachedCommand,
  presentAttachedController,
  presentAttachedMiner,
} from './attached-data.presenter.ts'
import {
  findMinerSubject,
  findShipSubject,
  listAttachedAlerts,
  listAttachedCommands,
  listAttachedControllers,
  listAttachedMiners,
  listAway,
  listControllerIds,
  listHours,
  type ReportSubject,
} from './attached-data.repository.ts'

const hourMs = 3_600_000
const pastMs = 7 * 24 * hourMs
/** Maximum number of miners attached in full to one report; of the rest only the number is attached. */
const attachedMiners = 300
const attachedAlerts = 200
const attachedCommands = 50

export type Scope = { minerId?: string | undefined; shipId?: string | undefined }

/** @throws AppError `not-found` for what is not the owner's; `invalid-request` for a miner and a ship at once */
export async function findSubject(db: Queryable, ownerId: string, scope: Scope): Promise<ReportSubject> {
  const { minerId, shipId } = scope
  if (minerId !== undefined && shipId !== undefined)
    throw new AppError('invalid-request', { issues: [{ path: 'shipId', message: 'a miner or a ship' }] })
  const subject =
    minerId !== undefined
      ? await findMinerSubject(db, ownerId, Number(minerId))
      : shipId !== undefined
        ? await findShipSubject(db, ownerId, shipId)
        : {
            shipId: null,
            shipName: null,
            minerId: null,
            controllerIds: await listControllerIds(db, ownerId),
          }
  if (!subject) throw new AppError('not-found')
  return subject
}

/** Everything known about a subject at present, to be attached to a report. */
export async function takeData(
  db: Queryable,
  subject: ReportSubject,
  { now, offlineAfterMs }: { now: number; offlineAfterMs: number },
): Promise<AttachedData> {
  const { controllerIds } = subject
  const historyFrom = (Math.floor(now / hourMs) - historyHours + 1) * hourMs
  const since = new Date(now - pastMs)
  const [rows, controllers, away, alerts, commands] = await Promise.all([
    listAttachedMiners(db, subject),
    listAttachedControllers(db, controllerIds),
    listAway(db, controllerIds, since),
    listAttachedAlerts(db, subject, since, attachedAlerts),
    listAttachedCommands(db, subject, since, attachedCommands),
  ])
  const shown = rows.slice(0, attachedMiners)
  const minerIds = shown.map(({ id }) => id)
  const hours = Map.groupBy(
    await listHours(db, { controllerIds, minerIds, from: new Date(historyFrom) }),
    ({ minerId }) => minerId,
  )
  const pollIntervals = new Map(controllers.map(({ id, pollIntervalMs }) => [id, pollIntervalMs]))
  const awayOf = Map.groupBy(away, ({ controllerId }) => controllerId)
  return {
    takenAt: now,
    historyFrom,
    shipName: subject.shipName,
    minerCount: rows.length,
    miners: shown.map((row) =>
      presentAttachedMiner(row, hours.get(row.id) ?? [], {
        now,
        historyFrom,
        offlineAfterMs,
        pollIntervalMs: pollIntervals.get(row.controllerId) ?? null,
      }),
    ),
    controllers: controllers.map((row) => presentAttachedController(row, awayOf.get(row.id) ?? [], now)),
    alerts: presentAlerts(alerts),
    commands: commands.map(presentAttachedCommand),
  }
}
