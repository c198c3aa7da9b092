import {
  type BoxAction,
  type BoxRefusal,
  type deskBoxSorts,
  deskStockEndpoints,
} from '@shipminer/contract/desk/stock'
import type { BoxState } from '@shipminer/domain/stock/box-stock'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'

export type StockFilters = {
  search?: string
  state?: BoxState
  product?: string
  order?: string
  sort?: (typeof deskBoxSorts)[number]
  direction?: 'ascending' | 'descending'
  page?: number
}
export type Refused = readonly { serial: string; reason: BoxRefusal }[]

const fetchStock = (query: StockFilters, signal: AbortSignal) =>
  callEndpoint(deskStockEndpoints.deskBoxes, { query, signal })

/** A page of boxes, with what there is of each product. */
export function stockQuery(filters: StockFilters) {
  return queryOptions({
    queryKey: ['desk', 'stock', filters],
    queryFn: ({ signal }) => fetchStock(filters, signal),
    placeholderData: keepPreviousData,
  })
}

/** One box with what happened to it. */
export function boxQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'stock', 'box', id],
    queryFn: ({ signal }) => callEndpoint(deskStockEndpoints.deskBox, { params: { id }, signal }),
  })
}

/** @throws ApiError */
export function addBoxes(body: CallInput<typeof deskStockEndpoints.deskAddBoxes>['body']) {
  return callEndpoint(deskStockEndpoints.deskAddBoxes, { body })
}

/** @throws ApiError */
export function moveBoxes(body: {
  action: BoxAction
  serials: string[]
  order?: string
  on?: string
  note?: string
}) {
  return callEndpoint(deskStockEndpoints.deskMoveBoxes, { body })
}

/** @throws ApiError */
export function changeBox(id: string, body: CallInput<typeof deskStockEndpoints.deskChangeBox>['body']) {
  return callEndpoint(deskStockEndpoints.deskChangeBox, { params: { id }, body })
}
