export { isNoted, lastReasonOf } from './audit.repository.ts'
export { formatResultCounts, noteAction, noteExport, noteReading, readAuditOf } from './audit.service.ts'
export { listOperators as listOperatorRoles } from './operators.repository.ts'
/** What the operator's shell does with operators, and how the router recognises one. */
export {
  grantOperator,
  listOperators,
  revokeOperator,
} from './operators.service.ts'
export { isAccountConfirmed, listConfirmedAccounts, type NamedAccount, namedAccount } from './own-account.ts'
/** What one operator wants and a second one has to confirm. */
export { callsOfProposal, mailOfHeldAccount, mailOfOutcome, mailOfWaiting } from './proposal-mails.ts'
export {
  deleteProposal,
  findProposal,
  listOpenProposals,
} from './proposals.repository.ts'
export {
  confirmProposal,
  type ProposalDeps,
  proposalNote,
  propose,
  proposeIn,
  readProposed,
  type Wanted,
} from './proposals.service.ts'
