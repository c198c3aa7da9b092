import type { WhySkipped } from '@shipminer/contract/control/provider-orders'
import type { CommandState } from '@shipminer/domain/fleet/command'
import type { Queryable } from '../../platform/db/store.ts'

/** How many miners of an order of the provider are in each state, no matter who owns them. */
export async function countOrdered(
  db: Queryable,
  orderId: string,
): Promise<{ state: CommandState; count: number }[]> {
  const rows = await db
    .selectFrom('commands')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('orderId', '=', orderId)
    .where('byProvider', '=', true)
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

/** Its miners by number; `states`: null for all. */
export function listOrderedMiners(
  db: Queryable,
  orderId: string,
  { states, limit, offset }: { states: readonly CommandState[] | null; limit: number; offset: number },
) {
  return db
    .selectFrom('commands as k')
    .innerJoin('miners as m', 'm.id', 'k.minerId')
    .innerJoin('controllers as c', 'c.id', 'k.controllerId')
    .select([
      ...(['m.id', 'm.name', 'm.called', 'm.make', 'm.model'] as const),
      ...(['k.controllerId', 'c.name as controllerName', 'k.state', 'k.reason'] as const),
    ])
    .where('k.orderId', '=', orderId)
    .where('k.byProvider', '=', true)
    .$if(states !== null, (query) => query.where('k.state', 'in', [...(states ?? [])]))
    .orderBy('k.minerId')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Keeps whom an order left out; who got it after all is so no more. */
export async function keepLeftOut(
  db: Queryable,
  orderId: string,
  skipped: readonly { id: number; controllerId: string; why: WhySkipped }[],
  given: readonly number[],
): Promise<void> {
  if (given.length > 0)
    await db
      .deleteFrom('leftOutMiners')
      .where('orderId', '=', orderId)
      .where('minerId', 'in', [...given])
      .execute()
  if (skipped.length === 0) return
  await db
    .insertInto('leftOutMiners')
    .values(skipped.map(({ id: minerId, controllerId, why }) => ({ orderId, minerId, controllerId, why })))
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'minerId']).doUpdateSet(({ ref }) => ({ why: ref('excluded.why') })),
    )
    .execute()
}

/** From now on it is known of all miners of an order whether it left them out. */
export async function keepOrder(db: Queryable, id: string, givenAt: Date): Promise<void> {
  await db
    .insertInto('providerOrders')
    .values({ id, givenAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many an order left out; null: that was not kept. */
export async function countLeftOut(db: Queryable, orderId: string): Promise<number | null> {
  const { isKept, count } = await db
    .selectNoFrom(({ selectFrom, exists }) => [
      exists(selectFrom('providerOrders').select('id').where('id', '=', orderId)).as('isKept'),
      selectFrom('leftOutMiners')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('orderId', '=', orderId)
        .$asScalar()
        .$notNull()
        .as('count'),
    ])
    .executeTakeFirstOrThrow()
  return isKept ? Number(count) : null
}

/** Those that an order left out, by number. */
export function listLeftOut(
  db: Queryable,
  orderId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('leftOutMiners as l')
    .innerJoin('miners as m', 'm.id', 'l.minerId')
    .innerJoin('controllers as c', 'c.id', 'l.controllerId')
    .select([
      ...(['m.id', 'm.name', 'm.called', 'm.make', 'm.model'] as const),
      ...(['l.controllerId', 'c.name as controllerName', 'l.why'] as const),
    ])
    .where('l.orderId', '=', orderId)
    .orderBy('l.minerId')
    .limit(limit)
    .offset(offset)
    .execute()
}
