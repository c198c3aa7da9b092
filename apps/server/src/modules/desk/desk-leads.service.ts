import type { deskEndpoints, Lead } from '@shipminer/contract/desk'
import { analyseShip, offeredBoxes } from '@shipminer/domain/custom-solution'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { type CatalogueEntry, listCatalogueEntries } from '../catalogue/catalogue.port.ts'
import {
  assignLead,
  closeLead,
  countOpenLeads,
  findLead,
  insertLeadAnswer,
  type LeadAnswerRow,
  type LeadRow,
  leadAnswerMail,
  listLeadAnswers,
  lockLead,
  searchLeads,
} from '../inquiries/inquiries.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'
import { cursorOf, nextOf } from './paging.ts'

const perPage = 50
/** Of the day's queue. */
const mostOpen = 200
/** An answer is promised within a day. */
const staleAfterMs = 24 * 3_600_000
/** Leads that wait for an answer; the others wait for a product. */
const toBeAnswered = ['contact', 'custom'] as const

type Query = z.output<typeof deskEndpoints.deskLeads.query & object>
type Act = z.output<typeof deskEndpoints.deskLeadAct.body & object>

export async function listLeads(deps: DeskDeps, query: Query) {
  const { kind, status, before } = query
  const rows = await searchLeads(deps.store.db, {
    kinds: kind === undefined ? null : [kind],
    status,
    cursor: cursorOf(before),
    limit: perPage,
  })
  const next = nextOf(rows.at(-1)?.createdAt.getTime(), rows.length, perPage)
  return { serverTime: deps.clock(), leads: await present(deps, rows), next }
}

/** Questions without an answer, oldest first: those that wait longer than a day and the others; and how many there are in total. */
export async function readOpenLeads(
  deps: DeskDeps,
): Promise<{ staleLeads: Lead[]; freshLeads: Lead[]; openLeads: number }> {
  const { db } = deps.store
  const rows = await searchLeads(db, { kinds: toBeAnswered, status: 'open', cursor: null, limit: mostOpen })
  const leads = await present(deps, rows)
  const staleBefore = deps.clock() - staleAfterMs
  return {
    staleLeads: leads.filter(({ createdAt }) => createdAt < staleBefore),
    freshLeads: leads.filter(({ createdAt }) => createdAt >= staleBefore),
    openLeads: await countOpenLeads(db, toBeAnswered),
  }
}

/** @throws AppError `not-found`, `required-fields-missing` */
export async function actOnLead(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<{ lead: Lead }> {
  return deps.store.db.transaction().execute(async (trx) => {
    const isLocked = await lockLead(trx, id)
    const row = isLocked ? await findLead(trx, id) : null
    if (!row) throw new AppError('not-found')
    const at = new Date(deps.clock())
    if (act.action === 'assign') await assignLead(trx, id, operator.userId)
    if (act.action === 'answer') await answer(deps, trx, operator, row, act, at)
    if (act.action !== 'assign') await closeLead(trx, id, operator.userId, at)
    const note = {
      action: `lead.${act.action}`,
      subject: `lead ${row.reference}`,
      reason: act.subject || null,
    }
    await noteAction(deps, trx, operator, note)
    const [lead] = await present(deps, [(await findLead(trx, id)) ?? row], trx)
    if (!lead) throw new AppError('not-found')
    return { lead }
  })
}

async function answer(
  deps: DeskDeps,
  trx: Trx,
  operator: Operator,
  row: LeadRow,
  { subject, text }: Act,
  at: Date,
): Promise<void> {
  const missing = [!subject && 'subject', !text && 'text'].filter((field) => field !== false)
  if (!subject || !text)
    throw new AppError('required-fields-missing', {
      issues: missing.map((field) => ({ path: `body.${field}`, message: 'required-fields-missing' })),
    })
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
      },
    ],
    at,
  )
  await insertLeadAnswer(trx, { inquiryId: row.id, at, operator: operator.name, subject, body: text })
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
  // A box that fits anywhere says nothing about the ship.
  const boxes = catalogue.filter((entry) => !entry.anyGenerator)
  const analysis =
    generatorCapacityKw === null || currentUsagePercent === null
      ? null
      : analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
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
    spareKw: analysis?.spareKw ?? null,
    fittingProducts: (analysis ? offeredBoxes(analysis, boxes) : []).map(
      ({ id, count }) => `${count} × ${nameOf(id)}`,
    ),
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
