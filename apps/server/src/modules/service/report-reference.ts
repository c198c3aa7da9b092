/** No letters that can be mistaken for a digit or for each other. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** What people name on the phone, e.g. `S-7K3QXMPA`: 40 random bits. */
export function reportReference(randomBytes: (count: number) => Uint8Array): string {
  return `S-${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
