import * as z from 'zod/mini'
import { apiKeyScopes, endpoint } from '../endpoint.ts'
import { RowIdSchema } from '../from-outside.ts'

/** Keys that one account may have. */
export const maxApiKeys = 10

/** Days that a key may be good for; null: until it is revoked. */
export const apiKeyLifetimes = [30, 90, 365, null] as const
export type ApiKeyLifetime = (typeof apiKeyLifetimes)[number]
export const defaultApiKeyLifetime = 365

const ApiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(apiKeyScopes),
  createdAt: z.int(),
  /** To five minutes; null: never. */
  lastUsedAt: z.nullable(z.int()),
  /** Null: it has no end. */
  endsAt: z.nullable(z.int()),
  /** Its end has come: every call with it is refused. It stays in the list until it is revoked. */
  hasEnded: z.boolean(),
})
export type ApiKey = z.infer<typeof ApiKeySchema>

const KeysSchema = z.object({ keys: z.array(ApiKeySchema) })

/** Keys with which an owner's own programs call. */
export const apiKeyEndpoints = {
  apiKeys: endpoint({
    method: 'GET',
    path: '/user/api-keys',
    summary: 'Your keys, without what is secret of them.',
    auth: 'user',
    data: KeysSchema,
    errors: ['unauthorized'],
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/user/api-keys',
    summary: 'Makes a key. Its token is in this answer and nowhere else.',
    auth: 'user',
    body: z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
      scope: z.enum(apiKeyScopes),
      /** After so many days it ends; null: never. */
      lifetimeDays: z._default(z.literal(apiKeyLifetimes), defaultApiKeyLifetime),
    }),
    data: z.object({ token: z.string(), ...KeysSchema.shape }),
    errors: ['unauthorized', 'invalid-request', 'proof-required', 'too-many-api-keys'],
  }),
  revokeApiKey: endpoint({
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    summary: 'Ends a key at once.',
    auth: 'user',
    params: z.object({ id: RowIdSchema }),
    data: KeysSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
}
