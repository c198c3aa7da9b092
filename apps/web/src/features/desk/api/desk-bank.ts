import { deskBankEndpoints, type ImportedEntry } from '@shipminer/contract/desk-bank'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Entries that wait for a person, and the account whose statements are accepted. */
export const bankQuery = queryOptions({
  queryKey: ['desk', 'bank'],
  queryFn: ({ signal }) => callEndpoint(deskBankEndpoints.deskBank, { signal }),
  refetchInterval: 60_000,
})

export type StatementAnswer = { statementIds: string[]; entries: ImportedEntry[]; notBooked: number }

/** Shows what a statement would do, or imports it. @throws ApiError */
export function takeStatement(xml: string, preview: boolean): Promise<StatementAnswer> {
  return callEndpoint(deskBankEndpoints.deskBankStatement, { body: { xml, preview } })
}

export type EntryAct =
  | { action: 'book'; reason: string; orderNumber: string; amountCents?: number }
  | { action: 'set-aside'; reason: string }

/** Books an entry onto an order, or sets it aside. @throws ApiError */
export async function actOnEntry(id: string, body: EntryAct): Promise<void> {
  await callEndpoint(deskBankEndpoints.deskBankEntryAct, { params: { id }, body })
}
