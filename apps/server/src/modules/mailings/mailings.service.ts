import type {
  deskMailingEndpoints,
  Mailing,
  MailingDraft,
  WaitingFor,
} from '@shipminer/contract/desk/mailings'
import { languages } from '@shipminer/i18n/languages'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { suppress } from '../../platform/mail/suppressions.repository.ts'
import { listWaiting, markNotified, waitOn } from '../inquiries/inquiries.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import { addressMailing, canBeOrdered, lockWaitingLists, readShelf, type Shelf } from './address-mailing.ts'
import { textsOf } from './mailing-draft.ts'
import { availableMail, newsletterMail } from './mailing-mail.ts'
import type { Addressee, MailingDeps } from './mailings.deps.ts'
import {
  insertMailing,
  listMailings,
  lockMailing,
  type MailingRow,
  type Outcomes,
  stopMailing,
} from './mailings.repository.ts'

export type Preview = z.input<typeof deskMailingEndpoints.deskMailingPreview.data>

/** Who waits for what, and what was sent. */
export async function readMailings(
  deps: MailingDeps,
): Promise<{ waiting: WaitingFor[]; mailings: Mailing[] }> {
  const { db } = deps.store
  const shelf = await readShelf(deps, db)
  const byProduct = Map.groupBy(await listWaiting(db), ({ productId }) => productId)
  const waiting = [...byProduct].flatMap(([productId, rows]) => {
    const [first] = rows
    const product = productId === null ? null : nameOf(shelf, productId)
    const people = new Set(rows.map(({ email }) => email.toLowerCase())).size
    const since = first?.createdAt.getTime()
    return since === undefined
      ? []
      : [{ product, isAvailable: canBeOrdered(shelf, productId), people, since }]
  })
  const mailings = (await listMailings(db)).map(({ row, counts }) => present(row, counts, shelf))
  return { waiting: waiting.toSorted((a, b) => a.since - b.since), mailings }
}

/** @throws AppError `product-not-found`, `required-fields-missing` */
export async function previewMailing(deps: MailingDeps, draft: MailingDraft): Promise<Preview> {
  return describeMailing(deps, draft, await addressMailing(deps, deps.store.db, draft))
}

/** Numbers of addressees by language, and what the first of each gets. */
export function describeMailing(
  deps: MailingDeps,
  draft: MailingDraft,
  { addressees, withheld, shelf }: { addressees: readonly Addressee[]; withheld: number; shelf: Shelf },
): Preview {
  const byLanguage = Map.groupBy(addressees, ({ language }) => language)
  const read = languages.filter((language) => byLanguage.has(language))
  return {
    total: addressees.length,
    withheld,
    counts: read.map((language) => ({ language, people: byLanguage.get(language)?.length ?? 0 })),
    mails: read.flatMap((language) => {
      const [first] = byLanguage.get(language) ?? []
      const mail = first && render(deps, draft, first, shelf)
      return mail ? [{ language, subject: mail.subject, text: mail.text }] : []
    }),
  }
}

function render(deps: MailingDeps, draft: MailingDraft, to: Addressee, shelf: Shelf) {
  return draft.audience === 'waiting'
    ? availableMail(to, shelf.products, deps)
    : newsletterMail(to, draft.texts ?? {}, deps)
}

/**
 * Begins to send a message to everybody it is for; a job puts it into the outbox in batches. Anyone who waited is notified by it, and waits no more.
 *
 * @throws AppError `mailing-nobody`, `mailing-not-available` while the product cannot be ordered, `product-not-found`,
 * `required-fields-missing`
 */
export async function sendMailing(
  deps: MailingDeps,
  operator: Operator,
  draft: MailingDraft,
  key: string | string[] | undefined,
): Promise<{ id: string; recipients: number }> {
  const request = { key, userId: operator.userId, route: 'POST /desk/mailings', body: draft }
  return deps.idempotency.run(request, (once) =>
    deps.store.db.transaction().execute((trx) => once(trx, () => startMailing(deps, trx, operator, draft))),
  )
}

async function startMailing(
  deps: MailingDeps,
  trx: Trx,
  operator: Operator,
  draft: MailingDraft,
): Promise<{ id: string; recipients: number }> {
  if (draft.audience === 'waiting') await lockWaitingLists(trx)
  const { addressees, inquiries, shelf } = await addressMailing(deps, trx, draft)
  const { audience, product = null, texts = {} } = draft
  if (audience === 'waiting' && !canBeOrdered(shelf, product)) throw new AppError('mailing-not-available')
  if (addressees.length === 0) throw new AppError('mailing-nobody')
  const id = deps.randomUuid()
  const at = new Date(deps.clock())
  const row = { id, audience, productId: product, texts, createdAt: at, createdBy: operator.name }
  await insertMailing(trx, row, addressees)
  const notified = inquiries.map((inquiry) => inquiry.id)
  await markNotified(trx, notified, { mailingId: id, at })
  const recipients = addressees.length
  const subject =
    `mailing ${[audience, product, recipients].filter((part) => part !== null).join(' ')}` as const
  await noteAction(deps, trx, operator, { action: 'mailing.send', subject, reason: null })
  return { id, recipients }
}

/** @throws AppError `not-found`, `mailing-over` */
export async function endMailing(
  deps: MailingDeps,
  operator: Operator,
  id: string,
  reason: string,
): Promise<{ waiting: WaitingFor[]; mailings: Mailing[] }> {
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await lockMailing(trx, id)
    if (!row) throw new AppError('not-found')
    if (row.finishedAt !== null) throw new AppError('mailing-over')
    await stopMailing(trx, id, new Date(deps.clock()))
    await waitOn(trx, id)
    await noteAction(deps, trx, operator, { action: 'mailing.stop', subject: `mailing ${id}`, reason })
  })
  return readMailings(deps)
}

/** Notes addresses whose mail came back. */
export async function noteReturned(
  deps: MailingDeps,
  operator: Operator,
  emails: readonly string[],
): Promise<{ noted: number }> {
  const noted = new Set(emails.map((email) => email.toLowerCase())).size
  await deps.store.db.transaction().execute(async (trx) => {
    await suppress(trx, emails, { reason: 'returned', at: new Date(deps.clock()) })
    const subject = `mailing ${noted}` as const
    await noteAction(deps, trx, operator, { action: 'mailing.returned', subject, reason: null })
  })
  return { noted }
}

const nameOf = ({ products }: Shelf, productId: string) => ({
  id: productId,
  name: products.find(({ id }) => id === productId)?.name ?? productId,
})

function present(row: MailingRow, counts: Outcomes, shelf: Shelf): Mailing {
  const texts = textsOf(row)
  return {
    id: row.id,
    audience: row.audience,
    product: row.productId === null ? null : nameOf(shelf, row.productId).name,
    subjects: Object.fromEntries(Object.entries(texts).map(([language, { subject }]) => [language, subject])),
    createdAt: row.createdAt.getTime(),
    operator: row.createdBy,
    finishedAt: row.finishedAt?.getTime() ?? null,
    stoppedAt: row.stoppedAt?.getTime() ?? null,
    recipients: row.recipients,
    ...counts,
  }
}
