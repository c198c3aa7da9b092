import { poolTemplateEndpoints } from '@shipminer/contract/control/pool-templates'
import { type Router, requireCaller } from '../../../platform/http/routing.ts'
import {
  type PoolTemplateDeps,
  readPoolTemplates,
  removePoolTemplate,
  savePoolTemplate,
} from './pool-templates.service.ts'

/** Pool templates of the caller. */
export function poolTemplateRoutes(router: Router, deps: PoolTemplateDeps): void {
  router.route(poolTemplateEndpoints.poolTemplates, async (call) => ({
    templates: await readPoolTemplates(deps.store.db, requireCaller(call).userId),
  }))
  router.route(poolTemplateEndpoints.createPoolTemplate, async (call) => ({
    templates: await savePoolTemplate(deps, requireCaller(call), null, call.body),
  }))
  router.route(poolTemplateEndpoints.updatePoolTemplate, async (call) => ({
    templates: await savePoolTemplate(deps, requireCaller(call), Number(call.params.id), call.body),
  }))
  router.route(poolTemplateEndpoints.removePoolTemplate, async (call) => ({
    templates: await removePoolTemplate(deps, requireCaller(call).userId, Number(call.params.id)),
  }))
}
