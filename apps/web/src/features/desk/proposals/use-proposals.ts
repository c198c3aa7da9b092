import type { Proposal, ProposalKind } from '@shipminer/contract/desk/proposals'
import { useQuery } from '@tanstack/react-query'
import { todayQuery } from '../api/desk.ts'

/** What of a kind waits for a second operator, by the answer that all pages of the desk share. */
export function useProposals<Kind extends ProposalKind>(kind: Kind): ProposalOf<Kind>[] {
  const { data } = useQuery(todayQuery)
  return (data?.proposals ?? []).filter(
    (proposal): proposal is ProposalOf<Kind> => proposal.what.kind === kind,
  )
}

export type ProposalOf<Kind extends ProposalKind> = Proposal & {
  what: Extract<Proposal['what'], { kind: Kind }>
}
