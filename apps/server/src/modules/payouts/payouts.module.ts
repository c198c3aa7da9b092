import { invalidSettings } from '../../config.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { isAccountConfirmed, namedAccount } from '../operators/operators.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { PayoutAccount } from './payout-account.ts'
import { setUpPayouts } from './payout-setup.ts'
import type { PayoutsDeps } from './payouts.deps.ts'
import { payoutsJob } from './payouts.job.ts'
import type { PayoutsPort } from './payouts.port.ts'
import { payoutRoutes } from './payouts.routes.ts'
import { countFirstPayoutsDue } from './payouts.service.ts'
import { createPayoutsWaiting } from './payouts-waiting.ts'
import { payoutAttachment } from './statements/payout-statements.service.ts'
import { makeUnsigned, type UnsignedOrder } from './unsigned-transaction.service.ts'

/** The weekly run that pays owners. */
export function openPayouts(context: Context, ports: { power: Pick<PowerPort, 'ownersFuel'> }) {
  const deps = payoutsDeps(context, ports.power)
  return {
    port: {
      firstPayoutsDue: () => countFirstPayoutsDue(deps),
      payoutsWaiting: createPayoutsWaiting(deps),
      unconfirmedAccount: async () =>
        (await deps.isAccountHeld(deps.store.db)) ? nameAccount(deps.account) : null,
      unsignedTransaction: (order: UnsignedOrder) => makeUnsigned(deps, order),
    } satisfies PayoutsPort,
    routes: ({ router }: Http) => payoutRoutes(router, deps),
    jobs: [payoutsJob(deps)],
    attachments: (name: string) => payoutAttachment(deps, name),
  }
}

function payoutsDeps(context: Context, { ownersFuel }: Pick<PowerPort, 'ownersFuel'>): PayoutsDeps {
  const { config, fetch } = context
  const setup = setUpPayouts(
    {
      xpub: config.PAYOUT_XPUB ?? null,
      network: config.BITCOIN_NETWORK,
      rpcUrls: config.BITCOIN_RPC_URL,
      esploraUrls: [
        ...config.PAYMENT_ESPLORA_URL,
        ...(config.BITCOIN_ESPLORA_URL ? [config.BITCOIN_ESPLORA_URL] : []),
      ],
    },
    { fetch },
  )
  if (!setup.ok) throw invalidSettings([setup.problem])
  const named = nameAccount(setup.account)
  return {
    ...context,
    minimumSat: config.PAYOUT_MINIMUM_SAT,
    fourEyes: config.PAYOUT_FOUR_EYES,
    network: config.BITCOIN_NETWORK,
    account: setup.account,
    isAccountHeld: async (db) =>
      config.ACCOUNTS_FOUR_EYES && named !== null && !(await isAccountConfirmed(db, named.accountId)),
    source: setup.source,
    seller: config.company,
    ownersFuel,
  }
}

const nameAccount = (account: PayoutAccount | null) =>
  account && namedAccount('payouts', account.addressAt(0, 0).address, account.extendedKey)
