import {
  type AlertChannels,
  type AlertEscalation,
  type AlertRule,
  alertEndpoints,
} from '@shipminer/contract/alerts'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

export const alertSettingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: ({ signal }) => callEndpoint(alertEndpoints.alertSettings, { signal }),
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
})

export type AlertSettings = Awaited<ReturnType<NonNullable<typeof alertSettingsQuery.queryFn>>>

/** @throws ApiError */
export async function saveAlertSettings(change: {
  rules?: AlertRule[]
  channels?: AlertChannels
  escalation?: AlertEscalation | null
  weeklyMail?: boolean
}): Promise<void> {
  await callEndpoint(alertEndpoints.saveAlertSettings, { body: change })
}

/** @throws ApiError */
export function linkTelegram() {
  return callEndpoint(alertEndpoints.linkTelegram, { body: {} })
}

/** @throws ApiError */
export async function unlinkTelegram(): Promise<void> {
  await callEndpoint(alertEndpoints.unlinkTelegram, {})
}

/** @throws ApiError */
export async function subscribePush(subscription: {
  endpoint: string
  keys: { p256dh: string; auth: string }
}): Promise<void> {
  await callEndpoint(alertEndpoints.subscribePush, { body: subscription })
}
