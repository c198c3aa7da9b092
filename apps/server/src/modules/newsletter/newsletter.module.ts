import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { newsletterRoutes } from './newsletter.routes.ts'

/** Who wants the newsletter, and how they leave it. */
export function openNewsletter(context: Context): OpenedModule {
  return { routes: ({ server, router }) => newsletterRoutes(server, router, context) }
}
