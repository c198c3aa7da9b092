export { lastReasonOf } from './audit.repository.ts'
export { formatResultCounts, noteAction, readAuditOf } from './audit.service.ts'
/** What the operator's shell does with operators, and how the router recognises one. */
export {
  grantOperator,
  listOperators,
  revokeOperator,
} from './operators.service.ts'
