export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Spread over many calls: one takes only so many arguments. */
const sliceBytes = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += sliceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + sliceBytes))
  return btoa(text)
}
