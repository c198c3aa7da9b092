import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'

/* What ships sent and no table takes, for operators. */

export const SetAsideEntrySchema = z.object({
  id: z.int(),
  controllerId: z.string(),
  controllerName: z.string(),
  owner: z.nullable(z.string()),
  at: z.int(),
  /** A list of the batch, or `batch` for the whole of it. */
  list: z.string(),
  rows: z.int(),
  reason: z.string(),
  /** As it came (JSON), at most its first 20,000 characters. */
  content: z.string(),
})
export type SetAsideEntry = z.infer<typeof SetAsideEntrySchema>

export const deskSetAsideEndpoints = {
  deskSetAside: endpoint({
    method: 'GET',
    path: '/desk/set-aside',
    summary:
      'Rows of ships that could not be stored and that nobody has seen yet, newest first, at most 50; and how many entries there are.',
    auth: 'operator',
    roles: ['owner', 'service', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      entries: z.array(SetAsideEntrySchema),
      total: z.int(),
      /** Rows beyond what is kept of one controller: only counted. */
      unkeptRows: z.int(),
    }),
    errors: operatorErrors,
  }),
  deskSetAsideAct: endpoint({
    method: 'POST',
    path: '/desk/set-aside/{id}/actions',
    summary: 'Notes an entry as seen, or tries to store it again; what still cannot be stored stays.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({ action: z.enum(['seen', 'retry']), reason: ReasonSchema }),
    /** Rows that still could not be stored. */
    data: z.object({ left: z.int() }),
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
}
