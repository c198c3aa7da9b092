import { formatUnits } from './amounts.ts'

/** What a wallet is requested to pay. */
export type BitcoinPayment = {
  address: string
  amountSat: bigint
  label: string | null
  message: string | null
}

/**
 * Link for a Bitcoin wallet (BIP21).
 *
 * @example bitcoinUri({ address: 'bc1q…', amountSat: 26_923_077n, label: null, message: null }) // 'bitcoin:bc1q…?amount=0.26923077'
 */
export function bitcoinUri({ address, amountSat, label, message }: BitcoinPayment): string {
  const parts = [`amount=${formatUnits(amountSat, 8)}`]
  if (label !== null) parts.push(`label=${encodeURIComponent(label)}`)
  if (message !== null) parts.push(`message=${encodeURIComponent(message)}`)
  return `bitcoin:${address}?${parts.join('&')}`
}

/**
 * The same for a QR code, which is smaller when the address is in capitals: scheme and bech32 address may be, the keys may not. Addresses of
 * other kinds keep their case, which means something there. No label, no message.
 */
export function bitcoinQrText({ address, amountSat }: Pick<BitcoinPayment, 'address' | 'amountSat'>): string {
  const isBech32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]+$/.test(address)
  const start = isBech32 ? `BITCOIN:${address.toUpperCase()}` : `bitcoin:${address}`
  return `${start}?amount=${formatUnits(amountSat, 8)}`
}

/**
 * Link for a wallet of an EVM chain to transfer a token (ERC-681). The amount is in base units; a wallet may ignore all of it, so the page shows
 * address and amount too.
 */
export function tokenTransferUri(payment: {
  token: string
  chainId: number
  to: string
  amount: bigint
}): string {
  return `ethereum:${payment.token}@${payment.chainId}/transfer?address=${payment.to}&uint256=${payment.amount}`
}
