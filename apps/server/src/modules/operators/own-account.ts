import { createHash } from 'node:crypto'
import { AccountProposalSchema, type OwnAccount } from '@shipminer/contract/desk/proposals'
import type { Queryable } from '../../platform/db/store.ts'
import { findProposal, listConfirmed } from './proposals.repository.ts'

/** An account that the settings of the server name, by what a person can compare: its first address, or its IBAN. */
export type NamedAccount = { asset: OwnAccount; accountId: string; firstAddress: string }

/** `key`: what makes it another account when it changes. */
export function namedAccount(asset: OwnAccount, firstAddress: string, key = firstAddress): NamedAccount {
  const accountId = createHash('sha256').update(`${asset}:${key}`).digest('hex').slice(0, 32)
  return { asset, accountId, firstAddress }
}

/** Whether two operators have confirmed that an account is ours. */
export async function isAccountConfirmed(db: Queryable, accountId: string): Promise<boolean> {
  const proposal = await findProposal(db, { kind: 'account', id: accountId })
  return proposal !== null && proposal.confirmedAt !== null
}

/** The accounts of one kind that two operators have confirmed. */
export async function listConfirmedAccounts(
  db: Queryable,
  asset: OwnAccount,
): Promise<{ firstAddress: string; confirmedAt: Date }[]> {
  const rows = await listConfirmed(db, 'account')
  return rows.flatMap(({ content, confirmedAt }) => {
    const { data } = AccountProposalSchema.safeParse({ ...JSON.parse(content), kind: 'account' })
    return confirmedAt !== null && data?.asset === asset
      ? [{ firstAddress: data.firstAddress, confirmedAt }]
      : []
  })
}
