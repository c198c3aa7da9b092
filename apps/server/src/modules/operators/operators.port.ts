export { noteAction, readAuditOf } from './audit.service.ts'
/** What the operator's shell does with operators, and how the calls of operators begin. */
export {
  grantOperator,
  listOperators,
  type Operator,
  type OperatorDeps,
  requireOperator,
  revokeOperator,
} from './operators.service.ts'
