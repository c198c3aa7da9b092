import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What somebody beside its owner may do on a ship: look, or look and control what mines there. Neither sees money. */
export const crewRoles = ['viewer', 'engineer'] as const
export const CrewRoleSchema = z.enum(crewRoles)
export type CrewRole = z.infer<typeof CrewRoleSchema>

/** People, those invited included, that one ship may have. */
export const mostCrew = 20

/** Beside a ship or controller that is somebody else's: as what the caller is on it, and whose it is. Left out on one's own. */
export const SharedSchema = z.object({ role: CrewRoleSchema, owner: z.string() })
export type Shared = z.infer<typeof SharedSchema>

const CrewSchema = z.object({
  members: z.array(
    z.object({
      userId: z.uuid(),
      name: z.string(),
      email: z.nullable(z.string()),
      role: CrewRoleSchema,
      joinedAt: z.int(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      role: CrewRoleSchema,
      sentAt: z.int(),
      expiresAt: z.int(),
      /** Its time is over; it can be sent again. */
      hasExpired: z.boolean(),
    }),
  ),
})
export type Crew = z.infer<typeof CrewSchema>

const id = z.string().check(z.maxLength(64))
const ship = z.object({ id })
const token = z.strictObject({ token: z.string().check(z.maxLength(200)) })

export const crewEndpoints = {
  shipCrew: endpoint({
    method: 'GET',
    path: '/user/ships/{id}/crew',
    summary: 'Who may look at a ship of the caller or control it, and who was asked to.',
    auth: 'user',
    params: ship,
    data: CrewSchema,
    errors: ['unauthorized', 'ship-not-found'],
  }),
  inviteCrew: endpoint({
    method: 'POST',
    path: '/user/ships/{id}/crew',
    summary:
      'Invites somebody by e-mail; sent again it replaces the invitation before. Good for a week, for the person behind the address.',
    auth: 'user',
    params: ship,
    body: z.strictObject({
      email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^\P{Cc}*$/u)),
      role: CrewRoleSchema,
    }),
    data: CrewSchema,
    errors: [
      'unauthorized',
      'invalid-request',
      'proof-required',
      'email-invalid',
      'email-not-verified',
      'ship-not-found',
      'crew-member-already',
      'crew-full',
      'rate-limited',
    ],
    limit: { max: 20, windowMs: 3_600_000 },
  }),
  changeCrewRole: endpoint({
    method: 'PUT',
    path: '/user/ships/{id}/crew/{userId}',
    summary: 'Changes what a member of the crew may do, from this moment.',
    auth: 'user',
    params: z.object({ id, userId: id }),
    body: z.strictObject({ role: CrewRoleSchema }),
    data: CrewSchema,
    errors: ['unauthorized', 'invalid-request', 'proof-required', 'ship-not-found', 'not-found'],
  }),
  removeCrew: endpoint({
    method: 'DELETE',
    path: '/user/ships/{id}/crew/{userId}',
    summary: 'Takes a member off the crew. Their open pages end at once.',
    auth: 'user',
    params: z.object({ id, userId: id }),
    data: CrewSchema,
    errors: ['unauthorized', 'ship-not-found', 'not-found'],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/user/ships/{id}/crew-invitations/{invitationId}',
    summary: 'Makes the link of an invitation worthless.',
    auth: 'user',
    params: z.object({ id, invitationId: id }),
    data: CrewSchema,
    errors: ['unauthorized', 'ship-not-found', 'not-found'],
  }),
  readInvitation: endpoint({
    method: 'POST',
    path: '/auth/crew-invitation',
    summary: 'What the link of an invitation is for.',
    auth: 'none',
    body: token,
    data: z.object({
      ship: z.string(),
      owner: z.string(),
      role: CrewRoleSchema,
      email: z.string(),
      expiresAt: z.int(),
    }),
    errors: ['link-invalid', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/user/crew',
    summary:
      'Joins a crew by the link of an invitation, with the account of the address that it was sent to.',
    auth: 'user',
    body: token,
    data: z.object({ shipId: z.uuid() }),
    errors: ['unauthorized', 'link-invalid', 'crew-other-mailbox', 'crew-own-ship', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
  leaveCrew: endpoint({
    method: 'DELETE',
    path: '/user/crew/{id}',
    summary: 'Leaves the crew of a ship.',
    auth: 'user',
    params: ship,
    data: z.object({}),
    errors: ['unauthorized', 'not-found'],
  }),
}
