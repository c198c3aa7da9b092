import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { mailingsJob } from './mailings.job.ts'
import { mailingRoutes } from './mailings.routes.ts'

/** Messages to many: who waits for a product, and the newsletter. */
export function openMailings(context: Context): OpenedModule {
  return { routes: ({ router }) => mailingRoutes(router, context), jobs: [mailingsJob(context)] }
}
