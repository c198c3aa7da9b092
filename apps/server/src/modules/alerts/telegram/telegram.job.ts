import type { Context } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { pollTelegram } from './poll-telegram.ts'

/** Links the chats of those who open the provider's bot with a code. */
export function telegramJob(
  context: Pick<Context, 'store' | 'clock' | 'secretKey' | 'fetch' | 'productName' | 'config'>,
  telegramToken: string,
): Job {
  const { store, clock, secretKey, fetch, productName, config } = context
  const telegramApi = config.TELEGRAM_API_URL
  return {
    name: 'telegram',
    intervalMs: 3_000,
    touches: ['telegramBot', 'telegramCodes', 'telegramLinks', 'alertDeliveries', 'network'],
    run: () => pollTelegram({ store, clock, secretKey, fetch, productName, telegramApi, telegramToken }),
  }
}
