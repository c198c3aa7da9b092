import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { alertNoticesJob } from './alert-notices.job.ts'
import { countSilentControllers } from './alerts.repository.ts'
import { alertRoutes } from './alerts.routes.ts'
import { createChangedControllers } from './changed-controllers.ts'
import { conditionsJob } from './conditions.job.ts'
import { readNoticeQueue } from './notices.repository.ts'
import { pushContact, readPushKeys } from './push-keys.ts'
import type { Send } from './send-notices.ts'
import { silenceJob } from './silence.job.ts'
import { telegramJob } from './telegram/telegram.job.ts'
import { tryPush } from './try-push.ts'

/** What is wrong in a fleet, and who is notified of it. */
export async function openAlerts(
  context: Context,
  ports: {
    sender: {
      send: Send
      /** Why a webhook cannot go to an address; null when it can. */
      refuse(url: string): string | null
    }
  },
) {
  const { sender } = ports
  const { store, config } = context
  const telegramToken = config.TELEGRAM_BOT_TOKEN
  const changes = await createChangedControllers(store)
  // Kept before the server's own key can be changed.
  await readPushKeys(context)
  return {
    port: {
      /** Sends a message to the browsers of one person, now. */
      tryPush: (userId: string, message: Parameters<typeof tryPush>[2]) =>
        tryPush({ ...context, contact: pushContact(context) }, userId, message),
      notices: () => readNoticeQueue(store.db),
      countSilentControllers: () => countSilentControllers(store.db),
    },
    routes: ({ router }: Http) =>
      alertRoutes(router, { ...context, telegramToken, refuseUrl: sender.refuse }),
    jobs: [
      silenceJob(context),
      conditionsJob(context, changes),
      alertNoticesJob(context, sender.send),
      ...(telegramToken === undefined ? [] : [telegramJob(context, telegramToken)]),
    ],
    close: () => changes.close(),
  }
}
