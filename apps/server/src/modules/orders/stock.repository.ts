import type { Trx } from '../../platform/db/store.ts'
import { giveStockBack, takeStock } from '../catalogue/catalogue.port.ts'
import { listLines } from './orders.repository.ts'

/**
 * Takes the items of an order out of the stock. False, with nothing taken that a rollback does not undo, when there is not enough of
 * something.
 */
export async function reserveStock(trx: Trx, orderId: string, at: Date): Promise<boolean> {
  for (const { productId, quantity } of await listLines(trx, [orderId])) {
    const taken = await takeStock(trx, productId, quantity)
    if (!taken) return false
    await trx
      .insertInto('stockMovements')
      .values({ orderId, productId, at, quantity: -quantity, counted: taken.counted })
      .execute()
  }
  return true
}

/** Puts them back. The caller checks, under the order's lock, that they are reserved. */
export async function releaseStock(trx: Trx, orderId: string, at: Date): Promise<void> {
  for (const { productId, quantity } of await listLines(trx, [orderId])) {
    const { counted } = await giveStockBack(trx, productId, quantity)
    await trx.insertInto('stockMovements').values({ orderId, productId, at, quantity, counted }).execute()
  }
}

/** Whether the stock covers the order, without taking it; locked until the transaction ends. */
export async function isReservable(trx: Trx, orderId: string): Promise<boolean> {
  for (const { productId, quantity } of await listLines(trx, [orderId])) {
    const product = await trx
      .selectFrom('products')
      .select('stock')
      .where('id', '=', productId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product || (product.stock !== null && product.stock < quantity)) return false
  }
  return true
}
