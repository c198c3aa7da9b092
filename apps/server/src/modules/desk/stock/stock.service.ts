import type { DeskBox, deskStockEndpoints, Supply } from '@shipminer/contract/desk/stock'
import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import { parseSerial } from '@shipminer/domain/stock/serials'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Queryable } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { searchTerms } from '../../../platform/search-terms.ts'
import * as boxes from '../../boxes/boxes.port.ts'
import { findSellable, listAllProducts } from '../../catalogue/catalogue.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

const perPage = 50
const mostEvents = 100

type Query = z.output<typeof deskStockEndpoints.deskBoxes.query & object>
type Addition = z.output<typeof deskStockEndpoints.deskAddBoxes.body & object>
type Change = z.output<typeof deskStockEndpoints.deskChangeBox.body & object>

export async function listStock(
  deps: DeskDeps,
  { search, state, product, order, sort = 'changedAt', direction, page = 1 }: Query,
): Promise<z.input<typeof deskStockEndpoints.deskBoxes.data>> {
  const { db } = deps.store
  const filter = filterOf({ search, state, product, order })
  const rows = await boxes.listBoxes(db, filter, {
    sort,
    isAscending: direction === 'ascending',
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  return {
    boxes: rows.map((row) => presentBox(row, deps.productName)),
    perPage,
    total: await boxes.countBoxes(db, filter),
    byState: await boxes.countByState(db),
    supply: await readSupply(deps),
  }
}

const filterOf = ({
  search,
  state,
  product,
  order,
}: Pick<Query, 'search' | 'state' | 'product' | 'order'>) => ({
  query: search ? searchTerms(search).query : null,
  state: state ?? null,
  productId: product ?? null,
  orderId: order ?? null,
})

/** Those that fit the filters in the order of their serial numbers, as many as are wanted. */
export async function listAllBoxes(
  deps: DeskDeps,
  wanted: Pick<Query, 'search' | 'state' | 'product'>,
  limit: number,
): Promise<DeskBox[]> {
  const page = { sort: 'serial', isAscending: true, limit, offset: 0 } as const
  const rows = await boxes.listBoxes(deps.store.db, filterOf(wanted), page)
  return rows.map((row) => presentBox(row, deps.productName))
}

/** @throws AppError `not-found` */
export async function readBox(deps: DeskDeps, id: string) {
  const events = await boxes.listBoxEvents(deps.store.db, id, mostEvents)
  return {
    box: await requireBox(deps, deps.store.db, id),
    events: events.map(({ id: event, at, operator, what, state, orderNumber, onDay, note }) => ({
      id: String(event),
      at: at.getTime(),
      operator,
      what,
      state,
      orderNumber,
      on: onDay,
      note,
    })),
  }
}

/** What there is of each product of the shop, and which week it promises because of it. */
async function readSupply(deps: DeskDeps): Promise<Supply[]> {
  const { db } = deps.store
  const now = deps.clock()
  const products = (await listAllProducts(db)).filter(({ devOnly, hidden }) => !devOnly && !hidden)
  const ids = products.map(({ id }) => id)
  const free = Map.groupBy(await boxes.listFreeBoxes(db, ids), ({ productId }) => productId)
  const waiting = await boxes.countWaiting(db, ids)
  const weeks = await boxes.weeksFromBoxes(db, ids, { quantity: 1, now })
  const supply: Supply[] = []
  for (const { id, name, stock } of products) {
    const count = (state: DeskBox['state']) => free.get(id)?.filter((box) => box.state === state).length ?? 0
    const sold = await findSellable(db, id, { withDevOnly: false, productName: deps.productName })
    const leadWeeks = weeks.get(id) ?? sold?.leadWeeks ?? null
    supply.push({
      product: { id, name: withBrand(name, deps.productName) },
      free: { ordered: count('ordered'), built: count('built'), tested: count('tested') },
      waiting: waiting.get(id) ?? 0,
      sellable: stock,
      deliveryWeek: leadWeeks === null ? null : deliveryWeek(now, leadWeeks),
      isFromBoxes: weeks.has(id),
    })
  }
  return supply
}

/** Enters boxes; a serial number that is known, or is none, is named and left out. @throws AppError `product-not-found` */
export async function addBoxes(
  deps: DeskDeps,
  operator: Operator,
  { product, serials, state, expectedOn }: Addition,
): Promise<z.input<typeof deskStockEndpoints.deskAddBoxes.data>> {
  const { db } = deps.store
  if (expectedOn !== undefined && state !== 'ordered') throw invalid('expectedOn')
  if (!(await listAllProducts(db)).some(({ id }) => id === product)) throw new AppError('product-not-found')
  const added: string[] = []
  const refused: z.input<typeof deskStockEndpoints.deskAddBoxes.data>['refused'] = []
  await db.transaction().execute(async (trx) => {
    const at = new Date(deps.clock())
    for (const text of new Set(serials)) {
      const serial = parseSerial(text)
      if (serial === null) {
        refused.push({ serial: text, reason: 'not-a-serial' })
        continue
      }
      const id = deps.randomUuid()
      const row = { id, serial, productId: product, state, expectedOn: expectedOn ?? null }
      if (!(await boxes.insertBox(trx, { ...row, createdAt: at, changedAt: at }))) {
        refused.push({ serial, reason: 'known' })
        continue
      }
      await boxes.addBoxEvent(trx, {
        boxId: id,
        at,
        operator: operator.name,
        what: 'add',
        state,
        onDay: expectedOn ?? null,
      })
      await noteAction(deps, trx, operator, {
        action: 'box.add',
        subject: `box ${serial}`,
        reason: [product, state, expectedOn].filter(Boolean).join(' · '),
      })
      added.push(id)
    }
  })
  return { boxes: await presentAll(deps, added), refused }
}

/** @throws AppError `not-found` for the box or the controller */
export async function changeBox(deps: DeskDeps, operator: Operator, id: string, change: Change) {
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await boxes.lockBox(trx, id)
    if (!row) throw new AppError('not-found')
    const { expectedOn, controllerId } = change
    if (controllerId) {
      const known = await trx
        .selectFrom('controllers')
        .select('id')
        .where('id', '=', controllerId)
        .executeTakeFirst()
      if (!known) throw new AppError('not-found')
    }
    const at = new Date(deps.clock())
    await boxes.updateBox(trx, id, {
      changedAt: at,
      ...(expectedOn === undefined ? {} : { expectedOn }),
      ...(controllerId === undefined ? {} : { controllerId }),
    })
    const words = [
      expectedOn !== undefined && `${row.expectedOn ?? '-'} → ${expectedOn ?? '-'}`,
      controllerId !== undefined && `${row.controllerId ?? '-'} → ${controllerId ?? '-'}`,
    ]
    const note = words.filter(Boolean).join(' · ') || null
    await boxes.addBoxEvent(trx, {
      boxId: id,
      at,
      operator: operator.name,
      what: 'change',
      state: row.state,
      note,
    })
    await noteAction(deps, trx, operator, {
      action: 'box.change',
      subject: `box ${row.serial}`,
      reason: note,
    })
    return { box: await requireBox(deps, trx, id) }
  })
}

