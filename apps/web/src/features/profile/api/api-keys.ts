import { type ApiKey, type ApiKeyLifetime, apiKeyEndpoints } from '@shipminer/contract/account/api-keys'
import type { ApiKeyScope } from '@shipminer/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Keys of the signed-in person. */
export const apiKeysQuery = queryOptions({
  queryKey: ['user', 'api-keys'],
  queryFn: async ({ signal }) => (await callEndpoint(apiKeyEndpoints.apiKeys, { signal })).keys,
})

/** Makes a key. Its token is answered this once. */
export function createApiKey(key: { name: string; scope: ApiKeyScope; lifetimeDays: ApiKeyLifetime }) {
  return callEndpoint(apiKeyEndpoints.createApiKey, { body: key })
}

/** Ends a key; answers those that are left. */
export async function revokeApiKey(id: string): Promise<ApiKey[]> {
  return (await callEndpoint(apiKeyEndpoints.revokeApiKey, { params: { id } })).keys
}
