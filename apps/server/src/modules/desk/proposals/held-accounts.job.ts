import type { Job } from '../../../platform/jobs/job-runner.ts'
import { isNoted, mailOfHeldAccount, noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { listUnconfirmed } from './proposals.service.ts'

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

export async function tellOfHeldAccounts(deps: DeskDeps): Promise<void> {
  for (const account of await listUnconfirmed(deps)) {
    const { asset, firstAddress: reason } = account
    const note = { action: 'account.hold' as const, subject: `account ${asset}` as const, reason }
    await deps.store.db.transaction().execute(async (trx) => {
      if (await isNoted(trx, note)) return
      await noteAction(deps, trx, settings, note)
      await mailOfHeldAccount(trx, deps, account)
    })
  }
}
