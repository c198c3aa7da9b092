import { deskBankEndpoints, type StatementImport } from '@shipminer/contract/desk/bank'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'

/** A page of the entries that wait for a person, one of the imports so far, and the account whose statements are accepted. */
export function bankQuery(wanted: NonNullable<CallInput<typeof deskBankEndpoints.deskBank>['query']>) {
  return queryOptions({
    queryKey: ['desk', 'bank', 'open', wanted],
    queryFn: ({ signal }) => callEndpoint(deskBankEndpoints.deskBank, { query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}
export type BankAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof bankQuery>['queryFn']>>>

/** All entries that wait for a person as CSV; the server writes down that it was taken out. @throws ApiError */
export const exportOpenEntries = () => callEndpoint(deskExportEndpoints.deskBankExport, { body: {} })

/** Shows what a statement would do, or imports it; it travels compressed, as the bank wrote it. @throws ApiError */
export async function takeStatement(file: Blob, preview: boolean): Promise<StatementImport> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return callEndpoint(deskBankEndpoints.deskBankStatement, { body: { gzip: btoa(letters), preview } })
}

/** How far an import is, or its result; asked again until it has ended. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'bank', 'import', id],
    queryFn: ({ signal }) => callEndpoint(deskBankEndpoints.deskBankImport, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : 1_000),
  })
}

export type EntryAct =
  | { action: 'book'; reason: string; orderNumber: string; amountCents?: number }
  | { action: 'set-aside'; reason: string }

/** Books an entry onto an order, or sets it aside. @throws ApiError */
export async function actOnEntry(id: string, body: EntryAct): Promise<void> {
  await callEndpoint(deskBankEndpoints.deskBankEntryAct, { params: { id }, body })
}
