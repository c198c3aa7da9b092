import type { Guesses } from '../../../platform/auth/guesses.ts'
import type { PasswordHasher } from '../../../platform/auth/password-hasher.ts'
import type { Sessions, SessionTokens } from '../../../platform/auth/sessions.ts'
import type { Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type AccountMailDeps, mailOfGuesses } from '../../users/users.port.ts'
import * as repository from './passwords.repository.ts'

type LoginDeps = AccountMailDeps & {
  store: Store
  guesses: Guesses
  sessions: Sessions
  passwords: PasswordHasher
}

/**
 * Signs in with e-mail and password. An unknown address costs the same time and gets the same answer as a wrong password.
 *
 * @throws AppError `fields-missing`, `invalid-credentials`, `rate-limited`
 */
export async function loginWithPassword(
  deps: LoginDeps,
  input: { email: string; password: string; binding: string | null; ip: string },
): Promise<SessionTokens> {
  const email = input.email.trim().toLowerCase()
  if (email === '' || input.password === '') throw new AppError('fields-missing')
  // PostgreSQL does not accept NUL in a text.
  const known = email.includes('\0') ? null : await repository.findPassword(deps.store.db, email)
  const right = await deps.guesses.judge(
    { kind: 'login', target: email, ip: input.ip },
    async () => {
      if (known) return (await deps.passwords.verify(known.phc, input.password)) ? known : null
      await deps.passwords.verifyNothing(input.password)
      return null
    },
    async () => {
      if (known) await mailOfGuesses(deps.store.db, deps, known.userId)
    },
  )
  if (!right) throw new AppError('invalid-credentials')
  const { userId, phc } = right
  const renewed = deps.passwords.isOutdated(phc) ? await deps.passwords.hash(input.password) : null
  return deps.store.db.transaction().execute(async (trx) => {
    // Locked, so that a concurrent password change either refuses this login or ends its session.
    if ((await repository.lockHash(trx, userId)) !== phc) throw new AppError('invalid-credentials')
    if (renewed !== null)
      await repository.replaceHash(trx, { userId, to: renewed, at: new Date(deps.clock()) })
    return deps.sessions.open({ userId, binding: input.binding }, trx)
  })
}
