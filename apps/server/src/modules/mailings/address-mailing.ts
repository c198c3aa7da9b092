import type { MailingDraft } from '@shipminer/contract/desk/mailings'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { lockInTransaction } from '../../platform/db/transaction-lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { listSuppressions } from '../../platform/mail/suppressions.repository.ts'
import { listShelf } from '../catalogue/catalogue.port.ts'
import { listWaiting, type WaitingRow } from '../inquiries/inquiries.port.ts'
import { listConfirmed } from '../newsletter/newsletter.port.ts'
import { byAddress, isReachable, textFor } from './mailing.policy.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'

type AddressDeps = Pick<MailingDeps, 'settings' | 'productName'>

/** Products, and whether each can be ordered: it is to be had, and orders are open. */
export async function readShelf(deps: AddressDeps, db: Queryable) {
  const areOpen = await deps.settings.read(db, 'orders.enabled')
  const products = await listShelf(db, deps.productName)
  return {
    areOpen,
    products: products.map((one) => ({ ...one, isAvailable: areOpen && one.isAvailable })),
  }
}
export type Shelf = Awaited<ReturnType<typeof readShelf>>

/** Whether what somebody waits for can be ordered: a product, or (null) anything at all. */
export function canBeOrdered({ areOpen, products }: Shelf, productId: string | null): boolean {
  if (productId === null) return areOpen
  return products.some(({ id, isAvailable }) => id === productId && isAvailable)
}

/**
 * Until the transaction ends no other message takes anybody off the waiting lists: of two that are sent at one moment the second sees whom
 * the first has notified.
 */
export const lockWaitingLists = (trx: Trx) => lockInTransaction(trx, 'waiting-lists')

/**
 * Whom a message is for, one of each address; how many of those cannot be written to; and the inquiries that it answers.
 *
 * @throws AppError `product-not-found`, `required-fields-missing`
 */
export async function addressMailing(
  deps: AddressDeps,
  db: Queryable,
  draft: MailingDraft,
): Promise<{ addressees: Addressee[]; withheld: number; inquiries: WaitingRow[]; shelf: Shelf }> {
  const shelf = await readShelf(deps, db)
  const { product, texts = {}, audience } = draft
  if (product !== undefined && !shelf.products.some(({ id }) => id === product))
    throw new AppError('product-not-found')
  if (audience === 'newsletter' && textFor(texts, defaultLanguage) === null)
    throw new AppError('required-fields-missing', {
      issues: [{ path: 'body.texts', message: 'required-fields-missing' }],
    })
  const found = audience === 'waiting' ? await findWaiting(db, shelf, product) : await findReaders(db)
  const suppressions = await listSuppressions(
    db,
    found.addressees.map(({ email }) => email),
  )
  const addressees = found.addressees.filter(({ email, askedAt }) =>
    isReachable(suppressions.get(email.toLowerCase()) ?? [], { askedAt, audience }),
  )
  const kept = new Set(addressees.map(({ email }) => email.toLowerCase()))
  return {
    addressees,
    withheld: found.addressees.length - addressees.length,
    inquiries: found.rows.filter(({ email }) => kept.has(email.toLowerCase())),
    shelf,
  }
}

type Found = { addressees: (Addressee & { askedAt: Date })[]; rows: readonly WaitingRow[] }

async function findWaiting(db: Queryable, shelf: Shelf, product: string | undefined): Promise<Found> {
  const rows = (await listWaiting(db)).filter(({ productId }) =>
    product === undefined ? canBeOrdered(shelf, productId) : productId === product,
  )
  const addressees = byAddress(rows).map(({ id, email, name, language, createdAt, wanted }) => ({
    inquiryId: id,
    userId: null,
    email,
    name,
    language: languageOf(language),
    askedAt: createdAt,
    wanted,
  }))
  return { addressees, rows }
}

async function findReaders(db: Queryable): Promise<Found> {
  const addressees = (await listConfirmed(db)).flatMap((row) =>
    row.email === null || row.emailVerifiedAt === null
      ? []
      : [
          {
            inquiryId: null,
            userId: row.id,
            email: row.email,
            name: row.name,
            language: languageOf(row.preferredLanguage),
            askedAt: row.since ?? row.emailVerifiedAt,
            wanted: [],
          },
        ],
  )
  return { addressees, rows: [] }
}

export function languageOf(language: string | null): Language {
  return language !== null && isLanguage(language) ? language : defaultLanguage
}
