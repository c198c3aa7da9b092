import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { alertNoticesJob } from './alert-notices.job.ts'
import { alertRoutes } from './alerts.routes.ts'
import { conditionsJob } from './conditions.job.ts'
import type { Send } from './send-notices.ts'
import { silenceJob } from './silence.job.ts'

/** What is wrong in a fleet, and who is notified of it. */
export function openAlerts(
  context: Context,
  ports: {
    sender: {
      send: Send
      /** Why a webhook cannot go to an address; null when it can. */
      refuse(url: string): string | null
    }
  },
): OpenedModule {
  const { sender } = ports
  return {
    routes: ({ router }) => alertRoutes(router, { ...context, refuseUrl: sender.refuse }),
    jobs: [silenceJob(context), conditionsJob(context), alertNoticesJob(context, sender.send)],
  }
}
