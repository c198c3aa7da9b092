/** No letters that can be mistaken for a digit or for each other. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** What people name on the phone, e.g. `C-7K3QXMPA`: 40 random bits, so a collision in practice never happens and in theory is an error. */
export function inquiryReference(randomBytes: (count: number) => Uint8Array): string {
  return `C-${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
