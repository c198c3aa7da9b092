import type { ProductTerms } from '@shipminer/contract/desk/catalogue'
import {
  type EarlierPriceLimit,
  earlierPriceLimit,
  earlierPriceProblem,
  type PriceRecord,
} from '@shipminer/domain/catalogue/earlier-price'
import type { Trx } from '../../platform/db/store.ts'
import { lockProduct, type ProductRow, updateProduct } from './catalogue.repository.ts'
import { isSameTerms, termsOf } from './product-terms.ts'
import { insertVersions, listHistory, type ProductVersionRow } from './product-versions.repository.ts'

export type TermsChange = { [Name in keyof ProductTerms]?: ProductTerms[Name] | undefined }

/** Who changes something, when, and why. */
export type ChangeNote = { at: Date; by: string; reason: string | null }

/** What the editor saw when deciding on the change; `stock` undefined: not compared. */
export type Seen = { version: number; stock?: number | null | undefined }

export type ChangeResult =
  | {
      kind: 'done'
      product: ProductRow
      /** Null: nothing had to change, and nothing was written. */
      version: ProductVersionRow['version'] | null
      /** The 30-day rule for a new earlier price, which `isChecked` enforces. */
      problem: EarlierPriceProblem | null
      limit: EarlierPriceLimit
    }
  | { kind: 'missing' }
  | { kind: 'changed' }
  | { kind: 'refused'; problem: EarlierPriceProblem }

export type EarlierPriceProblem = NonNullable<ReturnType<typeof earlierPriceProblem>>

/**
 * Changes a product as a new version, in the transaction of the caller. With `seen` it only applies if the product is still as it was seen;
 * with `isChecked` an earlier price must obey the 30-day rule.
 */
export async function changeProduct(
  trx: Trx,
  id: string,
  change: TermsChange,
  options: { note: ChangeNote; seen?: Seen; isChecked: boolean },
): Promise<ChangeResult> {
  const { note, seen, isChecked } = options
  const row = await lockProduct(trx, id)
  if (!row) return { kind: 'missing' }
  if (seen && (seen.version !== row.version || (seen.stock !== undefined && seen.stock !== row.stock)))
    return { kind: 'changed' }
  const before = termsOf(row)
  const after = apply(before, change)
  const limit = earlierPriceLimit(pricesOf(await listHistory(trx, id)), {
    at: note.at.getTime(),
    priceCents: after.priceCents,
  })
  const isPriced =
    before.priceCents !== after.priceCents || before.originalPriceCents !== after.originalPriceCents
  const problem = isPriced ? earlierPriceProblem(after, limit) : null
  if (problem !== null && isChecked) return { kind: 'refused', problem }
  if (isSameTerms(before, after)) return { kind: 'done', product: row, version: null, problem, limit }
  const version = row.version + 1
  const product = await updateProduct(trx, id, {
    ...after,
    sheet: JSON.stringify(after.sheet),
    version,
    updatedAt: note.at,
  })
  const { at, by: changedBy, reason } = note
  await insertVersions(trx, [{ productId: id, version, at, changedBy, reason, before, after }])
  return { kind: 'done', product, version, problem, limit }
}

/** The prices of versions, oldest first; versions that did not change them are left out. */
export function pricesOf(history: readonly Pick<ProductVersionRow, 'at' | 'after'>[]): PriceRecord[] {
  const records: PriceRecord[] = []
  for (const { at, after } of history) {
    const { priceCents, originalPriceCents, comingSoon, hidden } = after
    const isOffered = !comingSoon && !hidden
    const last = records.at(-1)
    const isNew =
      last?.priceCents !== priceCents ||
      last.originalPriceCents !== originalPriceCents ||
      last.isOffered !== isOffered
    if (isNew) records.push({ at: at.getTime(), priceCents, originalPriceCents, isOffered })
  }
  return records
}

function apply(terms: ProductTerms, change: TermsChange): ProductTerms {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...terms, ...Object.fromEntries(named) }
}
