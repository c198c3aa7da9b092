export {
  findOwnerName,
  findUser,
  insertPayout,
  listPayoutTxids,
  removeReceipt,
} from './imports/income-imports.repository.ts'
export {
  type ImportedPayment,
  importOnChain,
  importPoolCsv,
  isPayoutAddress,
} from './imports/income-imports.service.ts'
export {
  countPayouts,
  countReceipts,
  findReceipt,
  listReceipts,
  listReceiptsBooked,
  notPaidOut,
  pagePayouts,
  pageReceipts,
} from './imports/receipts.repository.ts'
export { type Balance, presentPayout, presentReceipt, type Revenue, readBalance } from './revenue.service.ts'
export { wholeSpan } from './revenue-terms.ts'
export { listOwnedControllers, listOwnedShips } from './scope.repository.ts'
export {
  fuelBlock,
  partiesOf,
  receiptsBlock,
  type StatementSeller,
  statementFormats,
} from './statements/statement-content.ts'
export { statementText } from './statements/statement-texts.ts'
