/** A code as it is compared: without its dash, in capitals. Null for what is none. */
export function recoveryCodeOf(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z2-7]{10}$/.test(code) ? code : null
}
