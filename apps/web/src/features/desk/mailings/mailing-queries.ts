import { deskMailingEndpoints, type MailingDraft } from '@shipminer/contract/desk/mailings'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

const lookMs = 15_000

/** Who waits for what, and what was sent to many. */
export const mailingsQuery = queryOptions({
  queryKey: ['desk', 'mailings'],
  queryFn: ({ signal }) => callEndpoint(deskMailingEndpoints.deskMailings, { signal }),
  refetchInterval: lookMs,
})

/** How many a message would reach, and what it says. */
export function previewQuery(draft: MailingDraft) {
  return queryOptions({
    queryKey: ['desk', 'mailings', 'preview', draft],
    queryFn: ({ signal }) => callEndpoint(deskMailingEndpoints.deskMailingPreview, { body: draft, signal }),
    staleTime: 0,
  })
}

/** How many of those whom a stopped message has not reached it would reach now, and what it says. */
export function leftQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'mailings', 'left', id],
    queryFn: ({ signal }) => callEndpoint(deskMailingEndpoints.deskMailingLeft, { params: { id }, signal }),
    staleTime: 0,
  })
}

/** Lets a stopped message go on. @throws ApiError */
export function continueMailing(id: string): Promise<{ recipients: number }> {
  return callEndpoint(deskMailingEndpoints.deskMailingContinue, { params: { id } })
}

/** Sends a message to many; the same key sends it once. @throws ApiError */
export function sendMailing(draft: MailingDraft, idempotencyKey: string): Promise<{ recipients: number }> {
  return callEndpoint(deskMailingEndpoints.deskMailingSend, { body: draft, idempotencyKey })
}

/** @throws ApiError */
export async function stopMailing(id: string, reason: string): Promise<void> {
  await callEndpoint(deskMailingEndpoints.deskMailingStop, { params: { id }, body: { reason } })
}

/** Notes addresses whose mail came back. @throws ApiError */
export async function noteReturned(emails: string[]): Promise<number> {
  return (await callEndpoint(deskMailingEndpoints.deskMailingReturned, { body: { emails } })).noted
}
