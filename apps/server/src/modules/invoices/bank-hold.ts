import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/store.ts'
import {
  isAccountConfirmed,
  listConfirmedAccounts,
  type NamedAccount,
  namedAccount,
} from '../operators/operators.port.ts'
import type { InvoiceSeller } from './invoice.ts'
import { bankOnInvoices, hasStatementsOf, listStatementAccounts } from './invoices.repository.ts'

/** Whether buyers are kept from the bank account of the settings. */
export type BankHold = {
  isHeld(db: Queryable): Promise<boolean>
  /** While they are, what two operators have to confirm. */
  findUnconfirmed(db: Queryable): Promise<NamedAccount | null>
}

/** With four eyes a new bank account is shown to nobody before two operators have confirmed it; one that statements came from is in use. */
export function createBankHold({ config }: Pick<Context, 'config'>): BankHold {
  const { bank, ACCOUNTS_FOUR_EYES: isOn } = config
  const account = namedAccount('bank', bank.iban)
  const isHeld = async (db: Queryable) =>
    isOn &&
    !bank.example &&
    !(await hasStatementsOf(db, bank.iban)) &&
    !(await isAccountConfirmed(db, account.accountId))
  return { isHeld, findUnconfirmed: async (db) => ((await isHeld(db)) ? account : null) }
}

/**
 * The account that a document of now names: that of the settings; while it is held the one that came into use last, as invoices named it. The
 * IBAN is null when there is none.
 */
export async function bankToName(
  hold: Pick<BankHold, 'isHeld'>,
  { config }: Pick<Context, 'config'>,
  db: Queryable,
): Promise<InvoiceSeller['bank']> {
  const { bank } = config
  if (!(await hold.isHeld(db))) return bank
  const known = [
    ...(await listStatementAccounts(db)),
    ...(await listConfirmedAccounts(db, 'bank')).map(({ firstAddress, confirmedAt }) => ({
      iban: firstAddress,
      since: confirmedAt,
    })),
  ].sort((one, two) => two.since.getTime() - one.since.getTime())
  const iban = known[0]?.iban ?? null
  const holder = config.company.name.value
  return (
    (iban === null ? null : await bankOnInvoices(db, iban)) ?? {
      accountName: holder,
      iban,
      bic: null,
      example: false,
    }
  )
}
