import { type BookFormat, deskBooksEndpoints } from '@shipminer/contract/desk/books'
import type { Language } from '@shipminer/i18n/languages'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What can be exported of the books. */
export const booksQuery = queryOptions({
  queryKey: ['desk', 'books'],
  queryFn: ({ signal }) => callEndpoint(deskBooksEndpoints.deskBooks, { signal }),
})

/** The books of a span as a file. @throws ApiError */
export function exportBooks(body: { from: string; to: string; format: BookFormat; language: Language }) {
  return callEndpoint(deskBooksEndpoints.deskBooksExport, { body })
}
