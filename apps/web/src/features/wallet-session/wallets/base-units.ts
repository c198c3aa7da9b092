/**
 * Whole base units as a number in the units people use, with at most six digits behind the point, cut and never rounded up.
 *
 * @example formatBaseUnits('en', '1234500000000000000', 18) // '1.2345'
 */
export function formatBaseUnits(language: string, baseUnits: string, decimals: number): string | null {
  if (!/^\d{1,60}$/.test(baseUnits)) return null
  const digits = baseUnits.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits
    .slice(digits.length - decimals, digits.length - decimals + Math.min(6, decimals))
    .replace(/0+$/, '')
  const parts = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).formatToParts(1.5)
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const grouped = new Intl.NumberFormat(language).format(BigInt(whole))
  if (fraction !== '') return `${grouped}${point}${fraction}`
  return /[1-9]/.test(digits) && /^0+$/.test(whole) ? `< 0${point}000001` : grouped
}
