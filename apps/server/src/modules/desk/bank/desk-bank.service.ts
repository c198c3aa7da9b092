import {
  type deskBankEndpoints,
  longestPlainStatement,
  type StatementImport,
} from '@shipminer/contract/desk/bank'
import type { ErrorCode } from '@shipminer/contract/errors'
import { formatOrderNumber, parseOrderNumber } from '@shipminer/domain/orders/order-number'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import {
  BankRefused,
  bookPayment,
  previewStatement,
  readEntry,
  readImport,
  readImports,
  readOpenEntries,
  type StatementFile,
  setEntryAside,
  startImport,
  waitedFor,
} from '../../bank/bank.port.ts'
import { noteAction } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'

const perPage = 50
/** Ids of entries are integers that are safe in both the database and JavaScript. */
const idPattern = /^[1-9]\d{0,14}$/

type BankQuery = z.output<typeof deskBankEndpoints.deskBank.query & object>
type Act = z.output<typeof deskBankEndpoints.deskBankEntryAct.body & object>

/** A page of the entries that wait for a person, one of the imports so far, and the account whose statements are accepted. */
export async function readBank(
  deps: DeskDeps,
  {
    sort = 'bookedOn',
    direction,
    page = 1,
    importsSort = 'createdAt',
    importsDirection,
    importsPage = 1,
  }: BankQuery,
) {
  const pageOf = (number: number) => ({ offset: (number - 1) * perPage, limit: perPage })
  const [open, imports] = await Promise.all([
    readOpenEntries(deps, { sort, isAscending: direction !== 'descending', ...pageOf(page) }),
    readImports(deps, {
      sort: importsSort,
      isAscending: importsDirection === 'ascending',
      ...pageOf(importsPage),
    }),
  ])
  return { iban: deps.iban, ...open, ...imports, perPage }
}

type Taken = z.output<typeof deskBankEndpoints.deskBankStatement.body & object>

/**
 * Shows what a statement would do, or imports it: a short one at once, a long one in the background. The audit log gets its line when there is
 * anything new, so a statement without new entries leaves no trace there.
 *
 * @throws AppError `payload-too-large`, `statement-unreadable`, `statement-of-other-account`, `invalid-request`
 */
export async function takeStatement(
  deps: DeskDeps,
  operator: Operator,
  { xml, gzip, preview }: Taken,
): Promise<StatementImport> {
  if ((xml === undefined) === (gzip === undefined)) throw invalid('xml')
  if (xml !== undefined && xml.length > longestPlainStatement) throw new AppError('payload-too-large')
  const file: StatementFile =
    xml === undefined ? { bytes: Buffer.from(gzip ?? '', 'base64'), isCompressed: true } : { text: xml }
  return orContractError(async () => {
    if (preview) return previewStatement(deps, file)
    const { id, total, end } = await startImport(deps, file, {
      name: operator.name,
      operatorId: operator.userId,
    })
    if (total <= waitedFor) await end
    // The import keeps its error, and goes on by itself.
    else end.catch(() => undefined)
    return readImport(deps, id)
  })
}

/** @throws AppError `not-found` */
export function readStatementImport(deps: DeskDeps, id: string): Promise<StatementImport> {
  return orContractError(() => readImport(deps, Number(id)))
}

/** @throws AppError `not-found`, `order-not-found`, `bank-entry-settled`, `bank-takes-too-much`, `invalid-request` */
export async function actOnEntry(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  act: Act,
): Promise<Record<string, never>> {
  const entry = idPattern.test(id) ? await readEntry(deps, Number(id)) : null
  if (!entry) throw new AppError('not-found')
  const { reason } = act
  const isBooking = act.action === 'book'
  if (isBooking !== Boolean(act.orderNumber)) throw invalid('orderNumber')
  const isForeign = isBooking && entry.currency !== 'EUR'
  if (isForeign !== (act.amountCents !== undefined)) throw invalid('amountCents')
  if (!entry.isOpen) throw new AppError('bank-entry-settled')
  const amountCents = act.amountCents ?? entry.amountCents
  const words = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`
  await orContractError(async () => {
    if (!isBooking) {
      const note = `${reason} · ${words(entry.amountCents, entry.currency)}`
      await setEntryAside(deps, Number(id), reason, (trx) =>
        noteAction(deps, trx, operator, { action: 'bank.set-aside', subject: `entry ${id}`, reason: note }),
      )
      return
    }
    const parsed = parseOrderNumber(act.orderNumber ?? '')
    if (!parsed) throw new AppError('order-not-found')
    const orderNumber = formatOrderNumber(parsed)
    const note = `${reason} · ${words(amountCents, 'EUR')} · entry ${id}`
    await bookPayment(deps, { orderNumber, amountCents, reason, entryId: Number(id) }, (trx) =>
      noteAction(deps, trx, operator, { action: 'bank.book', subject: `order ${orderNumber}`, reason: note }),
    )
  })
  return {}
}

const codeOf: Readonly<Record<BankRefused['reason'], ErrorCode>> = {
  unreadable: 'statement-unreadable',
  'other-account': 'statement-of-other-account',
  'no-such-order': 'order-not-found',
  'entry-settled': 'bank-entry-settled',
  'takes-too-much': 'bank-takes-too-much',
  'no-such-import': 'not-found',
}

/** Maps a refusal of the bank to an error of the contract. */
async function orContractError<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof BankRefused) throw new AppError(codeOf[error.reason], {}, { cause: error })
    throw error
  }
}

function invalid(field: string): AppError {
  const issue = { path: `body.${field}`, message: 'goes with another action, or is missing' }
  return new AppError('invalid-request', { issues: [issue] })
}
