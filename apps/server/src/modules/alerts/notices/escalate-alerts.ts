import { planEscalation } from '@shipminer/domain/alerts/plan-escalation'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { asWords } from '../../../platform/mail/as-words.ts'
import { type NoticeDeps, queueNotice, quietOf } from './alert-notices.ts'
import { type EscalatingOwner, listEscalatingOwners, markEscalated } from './escalations.repository.ts'
import { noticeOf } from './notice.ts'

/**
 * Sends critical alerts that nobody acknowledged in time to the person whom their owner chose: once, all that are due in one message, put
 * into the outboxes in the transaction that marks them.
 */
export async function escalateAlerts(deps: NoticeDeps): Promise<void> {
  await forEachIsolated(
    await listEscalatingOwners(deps.store.db),
    ({ userId }) => `owner ${userId}`,
    (owner) => escalate(deps, owner),
  )
}

async function escalate(deps: NoticeDeps, owner: EscalatingOwner): Promise<void> {
  const now = deps.clock()
  const at = new Date(now)
  const due = planEscalation({
    now,
    ...quietOf(owner.channels, at),
    alerts: owner.alerts.map(({ id, severity, notifiedAt }) => ({
      id,
      severity,
      notifiedAt: notifiedAt.getTime(),
      isOpen: true,
    })),
    afterMs: owner.afterMinutes * 60_000,
    chosenAt: owner.chosenAt.getTime(),
  })
  if (due.length === 0) return
  await deps.store.db.transaction().execute(async (trx) => {
    // Acknowledged meanwhile, or sent by another copy of the server: not again.
    const ours = await markEscalated(trx, due, at)
    if (ours.length === 0) return
    const alerts = owner.alerts.filter(({ id }) => ours.includes(id))
    const { ownerEmail, afterMinutes, to } = owner
    const escalation = {
      owner: asWords(owner.name),
      ownerEmail,
      minutes: afterMinutes,
      isCrew: to.userId !== null,
    }
    const notice = noticeOf({ language: to.language, escalation }, alerts, deps.mail)
    // The webhook of somebody of the crew is for a ship of their own.
    const channels = { ...to.channels, webhookUrl: null }
    await queueNotice(trx, deps, notice, { userId: to.userId, email: to.email, channels })
  })
}
