import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const LanguageSchema = z.enum(['nl', 'en', 'de', 'ro'])
export type Language = z.infer<typeof LanguageSchema>

export const NamespaceSchema = z.enum(['eip155', 'solana', 'bip122'])
export type Namespace = z.infer<typeof NamespaceSchema>

/** What is mailed besides messages about the account's security, which are always sent. */
export const NotificationsSchema = z.object({
  /** Alerts about the person's own miners. */
  emailAlerts: z.boolean(),
  /** Statements of payouts. */
  emailStatements: z.boolean(),
})
export type Notifications = z.infer<typeof NotificationsSchema>
/** Only fields that are present change. */
export const NotificationsChangeSchema = z.strictObject(z.partial(NotificationsSchema).shape)

/** The signed-in person. `needsSetup` follows from name and e-mail (docs/product.md 4.2). */
export const UserSchema = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  preferredLanguage: z.nullable(LanguageSchema),
  /** The first wallet, in its canonical spelling; null for an account by e-mail. */
  walletAddress: z.nullable(z.string()),
  wallets: z.array(z.object({ namespace: NamespaceSchema, address: z.string() })),
  memberSince: z.iso.datetime(),
  needsSetup: z.boolean(),
  roles: z.array(z.string()),
})
export type User = z.infer<typeof UserSchema>

/** A signed-in session. `token` lives 10 minutes, `refreshToken` rotates with every use. */
export const SessionSchema = z.object({
  token: z.string(),
  refreshToken: z.string(),
  expiresAt: z.iso.datetime(),
  user: UserSchema,
})
export type Session = z.infer<typeof SessionSchema>

/** No control characters: PostgreSQL cannot store NUL, and no name has a line break. */
const printable = z.regex(/^\P{Cc}*$/u)
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), printable)
const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
const optionalText = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max), printable)))
const Empty = z.object({})

export const accountEndpoints = {
  walletNonce: endpoint({
    method: 'GET',
    path: '/wallet-auth/nonce/{wallet}',
    summary:
      'A message for a wallet to sign. The server wrote it and keeps it; the nonce works once, for five minutes.',
    auth: 'none',
    params: z.object({ wallet: z.string().check(z.maxLength(200)) }),
    data: z.object({
      nonce: z.string(),
      message: z.string(),
      expiresAt: z.iso.datetime(),
      namespace: NamespaceSchema,
    }),
    errors: ['wallet-address-invalid', 'wallet-kind-unsupported', 'rate-limited'],
    limit: { max: 30, windowMs: 60_000 },
  }),
  walletLogin: endpoint({
    method: 'POST',
    path: '/wallet-auth/login',
    summary:
      'Signs in with a signature over the stored message. An unknown wallet gets 404 and a registration ticket.',
    auth: 'none',
    body: z.strictObject({
      walletAddress: z.string().check(z.maxLength(200)),
      signature: z.optional(z.string().check(z.maxLength(2000))),
      nonce: z.optional(z.string().check(z.maxLength(100))),
    }),
    data: SessionSchema,
    errors: [
      'wallet-address-invalid',
      'wallet-signature-required',
      'authentication-failed',
      'contract-wallet-unsupported',
      'service-unavailable',
      'user-not-found',
      'rate-limited',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  walletRegister: endpoint({
    method: 'POST',
    path: '/wallet-auth/register',
    summary: 'Makes the account of a wallet that just proved itself; the bearer is the registration ticket.',
    auth: 'registration-ticket',
    body: z.strictObject({
      walletAddress: z.string().check(z.maxLength(200)),
      name,
      email,
      company: optionalText(160),
      phone: optionalText(40),
      preferredLanguage: z.optional(LanguageSchema),
      newsletter: z.optional(z.boolean()),
      notifications: z.optional(NotificationsChangeSchema),
    }),
    data: SessionSchema,
    errors: [
      'authentication-failed',
      'setup-incomplete',
      'account-exists',
      'account-creation-failed',
      'rate-limited',
    ],
    limit: { max: 10, windowMs: 60_000 },
  }),
  walletMe: endpoint({
    method: 'GET',
    path: '/wallet-auth/me',
    summary: 'The signed-in user.',
    auth: 'user',
    data: z.object({ user: UserSchema }),
    errors: ['unauthorized'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'Makes an account with e-mail and password, without a wallet.',
    auth: 'none',
    body: z.strictObject({
      name,
      email,
      password: z.string().check(z.maxLength(256)),
      company: optionalText(160),
      phone: optionalText(40),
      preferredLanguage: z.optional(LanguageSchema),
      newsletter: z.optional(z.boolean()),
      notifications: z.optional(NotificationsChangeSchema),
    }),
    data: SessionSchema,
    errors: ['setup-incomplete', 'password-too-weak', 'account-exists', 'rate-limited'],
    limit: { max: 10, windowMs: 60_000 },
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in with e-mail and password.',
    auth: 'none',
    body: z.strictObject({
      email: z.string().check(z.maxLength(254)),
      password: z.string().check(z.maxLength(256)),
    }),
    data: SessionSchema,
    errors: ['fields-missing', 'invalid-credentials', 'rate-limited'],
    limit: { max: 10, windowMs: 60_000 },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session at the server.',
    auth: 'user',
    data: Empty,
    errors: ['unauthorized'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Rotates the tokens; the bearer is the refresh token. A second use of one revokes the session.',
    auth: 'refresh-token',
    data: SessionSchema,
    errors: ['session-expired', 'rate-limited'],
    limit: { max: 60, windowMs: 60_000 },
  }),
  demoLogin: endpoint({
    method: 'POST',
    path: '/auth/demo',
    summary: 'Signs in to the demonstration account. Refused unless the server runs the demonstration.',
    auth: 'none',
    data: SessionSchema,
    errors: ['demo-login-disabled'],
    limit: { max: 30, windowMs: 60_000 },
  }),
}
