import { deskProposalEndpoints, type OwnAccount, type ProposalKind } from '@shipminer/contract/desk/proposals'
import { callEndpoint } from '../../../lib/api/client.ts'

/** @throws ApiError */
export async function withdrawProposal(
  kind: Exclude<ProposalKind, 'refund-run'>,
  id: string,
  reason: string,
): Promise<void> {
  await callEndpoint(deskProposalEndpoints.deskProposalWithdraw, { params: { kind, id }, body: { reason } })
}

/** @throws ApiError */
export async function confirmAccount(asset: OwnAccount, firstAddress: string, reason: string): Promise<void> {
  const body = { firstAddress, reason }
  await callEndpoint(deskProposalEndpoints.deskAccountConfirm, { params: { asset }, body })
}
