import { bindTo } from '../../platform/bind-to.ts'
import { passQuestionsOn } from './ask-box.ts'
import {
  configureMiner,
  controlMany,
  controlMiner,
  endOverdueCommands,
  readHistory,
  readState,
  restoreSettings,
} from './commands.service.ts'
import type { ControlDeps } from './control.deps.ts'
import type { ControllerLine, ControlPort } from './control.port.ts'
import * as repository from './control.repository.ts'
import { createAsks } from './controller-asks.ts'
import {
  addDevice,
  assignController,
  describeMany,
  logChange,
  removeDevice,
  testConnection,
  updateDevice,
} from './devices.service.ts'
import { readLogins, removeLogin, setLogin, storeLogins } from './logins/logins.service.ts'
import { orderMany, readOrderToMany } from './order-many.service.ts'
import {
  keepLeftOutOf,
  keepProviderOrder,
  orderByProvider,
  readProviderOrder,
} from './provider-orders.service.ts'
import { listShipStrangers, noteStranger, storeStrangers } from './strangers/strangers.service.ts'

/** Commands to controllers: stored, signed, sent over whichever line exists, and never considered done before the ship reports it. */
export async function createControl(deps: ControlDeps) {
  const { store, clock } = deps
  const lines = new Map<string, OpenLine>()

  const asks = await createAsks({
    store,
    clock,
    deliver({ controllerId, ...question }) {
      const open = lines.get(controllerId)
      open?.line.send({ type: 'ask', ...question })
      return open !== undefined
    },
  })
  const stopQuestions = await passQuestionsOn(store, (controllerId) => lines.get(controllerId)?.line)
  const stopListening = await store.listen('commands', (controllerId) => {
    const open = lines.get(controllerId)
    if (open) void deliverInTurn(deps, open, ['queued'])
  })

  return {
    ...bindTo(deps, {
      control: controlMiner,
      restore: restoreSettings,
      state: readState,
      configure: configureMiner,
      bulk: controlMany,
      orderMany,
      orderToMany: readOrderToMany,
      orderByProvider,
      readProviderOrder,
      keepLeftOutOf,
      keepProviderOrder,
      history: readHistory,
      sweep: endOverdueCommands,
      updateDevice,
      describeMany,
      removeDevice,
      assign: assignController,
      logChange,
      storeStrangers,
      shipStrangers: listShipStrangers,
      noteStranger,
      storeLogins,
      logins: readLogins,
      setLogin,
      removeLogin,
    }),
    ...bindTo({ ...deps, asks }, { testConnection, addDevice }),
    onAnswer: asks.onAnswer,

    async lineUp(line: ControllerLine): Promise<() => void> {
      const open: OpenLine = { line, delivered: Promise.resolve() }
      lines.set(line.controllerId, open)
      // What was sent on a line that broke may not have arrived; a controller executes each id once.
      await deliverInTurn(deps, open, ['queued', 'sent'])
      return () => {
        if (lines.get(line.controllerId) === open) lines.delete(line.controllerId)
      }
    },

    async storeReports(trx, controllerId, reports, correctTime) {
      await repository.applyReports(
        trx,
        controllerId,
        reports.map((report) => ({ ...report, at: new Date(correctTime(report.at)) })),
      )
    },

    async noteConnection(db, controllerId, detail, at) {
      await repository.logChanges(db, [
        { controllerId, minerId: null, at, kind: 'connection', event: 'connected', actorId: null, detail },
      ])
    },

    async close(): Promise<void> {
      await Promise.all([stopListening(), stopQuestions(), asks.close()])
    },
  } satisfies ControlPort & Record<string, unknown>
}

/** A line, and the end of the last delivery that was asked of it. */
type OpenLine = { readonly line: ControllerLine; delivered: Promise<void> }

/** Deliveries on a line follow one another: two at once would both send what neither has marked as sent yet. */
function deliverInTurn(
  deps: ControlDeps,
  open: OpenLine,
  states: readonly ('queued' | 'sent')[],
): Promise<void> {
  open.delivered = open.delivered.then(() => deliverCommands(deps, open.line, states))
  return open.delivered
}

/** Never fails: what could not be sent is logged. */
async function deliverCommands(
  { store, clock, logger }: ControlDeps,
  line: ControllerLine,
  states: readonly ('queued' | 'sent')[],
): Promise<void> {
  try {
    const orders = await repository.listDeliverable(store.db, line.controllerId, new Date(clock()), states)
    for (const { orderText } of orders)
      line.send({ type: 'command', order: orderText, signature: line.sign(orderText) })
    await repository.markSent(
      store.db,
      orders.map(({ id }) => id),
    )
  } catch (error) {
    // Nothing is lost: what stays queued is sent when the line comes back.
    logger.error({ err: error, controllerId: line.controllerId }, 'commands not sent')
  }
}
