import { AppError } from '../../../platform/http/app-error.ts'
import type { ContractWallets } from './contract-wallets.ts'
import { verifyBitcoin } from './verify-bitcoin.ts'
import { verifyEthereum } from './verify-ethereum.ts'
import { verifySolana } from './verify-solana.ts'
import type { WalletAddress } from './wallet-address.ts'

/**
 * Whether `wallet` signed exactly `message`.
 *
 * @throws AppError `contract-wallet-unsupported`, `service-unavailable` while the node that contract wallets are asked over does not answer
 */
export async function verifyWallet(
  { contractWallets }: { contractWallets: ContractWallets },
  wallet: WalletAddress,
  message: string,
  signature: string,
): Promise<boolean> {
  const { namespace, address } = wallet
  if (namespace === 'solana') return verifySolana(address, message, signature)
  if (namespace === 'bip122') return verifyBitcoin(address, message, signature)
  if (await verifyEthereum(address, message, signature)) return true
  switch (await contractWallets.check(address, message, signature)) {
    case 'valid':
      return true
    case 'invalid':
      return false
    case 'unsupported':
      throw new AppError('contract-wallet-unsupported')
    case 'unavailable':
      throw new AppError('service-unavailable')
  }
}
