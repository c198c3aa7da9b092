import type { CommandState } from '@shipminer/domain/fleet/command'
import type { Queryable } from '../../platform/db/store.ts'

/** How many miners of an order of the provider are in each state, whoever owns them. */
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
