import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema } from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'

/*
 * Who works at the desk: their roles, and where they are signed in. Somebody new is made an operator on the server only.
 */
export const OperatorRoleSchema = z.enum(operatorRoles)

const OperatorSessionSchema = z.object({
  id: z.string(),
  signedInAt: z.int(),
  /** When it last asked for anything, to within ten minutes. */
  usedAt: z.int(),
  endsAt: z.int(),
  /** Until when the second factor is valid in it; null: the desk is not open there. */
  deskUntil: z.nullable(z.int()),
  /** The one that asks. */
  isThis: z.boolean(),
})
export type OperatorSession = z.infer<typeof OperatorSessionSchema>

const DeskPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: OperatorRoleSchema,
  grantedAt: z.int(),
  /** Newest first. */
  sessions: z.array(OperatorSessionSchema),
})
export type DeskPerson = z.infer<typeof DeskPersonSchema>

const id = z.object({ id: z.uuid() })
const people = z.object({ people: z.array(DeskPersonSchema) })

export const deskPeopleEndpoints = {
  deskRecoveryCodes: endpoint({
    method: 'GET',
    path: '/desk/recovery-codes',
    summary: 'How many codes for the loss of one’s authenticator are left.',
    auth: 'operator',
    roles: operatorRoles,
    data: z.object({ left: z.int(), madeAt: z.nullable(z.int()) }),
    errors: operatorErrors,
  }),
  deskMakeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/desk/recovery-codes',
    summary: 'Makes new codes for the loss of one’s authenticator, shown only now; earlier ones are void.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    data: z.object({ codes: z.array(z.string()) }),
    errors: operatorErrors,
    limit: { max: 5, windowMs: 60_000 },
  }),
  deskPeople: endpoint({
    method: 'GET',
    path: '/desk/people',
    summary: 'The operators with their roles, and where each is signed in.',
    auth: 'operator',
    roles: ['owner'],
    data: people,
    errors: operatorErrors,
  }),
  deskPersonRole: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/role',
    summary: 'Gives an operator another role, from their next call on. The last owner stays one.',
    auth: 'operator',
    roles: ['owner'],
    params: id,
    body: z.strictObject({ role: OperatorRoleSchema, reason: ReasonSchema }),
    data: people,
    errors: [...operatorErrors, 'invalid-request', 'not-found', 'last-owner'],
  }),
  deskPersonSessionsEnd: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/sessions/end',
    summary: 'Ends one session of an operator, or all of them but the one that asks.',
    auth: 'operator',
    roles: ['owner'],
    params: id,
    body: z.strictObject({ session: z.optional(z.uuid()), reason: ReasonSchema }),
    data: people,
    errors: [...operatorErrors, 'invalid-request', 'not-found'],
  }),
}
