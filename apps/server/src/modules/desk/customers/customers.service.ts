import type { AuditAction } from '@shipminer/contract/desk/audit'
import type {
  CustomerBox,
  DeskCustomer,
  DeskCustomerDetail,
  deskCustomerEndpoints,
} from '@shipminer/contract/desk/customers'
import { satToCents } from '@shipminer/domain/calculator/earnings'
import { isLanguage } from '@shipminer/i18n/languages'
import * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import type { Queryable } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { enqueueMails } from '../../../platform/mail/outbox.repository.ts'
import { searchTerms } from '../../../platform/search-terms.ts'
import { findProviderConsent } from '../../control/control.port.ts'
import { noteAction, noteReading } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { listControllersOf } from '../fleet/desk-controllers.service.ts'
import * as repository from './customers.repository.ts'
import { readClaims } from './transfers.ts'

const perPage = 50
/** Above so many that a search finds, a page of them is read in its order. */
const commonFrom = 10_000
const most = { orders: 100, miners: 300, payouts: 50, leads: 50, offers: 50, mails: 100, notes: 200 }

type Query = z.output<typeof deskCustomerEndpoints.deskCustomers.query & object>

export async function listCustomers(deps: DeskDeps, { search, sort, direction, page = 1 }: Query) {
  const { db } = deps.store
  const query = search ? searchTerms(search).query : null
  const total = await repository.countCustomers(db, query)
  const rows = await repository.listCustomers(db, {
    query,
    isCommon: total > commonFrom,
    sort: sort ?? 'createdAt',
    isAscending: direction === 'ascending',
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  return { customers: rows.map(presentCustomer), perPage, total }
}

function presentCustomer(row: Awaited<ReturnType<typeof repository.listCustomers>>[number]): DeskCustomer {
  const { id, name, company, email, orders, ships, controllers } = row
  return { id, name, company, email, createdAt: row.createdAt.getTime(), orders, ships, controllers }
}

/** Those that a search finds, newest first, as many as are wanted. */
export async function listAllCustomers(
  deps: DeskDeps,
  search: string | undefined,
  limit: number,
): Promise<DeskCustomer[]> {
  const query = search ? searchTerms(search).query : null
  const page = { query, sort: 'createdAt', isAscending: false, limit, offset: 0 } as const
  return (await repository.listCustomers(deps.store.db, page)).map(presentCustomer)
}

/**
 * All that belongs to one person. That it was read is recorded, by the id: the log outlives the account.
 *
 * @throws AppError `not-found`
 */
export async function readCustomer(
  deps: DeskDeps,
  operator: Operator,
  asked: string,
): Promise<z.input<typeof deskCustomerEndpoints.deskCustomer.data>> {
  const { db } = deps.store
  const id = await repository.presentId(db, asked)
  const person = await repository.findCustomer(db, id)
  if (!person) throw new AppError('not-found')
  await noteReading(deps, db, operator, { id, action: 'customer.read', subject: `customer ${id}` })
  const former = await repository.listFormer(db, id)
  const emails = addressesOf(person, former)
  const { orders, boxes, money } = await readOrders(deps, id, emails)
  const [fleet, reports, balance, payouts, leads, mails, notes, offers, claims] = await Promise.all([
    readFleet(deps, id),
    deps.reportsOf(id),
    readUnpaid(deps, id),
    repository.listPayouts(db, id, most.payouts),
    repository.listLeadsOf(db, emails, most.leads),
    readMails(db, emails),
    readNotes(db, id),
    repository.listOffersTo(db, emails, most.offers),
    readClaims(db, id),
  ])
  const { preferredLanguage: language } = person
  const consent = await findProviderConsent(db, id)
  return {
    serverTime: deps.clock(),
    person: {
      id: person.id,
      name: person.name,
      company: person.company,
      email: person.email,
      phone: person.phone,
      language: language !== null && isLanguage(language) ? language : null,
      newsletter: person.newsletter,
      providerConsent: consent && { given: consent.given, at: consent.at.getTime() },
      createdAt: person.createdAt.getTime(),
    },
    former: former.map(({ formerId, name, email, at }) => ({ id: formerId, name, email, at: at.getTime() })),
    ...fleet,
    boxes,
    orders,
    reports,
    balance,
    payouts: payouts.map(({ id: payout, paidAt, amountSat, txid }) => ({
      id: String(payout),
      at: paidAt.getTime(),
      amountSat: Number(amountSat),
      txid,
    })),
    leads: leads.map(({ createdAt, handledAt, ...lead }) => ({
      ...lead,
      createdAt: createdAt.getTime(),
      isOpen: handledAt === null,
    })),
    money,
    offers: offers.map(({ createdAt, acceptedAt, ...offer }) => ({
      ...offer,
      at: createdAt.getTime(),
      acceptedAt: acceptedAt?.getTime() ?? null,
    })),
    ...claims,
    mails,
    notes,
  }
}

/** @throws AppError `not-found` */
export async function writeNote(deps: DeskDeps, operator: Operator, id: string, { text }: { text: string }) {
  return deps.store.db.transaction().execute(async (trx) => {
    if (!(await repository.findCustomer(trx, id))) throw new AppError('not-found')
    const at = new Date(deps.clock())
    await repository.insertNote(trx, { userId: id, at, operator: operator.name, text })
    await noteAction(deps, trx, operator, {
      action: 'customer.note',
      subject: `customer ${id}`,
      reason: null,
    })
    return { notes: await readNotes(trx, id) }
  })
}

/** What a person would download themselves, for one who asked for it in another way. @throws AppError `not-found` */
export async function exportCustomer(deps: DeskDeps, operator: Operator, id: string) {
  const { db } = deps.store
  if (!(await repository.findCustomer(db, id))) throw new AppError('not-found')
  const subject = `customer ${id}` as const
  await noteAction(deps, db, operator, { action: 'customer.export', subject, reason: null })
  return deps.exportAccount(id)
}

/**
 * Deletes a person's account as they could themselves, for one who asked for it in another way. The name is that of the person, so that a
 * wrong page deletes nobody.
 *
 * @throws AppError `not-found`, or why the account stays
 */
export async function deleteCustomer(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { name, reason }: { name: string; reason: string },
): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    const person = await repository.findCustomer(trx, id)
    if (person?.name.trim() !== name || !(await deps.endAccount(trx, id))) throw new AppError('not-found')
    await noteAction(deps, trx, operator, { action: 'customer.delete', subject: `customer ${id}`, reason })
  })
}

