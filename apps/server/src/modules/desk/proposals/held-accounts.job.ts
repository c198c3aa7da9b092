import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { isNoted, mailOfHeldAccount, type NamedAccount, noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { listUnconfirmed } from './desk-proposals.service.ts'

type Deps = Pick<DeskDeps, 'store' | 'clock' | 'randomBytes' | 'mail' | 'unconfirmedAccounts'> & {
  payments: Pick<DeskDeps['payments'], 'accounts'>
}

const settings = { userId: null, name: 'settings' }

/** Tells those who may confirm it, once, that an account is new in the settings of the server; the log has it, too. */
export function heldAccountsJob(deps: DeskDeps): Job {
  return {
    name: 'held-accounts',
    intervalMs: 5 * 60_000,
    touches: ['deskAudit', 'mails'],
    run: () => tellOfHeldAccounts(deps),
  }
}

/** @throws SweepError naming the accounts that nobody could be notified of, or that could not be read; they stay due, and of the others somebody was notified */
export async function tellOfHeldAccounts(deps: Deps): Promise<void> {
  const { found, failed } = await listUnconfirmed(deps)
  const due = [...found.map((account) => ({ name: account.asset, account })), ...failed]
  await forEachIsolated(
    due,
    ({ name }) => name,
    async (one) => {
      if ('error' in one) throw one.error
      await tellOf(deps, one.account)
    },
  )
}

async function tellOf(deps: Deps, account: NamedAccount): Promise<void> {
  const { asset, firstAddress: reason } = account
  const note = { action: 'account.hold' as const, subject: `account ${asset}` as const, reason }
  await deps.store.db.transaction().execute(async (trx) => {
    if (await isNoted(trx, note)) return
    await noteAction(deps, trx, settings, note)
    await mailOfHeldAccount(trx, deps, account)
  })
}
