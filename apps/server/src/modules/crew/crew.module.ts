import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { crewRoutes } from './crew.routes.ts'
import type { CrewDeps } from './crew.service.ts'

/** Who besides its owner may look at a ship or control what mines on it. What they may then is decided where ships and boxes are read (`ships/reach`). */
export function openCrew(context: Context, ports: { control: Pick<CrewDeps, 'logChange'> }): OpenedModule {
  const deps = { ...context, logChange: ports.control.logChange }
  return { routes: ({ router }) => crewRoutes(router, deps) }
}
