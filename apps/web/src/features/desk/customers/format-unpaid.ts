import type { DeskCustomerDetail } from '@shipminer/contract/desk/customers'
import type { Language } from '@shipminer/i18n/languages'
import { formatEuro, formatSat, joinQuantity } from '../../../lib/format/format.ts'

type Balance = DeskCustomerDetail['balance']

/** What is not paid out yet, in satoshi and, where a price is known, in euro; null: nothing was ever received. */
export function formatUnpaid(language: Language, { sat, cents }: Balance): string | null {
  if (sat === null) return null
  const amount = joinQuantity(formatSat(language, sat))
  return cents === null ? amount : `${amount} (≈ ${formatEuro(language, cents)})`
}

/** What becomes of it when the account is deleted, as `privacy.balance…` says it. */
export function fateOfBalance({ sat, minimumSat }: Balance): 'None' | 'Paid' | 'Lost' | 'Due' {
  if (sat === null) return 'None'
  if (sat <= 0) return 'Paid'
  return sat < minimumSat ? 'Lost' : 'Due'
}
