/** Where buyers transfer to. */
export type BankAccount = {
  accountName: string
  /** Without spaces. */
  iban: string
  bic: string | null
  /** Nobody has set it yet: marked everywhere, and in production not offered. */
  example: boolean
}
