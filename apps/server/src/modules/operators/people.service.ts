import type { DeskPerson } from '@shipminer/contract/desk/people'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import type { Caller, Operator } from '../../platform/auth/authenticator.ts'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from './audit.service.ts'
import * as repository from './operators.repository.ts'
import { factorLifetimeMs, type OperatorDeps } from './operators.service.ts'

type Deps = Pick<OperatorDeps, 'store' | 'clock'>

/** Who works at the desk, and where each is signed in. */
export async function listPeople(deps: Deps, caller: Caller): Promise<{ people: DeskPerson[] }> {
  const { db } = deps.store
  const operators = await repository.listOperators(db)
  const now = deps.clock()
  const sessions = await repository.listSessionsOf(
    db,
    operators.map(({ id }) => id),
    new Date(now),
  )
  const byUser = Map.groupBy(sessions, ({ userId }) => userId)
  return {
    people: operators.map(({ grantedAt, ...operator }) => ({
      ...operator,
      grantedAt: grantedAt.getTime(),
      sessions: (byUser.get(operator.id) ?? []).map((session) => {
        const deskUntil = session.provenAt === null ? null : session.provenAt.getTime() + factorLifetimeMs
        return {
          id: session.id,
          signedInAt: session.createdAt.getTime(),
          usedAt: (session.usedAt ?? session.createdAt).getTime(),
          endsAt: session.absoluteExpiresAt.getTime(),
          deskUntil: deskUntil !== null && deskUntil > now ? deskUntil : null,
          isThis: session.id === caller.sessionId,
        }
      }),
    })),
  }
}

/** @throws AppError `not-found`, `last-owner` */
export async function changeRole(
  deps: Deps,
  operator: Operator,
  { userId, role, reason }: { userId: string; role: OperatorRole; reason: string },
): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    const all = await repository.lockRoles(trx)
    const before = all.get(userId)
    if (!before) throw new AppError('not-found')
    if (before.role === role) return
    const owners = [...all.values()].filter((one) => one.role === 'owner')
    if (before.role === 'owner' && owners.length === 1) throw new AppError('last-owner')
    await repository.updateRole(trx, userId, role)
    await noteAction(deps, trx, operator, {
      action: 'operator.role',
      subject: `operator ${before.name}`,
      reason: `${before.role} → ${role} · ${reason}`,
    })
  })
}

/** The session that requests it stays: anyone who wants to leave signs out. @throws AppError `not-found` */
export async function endSessions(
  deps: Deps & { sessions: Pick<Sessions, 'revokeAll'> },
  { operator, caller }: { operator: Operator; caller: Caller },
  { userId, session, reason }: { userId: string; session: string | null; reason: string },
): Promise<void> {
  await deps.store.db.transaction().execute(async (trx) => {
    const person = (await repository.lockRoles(trx)).get(userId)
    if (!person) throw new AppError('not-found')
    const which = { userId, only: session, except: caller.sessionId }
    const ended = await deps.sessions.revokeAll(which, 'ended-at-desk', trx)
    if (ended === 0) {
      if (session !== null) throw new AppError('not-found')
      return
    }
    await noteAction(deps, trx, operator, {
      action: 'operator.end-sessions',
      subject: `operator ${person.name}`,
      reason: `${ended} · ${reason}`,
    })
  })
}
