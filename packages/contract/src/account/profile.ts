import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import {
  LanguageSchema,
  NamespaceSchema,
  NotificationsChangeSchema,
  NotificationsSchema,
  UserSchema,
} from './account.ts'

/** Wallets an account may have. */
export const maxWallets = 10

/** What a signature is for; the signed message says it in words. */
export const ProofPurposeSchema = z.enum([
  /** Signed by the wallet that is to be linked; all others by a wallet that is linked. */
  'link-wallet',
  'unlink-wallet',
  'change-email',
  'set-password',
  'payout-address',
  'delete-account',
  /** Allows an old session sensitive actions again. */
  'confirm-session',
])
export type ProofPurpose = z.infer<typeof ProofPurposeSchema>

const walletAddress = z.string().check(z.maxLength(200))
const password = z.string().check(z.maxLength(256))
const SignatureSchema = z.strictObject({
  walletAddress,
  nonce: z.string().check(z.maxLength(100)),
  signature: z.string().check(z.maxLength(2000)),
})
/** Proof that the person is there now: the account's password, or a signature over a message of `/user/proof-message`. */
export const ProofSchema = z.union([z.strictObject({ password }), SignatureSchema])
export type Proof = z.infer<typeof ProofSchema>

const PayoutEventSchema = z.object({
  at: z.iso.datetime(),
  /** Cleared: the address was requested before anyone had proven to be the owner. */
  kind: z.enum(['requested', 'cancelled', 'cleared']),
  address: z.string(),
  /** When the request counts, or would have. */
  countsAt: z.iso.datetime(),
})

/** Where the owner's share is paid to: a Bitcoin mainnet address. A change counts 48 hours after it was requested. */
export const PayoutAddressSchema = z.object({
  current: z.nullable(z.object({ address: z.string(), since: z.iso.datetime() })),
  pending: z.nullable(
    z.object({ address: z.string(), requestedAt: z.iso.datetime(), countsAt: z.iso.datetime() }),
  ),
  /** Newest first, at most 50. */
  history: z.array(PayoutEventSchema),
})
export type PayoutAddress = z.infer<typeof PayoutAddressSchema>

/** Everything about the signed-in person that the profile shows. */
export const ProfileSchema = z.object({
  user: UserSchema,
  emailVerified: z.boolean(),
  /** An address that counts once the link in its mail is followed. */
  pendingEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  notifications: NotificationsSchema,
  newsletter: z.boolean(),
  /** Whether the provider may restart the miners of this owner on request, and since when that stands; null: never said. */
  providerConsent: z.nullable(z.object({ given: z.boolean(), at: z.int() })),
  payoutAddress: PayoutAddressSchema,
  /** Unpaid share of the owner, satoshi; null: not known. */
  balanceSat: z.nullable(z.int()),
})
export type Profile = z.infer<typeof ProfileSchema>

const ProfileAnswerSchema = z.object({ profile: ProfileSchema })
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

/** Only fields that are present change. `company` and `phone` are emptied by null or blank. */
export const ProfileChangeSchema = z.strictObject({
  name: z.optional(line(120)),
  /** Another address needs `proof`, gets a mail, and counts when its link is followed. The present one withdraws a pending one. */
  email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^\P{Cc}*$/u))),
  company: z.optional(z.nullable(line(160))),
  phone: z.optional(z.nullable(line(40))),
  preferredLanguage: z.optional(LanguageSchema),
  notifications: z.optional(NotificationsChangeSchema),
  newsletter: z.optional(z.boolean()),
  providerConsent: z.optional(z.boolean()),
  proof: z.optional(ProofSchema),
})
export type ProfileChange = z.infer<typeof ProfileChangeSchema>

/** A network a wallet may be on, with what `wallet_addEthereumChain` needs of it. */
export const WalletNetworkSchema = z.object({
  /** Hex, as wallets write it: `0x1`. */
  chainId: z.string(),
  name: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.array(z.string()),
  blockExplorerUrls: z.array(z.string()),
})
export type WalletNetwork = z.infer<typeof WalletNetworkSchema>

