import {
  type DeskController,
  type DeskOrderAction,
  type deskControllerSorts,
  deskEndpoints,
  type deskLeadSorts,
  type deskOrderSorts,
  type Lead,
  type leadKinds,
  type leadStatuses,
} from '@shipminer/contract/desk'
import { type Correction, deskCorrectionEndpoints } from '@shipminer/contract/desk/correction'
import { deskSearchEndpoints } from '@shipminer/contract/desk/search'
import { deskVatEndpoints, type VatChoice } from '@shipminer/contract/desk/vat'
import { deskWorkEndpoints, type JobClaim } from '@shipminer/contract/desk/work'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { commissioningEndpoints } from '@shipminer/contract/power/commissioning'
import type { RefundWay } from '@shipminer/domain/orders/refund-proof'
import type { Language } from '@shipminer/i18n/languages'
import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { withOffset } from '../../../lib/api/with-offset.ts'
import type { OrderFilters } from '../lib/orders/order-filters.ts'

const lookMs = 60_000

/** What waits, for the queue of the day and every counter; also what shows whether this person may be here. */
export const todayQuery = queryOptions({
  queryKey: ['desk', 'today'],
  queryFn: async ({ signal }) => withOffset(await callEndpoint(deskWorkEndpoints.deskToday, { signal })),
  refetchInterval: lookMs,
})

/** Takes a piece of work, or gives one's own back; answers with who has which. @throws ApiError */
export function claimJob(job: string, taken: boolean): Promise<{ claims: JobClaim[] }> {
  return callEndpoint(deskWorkEndpoints.deskJobClaim, { params: { job }, body: { taken } })
}

/** What begins with these words; nothing is asked for fewer than two letters. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['desk', 'search', text],
    queryFn:
      text.length < 2
        ? skipToken
        : ({ signal }) => callEndpoint(deskSearchEndpoints.deskSearch, { query: { text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Proves the second factor for twelve hours. @throws ApiError */
export async function proveSecondFactor(code: string): Promise<void> {
  await callEndpoint(deskEndpoints.deskSecondFactor, { body: { code } })
}

type OrdersPage = {
  sort: (typeof deskOrderSorts)[number]
  direction: 'ascending' | 'descending'
  page: number
}

