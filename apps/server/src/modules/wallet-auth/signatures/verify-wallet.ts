import { verifyBitcoin } from './verify-bitcoin.ts'
import { verifyEthereum } from './verify-ethereum.ts'
import { verifySolana } from './verify-solana.ts'
import type { WalletAddress } from './wallet-address.ts'

/** Whether `wallet` signed exactly `message`. Never throws. */
export async function verifyWallet(
  wallet: WalletAddress,
  message: string,
  signature: string,
): Promise<boolean> {
  switch (wallet.namespace) {
    case 'eip155':
      return await verifyEthereum(wallet.address, message, signature)
    case 'solana':
      return verifySolana(wallet.address, message, signature)
    case 'bip122':
      return verifyBitcoin(wallet.address, message, signature)
  }
}
