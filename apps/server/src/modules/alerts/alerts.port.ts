import type { Alert } from '@shipminer/contract/mining'
import { AlertSchema } from '@shipminer/contract/mining'
import { OtherMeterSchema } from '@shipminer/contract/power/environment'
import { type DeviceFault, DeviceFaultsSchema } from '@shipminer/contract/telemetry'
import { alertKinds } from '@shipminer/domain/alerts/alert-kinds'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import type { Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import { type MailTextKey, mailText } from '../../platform/mail/mail-texts.ts'
import type { Right } from '../ships/ships.port.ts'
import { type AlertRow, countAlerts, insertControllerEvent, listAlerts } from './alerts.repository.ts'

/** Unresolved alerts: the worst of them, and how many there are. */
export type OpenAlerts = { worst: Alert[]; count: number }

const worstListed = 200

/** Unresolved alerts of the boxes that somebody has a right to, the worst first. */
export async function openAlerts({ db }: Store, userId: string, right: Right = 'own'): Promise<OpenAlerts> {
  const rows = await listAlerts(db, userId, right, { status: 'open', limit: worstListed })
  const count =
    rows.length < worstListed ? rows.length : await countAlerts(db, userId, right, { status: 'open' })
  return { worst: presentAlerts(rows), count }
}

/** What can befall the memory of a box. */
export type MemoryAlert = 'memory-restored' | 'key-shared'

/** Tells of something that befell a controller: once, until somebody has dealt with it, and not to an owner who does not want to hear of it. */
export async function raiseControllerEvent(
  store: Store,
  event: { controllerId: string; kind: MemoryAlert; at: Date },
): Promise<void> {
  const { controllerId } = event
  await store.db.transaction().execute(async (trx) => {
    const { severity } = alertKinds[event.kind]
    if (await insertControllerEvent(trx, { ...event, severity }))
      await store.notify('alerts', JSON.stringify({ controllerId }), trx)
  })
}

/** What is wrong, in words: “Miner 3 is too hot”. */
export function alertSentence(
  language: Language,
  { kind, minerName, controllerName }: Pick<Alert, 'kind' | 'minerName' | 'controllerName'>,
): string {
  return mailText(language, `alert.${kind}` as MailTextKey, { name: minerName ?? controllerName })
}

/** An alert as pages see it. */
export const presentAlert = (row: AlertRow): Alert => AlertSchema.parse(describeAlert(row))

/** Those that can be shown. One that this version cannot read, such as of a kind that a later one brought, hides no other. */
export const presentAlerts = (rows: readonly AlertRow[]): Alert[] =>
  rows.flatMap((row) => AlertSchema.safeParse(describeAlert(row)).data ?? [])

function describeAlert(row: AlertRow) {
  return {
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    status: row.status,
    minerId: row.minerId === null ? null : String(row.minerId),
    minerName:
      row.minerId === null
        ? null
        : minerName({
            id: row.minerId,
            name: row.minerName,
            worker: row.minerWorker,
            model: row.minerModel,
            make: row.minerMake,
          }),
    faults: faultsOfDetail(row.detail),
    otherMeter: otherMeterOfDetail(row.detail),
    controllerId: row.controllerId,
    controllerName: row.controllerName,
    standsFor: row.standsFor ?? null,
    raisedAt: row.raisedAt.getTime(),
    resolvedAt: row.resolvedAt?.getTime() ?? null,
    escalatedAt: row.escalatedAt?.getTime() ?? null,
  }
}

/** What a device said of itself when an alert was raised; other alerts have none. */
export function faultsOfDetail(detail: unknown): DeviceFault[] {
  const faults = typeof detail === 'object' && detail !== null && 'faults' in detail ? detail.faults : []
  return DeviceFaultsSchema.safeParse(faults).data ?? []
}

/** What showed that another meter answered than the one that was checked; other alerts have none. */
export function otherMeterOfDetail(detail: unknown): OtherMeter | null {
  const stored =
    typeof detail === 'object' && detail !== null && 'otherMeter' in detail ? detail.otherMeter : null
  return OtherMeterSchema.safeParse(stored).data ?? null
}
