import type { Context } from '../context.ts'
import type { Job } from '../jobs/job-runner.ts'
import { resealAll } from './sealed-values.ts'
import { noteKeyInForce } from './secret-key-state.ts'

/** Notes which key of the server is in force, and while others are accepted seals anew what they have sealed. */
export function resealJob({
  store,
  clock,
  secretKey,
  logger,
}: Pick<Context, 'store' | 'clock' | 'secretKey' | 'logger'>): Job {
  return {
    name: 'reseal',
    intervalMs: 300_000,
    touches: [
      'secretKeys',
      'operatorSecrets',
      'commandKeys',
      'pushKeys',
      'webhookEndpoints',
      'alertChannels',
    ],
    run: async () => {
      await noteKeyInForce(store.db, secretKey, new Date(clock()))
      if (secretKey.others === 0) return
      const resealed = await resealAll(store.db, secretKey)
      if (resealed > 0) logger.info({ resealed }, 'sealed anew with the secret key in force')
    },
  }
}
