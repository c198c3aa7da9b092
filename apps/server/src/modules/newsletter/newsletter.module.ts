import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { newsletterRoutes } from './newsletter.routes.ts'

/** Newsletter subscriptions, and how to end them. */
export function openNewsletter(context: Context): OpenedModule {
  return { routes: ({ server, router }) => newsletterRoutes(server, router, context) }
}
