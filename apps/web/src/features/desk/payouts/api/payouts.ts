import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { deskPoolEndpoints, type PoolImport } from '@shipminer/contract/desk/pools'
import type { MinedCoin } from '@shipminer/domain/revenue/pool-coin'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../../lib/api/client.ts'

const lookMs = 60_000

/** What owners are due, first payouts, and the runs: a page of each. */
export function payoutsQuery(
  wanted: NonNullable<CallInput<typeof deskPayoutEndpoints.deskPayouts>['query']>,
) {
  return queryOptions({
    queryKey: ['desk', 'payouts', wanted],
    queryFn: ({ signal }) => callEndpoint(deskPayoutEndpoints.deskPayouts, { query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}
export type PayoutsAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof payoutsQuery>['queryFn']>>>

/** What owners are due as CSV; the server writes down that it was taken out. @throws ApiError */
export const exportPayoutOwners = (
  wanted: CallInput<typeof deskPayoutEndpoints.deskPayoutOwnersExport>['body'],
) => callEndpoint(deskPayoutEndpoints.deskPayoutOwnersExport, { body: wanted })

/** The runs so far as CSV, likewise. @throws ApiError */
export const exportPayoutRuns = (
  wanted: CallInput<typeof deskPayoutEndpoints.deskPayoutRunsExport>['body'],
) => callEndpoint(deskPayoutEndpoints.deskPayoutRunsExport, { body: wanted })

/** One run. */
export function payoutRunQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'payout', id],
    queryFn: ({ signal }) => callEndpoint(deskPayoutEndpoints.deskPayoutRun, { params: { id }, signal }),
    refetchInterval: lookMs,
  })
}

/** The fee that the source names for a place in one of the next blocks. */
export const payoutFeeQuery = queryOptions({
  queryKey: ['desk', 'payout-fee'],
  queryFn: ({ signal }) => callEndpoint(deskPayoutEndpoints.deskPayoutFee, { signal }),
  staleTime: lookMs,
})

/** Makes a run of what was shown. @throws ApiError */
export function createPayoutRun(shown: { lines: number; totalSat: number }): Promise<{ id: string }> {
  return callEndpoint(deskPayoutEndpoints.deskPayoutCreate, { body: shown })
}

/** @throws ApiError */
export function makePayoutCsv(id: string): Promise<{ filename: string; csv: string }> {
  return callEndpoint(deskPayoutEndpoints.deskPayoutCsv, { params: { id }, body: {} })
}

/** @throws ApiError */
export function makePayoutPsbt(id: string, feeRateMilliSat: number) {
  return callEndpoint(deskPayoutEndpoints.deskPayoutPsbt, { params: { id }, body: { feeRateMilliSat } })
}

/** @throws ApiError */
export function importPayout(id: string, transaction: string, send: boolean) {
  return callEndpoint(deskPayoutEndpoints.deskPayoutImport, { params: { id }, body: { transaction, send } })
}

/** @throws ApiError */
export async function sendPayout(id: string): Promise<void> {
  await callEndpoint(deskPayoutEndpoints.deskPayoutSend, { params: { id }, body: {} })
}

/** @throws ApiError */
export async function cancelPayoutRun(id: string, reason: string): Promise<void> {
  await callEndpoint(deskPayoutEndpoints.deskPayoutCancel, { params: { id }, body: { reason } })
}

/** @throws ApiError */
export function readPayoutStatement(
  id: string,
  userId: string,
): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(deskPayoutEndpoints.deskPayoutStatement, { params: { id, userId } })
}

/** Mails an owner of a run their statement once more; gives the address. @throws ApiError */
export async function sendPayoutStatement(id: string, userId: string): Promise<string> {
  return (await callEndpoint(deskPayoutEndpoints.deskPayoutStatementSend, { params: { id, userId } })).to
}

/** A pool's file of payments, and whose they are. */
export type PoolFile = {
  owner: string
  text: string
  paidTo: 'provider' | 'owner'
  coin?: MinedCoin
  ship?: string
}

/** Shows what the file would book, or books it. @throws ApiError */
export function importPoolFile(file: PoolFile, preview: boolean): Promise<PoolImport> {
  return callEndpoint(deskPoolEndpoints.deskPoolImport, { body: { ...file, preview } })
}

/** Addresses of ours that pools pay to. */
export const poolAddressesQuery = queryOptions({
  queryKey: ['desk', 'pool-addresses'],
  queryFn: ({ signal }) => callEndpoint(deskPoolEndpoints.deskPoolAddresses, { signal }),
  refetchInterval: lookMs,
})

/** @throws ApiError */
export const addPoolAddress = (body: { address: string; owner: string; ship?: string }) =>
  callEndpoint(deskPoolEndpoints.deskPoolAddressAdd, { body })

/** @throws ApiError */
export const bookPoolAddress = (id: string) =>
  callEndpoint(deskPoolEndpoints.deskPoolAddressBook, { params: { id }, body: {} })

/** @throws ApiError */
export const removePoolAddress = (id: string) =>
  callEndpoint(deskPoolEndpoints.deskPoolAddressRemove, { params: { id }, body: {} })
