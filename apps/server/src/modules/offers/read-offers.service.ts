import type { DeskOffer, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import type { Offer } from '@shipminer/contract/shop/offers'
import type { MethodOffer } from '@shipminer/contract/shop/orders'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { searchTerms } from '../../platform/search-terms.ts'
import { sellerDay } from '../invoices/invoices.port.ts'
import type { Opener } from '../orders/orders.port.ts'
import { renderOffer } from './offer-pdf.ts'
import type { OfferDeps } from './offers.deps.ts'
import { presentDeskOffer, presentOffer, stateOf } from './offers.presenter.ts'
import {
  countOfferStates,
  countOffers,
  findListedOffer,
  findOffer,
  type ListedOfferRow,
  type OfferRow,
  pageOffers,
} from './offers.repository.ts'

const perPage = 50

type Query = z.output<typeof deskOfferEndpoints.deskOffers.query & object>

/**
 * The offer that a key opens; whether others exist is not revealed. A client with too many wrong keys is refused.
 *
 * @throws AppError `offer-not-found`, `rate-limited`
 */
export async function openOffer(
  deps: Pick<OfferDeps, 'store' | 'keys' | 'guesses'>,
  id: string,
  { orderKey: key, ip, userId }: Opener,
): Promise<OfferRow> {
  if (key === null) throw new AppError('offer-not-found')
  const found = await findOffer(deps.store.db, id)
  const row = await deps.guesses.judge({ kind: 'order-key', ip, userId }, async () =>
    found && deps.keys.fits(key, found.id) ? found : null,
  )
  if (!row) throw new AppError('offer-not-found')
  return row
}

/** An offer for the desk. @throws AppError `offer-not-found` */
export async function requireOffer({ store }: Pick<OfferDeps, 'store'>, id: string): Promise<OfferRow> {
  const row = await findOffer(store.db, id)
  if (!row) throw new AppError('offer-not-found')
  return row
}

/** The paper of an offer. */
export async function printOffer(
  deps: OfferDeps,
  row: OfferRow,
): Promise<{ filename: string; pdfBase64: string }> {
  const pdf = await renderOffer(deps, row)
  return { filename: `${row.number}.pdf`, pdfBase64: Buffer.from(pdf).toString('base64') }
}

/** The ways to pay an offer now; none unless it is open. Not within a transaction: what it asks waits for the database. */
export async function methodsOf(
  { orders, clock }: Pick<OfferDeps, 'orders' | 'clock'>,
  row: OfferRow,
): Promise<MethodOffer[]> {
  if (stateOf(row, new Date(clock())) !== 'open') return []
  return orders.methods(row.productId, orders.totals(row).grossCents)
}

/** An offer as the person sees it whom it is for, with the ways to pay it now. */
export async function showOffer(deps: Pick<OfferDeps, 'orders' | 'clock'>, row: OfferRow): Promise<Offer> {
  const methods = await methodsOf(deps, row)
  return presentOffer(row, { totals: deps.orders.totals(row), methods, now: new Date(deps.clock()) })
}

/** An offer as the desk sees it. */
export function showDeskOffer(
  { orders, clock }: Pick<OfferDeps, 'orders' | 'clock'>,
  row: ListedOfferRow,
  methods: MethodOffer[],
): DeskOffer {
  return presentDeskOffer(row, { totals: orders.totals(row), methods, now: new Date(clock()) })
}

export async function readOffers(
  deps: OfferDeps,
  { state, search, sort = 'createdAt', direction, page = 1 }: Query,
): Promise<z.input<typeof deskOfferEndpoints.deskOffers.data>> {
  const { db } = deps.store
  const today = sellerDay(new Date(deps.clock()))
  const filter = { state: state ?? null, today, words: search ? searchTerms(search).words : [] }
  const { rows, total } = await pageOffers(db, filter, {
    sort,
    isAscending: direction === 'ascending',
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const byState = await countOfferStates(db, today)
  const inState = state ? byState[state] : Object.values(byState).reduce((sum, count) => sum + count, 0)
  return {
    offers: await Promise.all(rows.map(async (row) => showDeskOffer(deps, row, await methodsOf(deps, row)))),
    perPage,
    total: total ?? (filter.words.length === 0 ? inState : await countOffers(db, filter)),
    byState,
  }
}

/** The chosen ones, or those that fit the filters, newest first, as many as are wanted; without the ways to pay them. */
export async function listAllOffers(
  deps: OfferDeps,
  { state, search, ids }: Pick<Query, 'state' | 'search'> & { ids?: readonly string[] | undefined },
  limit: number,
): Promise<DeskOffer[]> {
  const filter = {
    state: state ?? null,
    today: sellerDay(new Date(deps.clock())),
    words: search ? searchTerms(search).words : [],
    ids: ids?.filter(isUuid),
  }
  const page = { sort: 'createdAt', isAscending: false, limit, offset: 0 } as const
  const { rows } = await pageOffers(deps.store.db, filter, page)
  return rows.map((row) => showDeskOffer(deps, row, []))
}

/** @throws AppError `offer-not-found` */
export async function readDeskOffer(deps: OfferDeps, id: string): Promise<{ offer: DeskOffer }> {
  const row = await findListedOffer(deps.store.db, id)
  if (!row) throw new AppError('offer-not-found')
  return { offer: showDeskOffer(deps, row, await methodsOf(deps, row)) }
}
