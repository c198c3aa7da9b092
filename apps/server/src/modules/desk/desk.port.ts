export { noteAction, readAuditOf } from './audit.service.ts'
/** What the operator's shell does with the people of the desk, and how other modules' calls of the desk begin. */
export {
  grantOperator,
  listOperators,
  type Operator,
  type OperatorDeps,
  requireOperator,
  revokeOperator,
} from './operators.service.ts'
