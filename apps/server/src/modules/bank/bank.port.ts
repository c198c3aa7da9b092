export { listOpenEntries, sumOpenEntries } from './bank.repository.ts'
export { type BankDeps, BankRefused, bookPayment, setEntryAside } from './bank.service.ts'
export { describeReason, resultWords } from './entry-words.ts'
export { listOpenMovements, type OpenMovement, readEntry, readOpenEntries } from './open-entries.service.ts'
export {
  importStatement,
  listImports,
  previewStatement,
  readImport,
  readImports,
  type StatementFile,
  startImport,
  waitedFor,
} from './statement-imports.service.ts'
