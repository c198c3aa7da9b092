import type {
  DeskInstallation,
  deskCalendarEndpoints,
  Fitting,
  FittingPlan,
} from '@shipminer/contract/desk/calendar'
import { CommissioningReportSchema } from '@shipminer/contract/power/commissioning'
import { isOnHold } from '@shipminer/domain/orders/order'
import { addDays, weekOf } from '@shipminer/domain/stock/calendar-week'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Queryable, Trx } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { listBoxesOf } from '../../boxes/boxes.port.ts'
import { noteAction, noteReading } from '../../operators/operators.port.ts'
import { OrderRefused, sellerDay } from '../../orders/orders.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { presentAll } from '../stock/stock.service.ts'
import * as repository from './calendar.repository.ts'

const most = { week: 300, list: 100, fitters: 20 }

type Plan = z.output<typeof deskCalendarEndpoints.deskPlanFitting.body & object>

/** The week of a day, with what should have been fitted before, and what waits for a day. */
export async function readCalendar(
  deps: DeskDeps,
  { day }: { day?: string | undefined },
): Promise<z.input<typeof deskCalendarEndpoints.deskCalendar.data>> {
  const { db } = deps.store
  const today = sellerDay(new Date(deps.clock()))
  const days = weekOf(day ?? today)
  const rows = await repository.listPlanned(db, days[0] ?? today, days[6] ?? today, most.week)
  const overdue = await repository.listOverdue(db, today, most.list)
  const unplanned = await repository.listUnplanned(db, most.list)
  return {
    today,
    days,
    installations: await presentRows(db, rows),
    overdue: await presentRows(db, overdue),
    unplanned: await presentRows(db, unplanned),
  }
}

/** The sheet of one installation; that it was read is recorded. @throws AppError `order-not-found` */
export async function readFitting(deps: DeskDeps, operator: Operator, id: string): Promise<Fitting> {
  const fitting = await fittingOf(deps, id)
  const subject = `order ${fitting.installation.number}` as const
  await noteReading(deps, deps.store.db, operator, { action: 'fitting.read', subject })
  return fitting
}

async function fittingOf(deps: DeskDeps, id: string): Promise<Fitting> {
  const { db } = deps.store
  const row = await repository.findPlanned(db, id)
  if (!row) throw new AppError('order-not-found')
  const lines = await repository.listFittedLines(db, [id])
  const boxes = await listBoxesOf(db, [id])
  const controllerIds = boxes.flatMap(({ controllerId }) => (controllerId === null ? [] : [controllerId]))
  const [installation] = await presentRows(db, [row])
  if (!installation) throw new AppError('order-not-found')
  const buyer = buyerOf(row)
  const ship = await repository.findShip(db, { controllerIds, userId: row.userId, name: buyer.shipName })
  const reports = await repository.listReports(db, controllerIds)
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line) * line.quantity, 0)
  const generatorKw = Math.max(0, ...lines.map(({ minGeneratorKw }) => minGeneratorKw))
  return {
    installation,
    plan: planOf(row),
    contact: { name: buyer.name, phone: buyer.phone, email: buyer.email },
    address: [buyer.street, `${buyer.postalCode} ${buyer.city}`.trim(), buyer.country]
      .filter(Boolean)
      .join(', '),
    buyerNotes: buyer.notes,
    ship: ship && {
      ...ship,
      generatorCapacityKw: ship.generatorCapacityKw === null ? null : Number(ship.generatorCapacityKw),
    },
    needs: {
      powerKw: sum(({ powerWatts }) => powerWatts) / 1000,
      generatorKw: generatorKw === 0 ? null : generatorKw,
    },
    boxes: await presentAll(
      deps,
      boxes.map((box) => box.id),
    ),
    reports: reports.flatMap(({ report }) => {
      const read = CommissioningReportSchema.safeParse(report).data
      return read === undefined ? [] : [read]
    }),
    fitters: await repository.listFitters(db, most.fitters),
  }
}

/**
 * Sets the day, of which its buyer is notified when it is a new one, and what is agreed besides. A day gone by is for what was fitted already, and is not
 * set here.
 *
 * @throws AppError `order-not-found`, `order-state-conflict`, `invalid-request`
 */
