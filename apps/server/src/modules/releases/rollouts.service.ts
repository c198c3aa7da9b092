import type { releaseEndpoints } from '@shipminer/contract/releases'
import {
  assessRollout,
  failureOf,
  type RolloutEvent,
  rolloutTransition,
  stageMembers,
} from '@shipminer/domain/releases/rollout'
import type * as mini from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { isUniqueViolation } from '../../platform/db/failures/unique-violation.ts'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { confirmProposal, noteAction, proposalNote, propose } from '../operators/operators.port.ts'
import type { Actor, ReleaseDeps } from './releases.deps.ts'
import * as repository from './releases.repository.ts'

type Start = mini.output<typeof releaseEndpoints.deskStartRollout.body & object>
type Act = mini.output<typeof releaseEndpoints.deskRolloutAct.body & object>

/** Signals that connected controllers should be checked: something is offered, or withdrawn (`withdrawn <rollout>`). */
export const offersChannel = 'releases'

const itself: Actor = { userId: null, name: 'rollout' }

/**
 * Starts a rollout for an operator; with four eyes their call waits for the same call of another one, and `id` is null.
 *
 * @throws AppError `second-operator-required`, and those of `startRollout`
 */
export async function startForOperator(
  deps: ReleaseDeps,
  operator: Operator,
  input: Start,
): Promise<{ id: string | null }> {
  if (!deps.fourEyes) return startRollout(deps, operator, input)
  const { reason, ...plan } = input
  const { version, stages, reportWithinMinutes, tolerated } = plan
  if (!(await repository.findRelease(deps.store.db, version))) throw new AppError('not-found')
  const what = { kind: 'rollout', plan: { version, stages, reportWithinMinutes, tolerated } } as const
  const wanted = { id: version, what, subject: `release ${version}` as const, reason }
  if (await propose(deps, operator, wanted)) return { id: null }
  return startRollout(deps, operator, input, (trx) => confirmProposal(deps, trx, operator, wanted))
}

/** @throws AppError `not-found`, `rollout-conflict`, `rollout-empty`, and those of `confirm`, which returns who proposed it */
export async function startRollout(
  deps: ReleaseDeps,
  actor: Actor,
  input: Start,
  confirm?: (trx: Trx) => Promise<string>,
): Promise<{ id: string }> {
  const { store, clock } = deps
  const { version, stages, tolerated, reason } = input
  const id = deps.randomUuid()
  const at = new Date(clock())
  await store.db
    .transaction()
    .execute(async (trx) => {
      if (!(await repository.findRelease(trx, version))) throw new AppError('not-found')
      for (const done of await repository.lockRollouts(trx, ['done']))
        await repository.updateRollout(trx, done.id, { state: 'superseded' })
      const reportWithinMs = input.reportWithinMinutes * 60_000
      await repository.insertRollout(trx, { id, version, stages, reportWithinMs, tolerated, at })
      const [first] = stages
      const ids = first ? stageMembers(first, await enrolledIds(trx)) : []
      if (ids.length === 0) throw new AppError('rollout-empty')
      await repository.addMembers(trx, id, 0, ids, at)
      const proposer = await confirm?.(trx)
      const words = proposer === undefined ? reason : `${reason} · ${proposalNote(proposer)}`
      await noteAction(deps, trx, actor, {
        action: 'rollout.start',
        subject: `release ${version}`,
        reason: words,
      })
      await store.notify(offersChannel, '', trx)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('rollout-conflict') : error
    })
  return { id }
}

/**
 * What an operator does with a rollout; with four eyes one that halted goes on when another one makes the same call.
 *
 * @throws AppError `second-operator-required`, and those of `actOnRollout`
 */
