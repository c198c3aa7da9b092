import { reportStates } from '@shipminer/domain/service/fault-report'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { AttachedDataSchema } from '../attached-data.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DirectionQuerySchema, PageQuerySchema, RowIdSchema, SearchQuerySchema } from '../from-outside.ts'

/*
 * Fault reports: an owner says what is wrong, the server attaches what is known of the miners at that moment, and the desk answers within
 * a day. Reports of others do not exist.
 */
const plainText = z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
const text = z.string().check(z.trim(), z.minLength(3), z.maxLength(5000), plainText)
const id = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })
const messageId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

export const FaultSubjectSchema = z.enum([
  'does-not-start',
  'low-hashrate',
  'temperature',
  'noise-leak',
  'power',
  'connection',
  'other',
])
export type FaultSubject = z.infer<typeof FaultSubjectSchema>
export const FaultReportStateSchema = z.enum(reportStates)

/** How a report ended. `by-owner`: the owner closed it. */
export const FaultOutcomeSchema = z.enum([
  'solved-remotely',
  'solved-on-board',
  'part-replaced',
  'no-fault',
  'other',
  'by-owner',
])
/** What the desk can say. */
export const DeskOutcomeSchema = z.enum([
  'solved-remotely',
  'solved-on-board',
  'part-replaced',
  'no-fault',
  'other',
])
export type DeskOutcome = z.infer<typeof DeskOutcomeSchema>

/** One entry of the thread. `note` is for the desk only; `closed` and `reopened` may have no text. */
export const FaultMessageSchema = z.object({
  id: z.string(),
  at: z.int(),
  kind: z.enum(['message', 'note', 'closed', 'reopened']),
  by: z.enum(['owner', 'desk']),
  author: z.string(),
  text: z.nullable(z.string()),
})
export type FaultMessage = z.infer<typeof FaultMessageSchema>

/** A report in a list. The clock of the promise is computed from `askedAt` and `answeredAt`. */
export const FaultReportSummarySchema = z.object({
  id: z.string(),
  /** What people quote on the phone, e.g. `S-7K3QXMPA`. */
  reference: z.string(),
  subject: FaultSubjectSchema,
  state: FaultReportStateSchema,
  outcome: z.nullable(FaultOutcomeSchema),
  shipName: z.nullable(z.string()),
  minerId: z.nullable(z.string()),
  minerName: z.nullable(z.string()),
  openedAt: z.int(),
  askedAt: z.int(),
  answeredAt: z.nullable(z.int()),
  /** The last time someone wrote, closed or reopened it. */
  movedAt: z.int(),
})
export const OwnerReportSchema = z.object({
  ...FaultReportSummarySchema.shape,
  /** The desk has written since the owner last looked. */
  unread: z.boolean(),
})
export type OwnerReport = z.infer<typeof OwnerReportSchema>

/** Of the owner only a name and the number to call back. */
export const DeskReportSchema = z.object({
  ...FaultReportSummarySchema.shape,
  ownerName: z.string(),
  assignedTo: z.nullable(z.string()),
})
export type DeskReport = z.infer<typeof DeskReportSchema>
/** What a list of reports can be sorted by. `due`: those that wait for their first answer by when it is due, then the others by their last entry. */
export const deskReportSorts = ['due', 'reference', 'owner', 'openedAt', 'movedAt'] as const
/** `due`: what Today counts, overdue or due soon; `later`: what waits for us besides. */
export const deskReportFilters = [
  'open',
  'due',
  'later',
  'waiting-for-us',
  'waiting-for-owner',
  'closed',
] as const

const thread = {
  phone: z.nullable(z.string()),
  messages: z.array(FaultMessageSchema),
  /** Null when what was stored cannot be read any more. */
  data: z.nullable(AttachedDataSchema),
}
export const OwnerReportDetailSchema = z.object({ ...OwnerReportSchema.shape, ...thread })
export type OwnerReportDetail = z.infer<typeof OwnerReportDetailSchema>
export const DeskReportDetailSchema = z.object({
  ...DeskReportSchema.shape,
  ...thread,
  /** The language answers are written in. */
  language: LanguageSchema,
})
export type DeskReportDetail = z.infer<typeof DeskReportDetailSchema>

/** About one miner, one ship, or with neither everything the caller owns. */
const scope = {
  minerId: z.optional(RowIdSchema),
  shipId: z.optional(z.uuid()),
}

