import type { ProofPurpose } from '@shipminer/contract/account/profile'

/** Purposes whose message names their subject. */
const withSubject = new Set<ProofPurpose>(['unlink-wallet', 'change-email', 'payout-address'])

export function needsSubject(purpose: ProofPurpose): boolean {
  return withSubject.has(purpose)
}

/**
 * What a wallet's owner reads before signing: the action, its subject and the account it is for. Always English, like the rest of the
 * message, because hardware wallets show ASCII only.
 */
export function proofStatement(input: {
  purpose: ProofPurpose
  subject: string | null
  productName: string
  /** E-mail address of the account, or its id. */
  account: string
}): string {
  const account = `the ${input.productName} account of ${input.account}`
  switch (input.purpose) {
    case 'link-wallet':
      return `Link this wallet to ${account}: it can then sign in there.`
    case 'unlink-wallet':
      return `Unlink the wallet ${input.subject} from ${account}.`
    case 'change-email':
      return `Change the email address of ${account} to ${input.subject}.`
    case 'set-password':
      return `Set a password for ${account}.`
    case 'payout-address':
      return `Pay out to ${input.subject} from now on, for ${account}.`
    case 'delete-account':
      return `Delete ${account} for good.`
    case 'confirm-session':
      return `Confirm that you are signed in to ${account}.`
  }
}
