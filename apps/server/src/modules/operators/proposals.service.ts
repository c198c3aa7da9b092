import type { AuditSubject } from '@shipminer/contract/desk/audit'
import { type Proposed, ProposedSchema } from '@shipminer/contract/desk/proposals'
import type { Trx } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { AccountMailDeps } from '../users/users.port.ts'
import { noteAction } from './audit.service.ts'
import type { OperatorDeps } from './operators.service.ts'
import { mailOfOutcome, mailOfWaiting } from './proposal-mails.ts'
import * as repository from './proposals.repository.ts'

export type ProposalDeps = Pick<OperatorDeps, 'store'> & AccountMailDeps
type Person = { name: string; userId: string }

export type Wanted = {
  id: string
  what: Proposed
  /** For the log. */
  subject: AuditSubject
  reason: string | null
}

const contentOf = ({ what: { kind: _, ...content } }: Pick<Wanted, 'what'>): string => JSON.stringify(content)

/**
 * Writes down what an operator wants, and tells those who may confirm it by mail. True: it waits for a second one; false: another one wanted just the same, and this one may confirm it.
 *
 * @throws AppError `second-operator-required` when they want again what they wanted
 */
export function propose(deps: ProposalDeps, operator: Person, wanted: Wanted): Promise<boolean> {
  return deps.store.db.transaction().execute((trx) => proposeIn(deps, trx, operator, wanted))
}

/** As `propose`, in a transaction. */
export async function proposeIn(
  deps: AccountMailDeps,
  trx: Trx,
  operator: Person,
  wanted: Wanted,
): Promise<boolean> {
  const key = { kind: wanted.what.kind, id: wanted.id }
  const content = contentOf(wanted)
  const before = await repository.lockProposal(trx, key)
  if (before !== null && before.confirmedAt === null && before.content === content) {
    if (before.proposedById === operator.userId) throw new AppError('second-operator-required')
    return false
  }
  const proposedAt = new Date(deps.clock())
  const by = { proposedBy: operator.name, proposedById: operator.userId, proposedAt }
  await repository.saveProposal(trx, { ...key, content, ...by })
  await noteAction(deps, trx, operator, {
    action: `${key.kind}.propose`,
    subject: wanted.subject,
    reason: wanted.reason,
  })
  await mailOfWaiting(trx, deps, wanted, operator)
  return true
}

/**
 * Confirms in the transaction of what was wanted what another operator proposed. @returns who did, for the log
 *
 * @throws AppError `second-operator-required` when nobody else did, or something else
 */
export async function confirmProposal(
  deps: AccountMailDeps,
  trx: Trx,
  operator: Person,
  wanted: Pick<Wanted, 'id' | 'what'>,
): Promise<string> {
  const key = { kind: wanted.what.kind, id: wanted.id }
  const before = await repository.lockProposal(trx, key)
  const isAnothers = before !== null && before.proposedById !== operator.userId
  const content = contentOf(wanted)
  if (!isAnothers || before.confirmedAt !== null || before.content !== content)
    throw new AppError('second-operator-required')
  await repository.saveConfirmation(trx, key, {
    confirmedBy: operator.name,
    confirmedAt: new Date(deps.clock()),
  })
  const { proposedById: proposerId, proposedAt } = before
  await mailOfOutcome(trx, deps, wanted, { outcome: 'confirmed', proposerId, proposedAt }, operator)
  return before.proposedBy
}

/** How the log names the first of two. */
export const proposalNote = (name: string): string => `proposed by ${name}`

/** Null for one of another version of the product. */
export function readProposed({
  kind,
  content,
}: Pick<repository.ProposalRow, 'kind' | 'content'>): Proposed | null {
  try {
    return ProposedSchema.parse({ ...JSON.parse(content), kind })
  } catch {
    return null
  }
}
