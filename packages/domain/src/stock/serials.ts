/** How a serial number may look: 3 to 40 letters, digits and the signs between them. */
const form = /^[A-Z0-9][A-Z0-9._/-]{1,38}[A-Z0-9]$/

/**
 * A serial number as it is kept: upper case, without spaces at its ends. Null for what is none.
 * @example parseSerial(' sm21-00042 ') // 'SM21-00042'
 */
export function parseSerial(text: string): string | null {
  const serial = text.trim().toUpperCase()
  return form.test(serial) ? serial : null
}

/** Serial numbers as a scanner leaves them or somebody types them: one a line, or with commas between. Each comes once, in their order. */
export function readSerials(text: string): { serials: string[]; wrong: string[] } {
  const serials = new Set<string>()
  const wrong: string[] = []
  for (const part of text.split(/[\s,;]+/)) {
    if (part === '') continue
    const serial = parseSerial(part)
    if (serial === null) wrong.push(part)
    else serials.add(serial)
  }
  return { serials: [...serials], wrong }
}