export async function presentAll(deps: DeskDeps, ids: readonly string[]): Promise<DeskBox[]> {
  const rows: DeskBox[] = []
  for (const id of ids) rows.push(await requireBox(deps, deps.store.db, id))
  return rows
}

async function requireBox(deps: DeskDeps, db: Queryable, id: string): Promise<DeskBox> {
  const row = await boxes.findListedBox(db, id)
  if (!row) throw new AppError('not-found')
  return presentBox(row, deps.productName)
}

function presentBox(row: boxes.ListedBoxRow, productName: string): DeskBox {
  const { firstName, lastName } = Object(row.buyer)
  return {
    id: row.id,
    serial: row.serial,
    product: { id: row.productId, name: withBrand(row.productName, productName) },
    state: row.state,
    expectedOn: row.expectedOn,
    order:
      row.orderId === null || row.orderNumber === null
        ? null
        : {
            id: row.orderId,
            number: row.orderNumber,
            buyerName: [firstName, lastName].filter((name) => typeof name === 'string').join(' '),
          },
    controllerId: row.controllerId,
    installedOn: row.installedOn,
    warrantyUntil: row.warrantyUntil,
    changedAt: row.changedAt.getTime(),
  }
}

const invalid = (field: string) =>
  new AppError('invalid-request', { issues: [{ path: `body.${field}`, message: 'invalid-request' }] })
