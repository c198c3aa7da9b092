import { commissioningSteps } from '@shipminer/domain/generator/commissioning/commissioning'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { lastMoment, outsideText, outsideWords, RowIdSchema } from '../from-outside.ts'

const at = z.int().check(z.minimum(0), z.maximum(lastMoment))
const figure = z.nullable(z.number().check(z.minimum(-1e9), z.maximum(1e9)))

const StepResultSchema = z.object({
  outcome: z.enum(['passed', 'failed', 'skipped']),
  at,
  failure: z.nullable(
    z.enum([
      'no-reading',
      'meter-refused',
      'panel-differs',
      'no-miner',
      'did-not-sleep',
      'did-not-start',
      'meter-did-not-follow',
      'other-meter',
      'no-step',
      'no-contactor',
      'did-not-open',
      'not-noticed',
      'did-not-return',
      'ended-by-person',
    ]),
  ),
  /** The words of the person who left the step out. */
  reason: z.nullable(outsideText(200)),
  figures: z.object({
    readsKw: figure,
    minerKw: figure,
    movedKw: figure,
    tookMs: figure,
    stepKw: figure,
    isMeasured: z.nullable(z.boolean()),
    stops: z
      .array(
        z.object({
          firmware: outsideText(60),
          devices: z.int().check(z.minimum(0), z.maximum(10_000)),
          tookMs: z.number().check(z.minimum(0), z.maximum(1e9)),
        }),
      )
      .check(z.maxLength(50)),
  }),
})

/** What was found of each step; one that was not done is missing. */
export const CommissioningResultsSchema = z.partialRecord(z.enum(commissioningSteps), StepResultSchema)

/** Who the meter says that it is; null: it does not say. */
const MeterSchema = z.object({
  maker: outsideWords(64),
  model: outsideWords(64),
  serial: outsideWords(64),
  source: outsideWords(64),
})

/** What the check on board found, with the settings that were in force. kW, ms; null is unknown. */
export const CommissioningReportSchema = z.object({
  controllerId: outsideText(64),
  version: outsideText(40),
  /** `open`: not done, a cautious limit holds. `earlier`: it followed before there was this check. `elsewhere`: somebody checked it otherwise. */
  position: z.enum(['open', 'done', 'earlier', 'elsewhere']),
  /** Who checked it otherwise, and when. */
  checkedElsewhere: z.nullable(outsideText(200)),
  startedAt: z.nullable(at),
  finishedAt: z.nullable(at),
  capacityKw: figure,
  limitPercent: figure,
  reserveKw: figure,
  /** What the miners' times and the largest step ask for. */
  requiredReserveKw: figure,
  largestStepKw: figure,
  /** The meter that was checked; null: it does not say who it is. Left out by versions that did not ask. */
  meter: z.optional(z.catch(z.nullable(MeterSchema), null)),
  results: CommissioningResultsSchema,
})
export type CommissioningReport = z.infer<typeof CommissioningReportSchema>

/** A report as it was kept ashore. */
const StoredReportSchema = z.object({
  id: RowIdSchema,
  controllerName: z.string(),
  receivedAt: z.int(),
  report: CommissioningReportSchema,
})
export type StoredCommissioningReport = z.infer<typeof StoredReportSchema>

const pdf = z.object({ filename: z.string(), pdfBase64: z.string() })
const limit = { max: 20, windowMs: 60_000 }

export const commissioningEndpoints = {
  shipCommissioning: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/commissioning',
    summary: 'Reports of the checks at commissioning that the controllers of a ship sent, newest first.',
    auth: 'user',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    data: z.object({ serverTime: z.int(), reports: z.array(StoredReportSchema) }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  shipCommissioningPdf: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/commissioning/{report}/pdf',
    summary: 'One of these reports as PDF, base64.',
    auth: 'user',
    params: z.object({ id: z.string().check(z.maxLength(64)), report: RowIdSchema }),
    query: z.object({ language: LanguageSchema }),
    data: pdf,
    errors: ['unauthorized', 'ship-not-found', 'not-found', 'invalid-request', 'rate-limited'],
    limit,
  }),
  deskCommissioningPdf: endpoint({
    method: 'GET',
    path: '/desk/controllers/{id}/commissioning/pdf',
    summary: 'The newest report of a controller’s check at commissioning as PDF, base64.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    query: z.object({ language: LanguageSchema }),
    data: pdf,
    errors: [...operatorErrors, 'not-found', 'invalid-request', 'rate-limited'],
    limit,
  }),
  deskCommissioningSend: endpoint({
    method: 'POST',
    path: '/desk/controllers/{id}/commissioning/send',
    summary:
      'Mails the newest report of a controller’s check at commissioning to its owner, in their language.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    data: z.object({ to: z.string() }),
    errors: [...operatorErrors, 'not-found', 'recipient-missing', 'invalid-request'],
  }),
}
