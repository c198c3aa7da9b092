export { listOpenEntries, sumOpenEntries } from './bank.repository.ts'
export {
  type BankDeps,
  BankRefused,
  bookPayment,
  importStatement,
  type StatementResult,
  setEntryAside,
} from './bank.service.ts'
export { describeReason, resultWords } from './entry-words.ts'
export { readEntry, readOpenEntries } from './open-entries.service.ts'
