import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { ProductsTable } from '../../platform/db/schema.ts'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import { termsOf } from './product-terms.ts'
import { insertVersions, readLastVersions } from './product-versions.repository.ts'

export type ProductRow = Selectable<ProductsTable>

/**
 * Inserts the products that the database lacks, each with its first version. Products that exist, above all their prices and stock, stay as
 * they are.
 */
export async function seedCatalogue(db: Queryable, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const lastVersions = await readLastVersions(trx)
    const made = await trx
      .insertInto('products')
      .values(
        seedProducts.map(({ powerKw, images, colorScheme, sheet, ...product }, position) => ({
          ...product,
          position,
          powerWatts: Math.round(powerKw * 1000),
          images: JSON.stringify(images),
          colorScheme: JSON.stringify(colorScheme),
          sheet: JSON.stringify(sheet),
          version: (lastVersions.get(product.id) ?? 0) + 1,
          updatedAt: at,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .execute()
    if (made.length === 0) return
    await insertVersions(
      trx,
      made.map((row) => ({
        productId: row.id,
        version: row.version,
        at,
        changedBy: 'catalogue',
        reason: null,
        before: null,
        after: termsOf(row),
      })),
    )
  })
}

/** What visitors may see, in the order of the catalogue. */
export function listProducts(db: Queryable, filter: { withDevOnly: boolean }): Promise<ProductRow[]> {
  let query = db.selectFrom('products').selectAll().where('hidden', '=', false)
  if (!filter.withDevOnly) query = query.where('devOnly', '=', false)
  return query.orderBy('position').orderBy('id').execute()
}

/** Null for a product that does not exist or is not shown. */
export async function findProduct(
  db: Queryable,
  id: string,
  filter: { withDevOnly: boolean },
): Promise<ProductRow | null> {
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('hidden', '=', false)
    .executeTakeFirst()
  return row && (filter.withDevOnly || !row.devOnly) ? row : null
}

/** Every product, including hidden ones. */
export function listAllProducts(db: Queryable): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().orderBy('position').orderBy('id').execute()
}

/** A product, locked until the transaction ends: sales and other changes wait. */
export async function lockProduct(trx: Trx, id: string): Promise<ProductRow | null> {
  const row = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** One that exists and is locked. */
export function updateProduct(trx: Trx, id: string, change: Updateable<ProductsTable>): Promise<ProductRow> {
  return trx.updateTable('products').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Takes a quantity out of the stock in one guarded statement; null when there are not enough. `counted`: false for what is made to order.
 */
export async function takeStock(
  trx: Queryable,
  id: string,
  quantity: number,
): Promise<{ counted: boolean } | null> {
  const row = await trx
    .updateTable('products')
    .set({ stock: sql`stock - ${quantity}::int` })
    .where('id', '=', id)
    .where((is) => is.or([is('stock', 'is', null), is('stock', '>=', quantity)]))
    .returning('stock')
    .executeTakeFirst()
  return row ? { counted: row.stock !== null } : null
}

/** Puts a quantity back; a product that is made to order by now stays so. */
export async function giveStockBack(
  trx: Queryable,
  id: string,
  quantity: number,
): Promise<{ counted: boolean }> {
  const row = await trx
    .updateTable('products')
    .set({ stock: sql`stock + ${quantity}::int` })
    .where('id', '=', id)
    .returning('stock')
    .executeTakeFirst()
  return { counted: row !== undefined && row.stock !== null }
}
