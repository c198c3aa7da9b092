import { formatRateCents } from '@shipminer/domain/payments/amounts'
import type { RefundCoin } from '../../orders/orders.port.ts'
import { parseBitcoinAddress, parseWalletAddress } from '../../wallet-auth/wallet-auth.port.ts'
import { bitcoinNetworks } from '../addresses/bitcoin-account.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { presentAmount } from '../payments.presenter.ts'
import { amountOn, isDust } from '../sightings/chain-amounts.policy.ts'

/**
 * The coins in which refunds of these sizes (euro cents) can be paid at the rate of now. Left out: what is not set up here, has no fresh
 * rate, or would be less than the network relays.
 */
export async function refundCoins(
  deps: PaymentsDeps,
  amountsCents: readonly number[],
): Promise<RefundCoin[]> {
  const coins: RefundCoin[] = []
  for (const chain of deps.chains) {
    const quote = await deps.rates.current(chain.asset)
    if (!quote) continue
    const amounts = amountsCents.map((cents) => amountOn(chain, cents, quote.rate))
    if (amounts.some((amount) => isDust(chain, amount))) continue
    const { asset, network, decimals } = chain
    const writeAmount = (amount: bigint) => presentAmount(amount, asset, decimals)
    coins.push({
      way: asset === 'BTC' ? 'bitcoin' : 'evm',
      network,
      asset,
      rate: formatRateCents(quote.rate),
      amounts: amounts.map(writeAmount),
      total: writeAmount(amounts.reduce((sum, amount) => sum + amount, 0n)),
    })
  }
  return coins
}

/** An address in its one spelling; null when it is not one of the network (`bitcoin`, `eip155:<chain id>`) that this server pays on. */
export async function parseRefundAddress(
  { bitcoinNetwork }: PaymentsDeps,
  network: string,
  text: string,
): Promise<string | null> {
  if (network === 'bitcoin') return parseBitcoinAddress(text, bitcoinNetworks[bitcoinNetwork])
  const parsed = text.includes(':') ? null : parseWalletAddress(text)
  return parsed?.ok && parsed.wallet.namespace === 'eip155' ? parsed.wallet.address : null
}
