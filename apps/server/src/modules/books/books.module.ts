import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { booksRoutes } from './books.routes.ts'
import { booksSettings } from './books-settings.ts'

/** The books of the shop, for the accountant. */
export function openBooks(context: Context) {
  const deps = { ...booksSettings(context.config), store: context.store, clock: context.clock }
  return { routes: ({ router }: Http) => booksRoutes(router, deps) }
}
