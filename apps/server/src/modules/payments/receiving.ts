import { createHash } from 'node:crypto'
import type { Asset } from '@shipminer/contract/shop/payments'
import { type BitcoinAccount, bitcoinAddressAt } from './addresses/bitcoin-account.ts'
import { type EvmAccount, evmAddressAt } from './addresses/evm-account.ts'

/** The account that receives a coin; each payment gets an address of its own. */
export type Receiving = {
  asset: Asset
  /** Identifies an account without revealing its key. */
  xpubId: string
  addressAt(index: number): { address: string; matchKey: string }
}

const fingerprint = (kind: string, key: { publicExtendedKey: string }) =>
  createHash('sha256').update(`${kind}:${key.publicExtendedKey}`).digest('hex').slice(0, 32)

export function bitcoinReceiving(account: BitcoinAccount): Receiving {
  return {
    asset: 'BTC',
    xpubId: fingerprint(`bitcoin:${account.network}:${account.script}`, account.key),
    addressAt(index) {
      const { address, scriptPubKey } = bitcoinAddressAt(account, index)
      return { address, matchKey: scriptPubKey }
    },
  }
}

export function evmReceiving(account: EvmAccount): Receiving {
  return {
    asset: 'USDT',
    xpubId: fingerprint('evm', account.key),
    addressAt(index) {
      const address = evmAddressAt(account, index)
      return { address, matchKey: address.toLowerCase() }
    },
  }
}