const mailed = { max: 5, windowMs: 60_000 }
const guessing = { max: 10, windowMs: 60_000 }

/** Why an account cannot be deleted now. */
export const accountEndErrors = [
  'account-of-operator',
  'account-order-open',
  'account-payout-due',
] as const satisfies ErrorCode[]

const proofErrors = [
  'unauthorized',
  'invalid-request',
  'proof-required',
  'proof-failed',
  'contract-wallet-unsupported',
  'service-unavailable',
  'rate-limited',
] as const

export const profileEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: '/user/profile',
    summary: 'Everything the profile shows of the caller.',
    auth: 'user',
    data: ProfileAnswerSchema,
    errors: ['unauthorized'],
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/user/profile',
    summary:
      'Changes what is named. A new e-mail address needs a proof and counts once its mail was answered.',
    auth: 'user',
    body: ProfileChangeSchema,
    data: ProfileAnswerSchema,
    errors: [...proofErrors, 'setup-incomplete', 'email-invalid', 'account-exists', 'profile-update-failed'],
    limit: { max: 30, windowMs: 60_000 },
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/user/email/verification',
    summary: 'Sends the verification mail to the pending or not yet verified address; at most 3 an hour.',
    auth: 'user',
    body: z.strictObject({}),
    data: z.object({ sentTo: z.string() }),
    errors: ['unauthorized', 'email-already-verified', 'rate-limited'],
    limit: mailed,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/auth/verify-email',
    summary: 'Redeems the token of a verification mail: once, within 24 hours.',
    auth: 'none',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    data: z.object({ email: z.string() }),
    errors: ['link-invalid', 'account-exists', 'rate-limited'],
    limit: guessing,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Sends a reset mail if the address has a password. The answer is the same either way.',
    auth: 'none',
    body: z.strictObject({
      email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^\P{Cc}*$/u)),
    }),
    data: z.object({ accepted: z.literal(true) }),
    errors: ['fields-missing', 'email-invalid', 'rate-limited'],
    limit: mailed,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/password-reset/confirm',
    summary: 'Redeems the token of a reset mail: once, within one hour. Ends every session of the account.',
    auth: 'none',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)), password }),
    data: z.object({}),
    errors: ['fields-missing', 'link-invalid', 'password-too-weak', 'rate-limited', 'service-unavailable'],
    limit: guessing,
  }),
  proofMessage: endpoint({
    method: 'POST',
    path: '/user/proof-message',
    summary:
      'A message for a wallet to sign that names account, purpose and subject. Good once, for five minutes.',
    auth: 'user',
    body: z.strictObject({
      walletAddress,
      purpose: ProofPurposeSchema,
      /** What it is about: the payout address, the wallet to unlink, the new e-mail address. For those three purposes only. */
      subject: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    }),
    data: z.object({
      nonce: z.string(),
      message: z.string(),
      expiresAt: z.iso.datetime(),
      namespace: NamespaceSchema,
    }),
    errors: [
      'unauthorized',
      'invalid-request',
      'wallet-address-invalid',
      'wallet-kind-unsupported',
      'wallet-not-found',
      'payout-address-invalid',
      'rate-limited',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  confirmSession: endpoint({
    method: 'POST',
    path: '/user/confirm',
    summary: 'Makes a session that is older than 12 hours good for sensitive actions again.',
    auth: 'user',
    body: z.strictObject({ proof: ProofSchema }),
    data: z.object({ provenUntil: z.iso.datetime() }),
    errors: proofErrors,
    limit: guessing,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/user/password',
    summary:
      'Sets or changes the password; the login name is the e-mail address. Ends every other session of the account.',
    auth: 'user',
    body: z.strictObject({ password, proof: z.optional(ProofSchema) }),
    data: z.object({}),
    errors: [...proofErrors, 'password-too-weak', 'email-not-verified', 'service-unavailable'],
    limit: guessing,
  }),
  linkWallet: endpoint({
    method: 'POST',
    path: '/user/wallets',
    summary:
      'Links a wallet that signed a `link-wallet` message. The session must have been proven within 12 hours.',
    auth: 'user',
    body: SignatureSchema,
    data: ProfileAnswerSchema,
    errors: [
      ...proofErrors,
      'wallet-address-invalid',
      'wallet-kind-unsupported',
      'wallet-taken',
      'wallet-limit-reached',
    ],
    limit: guessing,
  }),
  unlinkWallet: endpoint({
    method: 'POST',
    path: '/user/wallets/unlink',
    summary: 'Unlinks a wallet. The last way to sign in cannot be taken away.',
    auth: 'user',
    body: z.strictObject({ walletAddress, proof: z.optional(ProofSchema) }),
    data: ProfileAnswerSchema,
    errors: [...proofErrors, 'wallet-address-invalid', 'wallet-not-found', 'last-way-in'],
    limit: guessing,
  }),
  walletBalance: endpoint({
    method: 'GET',
    path: '/user/wallets/{address}/balance',
    summary:
      'Balance of a wallet of the caller, at most 10 s old. Null where no node is configured or none answers.',
    auth: 'user',
    params: z.object({ address: walletAddress }),
    data: z.object({
      balance: z.nullable(
        z.object({
          /** Whole base units (wei, lamport, satoshi) in decimal digits. */
          baseUnits: z.string(),
          decimals: z.int(),
          symbol: z.string(),
          observedAt: z.iso.datetime(),
        }),
      ),
    }),
    errors: ['unauthorized', 'wallet-not-found'],
  }),
  setPayoutAddress: endpoint({
    method: 'POST',
    path: '/user/payout-address',
    summary: 'Asks for another payout address; the owner is mailed and it counts after 48 hours.',
    auth: 'user',
    body: z.strictObject({
      address: z.string().check(z.trim(), z.maxLength(200)),
      proof: z.optional(ProofSchema),
    }),
    data: z.object({ payoutAddress: PayoutAddressSchema }),
    errors: [...proofErrors, 'payout-address-invalid', 'payout-address-unchanged'],
    limit: guessing,
  }),
  cancelPayoutAddress: endpoint({
    method: 'DELETE',
    path: '/user/payout-address/pending',
    summary: 'Takes back a change of the payout address that does not count yet.',
    auth: 'user',
    data: z.object({ payoutAddress: PayoutAddressSchema }),
    errors: ['unauthorized', 'payout-change-not-found'],
  }),
  accountData: endpoint({
    method: 'GET',
    path: '/user/data',
    summary: 'Everything that is kept about the caller, for download.',
    auth: 'user',
    data: z.record(z.string(), z.unknown()),
    errors: ['unauthorized', 'rate-limited'],
    limit: guessing,
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/user/delete',
    summary: 'Deletes the account for good. Its controllers can be claimed again.',
    auth: 'user',
    body: z.strictObject({ proof: z.optional(ProofSchema) }),
    data: z.object({}),
    errors: [...proofErrors, ...accountEndErrors],
    limit: guessing,
  }),
  walletSettings: endpoint({
    method: 'GET',
    path: '/wallet-auth/settings',
    summary: 'What the connect dialog needs of the settings: networks, WalletConnect, test route.',
    auth: 'none',
    data: z.object({
      /** The first is the one to switch to. */
      networks: z.array(WalletNetworkSchema),
      /** Null: WalletConnect is off. */
      walletConnectProjectId: z.nullable(z.string()),
      authTest: z.boolean(),
      /** Kinds of wallet whose balance can be queried. */
      balances: z.array(NamespaceSchema),
    }),
    errors: [],
  }),
  authTest: endpoint({
    method: 'GET',
    path: '/auth/test',
    summary: 'What the server sees of the caller. Off unless the setting AUTH_TEST is on.',
    auth: 'optional',
    data: z.object({
      signedIn: z.boolean(),
      userId: z.nullable(z.uuid()),
      sessionAgeSeconds: z.nullable(z.int()),
      /** Whether sensitive actions need no new proof. */
      sessionFresh: z.nullable(z.boolean()),
    }),
    errors: ['test-functions-disabled'],
  }),
}
