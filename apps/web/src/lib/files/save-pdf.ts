import { saveFile } from './save-file.ts'

/** Saves a PDF given as base64; false when it is not one. `name` comes from the server and is made safe for every file system. */
export function savePdf(name: string, base64: string): boolean {
  const bytes = decode(base64)
  if (bytes === null) return false
  const plain = name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '')
  saveFile(/\.pdf$/i.test(plain) ? plain : `${plain || 'document'}.pdf`, 'application/pdf', bytes)
  return true
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(bytes.subarray(0, 4)) === '%PDF' ? bytes : null
  } catch {
    return null
  }
}
