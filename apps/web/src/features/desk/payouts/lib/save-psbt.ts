import { saveFile } from '../../../../lib/files/save-file.ts'

/** Saves a PSBT of base64 as the binary file that wallets open. */
export function savePsbt(name: string, base64: string): void {
  saveFile(
    name,
    'application/octet-stream',
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
  )
}