export async function actForOperator(
  deps: ReleaseDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<{ waits: boolean }> {
  const rollout = await repository.findRollout(deps.store.db, id)
  if (!rollout) throw new AppError('not-found')
  const isSecondNeeded = deps.fourEyes && act.action === 'resume' && rollout.state === 'halted'
  if (!isSecondNeeded) {
    await actOnRollout(deps, operator, id, act)
    return { waits: false }
  }
  const { version, haltReason, haltControllerId } = rollout
  const what = { kind: 'resume', version, haltReason, haltControllerId } as const
  const wanted = { id, what, subject: `release ${version}` as const, reason: act.reason }
  if (await propose(deps, operator, wanted)) return { waits: true }
  await actOnRollout(deps, operator, id, act, (trx) => confirmProposal(deps, trx, operator, wanted))
  return { waits: false }
}

/** @throws AppError `not-found`, `rollout-conflict`, and those of `confirm`, which returns who proposed it */
export async function actOnRollout(
  deps: ReleaseDeps,
  actor: Actor,
  id: string,
  act: Act,
  confirm?: (trx: Trx) => Promise<string>,
): Promise<void> {
  const { store } = deps
  const at = deps.clock()
  await store.db.transaction().execute(async (trx) => {
    const rollout = await repository.lockRollout(trx, id)
    if (!rollout) throw new AppError('not-found')
    const state = rolloutTransition(rollout.state, act.action)
    if (state === null) throw new AppError('rollout-conflict')
    const members = await repository.listMembers(trx, id)
    const failed = members.filter(
      (member) =>
        failureOf(withOfferTime(member), { now: at, reportWithinMs: rollout.reportWithinMs }) !== null,
    )
    await repository.updateRollout(trx, id, {
      state,
      ...(act.action === 'resume'
        ? {
            stageStartedAt: new Date(at),
            haltReason: null,
            haltControllerId: null,
            // The operator who resumes has seen what failed until now; counting starts again from here.
            forgiven: failed.length,
          }
        : {}),
    })
    const subject = `release ${rollout.version}` as const
    const proposer = await confirm?.(trx)
    const reason = proposer === undefined ? act.reason : `${act.reason} · ${proposalNote(proposer)}`
    await noteAction(deps, trx, actor, { action: `rollout.${act.action}`, subject, reason })
    await store.notify(offersChannel, act.action === 'withdraw' ? `withdrawn ${id}` : '', trx)
  })
  await assessRollouts(deps)
}

/** Advances every rollout as far as the responses allow, or halts it. Safe to repeat. */
export async function assessRollouts(deps: ReleaseDeps): Promise<void> {
  const { db } = deps.store
  const rollouts = await db.transaction().execute((trx) => repository.lockRollouts(trx, ['running', 'done']))
  await forEachIsolated(
    rollouts,
    ({ id }) => `rollout ${id}`,
    ({ id }) =>
      db.transaction().execute(async (trx) => {
        // Read again under its lock: another server may have moved it.
        const rollout = (await repository.lockRollouts(trx, ['running', 'done'])).find((row) => row.id === id)
        if (rollout) await judge(deps, trx, rollout)
      }),
  )
}

async function judge(deps: ReleaseDeps, trx: Trx, rollout: repository.RolloutRow): Promise<void> {
  const { id, version, stages, reportWithinMs, tolerated, forgiven } = rollout
  let { state, stage, stageStartedAt } = rollout
  const now = deps.clock()
  const at = new Date(now)
  let isOffered = false
  const move = async (event: RolloutEvent, reason: string | null) => {
    const next = rolloutTransition(state, event)
    if (next === null) return
    state = next
    await repository.updateRollout(trx, id, { state })
    await noteAction(deps, trx, itself, { action: `rollout.${event}`, subject: `release ${version}`, reason })
  }
  while (state === 'running' || state === 'done') {
    const share = stages[stage]
    // The last stage includes controllers enrolled while it lasts.
    if (share !== undefined && 'percent' in share && share.percent === 100)
      isOffered = (await repository.addMembers(trx, id, stage, await enrolledIds(trx), at)) || isOffered
    const members = (await repository.listMembers(trx, id)).map(withOfferTime)
    const verdict = assessRollout(
      {
        state,
        stage,
        stageCount: stages.length,
        stageStartedAt: stageStartedAt.getTime(),
        reportWithinMs,
        tolerated,
        forgiven,
        members,
      },
      now,
    )
    if (verdict.kind === 'wait') break
    if (verdict.kind === 'finish') await move('finish', null)
    if (verdict.kind === 'halt') {
      const { reason, controllerId } = verdict
      await repository.updateRollout(trx, id, { haltReason: reason, haltControllerId: controllerId })
      await move('halt', controllerId === null ? reason : `${reason} ${controllerId}`)
    }
    if (verdict.kind === 'advance') {
      stage += 1
      stageStartedAt = at
      const next = stages[stage]
      await repository.updateRollout(trx, id, { stage, stageStartedAt })
      const ids = next ? stageMembers(next, await enrolledIds(trx)) : []
      isOffered = (await repository.addMembers(trx, id, stage, ids, at)) || isOffered
    }
  }
  if (isOffered) await deps.store.notify(offersChannel, '', trx)
}

async function enrolledIds(trx: Trx): Promise<string[]> {
  return (await repository.listEnrolled(trx)).map(({ id }) => id)
}

const withOfferTime = (member: repository.MemberRow) => ({
  ...member,
  offeredAt: member.offeredAt?.getTime() ?? null,
})
