const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as XML and HTML hold it, also in an attribute with double quotes. */
export const escapeMarkup = (text: string) =>
  text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

/** An element around others that are written already. */
export const xmlNode = (name: string, children: readonly string[]) =>
  `<${name}>\n${children.join('')}</${name}>\n`

/** An element with a text, cut to so many characters; what XML does not accept becomes a space. */
export function xmlLeaf(name: string, text: string, longest = 9999): string {
  const accepted = [...text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')]
  return `<${name}>${escapeMarkup(accepted.slice(0, longest).join(''))}</${name}>\n`
}

/** Cents as a number with a dot and two decimals. */
export function decimalCents(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