/** A page of orders. */
export function ordersQuery(filters: OrderFilters, page: OrdersPage) {
  return queryOptions({
    queryKey: ['desk', 'orders', filters, page],
    queryFn: ({ signal }) =>
      callEndpoint(deskEndpoints.deskOrders, { query: { ...filters, ...page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Orders as CSV, all that fit or the chosen ones; the server writes down that it was taken out. @throws ApiError */
export const exportOrders = (wanted: CallInput<typeof deskExportEndpoints.deskOrdersExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskOrdersExport, { body: wanted })

/** Refunds as CSV by the filter of their list; the server writes down that it was taken out. @throws ApiError */
export const exportRefunds = (wanted: CallInput<typeof deskExportEndpoints.deskRefundsExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskRefundsExport, { body: wanted })

/** Coin payments to decide as CSV. @throws ApiError */
export const exportPayments = () => callEndpoint(deskExportEndpoints.deskPaymentsExport, { body: {} })

/** Offers as CSV, all that fit or the chosen ones. @throws ApiError */
export const exportOffers = (wanted: CallInput<typeof deskExportEndpoints.deskOffersExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskOffersExport, { body: wanted })

/** Fault reports as CSV, all that fit or the chosen ones. @throws ApiError */
export const exportReports = (wanted: CallInput<typeof deskExportEndpoints.deskFaultReportsExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskFaultReportsExport, { body: wanted })

/** @throws ApiError */
export const exportCustomers = (search: string | undefined) =>
  callEndpoint(deskExportEndpoints.deskCustomersExport, { body: search ? { search } : {} })

/** @throws ApiError */
export const exportControllers = (
  wanted: CallInput<typeof deskExportEndpoints.deskControllersExport>['body'],
) => callEndpoint(deskExportEndpoints.deskControllersExport, { body: wanted })

/** @throws ApiError */
export const exportBoxes = (wanted: CallInput<typeof deskExportEndpoints.deskBoxesExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskBoxesExport, { body: wanted })

/** One order with all about it. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'order', id],
    queryFn: ({ signal }) => callEndpoint(deskEndpoints.deskOrder, { params: { id }, signal }),
    refetchInterval: lookMs,
  })
}
export type OrderAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof orderQuery>['queryFn']>>>

export type OrderActBody = {
  action: DeskOrderAction
  reason: string
  on?: string
  amountCents?: number
  refundId?: string
  way?: RefundWay
  proof?: string
}

/** Moves an order on. @throws ApiError */
export async function actOnOrder(id: string, body: OrderActBody): Promise<void> {
  await callEndpoint(deskEndpoints.deskOrderAct, { params: { id }, body })
}

export type VatBody = {
  vatCase: VatChoice['vatCase']
  country: string | null
  evidence?: string
  reason: string
  adviserApproved: true
}

/** Gives an order another treatment of its VAT. @throws ApiError */
export async function chooseVat(id: string, body: VatBody): Promise<void> {
  await callEndpoint(deskVatEndpoints.deskOrderVat, { params: { id }, body })
}

type CorrectionBody = CallInput<typeof deskCorrectionEndpoints.deskOrderCorrection>['body']

/** What other details of its buyer would change about an order. @throws ApiError */
export async function previewCorrection(
  id: string,
  body: Pick<CorrectionBody, 'buyer' | 'version'>,
): Promise<Correction> {
  return (await callEndpoint(deskCorrectionEndpoints.deskOrderCorrectionPreview, { params: { id }, body }))
    .correction
}

/** Corrects the buyer of an order. @throws ApiError */
export async function correctOrder(id: string, body: CorrectionBody): Promise<void> {
  await callEndpoint(deskCorrectionEndpoints.deskOrderCorrection, { params: { id }, body })
}

/** An invoice or credit note of an order. @throws ApiError */
export function fetchDocument(id: string, number: string): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(deskEndpoints.deskOrderDocument, { params: { id, number } })
}

/** Mails a document to the buyer once more; gives the address. @throws ApiError */
export async function resendDocument(id: string, number: string): Promise<string> {
  return (await callEndpoint(deskEndpoints.deskOrderDocumentResend, { params: { id, number } })).to
}

/** An invoice or credit note of an order, for machines. @throws ApiError */
export function fetchEInvoice(id: string, number: string): Promise<{ filename: string; xml: string }> {
  return callEndpoint(deskEndpoints.deskOrderEInvoice, { params: { id, number } })
}

/** The packing slip of an order. @throws ApiError */
export function fetchPackingSlip(id: string): Promise<{ filename: string; pdfBase64: string }> {
  return callEndpoint(deskEndpoints.deskPackingSlip, { params: { id } })
}

/** Mails the packing slip to the buyer; gives the address. @throws ApiError */
export async function sendPackingSlip(id: string): Promise<string> {
  return (await callEndpoint(deskEndpoints.deskPackingSlipSend, { params: { id } })).to
}

/** Mails the newest report of the check at commissioning to the owner; gives the address. @throws ApiError */
export async function sendCommissioning(id: string): Promise<string> {
  return (await callEndpoint(commissioningEndpoints.deskCommissioningSend, { params: { id } })).to
}

/** Money that is to go back, all of it; or a page of it, or of what went back. */
export function refundsQuery(wanted: NonNullable<CallInput<typeof deskEndpoints.deskRefunds>['query']>) {
  return queryOptions({
    queryKey: ['desk', 'refunds', wanted],
    queryFn: ({ signal }) => callEndpoint(deskEndpoints.deskRefunds, { query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

/** A page of coin payments to decide, and the watchers. */
export function paymentsQuery(wanted: NonNullable<CallInput<typeof deskEndpoints.deskPayments>['query']>) {
  return queryOptions({
    queryKey: ['desk', 'payments', wanted],
    queryFn: ({ signal }) => callEndpoint(deskEndpoints.deskPayments, { query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

export type Decision = 'completed' | 'failed'

/** @throws ApiError */
export async function decidePayment(id: string, decision: Decision, reason: string): Promise<void> {
  await callEndpoint(deskEndpoints.deskPaymentDecide, { params: { id }, body: { decision, reason } })
}

export type LeadFilters = {
  status: (typeof leadStatuses)[number]
  kind?: (typeof leadKinds)[number]
  stage?: Lead['stage']
  search?: string
}
type LeadsPage = {
  sort: (typeof deskLeadSorts)[number]
  direction: 'ascending' | 'descending'
  page: number
}

/** A page of leads. */
export function leadsQuery(filters: LeadFilters, page: LeadsPage) {
  return queryOptions({
    queryKey: ['desk', 'leads', filters, page],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(deskEndpoints.deskLeads, { query: { ...filters, ...page }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

/** One lead with all that was said. */
export function leadQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'lead', id],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(deskEndpoints.deskLead, { params: { id }, signal })),
    refetchInterval: lookMs,
  })
}

/** Leads as CSV, all that fit or the chosen ones; the server writes down that it was taken out. @throws ApiError */
export const exportLeads = (wanted: CallInput<typeof deskExportEndpoints.deskLeadsExport>['body']) =>
  callEndpoint(deskExportEndpoints.deskLeadsExport, { body: wanted })

export type LeadAct = CallInput<typeof deskEndpoints.deskLeadAct>['body']

/** Takes, answers, tracks or closes a lead. @throws ApiError */
export async function actOnLead(id: string, body: LeadAct): Promise<void> {
  await callEndpoint(deskEndpoints.deskLeadAct, { params: { id }, body })
}

type ControllersWanted = {
  id?: string
  search?: string
  status?: DeskController['status']
  sort?: (typeof deskControllerSorts)[number]
  direction?: 'ascending' | 'descending'
  page?: number
}

/** A page of controllers, or the one with an id. */
export function controllersQuery(wanted: ControllersWanted) {
  return queryOptions({
    queryKey: ['desk', 'controllers', wanted],
    queryFn: async ({ signal }) =>
      withOffset(await callEndpoint(deskEndpoints.deskControllers, { query: wanted, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookMs,
  })
}

/** Keys that were made just now. They exist only here until someone confirms that they are kept. */
export const newKeysQuery = queryOptions<NewKeys[]>({
  queryKey: ['desk-new-keys'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: Number.POSITIVE_INFINITY,
})

export type NewKeys = {
  controllers: { controllerId: string; claimKey: string | null; enrolmentToken: string | null }[]
  cardsPdfBase64: string | null
}

/** Shows keys above those not yet confirmed as kept. */
export function addNewKeys(queries: QueryClient, keys: NewKeys): void {
  const before = queries.getQueryData<NewKeys[]>(newKeysQuery.queryKey) ?? []
  queries.setQueryData<NewKeys[]>(newKeysQuery.queryKey, [keys, ...before])
}

/** Makes controllers with their keys. @throws ApiError */
export function createControllers(body: {
  name: string
  location?: string
  count: number
}): Promise<NewKeys> {
  return callEndpoint(deskEndpoints.deskCreateControllers, { body })
}

export type ControllerAction =
  | 'reissue-key'
  | 'reissue-enrolment'
  | 'revoke-key'
  | 'start-transfer'
  | 'cancel-transfer'
  | 'release-owner'

/** Changes a controller; returns what was newly made, if anything. @throws ApiError */
export async function actOnController(
  id: string,
  action: ControllerAction,
  reason: string,
): Promise<NewKeys | null> {
  const { created, cardsPdfBase64 } = await callEndpoint(deskEndpoints.deskControllerAct, {
    params: { id },
    body: { action, reason },
  })
  return created && { controllers: [created], cardsPdfBase64 }
}

export type AuditFilter = CallInput<typeof deskEndpoints.deskAuditExport>['body']

/** A page of what operators did. */
export function auditQuery(wanted: NonNullable<CallInput<typeof deskEndpoints.deskAudit>['query']>) {
  return queryOptions({
    queryKey: ['desk', 'audit', wanted],
    queryFn: ({ signal }) => callEndpoint(deskEndpoints.deskAudit, { query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The lines of the log as CSV. @throws ApiError */
export const exportAudit = (filter: AuditFilter) =>
  callEndpoint(deskEndpoints.deskAuditExport, { body: filter })

/** The newest report of a controller's check at commissioning. @throws ApiError */
export function fetchCommissioningPdf(id: string, language: Language) {
  return callEndpoint(commissioningEndpoints.deskCommissioningPdf, { params: { id }, query: { language } })
}
