import { reportStates } from '@shipminer/domain/service/fault-report'
import * as z from 'zod/mini'
import { AttachedDataSchema } from '../attached-data.ts'
import { BoardAnswerSchema } from '../board-answer.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { PageQuerySchema, ReasonSchema, SearchQuerySchema } from '../from-outside.ts'
import { FaultSubjectSchema } from '../shop/service.ts'

/*
 * Stored sets of diagnostics: what was known of boxes and their miners at a moment. They came with a fault report, or somebody at the desk had
 * them taken, which needs an owner who lets the provider act.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

export const diagnosticKinds = ['report', 'taken'] as const

/**
 * What the box itself says in it: `none`: it was not asked; `asked`: its answer may still come; `silent`: it gave none, since it had no line
 * or its version knows no such question.
 */
export const boardStates = ['none', 'asked', 'silent', 'stored'] as const

export const DiagnosticSetSchema = z.object({
  id: z.uuid(),
  kind: z.enum(diagnosticKinds),
  takenAt: z.int(),
  owner: z.string(),
  shipName: z.nullable(z.string()),
  /** Ids of the boxes it is about. */
  boxes: z.array(z.string()),
  miners: z.int(),
  bytes: z.int(),
  board: z.enum(boardStates),
  /** The report that it came with. */
  report: z.nullable(
    z.object({ reference: z.string(), subject: FaultSubjectSchema, state: z.enum(reportStates) }),
  ),
  /** Who had it taken, and why. */
  taken: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  /** When it is deleted; null: not before its report is closed. */
  keptUntil: z.nullable(z.int()),
})
export type DiagnosticSet = z.infer<typeof DiagnosticSetSchema>

/** Why no set was taken of a box. */
export const WhyNotTakenSchema = z.enum(['unknown', 'no-owner', 'no-consent'])
export type WhyNotTaken = z.infer<typeof WhyNotTakenSchema>

export const deskDiagnosticEndpoints = {
  deskDiagnostics: endpoint({
    method: 'GET',
    path: '/desk/diagnostics',
    summary:
      'Stored sets of diagnostics of all fleets, newest first, 50 a page; searched by owner, ship, box and number of the report.',
    auth: 'operator',
    roles: ['owner', 'service'],
    query: z.object({
      search: z.optional(SearchQuerySchema),
      kind: z.optional(z.enum(diagnosticKinds)),
      box: z.optional(line(40)),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({ sets: z.array(DiagnosticSetSchema), total: z.int(), perPage: z.int() }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskDiagnosticSet: endpoint({
    method: 'GET',
    path: '/desk/diagnostics/{id}',
    summary: 'One stored set of diagnostics with its values; that it was read is recorded.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: z.object({ id: z.uuid() }),
    data: z.object({
      set: DiagnosticSetSchema,
      /** Null when what was stored cannot be read any more. */
      data: z.nullable(AttachedDataSchema),
      /** What the box itself said. */
      board: z.nullable(BoardAnswerSchema),
    }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskTakeDiagnostics: endpoint({
    method: 'POST',
    path: '/desk/diagnostics',
    summary:
      'Takes a set of diagnostics of each of some boxes whose owners let the provider act, asks those boxes how they are themselves, and says of the others why not. The same order again takes none twice; recorded for each box.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({
      orderId: z.uuid(),
      boxes: z.array(line(40).check(z.minLength(1))).check(z.minLength(1), z.maxLength(50)),
      reason: ReasonSchema,
    }),
    data: z.object({
      boxes: z.array(
        z.object({ id: z.string(), setId: z.nullable(z.uuid()), whyNot: z.nullable(WhyNotTakenSchema) }),
      ),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
