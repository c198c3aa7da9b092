/** Two groups of eight uppercase letters or digits joined by a hyphen (docs/product.md 3.4 and 5.2). */
export const claimKeyPattern = /^[A-Z0-9]{8}-[A-Z0-9]{8}$/

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Reads a claim key as a person types or pastes it: any case, surrounding space, with or without the hyphen.
 * Returns null when it cannot be one.
 *
 * @example parseClaimKey(' abcd1234efgh5678 ') // 'ABCD1234-EFGH5678'
 */
export function parseClaimKey(input: string): string | null {
  const upper = input.trim().toUpperCase()
  const key = /^[A-Z0-9]{16}$/.test(upper) ? `${upper.slice(0, 8)}-${upper.slice(8)}` : upper
  return claimKeyPattern.test(key) ? key : null
}

/**
 * Makes a key of 82.7 bits from `randomBytes(count)`. Bytes of 252 and above are thrown away, so every character is equally likely.
 */
export function createClaimKey(randomBytes: (count: number) => Uint8Array): string {
  let key = ''
  while (key.length < 16) {
    for (const byte of randomBytes(24)) {
      if (byte < 252 && key.length < 16) key += alphabet[byte % 36]
    }
  }
  return `${key.slice(0, 8)}-${key.slice(8)}`
}
