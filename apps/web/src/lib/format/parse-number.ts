/**
 * A number as people of any of the four languages type it: `65.000`, `65,000`, `65 000`, `65000,50`, `€ 65.000`, `12,5`. Where both
 * signs occur the last one is the decimal sign; one sign alone that parts off exactly three digits groups thousands, unless `decimals`
 * says that such a number makes no sense here (12,500 kW). Null for what is no number.
 */
export function parseTypedNumber(
  text: string,
  grouping: 'thousands' | 'decimals' = 'thousands',
): number | null {
  const plain = text.replaceAll(/[\s€'\u00a0\u202f]/g, '').replace(/[-–—]$/, '')
  if (!/^[-−]?\d[\d.,]*$/.test(plain)) return null
  const sign = /^[-−]/.test(plain) ? -1 : 1
  const digits = plain.replace(/^[-−]/, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return sign * Number(digits)
  const mark = digits[last] ?? ''
  const before = digits.slice(0, last)
  const after = digits.slice(last + 1)
  const groups = digits.split(/[.,]/)
  const hasBoth = before.includes(mark === '.' ? ',' : '.')
  const isGrouped = !hasBoth && groups.slice(1).every((group) => group.length === 3)
  const repeats = before.includes(mark)
  if (repeats && !isGrouped) return null
  if (isGrouped && (grouping === 'thousands' || repeats)) return sign * Number(groups.join(''))
  return sign * Number(`${before.replaceAll(/[.,]/g, '')}.${after || '0'}`)
}
