import type { BoxAction, BoxRefusal, deskStockEndpoints } from '@shipminer/contract/desk/stock'
import { type BoxState, hasReached } from '@shipminer/domain/stock/box-stock'
import { parseSerial } from '@shipminer/domain/stock/serials'
import { warrantyUntil } from '@shipminer/domain/stock/supply'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Trx } from '../../../platform/db/store.ts'
import * as boxes from '../../boxes/boxes.port.ts'
import { sellerDay } from '../../invoices/invoices.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import { type LockedOrder, OrderRefused } from '../../orders/orders.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { decideMove, type Moved } from './move-box.policy.ts'
import { presentAll } from './stock.service.ts'

type Move = z.output<typeof deskStockEndpoints.deskMoveBoxes.body & object>
type Answer = z.input<typeof deskStockEndpoints.deskMoveBoxes.data>
type Job = Omit<Move, 'serials'> & { operator: Operator }

/** The box is where it was; thrown, so that nothing of the transaction stays. */
class Refused extends Error {
  readonly reason: BoxRefusal
  constructor(reason: BoxRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Moves each of the boxes for itself: what one is refused for does not keep the others. */
export async function moveBoxes(
  deps: DeskDeps,
  operator: Operator,
  { serials, ...move }: Move,
): Promise<Answer> {
  const ids: string[] = []
  const refused: Answer['refused'] = []
  for (const text of new Set(serials)) {
    try {
      const id = await moveOne(deps, text, { ...move, operator })
      if (id !== null) ids.push(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ serial: text, reason: error.reason })
    }
  }
  return { boxes: await presentAll(deps, ids), refused }
}

/** @returns the id of the box; null: it is gone @throws Refused */
async function moveOne(deps: DeskDeps, text: string, job: Job): Promise<string | null> {
  const serial = parseSerial(text)
  if (serial === null) throw new Refused('not-a-serial')
  const { db } = deps.store
  const found = await boxes.findBoxBySerial(db, serial)
  if (!found) throw new Refused('unknown')
  const number =
    job.order ?? (found.orderId && (await deps.reading.numbersOf(db, [found.orderId])).get(found.orderId))
  if (!number || job.action === 'remove')
    return db.transaction().execute((trx) => moveLocked(deps, trx, found.id, job, null))
  try {
    const done = await deps.orders.withLocked(number, async (order) => {
      const id = await moveLocked(deps, order.trx, found.id, job, order)
      await tellOrder(order, job)
      return { id }
    })
    if (done === null) throw new Refused('order-unknown')
    return done.id
  } catch (error) {
    if (error instanceof OrderRefused) throw new Refused('order-not-ready')
    throw error
  }
}

async function moveLocked(
  deps: DeskDeps,
  trx: Trx,
  id: string,
  job: Job,
  order: LockedOrder | null,
): Promise<string | null> {
  const { action, operator, note } = job
  const box = await boxes.lockBox(trx, id)
  if (!box) throw new Refused('unknown')
  // Somebody gave it to another order while this one was being locked.
  if (job.order === undefined && action !== 'remove' && box.orderId !== (order?.id ?? null))
    throw new Refused('other-order')
  const audit = (reason: (string | undefined)[]) =>
    noteAction(deps, trx, operator, {
      action: `box.${action}`,
      subject: `box ${box.serial}`,
      reason: reason.filter(Boolean).join(' · ') || null,
    })
  if (action === 'remove') {
    if (box.state !== 'ordered' || box.orderId !== null) throw new Refused('wrong-state')
    await audit([note])
    await boxes.deleteBox(trx, id)
    return null
  }
  const others = order === null ? [] : await boxes.listBoxesOf(trx, [order.id])
  const decision = decideMove(
    box,
    action,
    order && { ...order, others: others.filter((one) => one.id !== id) },
  )
  if (!decision.ok) throw new Refused(decision.reason)
  const at = new Date(deps.clock())
  const day = action === 'install' ? fittingDay(deps, job.on, order) : null
  const { to } = decision
  await boxes.updateBox(trx, id, {
    ...(await changeOf(trx, box, to, day)),
    changedAt: at,
  })
  const orderNumber = to.order === null ? null : (order?.number ?? null)
  await boxes.addBoxEvent(trx, {
    boxId: id,
    at,
    operator: operator.name,
    what: action,
    state: to.state,
    orderNumber: action === 'release' ? (order?.number ?? null) : orderNumber,
    onDay: day,
    note: note || null,
  })
  await audit([order?.number, day ?? undefined, note])
  return id
}

async function changeOf(trx: Trx, box: boxes.BoxRow, { state, order }: Moved, day: string | null) {
  const place = { state, orderId: order?.id ?? null, orderPosition: order?.position ?? null }
  // A box that is rebuilt begins anew.
  if (order === null) return { ...place, installedOn: null, warrantyUntil: null }
  if (day === null) return place
  const { warrantyMonths } = await trx
    .selectFrom('products')
    .select('warrantyMonths')
    .where('id', '=', box.productId)
    .executeTakeFirstOrThrow()
  return { ...place, installedOn: day, warrantyUntil: warrantyUntil(day, warrantyMonths) }
}

/** Nothing is fitted tomorrow, or before it was ordered. */
function fittingDay(deps: DeskDeps, on: string | undefined, order: LockedOrder | null): string {
  const today = sellerDay(new Date(deps.clock()))
  const day = on ?? today
  if (day > today || (order !== null && day < sellerDay(order.placedAt))) throw new Refused('wrong-day')
  return day
}

/** Tells an order, and so its buyer, how far all of its boxes are now; the last one on board makes it installed. */
async function tellOrder(order: LockedOrder, { action, note }: Job): Promise<void> {
  const wanted = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const own = await boxes.listBoxesOf(order.trx, [order.id])
  const count = (state: Extract<BoxState, 'built' | 'shipped' | 'installed'>) =>
    own.filter((box) => hasReached(box.state, state)).length
  if (order.state === 'confirmed' || order.state === 'scheduled')
    for (const kind of ['built', 'shipped'] as const)
      if (count(kind) >= wanted && !order.happened.has(kind) && isWorthNews(action, kind))
        await order.tell(kind)
  if (action !== 'install' || order.state !== 'scheduled') return
  const installed = count('installed')
  if (installed < wanted) return order.tell('installed-part', { installed, of: wanted })
  const days = own.flatMap(({ installedOn }) => (installedOn === null ? [] : [installedOn]))
  await order.install(days.toSorted().at(-1) ?? '', note || null)
}

/** What was fitted straight away needs no word that it was built. */
const isWorthNews = (action: BoxAction, kind: 'built' | 'shipped') =>
  action !== 'install' && (kind === 'shipped' ? action === 'ship' : true)
