import type { Operator } from '../../platform/auth/authenticator.ts'
import { type AccountMailDeps, mailToOwner } from '../users/users.port.ts'
import { noteAction } from './audit.service.ts'
import { replaceRecoveryCodes, summariseRecoveryCodes } from './operators.repository.ts'
import type { OperatorDeps } from './operators.service.ts'
import { base32 } from './totp.ts'

const codesMade = 10
/** 50 bits, written as ten letters and digits. */
const codeLetters = 10
const codeBytes = 7

type Deps = OperatorDeps & AccountMailDeps

/** How many are left, and when they were made; null: there are none. */
export async function readRecoveryCodes(
  deps: Pick<OperatorDeps, 'store'>,
  { userId }: Operator,
): Promise<{ left: number; madeAt: number | null }> {
  const { left, madeAt } = await summariseRecoveryCodes(deps.store.db, userId)
  return { left, madeAt: madeAt?.getTime() ?? null }
}

/** Makes new ones, which are shown only now; all earlier ones are void, and their owner hears of it by mail. */
export async function makeRecoveryCodes(deps: Deps, operator: Operator): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: codesMade }, () =>
    base32(deps.randomBytes(codeBytes)).slice(0, codeLetters),
  )
  const at = new Date(deps.clock())
  const hashes = codes.map((code) => deps.secretKey.hash('recovery-code', code))
  await deps.store.db.transaction().execute(async (trx) => {
    await replaceRecoveryCodes(trx, operator.userId, { hashes, keyPrint: deps.secretKey.print, at })
    const subject = `operator ${operator.name}` as const
    await noteAction(deps, trx, operator, { action: 'operator.recovery-codes', subject, reason: null })
    await mailToOwner(trx, deps, operator.userId, { kind: 'recoveryCodesMade' })
  })
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) }
}
