import { deskRefundRunEndpoints, type RefundRunWay } from '@shipminer/contract/desk/refund-runs'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Runs of refunds with something still to be paid. */
export const refundRunsQuery = queryOptions({
  queryKey: ['desk', 'refund-runs'],
  queryFn: ({ signal }) => callEndpoint(deskRefundRunEndpoints.deskRefundRuns, { signal }),
  refetchInterval: 60_000,
})

/** @throws ApiError */
export const createRefundRun = (way: RefundRunWay) =>
  callEndpoint(deskRefundRunEndpoints.deskRefundRunCreate, { body: { way } })

/** @throws ApiError */
export const readRefundRunFile = (id: string) =>
  callEndpoint(deskRefundRunEndpoints.deskRefundRunFile, { params: { id } })

/** @throws ApiError */
export const makeRefundRunPsbt = (id: string, feeRateMilliSat: number) =>
  callEndpoint(deskRefundRunEndpoints.deskRefundRunPsbt, { params: { id }, body: { feeRateMilliSat } })

/** @throws ApiError */
export const payRefundRun = (id: string, body: { on: string; txid?: string; droppedId?: string }) =>
  callEndpoint(deskRefundRunEndpoints.deskRefundRunPaid, { params: { id }, body })

/** @throws ApiError */
export const cancelRefundRun = (id: string) =>
  callEndpoint(deskRefundRunEndpoints.deskRefundRunCancel, { params: { id }, body: {} })
