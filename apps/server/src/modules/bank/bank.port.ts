export { listOpenEntries } from './bank.repository.ts'
export { type BankDeps, bookPayment, importStatement } from './bank.service.ts'
