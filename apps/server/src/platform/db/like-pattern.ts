/** A pattern for LIKE that finds a text anywhere, whatever is in it. */
export const containing = (text: string): string => `%${beginningWith(text)}`

/** A pattern for LIKE that finds what begins with a text. */
export const beginningWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
