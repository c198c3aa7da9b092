import { type RuleSettings, ruleEndpoints } from '@shipminer/contract/power/rules'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const refreshMs = 15_000

/** The rules that a ship's boxes carry out, and what they did. */
export function rulesQuery(shipId: string) {
  return queryOptions({
    queryKey: ['power', shipId, 'rules'],
    queryFn: ({ signal }) => callEndpoint(ruleEndpoints.shipRules, { params: { id: shipId }, signal }),
    refetchInterval: refreshMs,
  })
}

export type RulesAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof rulesQuery>['queryFn']>>>

/** @throws ApiError */
export async function saveRules(shipId: string, settings: RuleSettings): Promise<RuleSettings> {
  const answer = await callEndpoint(ruleEndpoints.saveShipRules, { params: { id: shipId }, body: settings })
  return answer.settings
}
