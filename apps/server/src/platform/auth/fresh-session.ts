import { AppError } from '../http/app-error.ts'
import type { Caller } from './authenticator.ts'

/** How long after a proof a session may perform sensitive actions. */
export const freshSessionMs = 12 * 3_600_000

/** Until when a session that was proven at `provenAt` is fresh. */
export function freshUntil(provenAt: Date): Date {
  return new Date(provenAt.getTime() + freshSessionMs)
}

/** Whether the person behind a session proved to be present within the last 12 hours. */
export function isFreshSession(caller: Pick<Caller, 'provenAt'>, now: number): boolean {
  return now <= freshUntil(caller.provenAt).getTime()
}

/**
 * For sensitive actions (linking a wallet, control of miners): admits anyone who proved to be present within the last 12 hours. Others
 * confirm with wallet or password first (`POST /user/confirm`).
 *
 * @throws AppError `proof-required`
 */
export function requireFreshSession(caller: Pick<Caller, 'provenAt'>, now: number): void {
  if (!isFreshSession(caller, now)) throw new AppError('proof-required')
}
