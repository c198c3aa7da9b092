import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { createCommandSigner } from './command-signer.ts'
import { commandsJob } from './commands.job.ts'
import type { ControlDeps } from './control.deps.ts'
import { controlRoutes } from './control.routes.ts'
import { createControl } from './control.service.ts'
import { poolTemplateRoutes } from './pool-templates.routes.ts'

/** Commands to miners, and the history of changes. */
export async function openControl(
  context: Context,
  ports: { telemetry: { ensureMiner: ControlDeps['ensureMiner'] } },
) {
  const control = await createControl({
    ...context,
    signer: createCommandSigner(context.secretKey),
    ensureMiner: ports.telemetry.ensureMiner,
  })
  return {
    port: control,
    routes({ router }: Http) {
      controlRoutes(router, { ...context, control })
      poolTemplateRoutes(router, context)
    },
    jobs: [commandsJob(control)],
    close: () => control.close(),
  }
}
