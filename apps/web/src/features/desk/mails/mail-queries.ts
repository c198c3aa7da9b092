import { deskMailEndpoints } from '@shipminer/contract/desk/mails'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

/** E-mails that have not gone. */
export const mailsQuery = queryOptions({
  queryKey: ['desk', 'mails'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(deskMailEndpoints.deskMails, { signal })),
  refetchInterval: 15_000,
})

/** @returns 0 when it was tried again already. @throws ApiError */
export async function retryMail(id: string): Promise<number> {
  return (await callEndpoint(deskMailEndpoints.deskMailRetry, { params: { id }, body: {} })).requeued
}

/** @returns 0 when it was tried again or set aside already. @throws ApiError */
export async function setAsideMail(id: string, reason: string): Promise<number> {
  return (await callEndpoint(deskMailEndpoints.deskMailSetAside, { params: { id }, body: { reason } }))
    .setAside
}

/** @returns how many are tried again. @throws ApiError */
export async function retryAllMails(reason: string): Promise<number> {
  return (await callEndpoint(deskMailEndpoints.deskMailRetryAll, { body: { reason } })).requeued
}
