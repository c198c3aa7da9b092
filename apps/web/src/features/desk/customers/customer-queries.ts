import { type DeskCustomerDetail, deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { deskMergeEndpoints, type Merge } from '@shipminer/contract/desk/merge'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'

/** A page of people. */
export function customersQuery(
  wanted: NonNullable<CallInput<typeof deskCustomerEndpoints.deskCustomers>['query']>,
) {
  return queryOptions({
    queryKey: ['desk', 'customers', wanted],
    queryFn: ({ signal }) => callEndpoint(deskCustomerEndpoints.deskCustomers, { query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One person with all that belongs to them. Every reading is recorded, so it is not fetched again by itself. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'customer', id],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(deskCustomerEndpoints.deskCustomer, { params: { id }, signal })),
    refetchOnWindowFocus: false,
  })
}
export type Customer = DeskCustomerDetail & { clockOffsetMs: number }

/** @throws ApiError */
export async function writeNote(id: string, text: string): Promise<DeskCustomerDetail['notes']> {
  const { notes } = await callEndpoint(deskCustomerEndpoints.deskCustomerNote, {
    params: { id },
    body: { text },
  })
  return notes
}

/** @throws ApiError */
export async function resendMail(id: string, mail: string): Promise<DeskCustomerDetail['mails']> {
  const { mails } = await callEndpoint(deskCustomerEndpoints.deskMailResend, { params: { id, mail } })
  return mails
}

/** @throws ApiError */
export async function deleteCustomer(id: string, typed: { name: string; reason: string }): Promise<void> {
  await callEndpoint(deskCustomerEndpoints.deskCustomerDelete, { params: { id }, body: typed })
}

/** Everything that is kept about a person. @throws ApiError */
export function exportCustomer(id: string): Promise<Record<string, unknown>> {
  return callEndpoint(deskCustomerEndpoints.deskCustomerExport, { params: { id } })
}

/** What would move if another account were merged into one. @throws ApiError */
export async function previewMerge(id: string, other: string): Promise<Merge> {
  return (
    await callEndpoint(deskMergeEndpoints.deskCustomerMergePreview, { params: { id }, body: { other } })
  ).merge
}

/** Merges another account into one. @throws ApiError */
export async function mergeCustomers(
  id: string,
  typed: { other: string; name: string; reason: string },
): Promise<void> {
  await callEndpoint(deskMergeEndpoints.deskCustomerMerge, { params: { id }, body: typed })
}
