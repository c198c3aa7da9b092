import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Store, StoreLogger } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { giveUpAfterMs, retryDelayMs } from '../../../platform/mail/retry-delay.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { signForOwner } from '../../webhooks/webhooks.port.ts'
import { removePushSubscription } from '../alert-settings.repository.ts'
import { breakLink } from '../telegram/telegram.repository.ts'
import { callTelegram, isButtonRefused, isChatClosed } from '../telegram/telegram-api.ts'
import {
  claimDeliveries,
  type Delivery,
  findDueOwner,
  postponeDelivery,
  removeDelivery,
} from './notices.repository.ts'
import { type PushSubscription, sendPush } from './send-push.ts'

/** One attempt of the guarded sender that webhooks use: only the public network, no redirects. */
export type Send = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<{ kind: 'answered'; statusCode: number } | { kind: 'failed'; error: string }>

export type SendNoticesDeps = {
  store: Store
  clock: () => number
  secretKey: SecretKey
  logger: StoreLogger
  send: Send
  fetch: typeof globalThis.fetch
  /** Contact address that push services may use to reach us. */
  contact: string
  telegramApi: string
  /** Of the provider's bot; undefined: there is none. */
  telegramToken?: string | undefined
  /** Owners with an attempt still running from an earlier turn; kept by the caller between turns. */
  busyOwners?: Set<string>
  /** Bots that Telegram wants to be left alone, by token, with until when; kept by the caller between turns. */
  heldBots?: Map<string, number>
}

/** Owners served at the same time. */
const ownersAtOnce = 25
/** Messages of one owner before the next owner has a turn: a channel that hangs, or a burst, delays only its own owner. */
const perOwner = 3
/** While its owner's turn runs no other copy of the server takes a message; longer than the attempts of a turn can last. */
const claimMs = 120_000
/** After this time a turn begins nothing more; attempts that still hang end by themselves. */
const turnMs = 3_000
/** A message about a miner is worth nothing days later. */
const giveUpMs = Math.min(giveUpAfterMs, 12 * 3_600_000)

/**
 * Sends what is due to Telegram, webhooks and browsers, for as long as there is any and the turn lasts: owners side by side, the messages of
 * one after another. What fails is retried; what can never succeed is dropped. An attempt that hangs continues after the turn, and delays
 * only its own owner.
 * @throws SweepError naming the owners whose messages could not be handled; the others were.
 */
export async function sendNotices(deps: SendNoticesDeps): Promise<void> {
  const { busyOwners = new Set(), logger } = deps
  const served = createTurn(busyOwners)
  const turn = forEachIsolated(
    dueOwners(deps, served),
    (userId) => `owner ${userId}`,
    async (userId) => {
      try {
        const now = deps.clock()
        const claim = { now: new Date(now), until: new Date(now + claimMs), most: perOwner }
        for (const delivery of await claimDeliveries(deps.store.db, userId, claim))
          await deliver(deps, delivery)
      } catch (error) {
        served.fail(userId)
        throw error
      } finally {
        served.end(userId)
      }
    },
    ownersAtOnce,
  )
  const isOver = await Promise.race([turn.then(() => true), sleep(turnMs, false, { ref: false })])
  served.close()
  if (!isOver)
    turn.catch((error: unknown) =>
      logger.error({ err: error }, 'alerts could not be delivered after their turn'),
    )
}

/** Who is being served in a turn, who was, and the moment at which the next of them is through. */
function createTurn(busyOwners: Set<string>) {
  const servedOwners = new Set<string>()
  const failedOwners = new Set<string>()
  let running = 0
  let isClosed = false
  let change = Promise.withResolvers<void>()
  const tell = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  return {
    /** Who is not to be served now. */
    except: () => [...busyOwners, ...failedOwners],
    servedOwners,
    isClosed: () => isClosed,
    isIdle: () => running === 0,
    nextChange: () => change.promise,
    begin(userId: string) {
      busyOwners.add(userId)
      servedOwners.add(userId)
      running += 1
    },
    /** Not again in this turn. */
    fail: (userId: string) => failedOwners.add(userId),
    end(userId: string) {
      busyOwners.delete(userId)
      running -= 1
      tell()
    },
    close() {
      isClosed = true
      tell()
    },
  }
}

/** One owner after another who has messages, those who have waited longest first; an owner with more comes again after the others. */
async function* dueOwners(
  { store, clock }: SendNoticesDeps,
  turn: ReturnType<typeof createTurn>,
): AsyncGenerator<string> {
  while (!turn.isClosed()) {
    const changed = turn.nextChange()
    const moment = { now: new Date(clock()), except: turn.except(), later: [...turn.servedOwners] }
    const userId = await findDueOwner(store.db, moment)
    if (userId !== null) {
      turn.begin(userId)
      yield userId
    } else if (turn.isIdle()) return
    else await changed
  }
}

