import {
  type Command,
  CommandSchema,
  type LogEntry,
  LogEntrySchema,
  ShownParametersSchema,
} from '@shipminer/contract/control'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type { CommandListRow } from './control.repository.ts'
import type { HistoryRow } from './history.repository.ts'

/** A command as pages see it; passwords are never stored with it. */
export function presentCommand(row: CommandListRow): Command {
  const pools = (row.minerDetail as { pools?: { active?: boolean; user?: string | null }[] } | null)?.pools
  return CommandSchema.parse({
    id: row.id,
    controllerId: row.controllerId,
    minerId: row.minerId === null ? null : String(row.minerId),
    minerName:
      row.minerId === null
        ? null
        : minerName({
            id: row.minerId,
            name: row.minerName,
            called: row.minerCalled,
            model: row.minerModel,
            make: row.minerMake,
            worker: pools?.find(({ active }) => active)?.user ?? null,
          }),
    action: row.action,
    parameters: ShownParametersSchema.parse(row.parameters),
    state: row.state,
    reason: row.reason,
    issuedBy: row.byProvider ? null : row.issuedByName,
    issuedByKey: row.issuedByKey,
    byProvider: row.byProvider,
    issuedAt: row.issuedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
    restorable: row.restorable,
  })
}

/** A line of the history as pages see it. */
export function presentEntry(row: HistoryRow): LogEntry {
  return LogEntrySchema.parse({
    id: row.id,
    at: row.at.getTime(),
    kind: row.kind,
    event: row.event,
    state: row.state,
    controllerId: row.controllerId,
    controllerName: row.controllerName,
    minerId: row.minerId === null ? null : String(row.minerId),
    minerName:
      row.minerId === null
        ? null
        : minerName({
            id: row.minerId,
            name: row.minerName,
            model: row.minerModel,
            make: row.minerMake,
            worker: row.minerWorker,
          }),
    actor: row.byProvider ? null : row.actor,
    actorKey: row.actorKey,
    byProvider: row.byProvider,
    detail: row.detail,
  })
}
