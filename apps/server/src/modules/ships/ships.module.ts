import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { shipRoutes } from './ships.routes.ts'

/** The ships of an owner. */
export function openShips(context: Context): OpenedModule {
  return { routes: ({ router }) => shipRoutes(router, context) }
}
