import { forEachIsolated, inPages } from '../../platform/jobs/for-each-isolated.ts'
import { findIntent, listDueIntents } from './intents/intents.repository.ts'
import type { PaymentsDeps } from './payments.deps.ts'

const intentsPerPage = 200

/** Settles intents whose time ran out, each by itself. @throws SweepError */
export async function settleDue(deps: PaymentsDeps): Promise<void> {
  const now = new Date(deps.clock())
  const limit = intentsPerPage
  await forEachIsolated(
    inPages<string>((behind) => listDueIntents(deps.store.db, now, { limit, behind })),
    (id) => `intent ${id}`,
    (id) => settleNow(deps, id),
  )
}

export async function settleNow(deps: PaymentsDeps, id: string): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    const row = await findIntent(trx, id)
    if (row) await deps.settle.settle(trx, row)
  })
}
