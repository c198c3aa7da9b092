import { chainReference, type WalletAddress } from './wallet-address.ts'

const chainName = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const

/**
 * The text a wallet signs: EIP-4361 for Ethereum, the same form for Solana and Bitcoin (CAIP-122; chain ids as CAIP-2).
 * `publicUrl` comes from the server's settings, never from the request.
 */
export function signInMessage(input: {
  wallet: WalletAddress
  publicUrl: string
  productName: string
  nonce: string
  issuedAt: Date
  expiresAt: Date
  /** What signing means, in one line of ASCII; omitted for signing in. */
  statement?: string
}): string {
  const { namespace, address } = input.wallet
  const url = new URL(input.publicUrl)
  const chainId = namespace === 'eip155' ? chainReference.eip155 : `${namespace}:${chainReference[namespace]}`
  return [
    `${url.host} wants you to sign in with your ${chainName[namespace]} account:`,
    address,
    '',
    `${input.statement ?? `Sign in to ${input.productName}.`} This costs nothing and sends no transaction.`,
    '',
    `URI: ${url.origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${input.nonce}`,
    `Issued At: ${input.issuedAt.toISOString()}`,
    `Expiration Time: ${input.expiresAt.toISOString()}`,
  ].join('\n')
}
