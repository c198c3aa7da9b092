import type { DeskReport, DeskReportDetail, serviceEndpoints } from '@shipminer/contract/shop/service'
import { answerWithinMs, dueSoonMs } from '@shipminer/domain/service/answer-clock'
import { nextReportState, type ReportEvent, type ReportState } from '@shipminer/domain/service/fault-report'
import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { searchTerms } from '../../platform/search-terms.ts'
import { noteAction, noteReading } from '../operators/operators.port.ts'
import { queueReportMail } from './report-mails.ts'
import { presentData, presentDeskReport, presentMessages } from './reports.presenter.ts'
import {
  countDueReports,
  countReportStates,
  countReports,
  findOwner,
  findReport,
  insertMessage,
  lastMessageId,
  listDueReports,
  listMessages,
  listOwnReports,
  lockReport,
  pageReports,
  type ReportChange,
  type ReportFilter,
  readData,
  sumWaitingReports,
  updateReport,
} from './reports.repository.ts'
import type { ServiceDeps } from './service.deps.ts'

const perPage = 50
const dueListed = 200

type Query = z.output<typeof serviceEndpoints.deskFaultReports.query & object>
type ActBody = z.output<typeof serviceEndpoints.deskFaultReportAct.body & object>
type Action = ActBody['action']

