import type { providerOrderEndpoints, WhySkipped } from '@shipminer/contract/control/provider-orders'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import type * as mini from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { ProviderOrders } from '../../control/control.port.ts'
import { type DeskMinerRow, healthOf, listDeskMiners } from '../../fleet/fleet.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

type Body = mini.output<typeof providerOrderEndpoints.deskOrderFleet.body & object>
type Answer = mini.input<typeof providerOrderEndpoints.deskOrderFleet.data>
type Deps = Pick<DeskDeps, 'store' | 'clock' | 'offlineAfterMs'> & { providerOrders: ProviderOrders }

const atOnce = 500
const most = 2_000

/** Asks miners that an operator chose to do something, where their owners let the provider; recorded with the reason for each owner. */
export async function orderFleet(
  deps: Deps,
  operator: Operator,
  { orderId, action, reason, isTrial = false, minerIds, ...filter }: Body,
): Promise<Answer> {
  const skipped: Partial<Record<WhySkipped, number>> = {}
  const skippedMiners: Answer['skippedMiners'] = []
  let given = 0
  const { rows, hasMore } = await choose(
    deps,
    minerIds === undefined ? filter : { ids: minerIds.map(Number) },
  )
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce)
    const resting = new Map(part.map((row) => [row.id, whyLeftAlone(deps, row, action)]))
    const free = part.filter(({ id }) => resting.get(id) === null)
    const answer = await deps.providerOrders.orderByProvider(
      operator,
      { id: orderId, action },
      free.map(({ id }) => id),
      {
        isTrial,
        note: async (trx, owners) => {
          for (const [owner, count] of owners)
            await noteAction(deps, trx, operator, {
              action: `fleet.${action}`,
              subject: `owner ${owner}`,
              reason: `${count} · ${reason}`,
            })
        },
      },
    )
    given += answer.given.length
    const refused = new Map(answer.skipped.map(({ id, why }) => [id, why]))
    const leftOut: Parameters<ProviderOrders['keepLeftOutOf']>[1][number][] = []
    for (const row of part) {
      const why = refused.get(row.id) ?? resting.get(row.id)
      if (!why) continue
      skipped[why] = (skipped[why] ?? 0) + 1
      const { controllerId, controllerName } = row
      leftOut.push({ id: row.id, controllerId, why })
      skippedMiners.push({
        id: String(row.id),
        name: minerName({ ...row, worker: null }),
        ...{ controllerId, controllerName, why },
      })
    }
    if (!isTrial) await deps.providerOrders.keepLeftOutOf(orderId, leftOut, answer.given)
  }
  if (!isTrial && rows.length > 0) await deps.providerOrders.keepProviderOrder(orderId)
  return { given, skipped, skippedMiners, hasMore }
}

/** The owner's stop, quiet hours, rules and the generator are above the provider; to show itself disturbs nothing. */
function whyLeftAlone(
  { clock, offlineAfterMs }: Deps,
  row: DeskMinerRow,
  action: Body['action'],
): WhySkipped | null {
  const now = clock()
  if (row.lastSeenAt === null || now - row.lastSeenAt.getTime() > offlineAfterMs) return 'silent'
  if (action === 'locate') return null
  if (row.stoppedAt !== null) return 'stopped'
  const isCommandedToRest = row.followerCommand === 'rest' || row.ruleCommand === 'rest'
  return isCommandedToRest || healthOf(row, now, offlineAfterMs) === 'curtailed' ? 'resting' : null
}

type Chosen = Omit<Body, 'orderId' | 'action' | 'reason' | 'isTrial' | 'minerIds'> & {
  ids?: readonly number[]
}

/** The miners that match, oldest first, no more than one order takes. */
async function choose(
  { store, clock, offlineAfterMs }: Deps,
  { health, ...filter }: Chosen,
): Promise<{ rows: DeskMinerRow[]; hasMore: boolean }> {
  const rows: DeskMinerRow[] = []
  const now = clock()
  const canHave = health && { health, now, offlineAfterMs }
  for (let after = 0; rows.length <= most; ) {
    const part = await listDeskMiners(store.db, { ...filter, canHave, after }, atOnce)
    rows.push(...part.filter((row) => health === undefined || healthOf(row, now, offlineAfterMs) === health))
    after = part.at(-1)?.id ?? after
    if (part.length < atOnce) break
  }
  return { rows: rows.slice(0, most), hasMore: rows.length > most }
}
