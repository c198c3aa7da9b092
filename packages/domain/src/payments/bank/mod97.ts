/** Remainder by 97 of a text of capital letters (A = 10 … Z = 35) and digits, as ISO 7064 counts for IBAN and RF references. */
export function mod97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const digit = Number.parseInt(character, 36)
    remainder = (remainder * (digit > 9 ? 100 : 10) + digit) % 97
  }
  return remainder
}
