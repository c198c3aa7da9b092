import { type RecordedTerms, RecordedTermsSchema } from '@shipminer/contract/desk/catalogue'
import type { Selectable } from 'kysely'
import type { ProductVersionsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'

export type ProductVersionRow = Omit<Selectable<ProductVersionsTable>, 'before' | 'after'> & {
  before: RecordedTerms | null
  after: RecordedTerms
}

export type NewProductVersion = Omit<ProductVersionRow, 'id'>

export async function insertVersions(trx: Trx, versions: readonly NewProductVersion[]): Promise<void> {
  await trx
    .insertInto('productVersions')
    .values(
      versions.map(({ before, after, ...row }) => ({
        ...row,
        before: before && JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute()
}

/** The highest version of each product that ever was. */
export async function readLastVersions(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('productVersions')
    .select(({ fn }) => ['productId', fn.max('version').as('version')])
    .groupBy('productId')
    .execute()
  return new Map(rows.map(({ productId, version }) => [productId, Number(version)]))
}

/** Of one product or of all, oldest first. */
export async function listHistory(db: Queryable, productId?: string): Promise<ProductVersionRow[]> {
  let query = db.selectFrom('productVersions').selectAll()
  if (productId !== undefined) query = query.where('productId', '=', productId)
  return (await query.orderBy('productId').orderBy('version').execute()).map(parse)
}

/** Newest first, below version `before`. */
export async function listVersionsBefore(
  db: Queryable,
  productId: string,
  before: number | null,
  limit: number,
): Promise<ProductVersionRow[]> {
  let query = db.selectFrom('productVersions').selectAll().where('productId', '=', productId)
  if (before !== null) query = query.where('version', '<', before)
  return (await query.orderBy('version', 'desc').limit(limit).execute()).map(parse)
}

export async function findVersion(
  db: Queryable,
  productId: string,
  version: number,
): Promise<ProductVersionRow | null> {
  const row = await db
    .selectFrom('productVersions')
    .selectAll()
    .where('productId', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? parse(row) : null
}

function parse(row: Selectable<ProductVersionsTable>): ProductVersionRow {
  return {
    ...row,
    before: row.before === null ? null : RecordedTermsSchema.parse(row.before),
    after: RecordedTermsSchema.parse(row.after),
  }
}
