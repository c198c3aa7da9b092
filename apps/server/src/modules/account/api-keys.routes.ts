import { apiKeyEndpoints } from '@shipminer/contract/account/api-keys'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { type ApiKeyDeps, createApiKey, readApiKeys, revokeApiKey } from './api-keys.service.ts'

/** Keys of the signed-in person. */
export function apiKeyRoutes(router: Router, deps: ApiKeyDeps): void {
  router.route(apiKeyEndpoints.apiKeys, async (call) => ({
    keys: await readApiKeys(deps, requireCaller(call).userId),
  }))
  router.route(apiKeyEndpoints.createApiKey, (call) => createApiKey(deps, requireCaller(call), call.body))
  router.route(apiKeyEndpoints.revokeApiKey, async (call) => ({
    keys: await revokeApiKey(deps, requireCaller(call).userId, call.params.id),
  }))
}