export async function planFitting(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { on, ...agreed }: Plan,
): Promise<Fitting> {
  const before = await repository.findPlanned(deps.store.db, id)
  if (!before) throw new AppError('order-not-found')
  const isMoved = before.installationOn !== on
  const today = sellerDay(new Date(deps.clock()))
  if (isMoved && (on < today || on > addDays(today, 730))) throw invalid('on')
  const plan = planFrom(agreed)
  const keep = async (trx: Trx) => {
    const changedAt = new Date(deps.clock())
    await repository.keepPlan(trx, id, plan, { changedAt, changedBy: operator.name })
    await noteAction(deps, trx, operator, {
      action: 'fitting.plan',
      subject: `order ${before.number}`,
      reason: [on, plan.startsAt, plan.fitter, plan.berth].filter(Boolean).join(' · '),
    })
  }
  if (isMoved) {
    try {
      await deps.orders.advance(before.number, { event: 'schedule', on, note: null }, keep)
    } catch (error) {
      if (error instanceof OrderRefused) throw new AppError('order-state-conflict', {}, { cause: error })
      throw error
    }
  } else {
    await deps.orders.withLocked(before.number, async ({ trx, state }) => {
      if (state === 'cancelled' || state === 'expired') throw new AppError('order-state-conflict')
      await keep(trx)
    })
  }
  return fittingOf(deps, id)
}

async function presentRows(
  db: Queryable,
  rows: readonly repository.PlannedRow[],
): Promise<DeskInstallation[]> {
  const linesOf = Map.groupBy(
    await repository.listFittedLines(
      db,
      rows.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  )
  return rows.map((row) => {
    const lines = linesOf.get(row.id) ?? []
    const count = (of: 'chosen' | 'onBoard' | 'quantity') =>
      lines.reduce((sum, line) => sum + Number(line[of]), 0)
    const buyer = buyerOf(row)
    return {
      orderId: row.id,
      number: row.number,
      state: row.state,
      isOnHold: isOnHold(row),
      on: row.installationOn,
      startsAt: row.startsAt,
      fitter: row.fitter,
      berth: row.berth,
      buyerName: buyer.name,
      company: buyer.company,
      shipName: buyer.shipName,
      city: buyer.city,
      products: lines.map(({ name, quantity }) => ({ name, quantity })),
      boxes: { chosen: count('chosen'), onBoard: count('onBoard'), of: count('quantity') },
    }
  })
}

function planOf(row: repository.PlannedRow): FittingPlan {
  const { startsAt, fitter, berth, contactName, contactPhone, generator, cabling, notes } = row
  return { startsAt, fitter, berth, contactName, contactPhone, generator, cabling, notes }
}

/** What was left empty is not agreed yet. */
function planFrom(agreed: Omit<Plan, 'on'>): FittingPlan {
  const { startsAt, fitter, berth, contactName, contactPhone, generator, cabling, notes } = agreed
  return {
    startsAt: startsAt || null,
    fitter: fitter || null,
    berth: berth || null,
    contactName: contactName || null,
    contactPhone: contactPhone || null,
    generator: generator || null,
    cabling: cabling || null,
    notes: notes || null,
  }
}

/** The buyer as an order keeps them. */
function buyerOf({ buyer }: Pick<repository.PlannedRow, 'buyer'>) {
  const kept: Record<string, unknown> = Object(buyer)
  const goal: Record<string, unknown> = Object(kept.delivery ?? kept)
  const text = (name: string, of = kept) => {
    const value = of[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    name: `${text('firstName')} ${text('lastName')}`.trim(),
    company: text('company') || null,
    shipName: text('shipName') || null,
    phone: text('phone'),
    email: text('email'),
    street: text('street', goal),
    postalCode: text('postalCode', goal),
    city: text('city', goal),
    country: text('country', goal),
    notes: text('notes') || null,
  }
}

const invalid = (field: string) =>
  new AppError('invalid-request', { issues: [{ path: `body.${field}`, message: 'invalid-request' }] })
