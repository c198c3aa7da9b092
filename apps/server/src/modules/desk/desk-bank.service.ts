import { type deskBankEndpoints, type ImportedEntry, longestStatement } from '@shipminer/contract/desk-bank'
import type { ErrorCode } from '@shipminer/contract/errors'
import { formatOrderNumber, parseOrderNumber } from '@shipminer/domain/orders/order-number'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  BankRefused,
  bookPayment,
  importStatement,
  readEntry,
  readOpenEntries,
  type StatementResult,
  setEntryAside,
} from '../bank/bank.port.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'

const mostShown = 200
/** Ids of entries are integers that are safe in both the database and JavaScript. */
const idPattern = /^[1-9]\d{0,14}$/

type Act = z.output<typeof deskBankEndpoints.deskBankEntryAct.body & object>

/** Entries that wait for a person, and the account whose statements are accepted. */
export async function readBank(deps: DeskDeps) {
  return { iban: deps.iban, ...(await readOpenEntries(deps, mostShown)) }
}

/**
 * Shows what a statement would do, or imports it. The audit log gets its line with the first new entry, so a statement without new entries
 * leaves no trace.
 *
 * @throws AppError `payload-too-large`, `statement-unreadable`, `statement-of-other-account`
 */
export async function takeStatement(
  deps: DeskDeps,
  operator: Operator,
  { xml, preview }: { xml: string; preview: boolean },
): Promise<StatementResult> {
  if (xml.length > longestStatement) throw new AppError('payload-too-large')
  return refusing(() =>
    importStatement(deps, { xml, dryRun: preview }, (trx, { statementIds, entries }) =>
      noteAction(deps, trx, operator, {
        action: 'bank.import',
        subject: `statement ${statementIds.join(' ')}`.slice(0, 200),
        reason: formatResultCounts(entries),
      }),
    ),
  )
}

function formatResultCounts(entries: readonly ImportedEntry[]): string {
  const counts = Map.groupBy(entries, ({ result }) => result)
  return [...counts].map(([result, { length }]) => `${result} ${length}`).join(' · ')
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
  await refusing(async () => {
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
}

/** Maps a refusal of the bank to an error of the contract. */
async function refusing<Result>(task: () => Promise<Result>): Promise<Result> {
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
