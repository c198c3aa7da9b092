import { WalletError } from '../wallets/wallet-adapter.ts'

/**
 * What a wallet threw, as a refusal. 4001 is a person's no and -32002 a question that is already open (EIP-1193, EIP-1474);
 * -32000 is a no in the Bitcoin wallets' JSON-RPC. Wallets without codes say it in words.
 */
export function walletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  const { code, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    code?: unknown
    message?: unknown
  }
  const words = typeof message === 'string' ? message : ''
  if (words.includes('OTP is required')) return new WalletError('otp-required', thrown)
  if (code === -32002) return new WalletError('request-pending', thrown)
  if (code === 4001 || code === -32000) return new WalletError('declined', thrown)
  const saysNo = code === undefined && /reject|denied|declin|cancel/i.test(words)
  return new WalletError(saysNo ? 'declined' : 'failed', thrown)
}
