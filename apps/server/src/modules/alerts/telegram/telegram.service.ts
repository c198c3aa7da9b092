import type { TelegramState } from '@shipminer/contract/alerts'
import { hashToken, type RandomBytes } from '../../../platform/auth/tokens.ts'
import type { Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import * as repository from './telegram.repository.ts'

export type TelegramDeps = {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  /** Of the provider's bot; undefined: there is none. */
  telegramToken?: string | undefined
}

const codeLifetimeMs = 15 * 60_000

/** Which bot a token is of, without saying the token. */
export const markOfToken = (token: string) => Buffer.from(hashToken(token)).toString('hex').slice(0, 16)

/** Whether the provider has a bot, and how the account is linked with it; null: there is none. */
export async function readTelegram(
  deps: Omit<TelegramDeps, 'randomBytes'>,
  userId: string,
): Promise<TelegramState | null> {
  const { db } = deps.store
  const { telegramToken } = deps
  if (telegramToken === undefined) return null
  const [bot, link, codeEnd] = await Promise.all([
    repository.findBot(db),
    repository.findLink(db, userId),
    repository.findCodeEnd(db, userId, new Date(deps.clock())),
  ])
  const isReady =
    bot?.tokenMark === markOfToken(telegramToken) && bot.username !== null && bot.lastError === null
  return {
    isReady,
    link: link
      ? { name: link.name, linkedAt: link.linkedAt.getTime(), isBroken: link.brokenAt !== null }
      : null,
    codeEndsAt: codeEnd?.getTime() ?? null,
  }
}

/** A link that opens the bot with a code for this account. @throws AppError `telegram-unavailable` */
export async function linkTelegram(
  deps: TelegramDeps,
  userId: string,
): Promise<{ url: string; expiresAt: number }> {
  const { telegramToken } = deps
  const bot = telegramToken === undefined ? undefined : await repository.findBot(deps.store.db)
  if (telegramToken === undefined || !bot?.username || bot.tokenMark !== markOfToken(telegramToken))
    throw new AppError('telegram-unavailable')
  const code = Buffer.from(deps.randomBytes(24)).toString('base64url')
  const expiresAt = deps.clock() + codeLifetimeMs
  await repository.saveCode(deps.store.db, {
    userId,
    codeHash: hashToken(code),
    expiresAt: new Date(expiresAt),
  })
  return { url: `https://t.me/${bot.username}?start=${code}`, expiresAt }
}

/** No more alerts to the chat, and no code any more. */
export async function unlinkTelegram({ store }: Pick<TelegramDeps, 'store'>, userId: string): Promise<void> {
  await store.db.transaction().execute((trx) => repository.removeLink(trx, userId))
}
