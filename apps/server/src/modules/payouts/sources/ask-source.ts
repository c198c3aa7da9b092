import { AppError } from '../../../platform/http/app-error.ts'
import { SourceError } from '../../payments/payments.port.ts'
import type { PayoutsDeps } from '../payouts.deps.ts'

/** Queries a server of the chain. @throws AppError `payout-source-unavailable` when it does not answer as it should */
export async function askSource<T>(
  { source, logger }: Pick<PayoutsDeps, 'source' | 'logger'>,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    logger.warn({ source: source?.name, reason: error.message }, 'the source for payouts did not answer')
    throw new AppError('payout-source-unavailable', {}, { cause: error })
  }
}
