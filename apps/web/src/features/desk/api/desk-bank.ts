import { deskBankEndpoints, type StatementImport } from '@shipminer/contract/desk/bank'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Entries that wait for a person, and the account whose statements are accepted. */
export const bankQuery = queryOptions({
  queryKey: ['desk', 'bank'],
  queryFn: ({ signal }) => callEndpoint(deskBankEndpoints.deskBank, { signal }),
  refetchInterval: 60_000,
})

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