export async function listDeskReports(deps: ServiceDeps, query: Query) {
  const { db } = deps.store
  const isClosed = query.filter === 'closed'
  const { sort = isClosed ? 'movedAt' : 'due', direction, page = 1 } = query
  const askedBefore = dueLimit(deps)
  const filter = filterOf(query, askedBefore)
  const { rows, total } = await pageReports(db, filter, {
    sort,
    isAscending: direction === undefined ? sort === 'due' : direction === 'ascending',
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const byState = await countReportStates(db)
  const inStates = filter.states.reduce((sum, state) => sum + byState[state], 0)
  const isCounted = filter.due === null && filter.words.length === 0
  return {
    serverTime: deps.clock(),
    reports: rows.map(presentDeskReport),
    perPage,
    total: total ?? (isCounted ? inStates : await countReports(db, filter)),
    byState,
    due: await countDueReports(db, askedBefore),
  }
}

/** The chosen ones, or those that fit the filters, newest first, as many as are wanted. */
export async function listAllReports(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  { ids, ...wanted }: Pick<Query, 'filter' | 'search'> & { ids?: readonly string[] | undefined },
  limit: number,
): Promise<DeskReport[]> {
  const filter = { ...filterOf(wanted, dueLimit(deps)), ids: ids?.filter(isUuid) }
  const page = { sort: 'openedAt', isAscending: false, limit, offset: 0 } as const
  return (await pageReports(deps.store.db, filter, page)).rows.map(presentDeskReport)
}

const statesOf: Record<Query['filter'], readonly ReportState[]> = {
  open: ['waiting-for-us', 'waiting-for-owner'],
  due: ['waiting-for-us'],
  later: ['waiting-for-us'],
  'waiting-for-us': ['waiting-for-us'],
  'waiting-for-owner': ['waiting-for-owner'],
  closed: ['closed'],
}

function filterOf({ filter, search }: Pick<Query, 'filter' | 'search'>, askedBefore: Date): ReportFilter {
  const due = filter === 'due' || filter === 'later' ? { is: filter === 'due', askedBefore } : null
  return { states: statesOf[filter], due, words: search ? searchTerms(search).words : [] }
}

/** What was asked before then has to be answered by now or soon. */
const dueLimit = ({ clock }: Pick<ServiceDeps, 'clock'>): Date =>
  new Date(clock() - answerWithinMs + dueSoonMs)

/** What the desk has to answer: overdue or due soon, the earliest first, how many of those there are, how many await our answer in total, and since when those that are not due yet. */
export async function readDueReports(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
): Promise<{ dueReports: DeskReport[]; due: number; waitingReports: number; since: Date | null }> {
  const { db } = deps.store
  const askedBefore = dueLimit(deps)
  const [rows, due, waiting] = await Promise.all([
    listDueReports(db, askedBefore, dueListed),
    countDueReports(db, askedBefore),
    sumWaitingReports(db, askedBefore),
  ])
  return { dueReports: rows.map(presentDeskReport), due, waitingReports: waiting.count, since: waiting.since }
}

/** Of one person, open ones first. */
export async function readReportsOf(deps: Pick<ServiceDeps, 'store'>, userId: string): Promise<DeskReport[]> {
  return (await listOwnReports(deps.store.db, userId, perPage)).map(presentDeskReport)
}

/** One report with its thread; that it was read is recorded. @throws AppError `not-found` */
export async function readDeskReport(
  deps: ServiceDeps,
  operator: Operator,
  id: string,
): Promise<{ serverTime: number; report: DeskReportDetail }> {
  const { db } = deps.store
  const report = await present(db, id)
  await noteReading(deps, db, operator, { action: 'service.read', subject: `service ${report.reference}` })
  return { serverTime: deps.clock(), report }
}

const events: Record<Action, ReportEvent> = {
  take: 'taken',
  answer: 'answered',
  note: 'noted',
  close: 'closed',
  reopen: 'reopened',
}
/** Actions that the owner is notified of, with their entries in the thread. */
const ownerNews = { answer: 'answered', close: 'closed', reopen: 'reopened' } as const
const kinds = { answer: 'message', note: 'note', close: 'closed', reopen: 'reopened' } as const

/**
 * Performs one action on a report, under its lock: of two concurrent operators the second sees what the first did. A message to the owner
 * is an answer, and stops the clock of the promise.
 *
 * @throws AppError `not-found`, `required-fields-missing`, `fault-report-conflict`
 */
export async function actOnDeskReport(
  deps: ServiceDeps,
  operator: Operator,
  id: string,
  body: ActBody,
): Promise<{ report: DeskReportDetail }> {
  const { action, outcome, seen } = body
  requireWords(body)
  const text = body.text ?? null
  return deps.store.db.transaction().execute(async (trx) => {
    const row = await lockReport(trx, id, null)
    const owner = row && (await findOwner(trx, row.userId))
    if (!row || !owner) throw new AppError('not-found')
    const state = nextReportState(row.state, events[action])
    if (!state) throw new AppError('fault-report-conflict')
    const answers = action === 'answer' || action === 'close'
    if (answers && (await lastMessageId(trx, id)) > Number(seen)) throw new AppError('fault-report-conflict')
    const now = new Date(deps.clock())
    const mine = row.assignedTo ?? operator.userId
    const answered = { assignedTo: mine, answeredAt: row.answeredAt ?? now, movedAt: now }
    const changes: Record<Action, ReportChange> = {
      take: { assignedTo: operator.userId },
      answer: answered,
      note: {},
      close: { ...answered, closedAt: now, outcome: outcome ?? null },
      reopen: { closedAt: null, outcome: null, movedAt: now },
    }
    await updateReport(trx, id, { state, ...changes[action] })
    if (action !== 'take')
      await insertMessage(trx, {
        reportId: id,
        at: now,
        kind: kinds[action],
        by: 'desk',
        author: operator.name,
        body: text,
      })
    if (action !== 'take' && action !== 'note')
      await queueReportMail(deps, trx, row, owner, { to: 'owner', kind: ownerNews[action], text })
    await noteAction(deps, trx, operator, {
      action: `service.${action}`,
      subject: `service ${row.reference}`,
      reason: outcome ?? null,
    })
    return { report: await present(trx, id) }
  })
}

function requireWords({ action, text, outcome, seen }: ActBody): void {
  const missing = [
    ...(['answer', 'note', 'close'].includes(action) && !text ? ['text'] : []),
    ...(action === 'close' && !outcome ? ['outcome'] : []),
    ...((action === 'answer' || action === 'close') && !seen ? ['seen'] : []),
  ]
  if (missing.length > 0)
    throw new AppError('required-fields-missing', {
      issues: missing.map((field) => ({ path: `body.${field}`, message: 'required-fields-missing' })),
    })
}

async function present(db: Queryable, id: string): Promise<DeskReportDetail> {
  const row = await findReport(db, id, null)
  const owner = row && (await findOwner(db, row.userId))
  if (!row || !owner) throw new AppError('not-found')
  const messages = await listMessages(db, id)
  const data = await readData(db, id)
  return {
    ...presentDeskReport(row),
    phone: row.phone,
    language: isLanguage(owner.language) ? owner.language : defaultLanguage,
    messages: presentMessages(messages, 'desk'),
    data: presentData(data),
  }
}
