export { findUser, insertPayout, removeReceipt } from './imports.repository.ts'
export { type ImportedPayment, importOnChain, importPoolCsv, isPayoutAddress } from './imports.service.ts'
export { listReceipts, listReceiptsBooked, notPaidOut } from './receipts.repository.ts'
export { presentReceipt, readBalance } from './revenue.service.ts'
export { listOwnedShips } from './scope.repository.ts'
export {
  fuelBlock,
  partiesOf,
  receiptsBlock,
  type StatementSeller,
  statementFormats,
} from './statement-content.ts'
export { statementText } from './statement-texts.ts'
