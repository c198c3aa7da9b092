import type { JobClaim } from '@shipminer/contract/desk/work'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { deleteClaim, deleteClaimsBefore, listClaims, saveClaim } from './desk-claims.repository.ts'

const listed = 500
/** Work that nobody finished in a week is free again. */
const keptMs = 7 * 86_400_000

export async function readClaims(deps: DeskDeps, userId: string): Promise<JobClaim[]> {
  const rows = await listClaims(deps.store.db, listed)
  const since = deps.clock() - keptMs
  return rows
    .filter(({ at }) => at.getTime() > since)
    .map((row) => ({ job: row.job, name: row.name, mine: row.userId === userId, at: row.at.getTime() }))
}

/** Takes a piece of work, also from a colleague, or gives one's own back. What is no news leaves no line in the log. */
export async function claimJob(
  deps: DeskDeps,
  operator: Operator,
  job: string,
  { taken }: { taken: boolean },
): Promise<{ claims: JobClaim[] }> {
  const { userId } = operator
  const now = deps.clock()
  await deps.store.db.transaction().execute(async (trx) => {
    await deleteClaimsBefore(trx, new Date(now - keptMs))
    const isNews = taken || (await deleteClaim(trx, job, userId))
    if (taken) await saveClaim(trx, { job, userId, at: new Date(now) })
    const action = taken ? 'job.take' : 'job.leave'
    if (isNews) await noteAction(deps, trx, operator, { action, subject: `job ${job}`, reason: null })
  })
  return { claims: await readClaims(deps, userId) }
}
