import { parseClaimKey } from '@shipminer/domain/fleet/claim-key'

/** The claim key in a QR code: that of a card holds the link to the claim, another may hold the key alone. Null: it holds none. */
export function scannedKey(text: string): string | null {
  const asKey = parseClaimKey(text)
  if (asKey !== null || !URL.canParse(text)) return asKey
  return parseClaimKey(new URL(text).searchParams.get('claim') ?? '')
}
