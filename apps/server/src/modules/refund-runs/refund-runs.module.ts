import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { refundRunsJob } from './refund-runs.job.ts'
import { refundRunRoutes } from './refund-runs.routes.ts'
import { closeSeenRefunds, type RefundRunDeps } from './refund-runs.service.ts'

/** Refunds that are paid together, by a file for the bank or a wallet. */
export function openRefundRuns(
  { store, clock, randomBytes, mail, config }: Context,
  ports: Pick<RefundRunDeps, 'orders' | 'unsignedTransaction'>,
) {
  const { example, accountName: name, iban, bic } = config.bank
  const payer = example ? null : { name, iban, bic }
  const fourEyesFromCents = config.REFUND_FOUR_EYES_FROM_CENTS ?? null
  const deps: RefundRunDeps = { store, clock, randomBytes, mail, payer, fourEyesFromCents, ...ports }
  return {
    port: { closeSeen: () => closeSeenRefunds(deps) },
    routes: ({ router }: Http) => refundRunRoutes(router, deps),
    jobs: [refundRunsJob(deps)],
  }
}
