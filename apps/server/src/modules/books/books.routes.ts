import { deskBooksEndpoints } from '@shipminer/contract/desk/books'
import { AppError } from '../../platform/http/app-error.ts'
import type { Router } from '../../platform/http/routing.ts'
import { noteAction } from '../operators/operators.port.ts'
import { type BooksDeps, BooksRefused, describeBooks, exportBooks } from './books.service.ts'

/** The books at the provider's desk. */
export function booksRoutes(router: Router, deps: BooksDeps): void {
  router.route(deskBooksEndpoints.deskBooks, async () => describeBooks(deps))
  router.route(deskBooksEndpoints.deskBooksExport, async ({ body, operator }) => {
    const { content, ...file } = await orContractError(() => exportBooks(deps, body))
    await noteAction(deps, deps.store.db, operator, {
      action: 'books.export',
      subject: `books ${body.from} ${body.to}`,
      reason: body.format,
    })
    return { ...file, contentBase64: Buffer.from(content).toString('base64') }
  })
}

async function orContractError<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof BooksRefused)) throw error
    throw new AppError(
      error.reason === 'one-year' ? 'books-one-year' : 'invalid-request',
      {},
      { cause: error },
    )
  }
}
