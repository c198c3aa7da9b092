import type { SetAsideEntry } from '@shipminer/contract/desk/set-aside'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { BatchExtra, SetAsidePort } from '../telemetry/telemetry.port.ts'

export type SetAsideDeps = {
  store: Store
  clock: () => number
  telemetry: SetAsidePort
  /** What other modules store of a batch. */
  extras: readonly BatchExtra[]
}

export async function readSetAside({ telemetry, clock }: SetAsideDeps) {
  const { entries, total, unkeptRows } = await telemetry.unseenSetAside()
  return {
    serverTime: clock(),
    entries: entries.map(
      ({ at, rowCount, ...entry }): SetAsideEntry => ({ ...entry, at: at.getTime(), rows: rowCount }),
    ),
    total,
    unkeptRows,
  }
}

/** @throws AppError `not-found` */
export async function settleSetAside(
  deps: SetAsideDeps,
  operator: Operator,
  id: number,
  { action, reason }: { action: 'seen' | 'retry'; reason: string },
): Promise<{ left: number }> {
  const { clock, telemetry, extras } = deps
  const settled = await telemetry.settleSetAside(
    {
      id,
      action,
      now: clock(),
      note: (trx, controllerId) =>
        noteAction(deps, trx, operator, {
          action: `set-aside.${action}`,
          subject: `controller ${controllerId}`,
          reason,
        }),
    },
    extras,
  )
  if (!settled) throw new AppError('not-found')
  return settled
}
