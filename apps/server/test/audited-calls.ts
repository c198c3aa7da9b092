import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { sql } from 'kysely'
import type { Store } from '../src/platform/db/store.ts'
import type { Router } from '../src/platform/http/routing.ts'

/*
 * Whatever an operator does leaves a line in the audit log. Every changing call of the desk that a test makes and that is answered with 200 must
 * have added one; so nobody keeps a list of calls, and a new one is found by its first test.
 */

/** Calls that change nothing, or not always; why a test may see them leave no line. */
export const mayLeaveNoLine: Readonly<Record<string, string>> = {
  'POST /desk/bank/statements': 'nothing in it is new, or it is still being read',
  'POST /desk/boxes': 'each serial number may be refused for itself',
  'POST /desk/boxes/moves': 'each box may be refused for itself',
  'POST /desk/catalogue/{id}/changes': 'what changes nothing is no version',
  'POST /desk/customers/{id}/merge/preview': 'a preview',
  'POST /desk/diagnostics': 'asked again for the same order, or nothing could be taken',
  'POST /desk/fleet/orders': 'given again with the same id, or to nobody',
  'POST /desk/installation/checks': 'asks others; only the mail that it sends is an action',
  'POST /desk/jobs/{job}/claim': 'given back by somebody who does not have it',
  'POST /desk/mailings': 'pressed again with the same key',
  'POST /desk/mailings/preview': 'a preview',
  'POST /desk/mails/retry-failed': 'there was none',
  'POST /desk/mails/{id}/retry': 'it leaves already',
  'POST /desk/mails/{id}/set-aside': 'it was already',
  'POST /desk/offers': 'pressed again with the same key',
  'POST /desk/orders/{id}/correction/preview': 'a preview',
  'POST /desk/passkeys/options': 'what a browser is asked; adding the passkey is the action',
  'POST /desk/payout-owners/{userId}/payouts': 'recorded again',
  'POST /desk/payouts/{id}/import': 'the same transaction again',
  'POST /desk/payouts/{id}/psbt': 'there is too little money for it',
  'POST /desk/people/{id}/sessions/end': 'there was none to end',
  'POST /desk/pool-addresses/{id}/book': 'there was nothing to book',
  'POST /desk/pool-imports': 'a preview, or nothing in it is new',
  'POST /desk/refund-runs/{id}/psbt': 'there is too little money for it',
}

type Watched = { calls: [RegExp, AnyEndpoint][]; store: Store }
const watched = new WeakMap<object, Watched>()

/** From now on every call to a server is watched, by whichever client of a test. */
export function watchAuditLog(server: object, router: Router, store: Store): void {
  const calls = [...router.table.values()].filter(
    ({ auth, method }) => auth === 'operator' && method !== 'GET',
  )
  watched.set(server, {
    store,
    calls: calls.map((call) => [new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), call]),
  })
}

/** Null: the log cannot be read now, as in a test that takes the database away. */
async function lastLine({ store }: Watched): Promise<number | null> {
  try {
    const last = sql<{ id: number }>`SELECT coalesce(max(id), 0)::int AS id FROM desk_audit`
    return (await last.execute(store.maintenance)).rows[0]?.id ?? null
  } catch {
    return null
  }
}

/**
 * To be called before a call; what it returns after it, with the status of the answer. Null: it needs no line.
 *
 * @throws by what it returns, when a line is missing
 */
export async function expectLine(
  server: object,
  method: string,
  path: string,
): Promise<((status: number) => Promise<void>) | null> {
  const app = watched.get(server)
  const [bare = ''] = path.split('?')
  const call = app?.calls.find(([pattern, one]) => one.method === method && pattern.test(bare))?.[1]
  const name = call && `${call.method} ${call.path}`
  if (!app || name === undefined || name in mayLeaveNoLine) return null
  const before = await lastLine(app)
  return async (status) => {
    if (status !== 200 || before === null) return
    if ((await lastLine(app)) === before)
      throw new Error(`${name} was answered with 200 and left no line in the audit log: call noteAction`)
  }
}
