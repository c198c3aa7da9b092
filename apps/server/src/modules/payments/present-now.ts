import type { PaymentIntent } from '@shipminer/contract/shop/payments'
import type { Queryable } from '../../platform/db/store.ts'
import type { BitcoinNetwork } from './addresses/bitcoin-account.ts'
import { chainIdOf } from './intents/intent-terms.policy.ts'
import type { IntentRow } from './intents/intents.repository.ts'
import { bitcoinNetworkOf, evmNetworkOf, explorerUrlOf } from './payment-networks.ts'
import type { PaymentsDeps } from './payments.deps.ts'
import { presentIntent } from './payments.presenter.ts'
import { listPayments } from './sightings/observations.repository.ts'

/** Presents an intent as in the contract, with its present status. */
export async function presentNow(
  deps: Pick<PaymentsDeps, 'bitcoinNetwork' | 'productName' | 'standingOf'>,
  db: Queryable,
  row: IntentRow,
  orderNumber: string,
): Promise<PaymentIntent> {
  const { bitcoinNetwork, productName } = deps
  return presentIntent({
    row,
    orderNumber,
    payments: await listPayments(db, row.id),
    standing: await deps.standingOf(db, row.chain),
    networkOf: (chain) => networkOf(bitcoinNetwork, chain),
    explorerUrlOf: (chain, txId) => explorerUrlOf(networkOf(bitcoinNetwork, chain), bitcoinNetwork, txId),
    productName,
  })
}

function networkOf(bitcoinNetwork: BitcoinNetwork, chain: string) {
  const chainId = chainIdOf(chain)
  return chainId === null ? bitcoinNetworkOf(bitcoinNetwork) : evmNetworkOf(chainId)
}
