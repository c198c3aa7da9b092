import type { Context } from '../../../platform/context.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { sendAlertNotices } from './alert-notices.ts'
import { escalateAlerts } from './escalate-alerts.ts'
import { pushContact } from './push-keys.ts'
import { type Send, sendNotices } from './send-notices.ts'

/** Notifies owners of new alerts, and the second person of what nobody acknowledged, and sends the messages queued for their phones, chats and webhooks. */
export function alertNoticesJob(
  context: Pick<
    Context,
    'store' | 'clock' | 'secretKey' | 'logger' | 'fetch' | 'mail' | 'providerEmail' | 'publicUrl' | 'config'
  >,
  send: Send,
): Job {
  const busyOwners = new Set<string>()
  const heldBots = new Map<string, number>()
  const { store, clock, secretKey, logger, fetch, mail, providerEmail, publicUrl, config } = context
  return {
    name: 'alert-notices',
    intervalMs: 10_000,
    touches: [
      'alerts',
      'alertChannels',
      'alertDeliveries',
      'pushSubscriptions',
      'telegramLinks',
      'mails',
      'network',
    ],
    async run() {
      const tell = () => sendAlertNotices({ store, clock, secretKey, mail })
      const escalate = () => escalateAlerts({ store, clock, secretKey, mail })
      const deliver = () =>
        sendNotices({
          store,
          clock,
          secretKey,
          logger,
          send,
          fetch,
          contact: pushContact({ providerEmail, publicUrl }),
          telegramApi: config.TELEGRAM_API_URL,
          telegramToken: config.TELEGRAM_BOT_TOKEN,
          busyOwners,
          heldBots,
        })
      // A notification that cannot be written must not block the messages that wait to be sent.
      await forEachIsolated(
        Object.entries({ tell, escalate, deliver }),
        ([name]) => name,
        ([, run]) => run(),
      )
    },
  }
}
