import type { DeskProduct, ProductVersion } from '@shipminer/contract/desk/catalogue'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { productStatus } from './catalogue.policy.ts'
import { listAllProducts, lockProduct, type ProductRow } from './catalogue.repository.ts'
import {
  type ChangeNote,
  type ChangeResult,
  changeProduct,
  pricesOf,
  type Seen,
  type TermsChange,
} from './product-changes.ts'
import { termsOf } from './product-terms.ts'
import {
  findVersion,
  listHistory,
  listVersionsBefore,
  type ProductVersionRow,
} from './product-versions.repository.ts'

const perPage = 30

/** Every product as operators see it, including hidden ones. */
export async function listDeskProducts(db: Queryable, productName: string): Promise<DeskProduct[]> {
  const rows = await listAllProducts(db)
  const histories = Map.groupBy(await listHistory(db), ({ productId }) => productId)
  return rows.map((row) => present(row, histories.get(row.id) ?? [], productName))
}

/** @throws AppError `product-not-found` */
export async function listDeskVersions(
  db: Queryable,
  id: string,
  before: number | null,
): Promise<{ versions: ProductVersion[]; next: number | null }> {
  const rows = await listVersionsBefore(db, id, before, perPage)
  if (rows.length === 0 && before === null) throw new AppError('product-not-found')
  const next = rows.length < perPage ? null : (rows.at(-1)?.version ?? null)
  return { versions: rows.map(presentVersion), next }
}

/**
 * Changes a product as the operator saw it, as a new version; the version is null when nothing had to change.
 *
 * @throws AppError `product-not-found`, `product-changed`, `earlier-price-too-high`, `earlier-price-not-higher`
 */
export async function changeDeskProduct(
  trx: Trx,
  id: string,
  request: { change: TermsChange; seen: Seen; note: ChangeNote; productName: string },
): Promise<{ product: DeskProduct; version: number | null }> {
  const { change, seen, note, productName } = request
  const { product, version } = demand(await changeProduct(trx, id, change, { note, seen, isChecked: true }))
  return { product: present(product, await listHistory(trx, id), productName), version }
}

/**
 * Restores an earlier version as a new one, except its stock, which counts the boxes that exist.
 *
 * @throws AppError those of `changeDeskProduct`, `not-found` without such a version
 */
export async function restoreDeskProduct(
  trx: Trx,
  id: string,
  request: { to: number; seen: Seen; note: ChangeNote; productName: string },
): Promise<{ product: DeskProduct; version: number | null }> {
  const row = await lockProduct(trx, id)
  if (!row) throw new AppError('product-not-found')
  const earlier = await findVersion(trx, id, request.to)
  if (!earlier) throw new AppError('not-found')
  const { stock: _, ...change } = earlier.after
  return changeDeskProduct(trx, id, { ...request, change })
}

function demand(result: ChangeResult): Extract<ChangeResult, { kind: 'done' }> {
  switch (result.kind) {
    case 'done':
      return result
    case 'missing':
      throw new AppError('product-not-found')
    case 'changed':
      throw new AppError('product-changed')
    case 'refused':
      throw new AppError(`earlier-price-${result.problem}`)
  }
}

function present(row: ProductRow, history: readonly ProductVersionRow[], productName: string): DeskProduct {
  return {
    id: row.id,
    name: withBrand(row.name, productName),
    route: withBrand(row.route, productName),
    devOnly: row.devOnly,
    cooling: row.cooling === 'hydro' ? 'hydro' : null,
    status: productStatus(row),
    terms: termsOf(row),
    version: row.version,
    changedAt: row.updatedAt.getTime(),
    prices: pricesOf(history),
  }
}

function presentVersion({
  version,
  at,
  changedBy,
  reason,
  before,
  after,
}: ProductVersionRow): ProductVersion {
  return { version, at: at.getTime(), by: changedBy, reason, before, after }
}
