import { type OperatorRole, operatorRoles } from '@shipminer/contract/operator-roles'
import type { Caller, Operator } from '../../platform/auth/authenticator.ts'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { Queryable, Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { type AccountMailDeps, findUserIdOfWallet, mailOfGuesses, mailToOwner } from '../users/users.port.ts'
import { parseWalletAddress } from '../wallet-auth/wallet-auth.port.ts'
import { type AuditNote, writeAudit } from './audit.repository.ts'
import * as repository from './operators.repository.ts'
import { recoveryCodeOf } from './recovery-code.ts'
import { matchTotp, otpauthUri } from './totp.ts'

/** How long a second factor is valid in its session. */
export const factorLifetimeMs = 12 * 3_600_000
const secretBytes = 20

export type OperatorDeps = {
  store: Store
  clock: () => number
  /** Seals the secrets of authenticators. */
  secretKey: SecretKey
}

/**
 * Makes a user an operator, or gives an operator a new authenticator, and another role if one is named. `who` is an address that its owner has
 * proven to hold: of e-mail, or of a wallet. The link is shown only this once; they hear by mail that there is one. @throws Error
 */
export async function grantOperator(
  deps: OperatorDeps & AccountMailDeps,
  { who, role: wanted }: { who: string; role?: OperatorRole | undefined },
): Promise<{ operator: string; role: OperatorRole; authenticator: string }> {
  const user = await knownUser(deps, who)
  if (!user.isProven)
    throw new Error(`${who} is not verified: its owner has to follow the link in our mail first`)
  const role = wanted ?? (await currentRole(deps, user.id))
  if (!role) throw new Error(`say what ${who} is there for: --role ${operatorRoles.join(', ')}`)
  const secret = deps.randomBytes(secretBytes)
  const at = new Date(deps.clock())
  const sealedSecret = deps.secretKey.sealText(Buffer.from(secret).toString('base64'))
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.saveOperator(trx, { userId: user.id, sealedSecret, role, at })
    await writeAudit(trx, { ...fromShell(at, 'operator.grant', user.name), reason: role })
    await mailToOwner(trx, deps, user.id, { kind: 'authenticatorMade' })
  })
  return {
    operator: who,
    role,
    authenticator: otpauthUri({ issuer: deps.mail.productName, account: who, secret }),
  }
}

/** Removes the role, the authenticator and every proven session of an operator, at once. @throws Error */
export async function revokeOperator(deps: OperatorDeps, who: string): Promise<{ revoked: string }> {
  const user = await knownUser(deps, who)
  const at = new Date(deps.clock())
  await deps.store.db.transaction().execute(async (trx) => {
    if (!(await repository.removeOperator(trx, user.id))) throw new Error(`${who} is no operator`)
    await writeAudit(trx, fromShell(at, 'operator.revoke', user.name))
  })
  return { revoked: who }
}

export async function listOperators(deps: Pick<OperatorDeps, 'store'>) {
  const operators = await repository.listOperators(deps.store.db)
  return operators.map(({ email, name, role, grantedAt }) => ({ email, name, role, grantedAt }))
}

async function knownUser({ store: { db } }: OperatorDeps, who: string) {
  const wallet = parseWalletAddress(who)
  const user = wallet.ok ? await userOfWallet(db, wallet.wallet.accountId) : await userOfEmail(db, who)
  if (!user) throw new Error(`there is no one account with the address ${who}`)
  return user
}

async function userOfEmail(db: Queryable, email: string) {
  const user = await repository.findUserByEmail(db, email)
  return user && { id: user.id, name: user.name, isProven: user.emailVerifiedAt !== null }
}

/** Anyone who linked a wallet has signed with it. */
async function userOfWallet(db: Queryable, accountId: string) {
  const userId = await findUserIdOfWallet(db, accountId)
  const user = userId === null ? null : await repository.findOperator(db, userId)
  return user && { id: user.id, name: user.name, isProven: true }
}

async function currentRole({ store }: OperatorDeps, userId: string): Promise<OperatorRole | null> {
  return (await repository.findOperator(store.db, userId))?.role ?? null
}

