/** The account that buyers transfer to. */
export type BankAccount = {
  accountName: string
  /** Without spaces. */
  iban: string
  bic: string | null
  /** Not set yet: marked as an example everywhere, and not offered in production. */
  example: boolean
}
