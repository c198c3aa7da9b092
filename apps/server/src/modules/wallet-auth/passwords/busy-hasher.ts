import { OverloadedError } from '../../../platform/auth/limit-concurrency.ts'
import { AppError } from '../../../platform/http/app-error.ts'

/** Runs a password hash; when too many are waiting already, throws `service-unavailable`. */
export async function refuseWhenBusy<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof OverloadedError) throw new AppError('service-unavailable', {}, { cause: error })
    throw error
  }
}
