import {
  type AccountSource,
  type OwnAccount,
  type Proposal,
  type ProposalKind,
  proposalKinds,
} from '@shipminer/contract/desk/proposals'
import { mayCall, rolesFor } from '@shipminer/contract/operator-roles'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  callsOfProposal,
  confirmProposal,
  deleteProposal,
  findProposal,
  listOpenProposals,
  listOperatorRoles,
  mailOfOutcome,
  type NamedAccount,
  noteAction,
  proposalNote,
  propose,
  readProposed,
  type Wanted,
} from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

/** What waits for a second operator, and new accounts that nobody has confirmed yet; with the accounts that cannot be read. */
export async function listProposals(
  deps: AccountDeps & Pick<DeskDeps, 'store' | 'logger'>,
  operator: Operator,
): Promise<{ proposals: Proposal[]; unreadAccounts: AccountSource[] }> {
  const { db } = deps.store
  const kinds = proposalKinds.filter((kind) => mayCall(operator.role, callsOfProposal[kind].shows))
  const rows = await listOpenProposals(db, kinds)
  const others = (await listOperatorRoles(db)).filter(({ id }) => id !== operator.userId)
  const about = (kind: ProposalKind) => ({
    mayAct: mayCall(operator.role, callsOfProposal[kind].confirms),
    others: others.filter(({ role }) => mayCall(role, callsOfProposal[kind].confirms)).length,
  })
  const proposals = rows.flatMap((row): Proposal[] => {
    const what = readProposed(row)
    if (what === null) return []
    const isMine = row.proposedById === operator.userId
    const { mayAct, others: count } = about(row.kind)
    return [
      {
        id: row.id,
        what,
        proposedBy: row.proposedBy,
        proposedAt: row.proposedAt.getTime(),
        isMine,
        mayAct: mayAct && !isMine,
        others: count,
      },
    ]
  })
  if (!kinds.includes('account')) return { proposals, unreadAccounts: [] }
  const { found, failed } = await listUnconfirmed(deps)
  for (const { source, name, error } of failed) deps.logger.error({ err: error, source }, `${name} not read`)
  const fresh = found.filter(
    ({ accountId }) => !rows.some(({ kind, id }) => kind === 'account' && id === accountId),
  )
  const added = fresh.map((account) => ({
    id: account.accountId,
    what: accountOf(account),
    proposedBy: null,
    proposedAt: null,
    isMine: false,
    ...about('account'),
  }))
  return { proposals: [...added, ...proposals], unreadAccounts: failed.map(({ source }) => source) }
}

/** @throws AppError `role-required`, `not-found` */
export async function withdrawProposal(
  deps: DeskDeps,
  operator: Operator,
  key: { kind: Exclude<ProposalKind, 'refund-run'>; id: string },
  reason: string,
): Promise<Record<string, never>> {
  const { confirms } = callsOfProposal[key.kind]
  if (!mayCall(operator.role, confirms)) throw new AppError('role-required', { roles: rolesFor(confirms) })
  await deps.store.db.transaction().execute(async (trx) => {
    const proposal = await findProposal(trx, key)
    if (!proposal || !(await deleteProposal(trx, key))) throw new AppError('not-found')
    await noteAction(deps, trx, operator, {
      action: `${key.kind}.withdraw-proposal`,
      subject: `${key.kind} ${key.id}`,
      reason,
    })
    const what = readProposed(proposal)
    const { proposedById: proposerId, proposedAt } = proposal
    const how = { outcome: 'refused' as const, proposerId, proposedAt, reason }
    if (what) await mailOfOutcome(trx, deps, { id: key.id, what }, how, operator)
  })
  return {}
}

/** @throws AppError `not-found` when no such account waits, `second-operator-required` */
export async function confirmAccount(
  deps: DeskDeps,
  operator: Operator,
  { asset, firstAddress, reason }: { asset: OwnAccount; firstAddress: string; reason: string },
): Promise<{ waits: boolean }> {
  const { found, failed } = await listUnconfirmed(deps)
  const account = found.find((one) => one.asset === asset && one.firstAddress === firstAddress)
  if (!account) throw failed[0]?.error ?? new AppError('not-found')
  const subject = `account ${asset}` as const
  const words = `${firstAddress} · ${reason}`
  const wanted: Wanted = { id: account.accountId, what: accountOf(account), subject, reason: words }
  if (await propose(deps, operator, wanted)) return { waits: true }
  await deps.store.db.transaction().execute(async (trx) => {
    const first = await confirmProposal(deps, trx, operator, wanted)
    await noteAction(deps, trx, operator, {
      action: 'account.confirm',
      subject,
      reason: `${words} · ${proposalNote(first)}`,
    })
  })
  return { waits: false }
}

type AccountDeps = Pick<DeskDeps, 'unconfirmedAccounts'> & {
  payments: Pick<DeskDeps['payments'], 'accounts'>
}
type Source = { source: AccountSource; name: string; read: () => Promise<NamedAccount[]> }

const unconfirmedSources = ({ payments, unconfirmedAccounts }: AccountDeps): Source[] => [
  { source: 'transfers', name: 'accounts for transfers and payouts', read: unconfirmedAccounts },
  {
    source: 'coins',
    name: 'accounts for coins',
    read: async () => (await payments.accounts()).filter(({ mayReceive }) => !mayReceive),
  },
]

type Unconfirmed = {
  found: NamedAccount[]
  failed: { source: AccountSource; name: string; error: unknown }[]
}

/**
 * Accounts that the settings name and that are not used before two operators have confirmed them. Each source is read by itself: one that
 * fails is among `failed`, and hides none of the other.
 */
export async function listUnconfirmed(deps: AccountDeps): Promise<Unconfirmed> {
  const found: NamedAccount[] = []
  const failed: Unconfirmed['failed'] = []
  for (const { source, name, read } of unconfirmedSources(deps))
    await read().then(
      (accounts) => found.push(...accounts),
      (error: unknown) => failed.push({ source, name, error }),
    )
  return { found, failed }
}

const accountOf = ({ asset, firstAddress }: NamedAccount) =>
  ({ kind: 'account', asset, firstAddress }) as const
