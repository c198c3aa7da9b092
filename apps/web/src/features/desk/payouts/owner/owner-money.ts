import { deskPoolEndpoints, type PoolProfile } from '@shipminer/contract/desk/pools'
import type { RecordedPayout } from '@shipminer/contract/desk/proposals'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../../lib/api/client.ts'

/** The money of one owner, and their pools. */
export function payoutOwnerQuery(
  userId: string,
  wanted: NonNullable<CallInput<typeof deskPoolEndpoints.deskPayoutOwner>['query']>,
) {
  return queryOptions({
    queryKey: ['desk', 'payout-owner', userId, wanted],
    queryFn: ({ signal }) =>
      callEndpoint(deskPoolEndpoints.deskPayoutOwner, { params: { userId }, query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}
export type OwnerMoney = Awaited<ReturnType<NonNullable<ReturnType<typeof payoutOwnerQuery>['queryFn']>>>

/** @throws ApiError */
export async function takeBackReceipt(userId: string, id: string, reason: string): Promise<void> {
  await callEndpoint(deskPoolEndpoints.deskReceiptTakeBack, { params: { userId, id }, body: { reason } })
}

export type RecordOutcome = 'recorded' | 'known' | 'waits'

/** Records it, or confirms what another operator recorded. @throws ApiError */
export async function recordPayout(
  userId: string,
  { amountSat, txid, on, note }: RecordedPayout,
  reason: string,
): Promise<RecordOutcome> {
  const body = { amountSat, txid, on, note, reason }
  return (await callEndpoint(deskPoolEndpoints.deskPayoutRecord, { params: { userId }, body })).outcome
}

/** @throws ApiError */
export async function describePool(userId: string, pool: PoolProfile, reason: string): Promise<void> {
  await callEndpoint(deskPoolEndpoints.deskPoolDescribe, { params: { userId }, body: { ...pool, reason } })
}

/** @throws ApiError */
export async function forgetPool(userId: string, host: string, reason: string): Promise<void> {
  await callEndpoint(deskPoolEndpoints.deskPoolForget, { params: { userId }, body: { host, reason } })
}
