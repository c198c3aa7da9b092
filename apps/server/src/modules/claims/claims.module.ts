import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { claimRoutes } from './claims.routes.ts'

/** Ownership of controllers: claim keys, enrolment, transfers. */
export function openClaims(context: Context): OpenedModule {
  const { store } = context
  const onClaimed = ({ ownerId }: { ownerId: string }) =>
    store.notify('fleet', JSON.stringify({ userId: ownerId }))
  return { routes: ({ router }) => claimRoutes(router, { ...context, onClaimed }) }
}