function fromShell(at: Date, action: string, name: string): AuditNote {
  return { at, operatorId: null, operator: 'shell', action, subject: `operator ${name}`, reason: null }
}

/**
 * Proves the second factor for this session, with a code of the authenticator or one for its loss. Each code counts once.
 *
 * @returns until when it is valid
 * @throws AppError `forbidden`, `second-factor-wrong`, `rate-limited`
 */
export async function proveSecondFactor(
  deps: OperatorDeps & AccountMailDeps & { guesses: Guesses },
  caller: Caller,
  { code, ip }: { code: string; ip: string },
): Promise<{ until: number }> {
  const until = await judgeFactor(deps, caller, ip, () => useCode(deps, caller, code))
  if (until === null) throw new AppError('second-factor-wrong')
  return { until }
}

/** What `accept` says to a second factor of any kind; guesses at all of them count together. @throws AppError `forbidden`, `rate-limited` */
export async function judgeFactor(
  deps: OperatorDeps & AccountMailDeps & { guesses: Guesses },
  caller: Caller,
  ip: string,
  accept: () => Promise<number | null>,
): Promise<number | null> {
  if (!isOperator(caller)) throw new AppError('forbidden')
  return deps.guesses.judge({ kind: 'second-factor', target: caller.userId, ip }, accept, () =>
    mailOfGuesses(deps.store.db, deps, caller.userId),
  )
}

/** Until when the session is proven; null for a code that is wrong or used. */
async function useCode(
  deps: OperatorDeps & AccountMailDeps,
  caller: Caller,
  code: string,
): Promise<number | null> {
  const operator = await repository.findOperator(deps.store.db, caller.userId)
  const recovery = recoveryCodeOf(code)
  if (operator?.role && recovery !== null) return recover(deps, caller, operator, recovery)
  const text = operator?.sealedSecret ? deps.secretKey.openText(operator.sealedSecret) : null
  const now = deps.clock()
  const step = text === null ? null : matchTotp(Buffer.from(text, 'base64'), code, now)
  const isProven =
    step !== null &&
    (await deps.store.db.transaction().execute(async (trx) => {
      if (!(await repository.useStep(trx, caller.userId, step))) return false
      await repository.markFactorProven(trx, caller.sessionId, new Date(now))
      return true
    }))
  return isProven ? now + factorLifetimeMs : null
}

/** One of the codes for when the authenticator is gone; each counts once, and the log and a mail to its owner say that it was used. */
async function recover(
  deps: OperatorDeps & AccountMailDeps,
  { sessionId }: Caller,
  { id: userId, name }: { id: string; name: string },
  code: string,
): Promise<number | null> {
  const now = deps.clock()
  const at = new Date(now)
  const isProven = await deps.store.db.transaction().execute(async (trx) => {
    const hashes = deps.secretKey.hashes('recovery-code', code)
    if (!(await repository.useRecoveryCode(trx, userId, hashes, at))) return false
    await repository.markFactorProven(trx, sessionId, at)
    const subject = `operator ${name}`
    await writeAudit(trx, {
      at,
      operatorId: userId,
      operator: name,
      action: 'operator.recovered',
      subject,
      reason: null,
    })
    const { left } = await repository.summariseRecoveryCodes(trx, userId)
    await mailToOwner(trx, deps, userId, { kind: 'recoveryCodeUsed', left })
    return true
  })
  return isProven ? now + factorLifetimeMs : null
}

/** @throws AppError `forbidden`, `second-factor-required` */
export async function requireOperator(
  deps: Pick<OperatorDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Operator> {
  if (!isOperator(caller)) throw new AppError('forbidden')
  const provenAt = await repository.findFactor(deps.store.db, caller.sessionId)
  if (provenAt === null || deps.clock() >= provenAt.getTime() + factorLifetimeMs)
    throw new AppError('second-factor-required')
  const operator = await repository.findOperator(deps.store.db, caller.userId)
  if (!operator?.role) throw new AppError('forbidden')
  return { userId: operator.id, name: operator.name, role: operator.role }
}

export function isOperator({ roles }: Caller): boolean {
  return roles.includes(repository.operatorRole)
}
