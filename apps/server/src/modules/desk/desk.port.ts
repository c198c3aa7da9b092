/** What the operator's shell does with the people of the desk. */
export { grantOperator, listOperators, revokeOperator } from './operators.service.ts'
