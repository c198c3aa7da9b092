import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { commandsJob } from './commands.job.ts'
import type { ControlDeps } from './control.deps.ts'
import { controlRoutes } from './control.routes.ts'
import { createControl } from './control.service.ts'
import { openCommandKeys } from './keys/command-keys.ts'
import { poolTemplateRoutes } from './pool-templates/pool-templates.routes.ts'

/** Commands to miners, and the history of changes. */
export async function openControl(
  context: Context,
  ports: { telemetry: { ensureMiner: ControlDeps['ensureMiner'] } },
) {
  const keys = await openCommandKeys(context)
  const control = await createControl({
    ...context,
    keys,
    ensureMiner: ports.telemetry.ensureMiner,
  })
  return {
    port: { ...control, keys },
    routes({ router }: Http) {
      controlRoutes(router, { ...context, control })
      poolTemplateRoutes(router, context)
    },
    jobs: [commandsJob(control)],
    async close() {
      await control.close()
      await keys.close()
    },
  }
}
