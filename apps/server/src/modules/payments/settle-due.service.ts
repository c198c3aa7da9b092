import { findIntent, listDueIntents } from './intents/intents.repository.ts'
import type { PaymentsDeps } from './payments.deps.ts'

const dueAtOnce = 200

/** Settles intents whose time ran out. */
export async function settleDue(deps: PaymentsDeps) {
  const failures: unknown[] = []
  for (const id of await listDueIntents(deps.store.db, new Date(deps.clock()), dueAtOnce))
    await settleNow(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export async function settleNow(deps: PaymentsDeps, id: string): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await findIntent(trx, id)
    if (row) await deps.settle.settle(trx, row)
  })
}
