import { saveFile } from '../../../lib/save-file.ts'

/** Saves the PDF that base64 text is; false when it is none. `name` comes from the server and is made one that no system minds. */
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
