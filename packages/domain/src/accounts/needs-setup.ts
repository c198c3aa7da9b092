const placeholderNames = new Set(['new user', 'unknown user', 'wallet user'])
const placeholderDomains = [
  /^temp(orary)?[.-]/,
  /^example\./,
  /^placeholder[.-]/,
  /\.(temp|example|invalid|test|placeholder)$/,
]

/** True when a name is missing, blank or one of the placeholders of docs/product.md 4.2. */
export function isPlaceholderName(name: string | null | undefined): boolean {
  const text = (name ?? '').trim().toLowerCase()
  return text === '' || placeholderNames.has(text)
}

/** True when an address is missing, blank, or of a temporary, example or placeholder domain (docs/product.md 4.2). */
export function isPlaceholderEmail(email: string | null | undefined): boolean {
  const text = (email ?? '').trim().toLowerCase()
  const domain = text.slice(text.lastIndexOf('@') + 1)
  return text === '' || !text.includes('@') || placeholderDomains.some((pattern) => pattern.test(domain))
}

/** An authenticated user whose name or e-mail is not really theirs yet has to pass the welcome setup (docs/product.md 4.2). */
export function needsSetup(user: { name: string | null; email: string | null }): boolean {
  return isPlaceholderName(user.name) || isPlaceholderEmail(user.email)
}