export const serviceEndpoints = {
  faultReports: endpoint({
    method: 'GET',
    path: '/service/reports',
    summary: 'The caller’s fault reports, open ones first.',
    auth: 'user',
    data: z.object({ serverTime: z.int(), reports: z.array(OwnerReportSchema) }),
    errors: ['unauthorized'],
  }),
  faultReportsUnread: endpoint({
    method: 'GET',
    path: '/service/unread',
    summary: 'How many of the caller’s fault reports have an answer that was not read yet.',
    auth: 'user',
    data: z.object({ unread: z.int() }),
    errors: ['unauthorized'],
  }),
  faultReportPreview: endpoint({
    method: 'GET',
    path: '/service/preview',
    summary: 'What would be attached to a report about a miner, a ship or everything, if it were sent now.',
    auth: 'user',
    query: z.object(scope),
    data: z.object({
      data: AttachedDataSchema,
      phone: z.nullable(z.string()),
      /** Answers are mailed only to an address that was verified. */
      answersByMail: z.boolean(),
    }),
    errors: ['unauthorized', 'not-found', 'invalid-request'],
    limit: { max: 60, windowMs: 60_000 },
  }),
  openFaultReport: endpoint({
    method: 'POST',
    path: '/service/reports',
    summary: 'Opens a fault report; the recent data is attached by the server.',
    auth: 'user',
    idempotent: true,
    body: z.strictObject({
      ...scope,
      subject: FaultSubjectSchema,
      text,
      phone: z.optional(z.string().check(z.trim(), z.maxLength(40), z.regex(/^\P{Cc}*$/u))),
    }),
    data: z.object({ id: z.string(), reference: z.string() }),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'fault-report-limit',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'rate-limited',
    ],
    limit: { max: 10, windowMs: 60_000 },
  }),
  faultReport: endpoint({
    method: 'GET',
    path: '/service/reports/{id}',
    summary: 'One of the caller’s fault reports with its thread and what was attached.',
    auth: 'user',
    params: id,
    data: z.object({ serverTime: z.int(), report: OwnerReportDetailSchema }),
    errors: ['unauthorized', 'not-found'],
  }),
  actOnFaultReport: endpoint({
    method: 'POST',
    path: '/service/reports/{id}/actions',
    summary: 'Writes into the thread of one’s own report, closes it or opens it again.',
    auth: 'user',
    idempotent: true,
    params: id,
    body: z.strictObject({
      action: z.enum(['reply', 'close', 'reopen']),
      /** Needed to reply and to reopen. */
      text: z.optional(text),
    }),
    data: z.object({}),
    errors: [
      'unauthorized',
      'not-found',
      'invalid-request',
      'required-fields-missing',
      'fault-report-conflict',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'rate-limited',
    ],
    limit: { max: 20, windowMs: 60_000 },
  }),
  readFaultReport: endpoint({
    method: 'POST',
    path: '/service/reports/{id}/read',
    summary: 'Notes that the caller has seen the thread up to a message.',
    auth: 'user',
    params: id,
    body: z.strictObject({ messageId }),
    data: z.object({}),
    errors: ['unauthorized', 'not-found', 'invalid-request'],
  }),
  deskFaultReports: endpoint({
    method: 'GET',
    path: '/desk/service',
    summary:
      'Fault reports: open ones by the time their answer is due, closed ones newest first, or sorted, 50 a page; searched by reference, owner, ship, miner. With how many there are, and how many in each state.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    query: z.object({
      filter: z._default(z.enum(deskReportFilters), 'open'),
      search: z.optional(SearchQuerySchema),
      sort: z.optional(z.enum(deskReportSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      reports: z.array(DeskReportSchema),
      perPage: z.int(),
      /** How many fit the filters. */
      total: z.int(),
      /** How many are in each state, whatever the filters. */
      byState: z.record(FaultReportStateSchema, z.int()),
      /** How many wait for our answer that is overdue or due soon. */
      due: z.int(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskFaultReport: endpoint({
    method: 'GET',
    path: '/desk/service/{id}',
    summary: 'One fault report with its thread, notes, and what was attached.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    params: id,
    data: z.object({ serverTime: z.int(), report: DeskReportDetailSchema }),
    errors: [...operatorErrors, 'not-found'],
  }),
  deskFaultReportAct: endpoint({
    method: 'POST',
    path: '/desk/service/{id}/actions',
    summary: 'Takes a fault report, answers it, notes something, closes it with an outcome or reopens it.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: id,
    body: z.strictObject({
      action: z.enum(['take', 'answer', 'note', 'close', 'reopen']),
      /** What is sent to the owner at `answer` and `close`, or the text of the note. Required for these three. */
      text: z.optional(text),
      /** Required at `close`. */
      outcome: z.optional(DeskOutcomeSchema),
      /** The last entry that the operator saw, required at `answer` and `close`: anyone who does so over a newer one must look at it first. */
      seen: z.optional(messageId),
    }),
    data: z.object({ report: DeskReportDetailSchema }),
    errors: [
      ...operatorErrors,
      'not-found',
      'invalid-request',
      'required-fields-missing',
      'fault-report-conflict',
    ],
  }),
}
