import type { OwnerReportDetail, serviceEndpoints } from '@shipminer/contract/shop/service'
import { nextReportState } from '@shipminer/domain/service/fault-report'
import type * as z from 'zod/mini'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockUser } from '../users/users.port.ts'
import { findSubject, type Scope, takeData } from './attached-data.service.ts'
import { queueReportMail } from './report-mails.ts'
import { reportReference } from './report-reference.ts'
import { presentData, presentMessages, presentOwnReport } from './reports.presenter.ts'
import {
  countOpenedSince,
  countUnread,
  findOwner,
  findReport,
  insertMessage,
  insertReport,
  listMessages,
  listOwnReports,
  lockReport,
  markRead,
  type ReportChange,
  readData,
  updateReport,
} from './reports.repository.ts'
import type { ServiceDeps } from './service.deps.ts'

const listed = 200
/** Reports one owner may open in a day: each causes mails and stores data. */
const openedADay = 10
const dayMs = 24 * 3_600_000

type OpenBody = z.output<typeof serviceEndpoints.openFaultReport.body & object>
type ActBody = z.output<typeof serviceEndpoints.actOnFaultReport.body & object>
type Key = string | string[] | undefined

export async function listMyReports(deps: ServiceDeps, userId: string) {
  const rows = await listOwnReports(deps.store.db, userId, listed)
  return { serverTime: deps.clock(), reports: rows.map(presentOwnReport) }
}

/** How many of an owner's reports have an unread answer. */
export async function countMyUnread(deps: ServiceDeps, userId: string): Promise<{ unread: number }> {
  return { unread: await countUnread(deps.store.db, userId) }
}

/** The owner has seen the thread up to a message. @throws AppError `not-found` */
export async function markMyReportRead(
  deps: ServiceDeps,
  userId: string,
  id: string,
  messageId: number,
): Promise<Record<string, never>> {
  if (!(await markRead(deps.store.db, id, userId, messageId))) throw new AppError('not-found')
  return {}
}

/** What would be attached now. @throws AppError those of `findSubject` */
export async function previewReport(deps: ServiceDeps, userId: string, scope: Scope) {
  const { db } = deps.store
  const subject = await findSubject(db, userId, scope)
  const [data, owner] = await Promise.all([takeData(db, subject, at(deps)), findOwner(db, userId)])
  if (!owner) throw new AppError('unauthorized')
  return { data, phone: owner.phone, answersByMail: owner.email !== null }
}

/**
 * Opens a report once for each idempotency key, with the data known at present, the owner's message, and the mails to both sides.
 *
 * @throws AppError those of `findSubject` and of idempotency; `fault-report-limit`
 */
export async function openReport(
  deps: ServiceDeps,
  userId: string,
  body: OpenBody,
  key: Key,
): Promise<{ id: string; reference: string }> {
  const { db } = deps.store
  const route = 'POST /service/reports'
  return deps.idempotency.run({ key, userId, route, body }, async (once) => {
    const subject = await findSubject(db, userId, body)
    const data = await takeData(db, subject, at(deps))
    return db.transaction().execute((trx) =>
      once(trx, async () => {
        await lockUser(trx, userId)
        const owner = await findOwner(trx, userId)
        if (!owner) throw new AppError('unauthorized')
        const now = new Date(deps.clock())
        const opened = await countOpenedSince(trx, userId, new Date(now.getTime() - dayMs))
        if (opened >= openedADay) throw new AppError('fault-report-limit')
        const report = {
          reference: reportReference(deps.randomBytes),
          shipName: subject.shipName,
          minerName: subject.minerId === null ? null : (data.miners[0]?.name ?? null),
          subject: body.subject,
          phone: body.phone || null,
          askedAt: now,
        }
        const { id } = await insertReport(trx, {
          ...report,
          userId,
          shipId: subject.shipId,
          minerId: subject.minerId,
          openedAt: now,
          movedAt: now,
          data: JSON.stringify(data),
        })
        const words = { at: now, kind: 'message', by: 'owner', author: owner.name, body: body.text } as const
        await insertMessage(trx, { reportId: id, ...words })
        const mailed = { id, ...report }
        await queueReportMail(deps, trx, mailed, owner, { to: 'desk', kind: 'opened', text: body.text })
        await queueReportMail(deps, trx, mailed, owner, { to: 'owner', kind: 'opened', text: null })
        return { id, reference: report.reference }
      }),
    )
  })
}

/** @throws AppError `not-found` */
export async function readMyReport(
  deps: ServiceDeps,
  userId: string,
  id: string,
): Promise<{ serverTime: number; report: OwnerReportDetail }> {
  const { db } = deps.store
  const row = await findReport(db, id, userId)
  if (!row) throw new AppError('not-found')
  const [messages, data] = await Promise.all([listMessages(db, id), readData(db, id)])
  return {
    serverTime: deps.clock(),
    report: {
      ...presentOwnReport(row),
      phone: row.phone,
      messages: presentMessages(messages, 'owner'),
      data: presentData(data),
    },
  }
}

const events = { reply: 'replied', close: 'closed', reopen: 'reopened' } as const

/**
 * Adds a message to the caller's own report, closes it or opens it again, once for each idempotency key. When a report is opened again, the
 * promise of an answer starts again.
 *
 * @throws AppError `not-found`, `required-fields-missing`, `fault-report-conflict`, those of idempotency
 */
export async function actOnMyReport(
  deps: ServiceDeps,
  userId: string,
  id: string,
  body: ActBody,
  key: Key,
): Promise<Record<string, never>> {
  if (body.action !== 'close' && !body.text)
    throw new AppError('required-fields-missing', {
      issues: [{ path: 'body.text', message: 'required-fields-missing' }],
    })
  const route = `POST /service/reports/${id}/actions`
  return deps.idempotency.run({ key, userId, route, body }, (once) =>
    deps.store.db.transaction().execute((trx) =>
      once(trx, async () => {
        await act(deps, trx, userId, id, body)
        return {}
      }),
    ),
  )
}

async function act(deps: ServiceDeps, trx: Trx, userId: string, id: string, body: ActBody): Promise<void> {
  const { action } = body
  const text = body.text ?? null
  const row = await lockReport(trx, id, userId)
  const owner = row && (await findOwner(trx, userId))
  if (!row || !owner) throw new AppError('not-found')
  const event = events[action]
  const state = nextReportState(row.state, event)
  if (!state) throw new AppError('fault-report-conflict')
  const now = new Date(deps.clock())
  const more: Record<typeof action, ReportChange> = {
    reply: {},
    close: { closedAt: now, outcome: 'by-owner' },
    reopen: { closedAt: null, outcome: null, askedAt: now, answeredAt: null },
  }
  const change = { state, movedAt: now, ...more[action] }
  await updateReport(trx, id, change)
  await insertMessage(trx, {
    reportId: id,
    at: now,
    kind: event === 'replied' ? 'message' : event,
    by: 'owner',
    author: owner.name,
    body: text,
  })
  await queueReportMail(deps, trx, { ...row, ...change }, owner, { to: 'desk', kind: event, text })
}

function at({ clock, offlineAfterMs }: ServiceDeps) {
  return { now: clock(), offlineAfterMs }
}
