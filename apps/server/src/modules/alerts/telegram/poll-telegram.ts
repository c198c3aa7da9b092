import { reasonOf } from '@shipminer/domain/reason-of'
import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import * as z from 'zod'
import { hashToken } from '../../../platform/auth/tokens.ts'
import { isPermanentFailure } from '../../../platform/db/failures/is-permanent-failure.ts'
import type { Store, Trx } from '../../../platform/db/store.ts'
import { SweepError } from '../../../platform/jobs/for-each-isolated.ts'
import { mailText } from '../../../platform/mail/mail-texts.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { enqueueDeliveries } from '../notices/notices.repository.ts'
import * as repository from './telegram.repository.ts'
import { markOfToken } from './telegram.service.ts'
import { callTelegram, type TelegramAnswer, type TelegramApi } from './telegram-api.ts'

export type PollTelegramDeps = TelegramApi & {
  store: Store
  clock: () => number
  secretKey: SecretKey
  productName: string
  telegramToken: string
}

/** How long what is known of the bot counts. */
const botIsKnownMs = 10 * 60_000
/** Between two looks at a bot that cannot be read. */
const retryAfterMs = 30_000
const updatesAtOnce = 100
const mostRounds = 10

const BotSchema = z.object({ username: z.string().regex(/^\w{3,64}$/) })
const UpdateSchema = z.object({ update_id: z.int().nonnegative() })
/** Somebody who opened the bot by our link: a private chat, and the code. */
const StartSchema = z.object({
  message: z.object({
    chat: z.object({
      id: z.int(),
      type: z.literal('private'),
      username: z.string().optional().catch(undefined),
      first_name: z.string().optional().catch(undefined),
    }),
    text: z.string().regex(/^\/start [\w-]{1,64}$/),
  }),
})

/**
 * Asks the Bot API who opened the bot by a link of ours, and links those chats with their accounts. Nothing is asked while no code waits.
 * Each update is handled in the transaction that moves past it, so that none counts twice whichever server read it.
 * @throws Error when the bot cannot be read; in the words of its API, without its token; SweepError of updates that can never be stored
 */
export async function pollTelegram(deps: PollTelegramDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock()
  const bot = await repository.findBot(store.db)
  if (bot?.waitUntil && bot.waitUntil.getTime() > now) return
  const isSame = bot?.tokenMark === markOfToken(deps.telegramToken)
  const ageMs = now - (bot?.checkedAt.getTime() ?? 0)
  if (isSame && bot.lastError !== null && ageMs < retryAfterMs) throw new Error(bot.lastError)
  const isKnown = isSame && bot.lastError === null && ageMs < botIsKnownMs
  if (!isKnown && !(await lookUpBot(deps))) return
  if (!(await repository.hasWaitingCodes(store.db, new Date(now)))) return
  for (let round = 0; round < mostRounds; round++) {
    const { nextUpdate = 0 } = (await repository.findBot(store.db)) ?? {}
    const answer = await callTelegram(deps, deps.telegramToken, 'getUpdates', {
      offset: nextUpdate,
      limit: updatesAtOnce,
      timeout: 0,
      allowed_updates: ['message'],
    })
    const updates = await settle(deps, answer)
    if (updates === null) return
    const list = Array.isArray(updates) ? updates : []
    const passed: unknown[] = []
    for (const update of list) await handleUpdate(deps, update).catch(passOver(deps, update, passed))
    if (passed.length > 0)
      throw new SweepError(passed, `${passed.length} of ${list.length} failed: ${reasonOf(passed[0])}`)
    if (list.length < updatesAtOnce) return
  }
}

/** @returns whether its name is known now */
async function lookUpBot(deps: PollTelegramDeps): Promise<boolean> {
  const { store, clock, telegramToken } = deps
  const answer = await callTelegram(deps, telegramToken, 'getMe', {})
  const bot = answer.kind === 'ok' ? BotSchema.safeParse(answer.result).data : undefined
  const error = bot ? null : answer.kind === 'ok' ? 'getMe named no bot' : wordsOf(answer)
  const known = { tokenMark: markOfToken(telegramToken), username: bot?.username ?? null }
  await repository.saveBot(store.db, { ...known, at: new Date(clock()), error })
  if (answer.kind === 'ok' && error !== null) throw new Error(error)
  return (await settle(deps, answer)) !== null
}

/** The result; null while Telegram wants to be left alone. @throws Error with the words of a refusal */
async function settle(deps: PollTelegramDeps, answer: TelegramAnswer): Promise<unknown> {
  if (answer.kind === 'ok') return answer.result ?? []
  if (answer.kind === 'refused' && answer.code === 429) {
    const waitUntil = new Date(deps.clock() + (answer.waitMs ?? 30_000))
    await repository.noteBot(deps.store.db, { waitUntil, lastError: null })
    return null
  }
  const error = wordsOf(answer)
  await repository.noteBot(deps.store.db, { lastError: error })
  throw new Error(error)
}

const wordsOf = (answer: Exclude<TelegramAnswer, { kind: 'ok' }>) =>
  answer.kind === 'failed' ? `Telegram: ${answer.error}` : `Telegram: ${answer.code} ${answer.description}`

const idOf = (update: unknown) => UpdateSchema.safeParse(update).data?.update_id

/** One that can never be stored is skipped and reported, or nobody behind it would ever be linked; any other failure ends the reading. */
const passOver = (deps: PollTelegramDeps, update: unknown, passed: unknown[]) => async (error: unknown) => {
  const id = idOf(update)
  if (id === undefined || !isPermanentFailure(error)) throw error
  await repository.noteBot(deps.store.db, { nextUpdate: id + 1 })
  passed.push(error)
}

async function handleUpdate(deps: PollTelegramDeps, update: unknown): Promise<void> {
  const { store, clock } = deps
  const id = idOf(update)
  if (id === undefined) return
  const start = StartSchema.safeParse(update).data
  await store.db.transaction().execute(async (trx) => {
    await repository.noteBot(trx, { nextUpdate: id + 1 })
    if (!start) return
    const { chat, text } = start.message
    const at = new Date(clock())
    const userId = await repository.takeCode(trx, hashToken(text.slice('/start '.length)), at)
    if (userId === null) return
    const chatId = String(chat.id)
    const name = chat.username ? `@${chat.username}` : (chat.first_name ?? null)
    await repository.saveLink(trx, { userId, chatId, name: name?.slice(0, 64) ?? null, linkedAt: at })
    await welcome(deps, trx, { userId, chatId, at })
  })
}

/** The bot's first words, on the way of all others: they come even when this server does not. */
async function welcome(
  { secretKey, productName }: PollTelegramDeps,
  trx: Trx,
  { userId, chatId, at }: { userId: string; chatId: string; at: Date },
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('preferredLanguage')
    .where('id', '=', userId)
    .executeTakeFirst()
  const language = user?.preferredLanguage
  const text = mailText(isLanguage(language) ? language : defaultLanguage, 'alert.telegram.linked', {
    product: productName,
  })
  const target = secretKey.sealText(JSON.stringify({ chatId }))
  await enqueueDeliveries(trx, [{ userId, channel: 'telegram', target, body: JSON.stringify({ text }) }], at)
}
