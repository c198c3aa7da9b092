import { LanguageSchema } from '@shipminer/contract/account/account'
import type { ConsentSource, Subscriber } from '@shipminer/contract/shop/newsletter'
import { writeCsv } from '@shipminer/domain/write-csv'
import type { Language } from '@shipminer/i18n/languages'
import type { Queryable, Store, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { suppress } from '../../platform/mail/suppressions.repository.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { endWaiting, findWaitingAddress } from '../inquiries/inquiries.port.ts'
import {
  countSubscribers,
  endSubscription,
  listConfirmed,
  listSubscribers,
  noteConsent,
  type SubscriberRow,
} from './newsletter.repository.ts'
import { inquiryOf, readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

const perPage = 50

export type NewsletterDeps = {
  store: Store
  clock: () => number
  /** Creates and verifies the links to unsubscribe. */
  secretKey: SecretKey
  publicUrl: string
}

/**
 * Unsubscribes the owner of a link: from the newsletter, or from the waiting lists that their inquiry stands on. Who is unsubscribed already,
 * or no longer known, stays unsubscribed.
 *
 * @throws AppError `unsubscribe-link-invalid`
 */
export async function unsubscribe(
  deps: Pick<NewsletterDeps, 'store' | 'clock' | 'secretKey'>,
  token: string,
  source: ConsentSource,
): Promise<{ list: 'newsletter' | 'waiting' }> {
  const owner = readUnsubscribeToken(token, deps.secretKey)
  if (owner === null) throw new AppError('unsubscribe-link-invalid')
  const at = new Date(deps.clock())
  const inquiryId = inquiryOf(owner)
  await deps.store.db.transaction().execute(async (trx) => {
    if (inquiryId !== null) return endWaitingOf(trx, inquiryId, at)
    if (await endSubscription(trx, owner, at))
      await noteConsent(trx, { userId: owner, at, subscribed: false, source })
  })
  return { list: inquiryId === null ? 'newsletter' : 'waiting' }
}

async function endWaitingOf(trx: Trx, inquiryId: string, at: Date): Promise<void> {
  const email = await findWaitingAddress(trx, inquiryId)
  if (email === null) return
  await endWaiting(trx, email, at)
  await suppress(trx, [email], { reason: 'unsubscribed', at })
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
  deps: Pick<NewsletterDeps, 'secretKey' | 'publicUrl'>,
  { id, preferredLanguage }: SubscriberRow,
): string {
  return unsubscribeLink(deps, unsubscribeToken(id, deps.secretKey), languageOf(preferredLanguage))
}

export function unsubscribeLink(
  { publicUrl }: Pick<NewsletterDeps, 'publicUrl'>,
  token: string,
  language: Language | null,
  list: 'newsletter' | 'waiting' = 'newsletter',
): string {
  const query = `${language === null ? '' : `&lang=${language}`}${list === 'waiting' ? '&list=waiting' : ''}`
  return `${publicUrl}/newsletter/unsubscribe?token=${token}${query}`
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
