import type { Store } from '../../../platform/db/store.ts'
import { listPushSubscriptions, removePushSubscription } from '../alert-settings.repository.ts'
import { type PushDeps, type PushSubscription, sendPush } from './send-push.ts'

/** What the push service of one browser answered: its status; null when it was not reached. */
export type PushTrial = { host: string; status: number | null }

/** Sends a message to every browser that a person wants push messages in, now. */
export async function tryPush(
  deps: PushDeps & { store: Store },
  userId: string,
  message: { title: string; body: string; url: string },
): Promise<PushTrial[]> {
  const subscriptions = await listPushSubscriptions(deps.store.db, userId)
  return Promise.all(
    subscriptions.map(async (row) => {
      const subscription = row as PushSubscription
      const status = await sendPush(deps, subscription, JSON.stringify(message)).catch(() => null)
      if (status === 404 || status === 410) await removePushSubscription(deps.store.db, row.endpoint)
      return { host: new URL(row.endpoint).host, status }
    }),
  )
}
