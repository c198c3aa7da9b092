import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { isAccountConfirmed, type NamedAccount, namedAccount } from '../operators/operators.port.ts'

/** Whether buyers are kept from the bank account of the settings. */
export type BankHold = {
  isHeld(db: Queryable): Promise<boolean>
  /** While they are, what two operators have to confirm. */
  unconfirmed(db: Queryable): Promise<NamedAccount | null>
}

/** With four eyes a new bank account is shown to nobody before two operators have confirmed it; one that statements came from is in use. */
export function createBankHold({ config }: Pick<Context, 'config'>): BankHold {
  const { bank, ACCOUNTS_FOUR_EYES: isOn } = config
  const account = namedAccount('bank', bank.iban)
  const isHeld = async (db: Queryable) =>
    isOn &&
    !bank.example &&
    !(await isKnownAccount(db, bank.iban)) &&
    !(await isAccountConfirmed(db, account.accountId))
  return { isHeld, unconfirmed: async (db) => ((await isHeld(db)) ? account : null) }
}

async function isKnownAccount(db: Queryable, iban: string): Promise<boolean> {
  const row = await db
    .selectFrom('bankEntries')
    .select('id')
    .where('accountIban', '=', iban)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
