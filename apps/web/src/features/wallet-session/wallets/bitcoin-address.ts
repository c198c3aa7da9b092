/** True for what looks like an address of Bitcoin mainnet; the server checks its sum. */
export function isBitcoinAddress(address: string): boolean {
  return /^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/.test(address)
}
