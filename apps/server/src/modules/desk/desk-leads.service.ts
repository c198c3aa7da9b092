import type { deskEndpoints, Lead } from '@shipminer/contract/desk'
import { analyseShip, type OfferedBox, offeredBoxes } from '@shipminer/domain/calculator/custom-solution'
import { isLeadAlive } from '@shipminer/domain/lead-stage'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { searchTerms } from '../../platform/search-terms.ts'
import { type CatalogueEntry, listCatalogueEntries } from '../catalogue/catalogue.port.ts'
import {
  advanceLead,
  assignLead,
  closeLead,
  countOpenLeads,
  countStages,
  findLead,
  insertLeadAnswer,
  type LeadAnswerRow,
  type LeadRow,
  leadAnswerMail,
  listDueLeads,
  listLeadAnswers,
  listLeadsByIds,
  lockLead,
  pageLeads,
  searchLeads,
  trackLead,
} from '../inquiries/inquiries.port.ts'
import { noteAction, noteReading } from '../operators/operators.port.ts'
import { sellerDay } from '../orders/orders.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { readWhole } from './paging.ts'

const perPage = 50
/** Of the day's queue. */
const mostOpen = 200
/** An answer is promised within a day. */
const staleAfterMs = 24 * 3_600_000
/** Of one calculation. */
const mostBoxes = 1000
/** Leads that wait for an answer; the others wait for a product. */
const toBeAnswered = ['contact', 'custom'] as const

type Query = z.output<typeof deskEndpoints.deskLeads.query & object>
type Filters = Pick<Query, 'kind' | 'stage' | 'status' | 'search'>
type Act = z.output<typeof deskEndpoints.deskLeadAct.body & object>