/** What merging another account into a person's would do. @throws AppError `not-found`, or why they cannot be merged */
export async function previewCustomerMerge(deps: DeskDeps, id: string, { other }: { other: string }) {
  return { merge: await deps.previewMerge({ stays: id, goes: other }) }
}

/**
 * Merges another account of the same person into theirs. The log has a line for each of the two ids, so that either finds it.
 *
 * @throws AppError `not-found`, or why they cannot be merged
 */
export async function mergeCustomers(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { other, name, reason }: { other: string; name: string; reason: string },
) {
  return deps.store.db.transaction().execute(async (trx) => {
    const merge = await deps.mergeAccounts(
      trx,
      { stays: id, goes: other },
      { typed: name, operator: operator.name },
    )
    const note = (subject: string, action: AuditAction, rest: string) =>
      noteAction(deps, trx, operator, {
        action,
        subject: `customer ${subject}`,
        reason: `${reason} · ${rest}`,
      })
    await note(id, 'customer.merge', other)
    await note(other, 'customer.merged', id)
    return { merge }
  })
}

type Addressed = { email: string | null }

/** Also those of accounts that became part of theirs. */
const addressesOf = (person: Addressed, former: readonly Addressed[]): string[] =>
  [person, ...former].flatMap(({ email }) => email ?? [])

/** Sends a mail once more as a new one, so that what was sent before stays as it was. @throws AppError `not-found` */
export async function resendMail(deps: DeskDeps, operator: Operator, id: string, mailId: string) {
  return deps.store.db.transaction().execute(async (trx) => {
    const person = await repository.findCustomer(trx, id)
    if (!person) throw new AppError('not-found')
    const emails = addressesOf(person, await repository.listFormer(trx, id))
    const mail = await repository.findMailTo(trx, mailId, emails)
    if (!mail) throw new AppError('not-found')
    const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
    const messageId = `again.${unique}.${mail.messageId}`
    await enqueueMails(trx, [{ ...mail, messageId }], new Date(deps.clock()))
    await noteAction(deps, trx, operator, {
      action: 'customer.resend',
      subject: `customer ${id}`,
      reason: mail.subject,
    })
    return { mails: await readMails(trx, emails) }
  })
}

async function readUnpaid(deps: DeskDeps, userId: string): Promise<DeskCustomerDetail['balance']> {
  const sat = await deps.balanceSat(userId)
  const centsPerBtc = sat === null ? null : ((await deps.price())?.centsPerBtc ?? null)
  return { sat, cents: sat === null ? null : satToCents(sat, centsPerBtc), minimumSat: deps.payoutMinimumSat }
}

