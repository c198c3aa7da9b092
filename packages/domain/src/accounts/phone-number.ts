/**
 * Whether a text can be a telephone number as people write it: 7 to 15 digits (ITU-T E.164 has no more), with a plus in front, spaces, brackets,
 * dots, slashes and dashes between them. Which numbers exist nobody can tell from the text.
 *
 * @example isPhoneNumber('+31 (0)6 12 34 56 78') // true
 */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15 && /^\s*\+?[\d\s()./\u2010-\u2015-]+$/.test(text)
}