export async function listLeads(deps: DeskDeps, query: Query) {
  const { status, sort = 'createdAt', direction, page = 1 } = query
  const { db } = deps.store
  const filter = filterOf(deps, query)
  const isOldestFirst = sort === 'createdAt' && status === 'open'
  const { rows, total } = await pageLeads(db, filter, {
    sort,
    isAscending: direction === undefined ? isOldestFirst : direction === 'ascending',
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  return {
    serverTime: deps.clock(),
    leads: await present(deps, rows),
    perPage,
    total,
    byStage: await countStages(db, toBeAnswered),
    open: await countOpenLeads(db, ['contact', 'custom', 'waiting-list', 'notify-me']),
  }
}

/** Questions without an answer, oldest first: those that wait longer than a day and the others; who is to be spoken to again; and how many are unanswered in total. */
export async function readOpenLeads(
  deps: DeskDeps,
): Promise<{ staleLeads: Lead[]; freshLeads: Lead[]; dueLeads: Lead[]; openLeads: number }> {
  const { db } = deps.store
  const rows = await searchLeads(db, { kinds: toBeAnswered, status: 'open', cursor: null, limit: mostOpen })
  const leads = await present(deps, rows)
  const staleBefore = deps.clock() - staleAfterMs
  return {
    staleLeads: leads.filter(({ createdAt }) => createdAt < staleBefore),
    freshLeads: leads.filter(({ createdAt }) => createdAt >= staleBefore),
    dueLeads: await present(deps, await listDueLeads(db, sellerDay(new Date(deps.clock())), mostOpen)),
    openLeads: await countOpenLeads(db, toBeAnswered),
  }
}

/** One of them with all that was said; that it was read is recorded. @throws AppError `not-found` */
export async function readLead(
  deps: DeskDeps,
  operator: Operator,
  id: string,
): Promise<{ serverTime: number; lead: Lead }> {
  const { db } = deps.store
  const row = await findLead(db, id)
  const [lead] = row ? await present(deps, [row]) : []
  if (!lead) throw new AppError('not-found')
  await noteReading(deps, db, operator, { action: 'lead.read', subject: `lead ${lead.reference}` })
  return { serverTime: deps.clock(), lead }
}

/** The chosen ones, or those that fit the filters, as many as are wanted. */
export async function listAllLeads(
  deps: DeskDeps,
  { ids, ...wanted }: Filters & { ids?: readonly string[] | undefined },
  limit: number,
): Promise<Lead[]> {
  const { db } = deps.store
  if (ids) return present(deps, await listLeadsByIds(db, ids))
  const filter = filterOf(deps, wanted)
  const rows = await readWhole(
    limit,
    (page) => searchLeads(db, { ...filter, ...page }),
    ({ createdAt }) => createdAt,
  )
  return present(deps, rows.slice(0, limit))
}

const filterOf = ({ clock }: Pick<DeskDeps, 'clock'>, { kind, stage, status, search }: Filters) => ({
  kinds: kindsOf({ kind, stage }),
  stage,
  status: status === 'due' ? ('all' as const) : status,
  dueBy: status === 'due' ? sellerDay(new Date(clock())) : null,
  words: search ? searchTerms(search).words : [],
})

const kindsOf = ({ kind, stage }: Pick<Query, 'kind' | 'stage'>) =>
  kind === 'question' || (kind === undefined && stage !== undefined)
    ? toBeAnswered
    : kind === undefined
      ? null
      : [kind]

/** @throws AppError `not-found`, `required-fields-missing`, `lead-not-calculable` */
export async function actOnLead(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<{ lead: Lead }> {
  // Asks the market, which a transaction must not wait for.
  const attachment = act.action === 'answer' && act.withCalculation ? await calculationFor(deps, id) : null
  return deps.store.db.transaction().execute(async (trx) => {
    const isLocked = await lockLead(trx, id)
    const row = isLocked ? await findLead(trx, id) : null
    if (!row) throw new AppError('not-found')
    const at = new Date(deps.clock())
    if (act.action === 'assign') await assignLead(trx, id, operator.userId)
    if (act.action === 'answer') await answer(deps, trx, operator, row, { ...act, attachment }, at)
    if (act.action === 'answer') await advanceLead(trx, id, 'talking')
    if (act.action === 'track') await track(trx, row, act)
    if (act.action === 'close')
      await track(trx, row, { action: 'track', stage: 'lost', lostReason: act.lostReason })
    if (act.action === 'answer' || act.action === 'close') await closeLead(trx, id, operator.userId, at)
    await noteAction(deps, trx, operator, {
      action: `lead.${act.action}`,
      subject: `lead ${row.reference}`,
      reason: act.lostReason || act.subject || act.stage || null,
    })
    const [lead] = await present(deps, [(await findLead(trx, id)) ?? row], trx)
    if (!lead) throw new AppError('not-found')
    return { lead }
  })
}

/** Notes what is known of a lead. One that leads to nothing says why, and nobody is to be spoken to about it. */
async function track(
  trx: Trx,
  row: LeadRow,
  {
    stage = row.stage,
    nextContactOn = row.nextContactOn,
    source = row.source,
    lostReason = row.lostReason,
  }: Act,
): Promise<void> {
  if (stage === 'lost' && !lostReason) throw missingFields(['lostReason'])
  await trackLead(trx, row.id, {
    stage,
    nextContactOn: isLeadAlive(stage) ? nextContactOn : null,
    source: source || null,
    lostReason: stage === 'lost' ? lostReason : null,
  })
}

const missingFields = (fields: readonly string[]) =>
  new AppError('required-fields-missing', {
    issues: fields.map((field) => ({ path: `body.${field}`, message: 'required-fields-missing' })),
  })

async function answer(
  deps: DeskDeps,
  trx: Trx,
  operator: Operator,
  row: LeadRow,
  { subject, text, attachment }: Act & { attachment: string | null },
  at: Date,
): Promise<void> {
  if (!subject || !text)
    throw missingFields([!subject && 'subject', !text && 'text'].filter((field) => field !== false))
  const { reference, name, email } = row
  const mail = leadAnswerMail({ reference, name, language: languageOf(row) }, { subject, text }, deps)
  const unique = Buffer.from(deps.randomBytes(6)).toString('hex')
  await enqueueMails(
    trx,
    [
      {
        messageId: `answer.${reference}.${unique}@${new URL(deps.publicUrl).hostname}`,
        recipient: email,
        replyTo: deps.providerEmail,
        subject: mail.subject,
        textBody: mail.text,
        htmlBody: mail.html,
        attachment,
      },
    ],
    at,
  )
  await insertLeadAnswer(trx, { inquiryId: row.id, at, operator: operator.name, subject, body: text })
}

/** The sheet of what fits best on the ship of a lead, by its name in the outbox. */
async function calculationFor(deps: DeskDeps, id: string): Promise<string> {
  const row = await findLead(deps.store.db, id)
  if (!row) throw new AppError('not-found')
  const shown = { withDevOnly: false, productName: deps.productName }
  const catalogue = await listCatalogueEntries(deps.store.db, shown)
  const [best] = fittingBoxes(row, catalogue)?.boxes ?? []
  const { generatorCapacityKw, currentUsagePercent } = row
  if (!best || generatorCapacityKw === null || currentUsagePercent === null)
    throw new AppError('lead-not-calculable')
  const ship = { generatorCapacityKw, currentUsagePercent, shipType: row.shipType }
  return deps.nameCalculation(
    { productId: best.id, numberOfBoxes: Math.min(best.count, mostBoxes), ...ship },
    languageOf(row),
  )
}

/** What could be put on board, what can be ordered first; null where nothing is known of the ship. */
function fittingBoxes(
  { generatorCapacityKw, currentUsagePercent }: LeadRow,
  catalogue: readonly CatalogueEntry[],
): { spareKw: number | null; boxes: readonly OfferedBox[] } | null {
  if (generatorCapacityKw === null || currentUsagePercent === null) return null
  // A box that fits anywhere says nothing about the ship.
  const boxes = catalogue.filter((entry) => !entry.anyGenerator)
  const analysis = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
  return analysis && { spareKw: analysis.spareKw, boxes: offeredBoxes(analysis, boxes) }
}

async function present(deps: DeskDeps, rows: readonly LeadRow[], db = deps.store.db): Promise<Lead[]> {
  const shown = { withDevOnly: true, productName: deps.productName }
  const catalogue = rows.length === 0 ? [] : await listCatalogueEntries(db, shown)
  const answers = await listLeadAnswers(
    db,
    rows.map(({ id }) => id),
  )
  const answersOf = Map.groupBy(answers, ({ inquiryId }) => inquiryId)
  return rows.map((row) => presentLead(row, catalogue, answersOf.get(row.id) ?? []))
}

function presentLead(
  row: LeadRow,
  catalogue: readonly CatalogueEntry[],
  answers: readonly LeadAnswerRow[],
): Lead {
  const nameOf = (id: string) => catalogue.find((entry) => entry.id === id)?.name ?? id
  const { generatorCapacityKw, currentUsagePercent } = row
  const fitting = fittingBoxes(row, catalogue)
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    createdAt: row.createdAt.getTime(),
    handledAt: row.handledAt?.getTime() ?? null,
    assignedTo: row.assignedName,
    language: languageOf(row),
    name: row.name,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    product: row.productId === null ? null : nameOf(row.productId),
    message: row.message,
    shipType: row.shipType,
    generatorCapacityKw,
    currentUsagePercent,
    spareKw: fitting?.spareKw ?? null,
    fittingProducts: (fitting?.boxes ?? []).map(({ id, count }) => `${count} × ${nameOf(id)}`),
    stage: row.stage,
    nextContactOn: row.nextContactOn,
    source: row.source,
    lostReason: row.lostReason,
    answers: answers.map(({ at, operator, subject, body }) => ({
      at: at.getTime(),
      operator,
      subject,
      text: body,
    })),
  }
}

function languageOf({ language }: LeadRow): Language {
  return isLanguage(language) ? language : defaultLanguage
}