/** Ships with what is on board; what is on no ship comes apart. */
async function readFleet(
  deps: DeskDeps,
  userId: string,
): Promise<Pick<DeskCustomerDetail, 'ships' | 'looseControllers'>> {
  const { db } = deps.store
  const controllers = await listControllersOf(deps, userId)
  const ships = await repository.listShips(db, userId)
  const shipOf = new Map(
    (await repository.listShipsOfControllers(db, userId)).map((row) => [row.id, row.shipId]),
  )
  const miners = (await repository.listMiners(db, userId, most.miners)).map((miner) => ({
    id: String(miner.id),
    name: miner.name ?? miner.hostname,
    model: miner.model,
    serial: miner.serial,
    controllerId: miner.controllerId,
  }))
  const at = (ship: string | null) =>
    controllers.filter((controller) => (shipOf.get(controller.id) ?? null) === ship)
  return {
    ships: ships.map(({ id, name, homePort }) => ({
      id,
      name,
      homePort,
      controllers: at(id),
      miners: miners.filter(({ controllerId }) => shipOf.get(controllerId) === id),
    })),
    looseControllers: at(null),
  }
}

async function readOrders(deps: DeskDeps, userId: string, emails: readonly string[]) {
  const { db } = deps.store
  const ids = (await repository.listOrderIds(db, { id: userId, emails }, most.orders)).map(({ id }) => id)
  const orders: DeskCustomerDetail['orders'] = []
  for (const order of await deps.reading.byIds(ids)) {
    const documents = await deps.invoices.list(db, order.id)
    orders.push({
      ...order,
      documents: documents.map(({ number, kind, issuedAt }) => ({
        number,
        kind,
        issuedAt: issuedAt.getTime(),
      })),
    })
  }
  const boxes = await readBoxes(db, ids)
  return { orders, boxes, money: await readMoney(db, ids) }
}

const BalanceSchema = z.object({ source: z.string(), receivedCents: z.int() })

/** A source tells its whole balance each time: what came in is how much more that is than before. */
async function readMoney(db: Queryable, orderIds: readonly string[]): Promise<DeskCustomerDetail['money']> {
  const known = new Map<string, number>()
  const money = (await repository.listMoney(db, orderIds)).flatMap(({ at, orderId, number, data }) => {
    const balance = BalanceSchema.safeParse(data).data
    if (!balance) return []
    const of = `${orderId} ${balance.source}`
    const cents = balance.receivedCents - (known.get(of) ?? 0)
    known.set(of, balance.receivedCents)
    return cents === 0 ? [] : [{ at: at.getTime(), orderId, orderNumber: number, cents }]
  })
  return money.reverse()
}

/** What is on board: boxes by serial number, and the others of an order that was fitted before anybody wrote theirs down. */
async function readBoxes(db: Queryable, orderIds: readonly string[]): Promise<CustomerBox[]> {
  const serials = await repository.listSerialBoxes(db, orderIds)
  const known = Map.groupBy(serials, (box) => `${box.orderId} ${box.orderPosition}`)
  const present = (box: Omit<(typeof serials)[number], 'serial' | 'orderPosition'>, quantity: number) => ({
    orderId: box.orderId ?? '',
    orderNumber: box.number,
    name: box.name,
    quantity,
    installedOn: box.installedOn,
    warrantyUntil: box.warrantyMonths === 0 ? null : box.until,
    warrantyMonths: box.warrantyMonths,
  })
  const others = (await repository.listBoxes(db, orderIds)).flatMap((box) => {
    const left = box.quantity - (known.get(`${box.orderId} ${box.position}`)?.length ?? 0)
    return left > 0 ? [present(box, left)] : []
  })
  return [...serials.map((box) => ({ ...present(box, 1), serial: box.serial })), ...others]
}

async function readMails(db: Queryable, emails: readonly string[]) {
  const rows = await repository.listMailsTo(db, emails, most.mails)
  return rows.map(({ id, subject, createdAt, status }) => ({
    id: String(id),
    subject,
    createdAt: createdAt.getTime(),
    status,
  }))
}

async function readNotes(db: Queryable, userId: string) {
  const rows = await repository.listNotes(db, userId, most.notes)
  return rows.map(({ id, at, operator, text }) => ({ id: String(id), at: at.getTime(), operator, text }))
}