async function deliver(deps: SendNoticesDeps, delivery: Delivery): Promise<void> {
  const { store, clock, logger } = deps
  const failure = await attempt(deps, delivery)
  if (failure === null) return removeDelivery(store.db, delivery)
  const error = failure === 'gone' ? failure : failure.error
  logger.warn({ channel: delivery.channel, error, attempts: delivery.attempts }, 'alert not delivered')
  const isTooOld = clock() - delivery.createdAt.getTime() > giveUpMs
  if (isTooOld || failure === 'gone') return removeDelivery(store.db, delivery)
  await postponeDelivery(store.db, delivery, {
    at: new Date(clock() + (failure.waitMs ?? retryDelayMs(delivery.attempts))),
    error,
  })
}

const mostChatCharacters = 3_500
const ChatMessageSchema = z.object({
  text: z.string(),
  button: z.object({ label: z.string(), url: z.string() }).optional(),
})

/** Why a message was not sent: it never can be, or not now; then with the time that its receiver named, if it did. */
type Failure = 'gone' | { error: string; waitMs?: number }

/** Null when it was sent. */
async function attempt(deps: SendNoticesDeps, delivery: Delivery): Promise<Failure | null> {
  const opened = deps.secretKey.openText(delivery.target)
  if (opened === null) return 'gone'
  try {
    const target = JSON.parse(opened)
    if (delivery.channel === 'push') return await push(deps, target, delivery.body)
    if (delivery.channel === 'telegram')
      return await tellTelegram(
        deps,
        delivery.userId,
        target,
        ChatMessageSchema.parse(JSON.parse(delivery.body)),
      )
    const result = await deps.send(target.url, delivery.body, signature(deps, delivery))
    if (result.kind === 'failed') return { error: result.error }
    if (result.statusCode >= 200 && result.statusCode < 300) return null
    return result.statusCode === 410 ? 'gone' : { error: `answered ${result.statusCode}` }
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 200) : 'failed' }
  }
}

/** Signed like the shop's webhooks; the id stays the same when it is sent again. */
function signature({ clock, secretKey }: SendNoticesDeps, { id, userId, body }: Delivery) {
  const message = { id: `alert_${id}`, timestamp: Math.floor(clock() / 1000), body }
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signForOwner(secretKey, userId, message),
    'user-agent': 'webhooks/1',
  }
}

/** By the owner's own bot, whose token lies with the message, or by the provider's. */
async function tellTelegram(
  deps: SendNoticesDeps,
  userId: string,
  { sealedToken, chatId }: { sealedToken?: string; chatId: string },
  { text, button }: z.infer<typeof ChatMessageSchema>,
): Promise<Failure | null> {
  const { store, clock, heldBots = new Map<string, number>() } = deps
  const isOwn = sealedToken !== undefined
  const token = isOwn ? deps.secretKey.openText(sealedToken) : deps.telegramToken
  if (!token) return 'gone'
  const heldMs = (heldBots.get(token) ?? 0) - clock()
  if (heldMs > 0) return { error: 'held back', waitMs: heldMs }
  const message = { chat_id: chatId, text: text.slice(0, mostChatCharacters) }
  const keyboard = button && { inline_keyboard: [[{ text: button.label, url: button.url }]] }
  const first = { ...message, ...(keyboard ? { reply_markup: keyboard } : {}) }
  let answer = await callTelegram(deps, token, 'sendMessage', first)
  if (button && answer.kind === 'refused' && isButtonRefused(answer))
    answer = await callTelegram(deps, token, 'sendMessage', {
      ...message,
      text: `${message.text}\n\n${button.url}`,
    })
  if (answer.kind === 'ok') return null
  if (answer.kind === 'failed') return { error: answer.error }
  if (isChatClosed(answer)) {
    if (!isOwn) await breakLink(store.db, { userId, chatId, at: new Date(clock()) })
    return 'gone'
  }
  if (isOwn && answer.code === 401) return 'gone'
  const { waitMs } = answer
  if (waitMs !== null) heldBots.set(token, clock() + waitMs)
  return { error: `answered ${answer.code}`, ...(waitMs === null ? {} : { waitMs }) }
}

async function push(
  deps: SendNoticesDeps,
  subscription: PushSubscription,
  body: string,
): Promise<Failure | null> {
  const status = await sendPush(deps, subscription, body)
  if (status === null) return 'gone'
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) {
    await removePushSubscription(deps.store.db, subscription.endpoint)
    return 'gone'
  }
  return { error: `answered ${status}` }
}
