/** Saves a text or bytes as a file of this device. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the content over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
