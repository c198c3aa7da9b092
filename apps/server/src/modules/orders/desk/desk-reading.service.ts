import type { UnpaidOrder } from '@shipminer/contract/desk/work'
import { unplannedNoticeMs } from '@shipminer/domain/orders/order-expiry'
import { listOrderEvents } from '@shipminer/domain/orders/order-machine'
import { packedLines } from '@shipminer/domain/stock/packed-lines'
import type { Queryable } from '../../../platform/db/store.ts'
import { listBoxesOf } from '../../boxes/boxes.port.ts'
import type { SlipOrder } from '../../invoices/invoices.port.ts'
import { axesOf, buyerOf, languageOf, remainingCents } from '../order-row.ts'
import type { AdvanceDeps, OpeningDeps, ReadingDeps } from '../orders.deps.ts'
import type { DeskOrderSearch, DeskReading } from '../orders.port.ts'
import { presentSummary } from '../orders.presenter.ts'
import {
  countRefunds,
  findOrder,
  listLines,
  listRefunds,
  type OrderRow,
  orderVersion,
  searchRefunds,
} from '../orders.repository.ts'
import { readOrder } from '../read-order.service.ts'
import {
  countInstallations,
  countOrders,
  countOrdersByState,
  countUnpaid,
  listInstallations,
  listOrdersByIds,
  listOrdersToPlan,
  listUnpaid,
  type OrderFilter,
  orderNumbers,
  pageOfOrders,
  searchOrders,
  sumOpenRefunds,
  sumOrdersToPlan,
  sumReceivable,
} from './desk-reading.repository.ts'
import { isOpenToChange, readDistanceSales, readVat } from './vat-treatment.service.ts'

async function readSlip(db: Queryable, id: string): Promise<SlipOrder | null> {
  const row = await findOrder(db, id)
  if (!row) return null
  const { number, placedAt, installationOn } = row
  return {
    number,
    language: languageOf(row),
    buyer: buyerOf(row),
    placedAt: placedAt.toISOString(),
    installationOn,
    lines: packedLines(await listLines(db, [id]), await listBoxesOf(db, [id])),
  }
}

/** Orders as the desk reads them: what buyers see, and what the provider may do. */
export function createDeskReading(
  deps: ReadingDeps & Pick<OpeningDeps, 'store'> & Pick<AdvanceDeps, 'clock' | 'vatTreatments'>,
): DeskReading {
  const present = async (rows: readonly OrderRow[]) => {
    const { db } = deps.store
    const ids = rows.map(({ id }) => id)
    const linesOf = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId)
    const intents = ids.length === 0 ? new Map<string, string>() : await deps.payments.intentIds(db, ids)
    return rows.map((row) => {
      const { company, country } = buyerOf(row)
      return {
        ...presentSummary(row, {
          lines: linesOf.get(row.id) ?? [],
          paymentIntentId: intents.get(row.id) ?? null,
        }),
        buyerName: nameOf(row),
        company,
        country,
        installationOn: row.installationOn,
      }
    })
  }
  const lapseUntil = () => new Date(deps.clock() + unplannedNoticeMs)
  const waitsOf = ({ waits }: Pick<DeskOrderSearch, 'waits'>): Pick<OrderFilter, 'waits'> => ({
    waits: waits?.for === 'payment' ? { for: 'payment', lapseUntil: lapseUntil() } : waits,
  })
  return {
    search: async (search) => present(await searchOrders(deps.store.db, { ...search, ...waitsOf(search) })),
    async page(filter, wanted) {
      const { rows, ...counts } = await pageOfOrders(deps.store.db, { ...filter, ...waitsOf(filter) }, wanted)
      return { orders: await present(rows), ...counts }
    },
    byIds: async (ids) => present(await listOrdersByIds(deps.store.db, ids)),
    count: async (filter) => ({
      total: await countOrders(deps.store.db, { ...filter, ...waitsOf(filter) }),
      byState: await countOrdersByState(deps.store.db),
    }),
    async read(db, id) {
      const row = await findOrder(db, id)
      if (!row) return null
      return {
        order: await readOrder(deps, db, row, 'provider'),
        possible: listOrderEvents(axesOf(row), 'provider'),
        refunds: await listRefunds(db, row.id),
        vat: await readVat(deps, db, row),
        version: await orderVersion(db, row.id),
        canCorrect: isOpenToChange(row),
      }
    },
    slip: readSlip,
    numbersOf: orderNumbers,
    async toPlan(limit) {
      const { db } = deps.store
      const first = await listOrdersToPlan(db, limit)
      return { ...(await sumOrdersToPlan(db)), first: first.map(presentWithBuyer) }
    },
    async installations(until, limit) {
      const { db } = deps.store
      const rows = await listInstallations(db, until, limit)
      const ids = rows.map(({ id }) => id)
      const linesOf = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId)
      return rows.map((row) => ({
        ...presentWithBuyer(row),
        on: row.installationOn ?? until,
        lines: (linesOf.get(row.id) ?? []).map(({ quantity, name }) => ({ quantity, name })),
      }))
    },
    countInstallations: (until) => countInstallations(deps.store.db, until),
    openRefunds: () => sumOpenRefunds(deps.store.db),
    countUnpaid: () => countUnpaid(deps.store.db, lapseUntil()),
    unpaid: async (limit) => (await listUnpaid(deps.store.db, lapseUntil(), limit)).map(presentUnpaid),
    distanceSales: () => readDistanceSales(deps, deps.store.db),
    receivableCents: () => sumReceivable(deps.store.db),
    refunds: async (search) =>
      (await searchRefunds(deps.store.db, search)).map((row) => ({ ...row, buyerName: nameOf(row) })),
    countRefunds: () => countRefunds(deps.store.db),
  }
}

const presentUnpaid = (row: OrderRow): UnpaidOrder => ({
  ...presentWithBuyer(row),
  ...whyUnpaid(row),
  remainingCents: remainingCents(row),
})

function whyUnpaid(row: OrderRow): Pick<UnpaidOrder, 'why' | 'at'> {
  if (row.state === 'confirmed' && row.expiresAt !== null)
    return { why: 'lapses', at: row.expiresAt.getTime() }
  if (row.method === 'pay_on_delivery')
    return { why: 'installed', at: (row.installedAt ?? row.updatedAt).getTime() }
  return { why: 'on-hold', at: row.updatedAt.getTime() }
}

function presentWithBuyer(row: Pick<OrderRow, 'id' | 'number' | 'buyer'>) {
  return { id: row.id, number: row.number, buyerName: nameOf(row) }
}

function nameOf(row: Pick<OrderRow, 'buyer'>): string {
  const { firstName, lastName } = buyerOf(row)
  return `${firstName} ${lastName}`.trim()
}
