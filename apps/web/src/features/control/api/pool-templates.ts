import {
  type PoolTemplate,
  type PoolTemplateBody,
  poolTemplateEndpoints,
} from '@shipminer/contract/control/pool-templates'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Templates of the signed-in person, by name. */
export const poolTemplatesQuery = queryOptions({
  queryKey: ['user', 'pool-templates'],
  queryFn: async ({ signal }) =>
    (await callEndpoint(poolTemplateEndpoints.poolTemplates, { signal })).templates,
})

/** Makes a template, or changes the one of `id`; answers all of them. @throws ApiError */
export async function savePoolTemplate(id: string | null, body: PoolTemplateBody): Promise<PoolTemplate[]> {
  const { templates } =
    id === null
      ? await callEndpoint(poolTemplateEndpoints.createPoolTemplate, { body })
      : await callEndpoint(poolTemplateEndpoints.updatePoolTemplate, { params: { id }, body })
  return templates
}

/** Deletes a template; answers those that are left. @throws ApiError */
export async function removePoolTemplate(id: string): Promise<PoolTemplate[]> {
  return (await callEndpoint(poolTemplateEndpoints.removePoolTemplate, { params: { id } })).templates
}
