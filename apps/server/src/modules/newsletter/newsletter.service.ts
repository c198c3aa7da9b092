import { LanguageSchema } from '@shipminer/contract/account'
import type { ConsentSource, Subscriber } from '@shipminer/contract/newsletter'
import { writeCsv } from '@shipminer/domain/write-csv'
import type { Queryable, Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  countSubscribers,
  endSubscription,
  listConfirmed,
  listSubscribers,
  noteConsent,
  type SubscriberRow,
} from './newsletter.repository.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

const perPage = 50

export type NewsletterDeps = {
  store: Store
  clock: () => number
  /** Creates and verifies the links to unsubscribe. */
  secretKey: Buffer
  publicUrl: string
}

/**
 * Unsubscribes the owner of a link. A user who is unsubscribed already, or no longer has an account, stays unsubscribed.
 *
 * @throws AppError `unsubscribe-link-invalid`
 */
export async function unsubscribe(
  deps: Pick<NewsletterDeps, 'store' | 'clock' | 'secretKey'>,
  token: string,
  source: ConsentSource,
): Promise<void> {
  const userId = readUnsubscribeToken(token, deps.secretKey)
  if (userId === null) throw new AppError('unsubscribe-link-invalid')
  const at = new Date(deps.clock())
  await deps.store.db.transaction().execute(async (trx) => {
    if (await endSubscription(trx, userId, at))
      await noteConsent(trx, { userId, at, subscribed: false, source })
  })
}

/** A page of the subscribers, and how many there are. */
export async function readSubscribers(deps: Pick<NewsletterDeps, 'store'>, before: Date | null) {
  const { db } = deps.store
  const rows = await listSubscribers(db, before, perPage)
  return {
    counts: await readCounts(db),
    subscribers: rows.map(present),
    next: rows.length < perPage ? null : (rows.at(-1)?.createdAt.getTime() ?? null),
  }
}

/** Subscribers with a confirmed address as CSV: e-mail, name, language, since (ISO 8601), link to unsubscribe. */
export async function exportSubscribers(
  deps: Pick<NewsletterDeps, 'secretKey' | 'publicUrl'>,
  db: Queryable,
): Promise<{ csv: string; rows: number }> {
  const rows = await listConfirmed(db)
  const csv = writeCsv([
    ['email', 'name', 'language', 'since', 'unsubscribe'],
    ...rows.map((row) => [
      row.email,
      row.name,
      languageOf(row.preferredLanguage),
      row.since?.toISOString() ?? null,
      linkOf(deps, row),
    ]),
  ])
  return { csv, rows: rows.length }
}

/** The page opens in the language of its owner, if known. */
function linkOf(
  { publicUrl, secretKey }: Pick<NewsletterDeps, 'secretKey' | 'publicUrl'>,
  { id, preferredLanguage }: SubscriberRow,
): string {
  const language = languageOf(preferredLanguage)
  const token = unsubscribeToken(id, secretKey)
  return `${publicUrl}/newsletter/unsubscribe?token=${token}${language === null ? '' : `&lang=${language}`}`
}

/** Languages that are no longer offered count as unknown. */
async function readCounts(db: Queryable) {
  const found = await countSubscribers(db)
  const byLanguage = Map.groupBy(found, ({ language }) => languageOf(language))
  return [...LanguageSchema.options, null].flatMap((language) => {
    const rows = byLanguage.get(language)
    if (!rows) return []
    const sum = (name: 'confirmed' | 'unconfirmed') => rows.reduce((total, row) => total + row[name], 0)
    return [{ language, confirmed: sum('confirmed'), unconfirmed: sum('unconfirmed') }]
  })
}

function present(row: SubscriberRow): Subscriber {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: languageOf(row.preferredLanguage),
    since: row.since?.getTime() ?? null,
    source: row.source,
    isConfirmed: row.email !== null && row.emailVerifiedAt !== null,
  }
}

function languageOf(language: string | null) {
  const parsed = LanguageSchema.safeParse(language)
  return parsed.success ? parsed.data : null
}
