import { saveFile } from '../../../lib/save-file.ts'

/** The bytes of base64 text; null for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return null
  }
}

/** A file name that no system minds, always a PDF's. */
export function safeFilename(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '')
  return /\.pdf$/i.test(plain) ? plain : `${plain || 'invoice'}.pdf`
}

/** Saves bytes as a PDF of this device. */
export function savePdf(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  saveFile(safeFilename(name), 'application/pdf', bytes)
}
