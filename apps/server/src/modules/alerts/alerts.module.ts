import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { countSilentControllers } from './alerts.repository.ts'
import { alertRoutes } from './alerts.routes.ts'
import { createChangedControllers } from './conditions/changed-controllers.ts'
import { conditionsJob } from './conditions/conditions.job.ts'
import { silenceJob } from './conditions/silence.job.ts'
import { alertNoticesJob } from './notices/alert-notices.job.ts'
import { readNoticeQueue } from './notices/notices.repository.ts'
import { pushContact, readPushKeys } from './notices/push-keys.ts'
import type { Send } from './notices/send-notices.ts'
import { tryPush } from './notices/try-push.ts'
import { telegramJob } from './telegram/telegram.job.ts'

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
